// SPDX-License-Identifier: MIT
#include "plots/figures.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plots/figure_data.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

using RunFilter = bool (*)(const Run&);

struct FigureKind {
  std::string_view name;  // also the file of its body, <name>.gp
  std::string_view title;
  int width;   // [px]
  int height;  // [px], 0: a panel for each run
  bool (*applies)(const Result&);
  RunFilter uses;
};

bool is_analytic(const Run& run) { return run.formulation.starts_with("analytic_"); }
bool is_lagrangian(const Run& run) { return run.formulation == "lagrangian_contour"; }
bool is_eulerian(const Run& run) { return run.formulation == "eulerian_contour"; }
bool any(const Run&) { return true; }
// Approximations by formula only add pictures that look like the exact one.
bool slips(const Run& run) { return run.slip_zones.rows() > 0 && (run.is_exact || !is_analytic(run)); }
bool has_profiles(const Run& run) { return run.profiles.rows() > 0; }
bool has_node_speed(const Run& run) { return run.history.has("node_1_speed [m/s]"); }
bool is_reference_or_lagrangian(const Run& run) { return run.is_exact || is_lagrangian(run); }
bool has_profile_in_study(const Run& run) { return has_profiles(run) && is_reference_or_lagrangian(run); }
bool has_profile_on_pulley(const Run& run) { return has_profiles(run) && (run.is_exact || is_eulerian(run)); }

std::ptrdiff_t count(const Result& result, RunFilter filter) {
  return std::count_if(result.runs.begin(), result.runs.end(), filter);
}

// A study of one scheme against the exact solution: [Oborin 2018] Sections 3 and 6 have one each.
bool is_lagrangian_study(const Result& r) {
  return count(r, is_lagrangian) > 0 && count(r, is_reference_or_lagrangian) == count(r, any);
}
bool is_penalty_study(const Result& r) {
  return r.drive.has_constant_speeds() && count(r, is_eulerian) > 1 && count(r, has_profile_on_pulley) == count(r, any);
}
bool compares_formulations(const Result& r) {
  return r.drive.has_constant_speeds() && count(r, is_analytic) > 0 && count(r, is_analytic) < count(r, any) &&
         !is_lagrangian_study(r) && !is_penalty_study(r);
}
bool has_varying_speed(const Result& r) { return !r.drive.has_constant_speeds(); }
bool always(const Result&) { return true; }
bool has_slip(const Result& r) { return count(r, slips) > 0; }

constexpr std::array<FigureKind, 11> kFigures{{
    {"fig2", "Strain along the contour", 900, 520, is_lagrangian_study, has_profile_in_study},
    {"fig3", "Lengths of the slip zones, smoothed", 900, 600, is_lagrangian_study, is_reference_or_lagrangian},
    {"fig4", "Strains of the spans and their saw", 900, 560, is_lagrangian_study, is_reference_or_lagrangian},
    {"fig5", "Speed of the first node", 900, 520, is_lagrangian_study, has_node_speed},
    {"fig8", "Strain on the driving pulley", 900, 520, is_penalty_study, has_profile_on_pulley},
    {"fig9", "Strain of the tight span in every formulation", 900, 960, compares_formulations, any},
    {"fig10", "Length of the slip zone on pulley 1, by direction", 900, 0, has_varying_speed, any},
    {"slip_zones", "Stick and slip in space and time", 900, 0, has_slip, slips},
    {"history_strain", "Strains of the spans", 900, 560, always, any},
    {"history_slip", "Lengths of the slip zones", 900, 620, always, any},
    {"profiles_strain", "Strain along the contour", 900, 520, always, has_profiles},
}};

// Figures with a panel for each run grow with their number, from some number on in two columns.
constexpr int kPanelHeight = 300;
constexpr int kMostPanelsInColumn = 3;
constexpr int kWiderForColumns = 300;

std::string gnuplot_string(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c;
  }
  return result + "'";
}

// `array NAME[n] = [...]`; gnuplot knows no empty arrays, so one entry stands in for none.
template <class Range, class Print>
std::string array(std::string_view name, const Range& range, const Print& print) {
  std::vector<std::string> items;
  for (const auto& item : range) items.push_back(print(item));
  if (items.empty()) items.emplace_back("0");
  return fmt::format("array {}[{}] = [{}]\n", name, items.size(), fmt::join(items, ", "));
}

