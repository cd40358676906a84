// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <iterator>

#include "core/drive/any_drive.hpp"
#include "core/drive/contour_drive.hpp"
#include "plots/balance_data.hpp"
#include "plots/contour_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

const ContourDrive& drive_of(const Result& result) { return drive_as<ContourDrive>(result.drive); }

bool is_analytic(const Run& run) { return run.formulation.starts_with("analytic_"); }
bool is_lagrangian(const Run& run) { return run.formulation == "lagrangian_contour"; }
bool is_eulerian(const Run& run) { return run.formulation == "eulerian_contour"; }
bool any(const Run&) { return true; }
// Approximate formulas would only add pictures similar to the exact one.
bool slips(const Run& run) { return run.slip_zones.rows() > 0 && (run.is_exact || !is_analytic(run)); }
bool has_profiles(const Run& run) { return run.profiles.rows() > 0; }
bool has_node_speed(const Run& run) { return run.history.has("node_1_speed [m/s]"); }
bool is_reference_or_lagrangian(const Run& run) { return run.is_exact || is_lagrangian(run); }
bool has_profile_in_study(const Run& run) { return has_profiles(run) && is_reference_or_lagrangian(run); }
bool has_profile_on_pulley(const Run& run) { return has_profiles(run) && (run.is_exact || is_eulerian(run)); }

// Is it a study of one scheme against the exact solution? [Oborin 2018] Sections 3 and 6 have one each.
bool is_lagrangian_study(const Result& r) {
  return count(r, is_lagrangian) > 0 && count(r, is_reference_or_lagrangian) == count(r, any);
}
bool is_penalty_study(const Result& r) {
  return drive_of(r).has_constant_speeds() && count(r, is_eulerian) > 1 &&
         count(r, has_profile_on_pulley) == count(r, any);
}
bool compares_formulations(const Result& r) {
  return drive_of(r).has_constant_speeds() && count(r, is_analytic) > 0 && count(r, is_analytic) < count(r, any) &&
         !is_lagrangian_study(r) && !is_penalty_study(r);
}
bool has_varying_speed(const Result& r) { return !drive_of(r).has_constant_speeds(); }
bool always(const Result&) { return true; }
bool has_slip(const Result& r) { return count(r, slips) > 0; }

constexpr std::array<FigureKind, 12> kFigures{{
    {"fig2", "Strain along the contour", 900, 520, is_lagrangian_study, has_profile_in_study},
    {"fig3", "Lengths of the slip zones, smoothed", 900, 600, is_lagrangian_study, is_reference_or_lagrangian},
    {"fig4", "Strains of the spans and their sawtooth error", 900, 560, is_lagrangian_study,
     is_reference_or_lagrangian},
    {"fig5", "Speed of the first node", 900, 520, is_lagrangian_study, has_node_speed},
    {"fig8", "Strain on the driving pulley", 900, 520, is_penalty_study, has_profile_on_pulley},
    {"fig9", "Strain of the tight span in every formulation", 900, 960, compares_formulations, any},
    {"fig10", "Length of the slip zone on pulley 1, by direction", 900, 0, has_varying_speed, any},
    {"slip_zones", "Stick and slip in space and time", 900, 0, has_slip, slips},
    {"history_strain", "Strains of the spans", 900, 560, always, any},
    {"history_slip", "Lengths of the slip zones", 900, 620, always, any},
    {"profiles_strain", "Strain along the contour", 900, 520, always, has_profiles},
    {"balances", "Balance errors of the runs", 900, 700, always, reports_balances},
}};

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const ContourDrive& d = drive_of(result);
  std::string text = balance_variables(runs);
  fmt::format_to(std::back_inserter(text),
                 "L = {:.10g}\nR1 = {:.10g}\nR2 = {:.10g}\nspan = {:.10g}\nV1 = {:.10g}\nV2 = {:.10g}\n",
                 d.contour_length, d.contact_length[0], d.contact_length[1], d.span_length(),
                 d.surface_speed[0].value(0.0), d.surface_speed[1].value(0.0));
  fmt::format_to(std::back_inserter(text), "smoothing_width = {:.10g}\nenvelope_window = {:.10g}\n",
                 smoothing_width(result.end_time), envelope_window(result.end_time));
  text += gnuplot_array("run_has_difference", runs,
                        [&result](const Run* run) { return reference_of(*run, result) != nullptr ? "1" : "0"; });
  return text;
}

}  // namespace

FigureSet contour_figures() {
  return {.kinds = kFigures, .macros = "contour.gp", .variables = variables, .data = contour_data_files};
}

}  // namespace beltdyn::plots