std::string preamble(const FigureKind& kind, const Result& result, const std::vector<const Run*>& runs) {
  const ContourDrive& d = result.drive;
  const std::vector<double> instants = drawn_instants(runs);
  const auto number = [](double value) { return fmt::format("{:.10g}", value); };
  std::string text = fmt::format("# {}. Drawn by: gnuplot -e 'format=\"svg\"' {}.gp\n", kind.title, kind.name);
  auto out = std::back_inserter(text);
  const int n_runs = static_cast<int>(runs.size());
  const int n_columns = n_runs > kMostPanelsInColumn ? 2 : 1;
  const int n_rows = (n_runs + n_columns - 1) / n_columns;
  const bool has_panels = kind.height == 0;
  fmt::format_to(out, "figure = {}\nwidth = {}\nheight = {}\n", gnuplot_string(kind.name),
                 has_panels ? kind.width + kWiderForColumns * (n_columns - 1) : kind.width,
                 has_panels ? kPanelHeight * n_rows : kind.height);
  fmt::format_to(out, "n_rows = {}\nn_columns = {}\n", n_rows, n_columns);
  fmt::format_to(out, "L = {:.10g}\nR1 = {:.10g}\nR2 = {:.10g}\nspan = {:.10g}\nV1 = {:.10g}\nV2 = {:.10g}\n",
                 d.contour_length, d.contact_length[0], d.contact_length[1], d.span_length(),
                 d.surface_speed[0].value(0.0), d.surface_speed[1].value(0.0));
  fmt::format_to(out, "end_time = {:.10g}\nsmoothing_width = {:.10g}\nenvelope_window = {:.10g}\n", result.end_time,
                 smoothing_width(result.end_time), envelope_window(result.end_time));
  fmt::format_to(out, "n_runs = {}\n", runs.size());
  text += array("run_name", runs, [](const Run* run) { return gnuplot_string(run->name); });
  text += array("run_title", runs, [](const Run* run) {
    std::string title = run->name;
    std::replace(title.begin(), title.end(), '_', ' ');
    return gnuplot_string(title);
  });
  text += array("run_is_exact", runs, [](const Run* run) { return run->is_exact ? "1" : "0"; });
  text += array("run_has_difference", runs,
                [&result](const Run* run) { return reference_of(*run, result) != nullptr ? "1" : "0"; });
  fmt::format_to(out, "n_instants = {}\n", instants.size());
  text += array("instant", instants, number);
  std::vector<Mark> marks = result.marks;
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& x, const Mark& y) { return x.time < y.time; });
  fmt::format_to(out, "n_marks = {}\n", marks.size());
  text += array("mark_time", marks, [&number](const Mark& mark) { return number(mark.time); });
  text += array("mark_label", marks, [](const Mark& mark) { return gnuplot_string(mark.label); });
  return text;
}

std::vector<const Run*> runs_of(const FigureKind& kind, const Result& result) {
  std::vector<const Run*> runs;
  for (const Run& run : result.runs) {
    if (kind.uses(run)) runs.push_back(&run);
  }
  return runs;
}

// Calls visit(kind, runs) for what can be drawn.
template <class Visit>
void for_each_figure(const Result& result, const Visit& visit) {
  for (const FigureKind& kind : kFigures) {
    if (!kind.applies(result)) continue;
    const std::vector<const Run*> runs = runs_of(kind, result);
    if (!runs.empty()) visit(kind, runs);
  }
}

}  // namespace

std::vector<Figure> applicable_figures(const Result& result) {
  std::vector<Figure> figures;
  for_each_figure(result, [&figures](const FigureKind& kind, const std::vector<const Run*>&) {
    figures.push_back({.name = std::string(kind.name), .title = std::string(kind.title)});
  });
  return figures;
}

FigureFiles figure_files(const Result& result) {
  FigureFiles files;
  for (const Run& run : result.runs) {
    for (TextFile& file : data_files(run, result)) files.data.push_back(std::move(file));
  }
  for_each_figure(result, [&](const FigureKind& kind, const std::vector<const Run*>& runs) {
    const std::string name = fmt::format("{}.gp", kind.name);
    files.scripts.push_back({.path = name,
                             .text = fmt::format("{}{}{}", preamble(kind, result, runs),
                                                 embedded::plot_script("common.gp"), embedded::plot_script(name))});
  });
  return files;
}

}  // namespace beltdyn::plots
