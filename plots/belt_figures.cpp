// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "core/belt/belt_conclusions.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "plots/balance_data.hpp"
#include "plots/bearing_data.hpp"
#include "plots/belt_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/link_data.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

bool any(const Run&) { return true; }
bool has_shape(const Run& run) { return run.shape.has_value(); }
bool has_profiles(const Run& run) { return run.profiles.rows() > 0; }
bool slips(const Run& run) { return run.slip_zones.rows() > 0; }
bool has_instants(const Run& run) { return postprocess::plot_data::profile_times(run.profiles).size() > 1; }
bool slips_at_profiles(const Run& run) { return slips(run) && has_profiles(run) && follows_eytelwein(run); }
bool always(const Result&) { return true; }

bool is_computed(const Run& run) { return !run.is_published; }

// The sum of all changes of a quantity over its range: 1 if it only grows, 2 if it grows and falls back.
double variation_over_range(std::span<const double> values) {
  double sum = 0.0;
  for (std::size_t i = 1; i < values.size(); ++i) sum += std::abs(values[i] - values[i - 1]);
  const auto [least, largest] = std::ranges::minmax(values);
  return sum / (largest - least);
}

constexpr double kMostVariation = 2.5;  // of what does not go to and fro

// Does a pulley with a prescribed motion turn faster and slower in turn?
bool has_ripple(const BeltDrive& drive, const Run& run) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!drive.pulleys[k].is_prescribed()) continue;
    if (variation_over_range(run.history.column(fmt::format("angular_velocity_{} [rad/s]", k + 1))) > kMostVariation) {
      return true;
    }
  }
  return false;
}

// Does the torque on the loaded pulley vary? Not only at the begin or the end: the middle half of its values counts,
// so that a load that is switched on is not a load over which results are drawn. Nor does one that goes to and fro, or
// one of a drive that does. The load of a conveyor is on its spans.
bool has_characteristic(const Result& result) {
  const auto& drive = std::get<BeltDrive>(*result.drive);
  if (!drive.spans.empty()) return false;
  constexpr double kLeastRatio = 1.5;  // of the upper over the lower quartile
  constexpr std::size_t kLeastRows = 5;
  const std::size_t loaded = loaded_pulley(drive) + 1;
  return std::any_of(result.runs.begin(), result.runs.end(), [&drive, loaded](const Run& run) {
    if (!is_computed(run) || run.history.rows() < kLeastRows || has_ripple(drive, run)) return false;
    const std::span<const double> torques = run.history.column(fmt::format("torque_{} [N m]", loaded));
    if (variation_over_range(torques) > kMostVariation) return false;
    std::vector<double> load;
    for (const double torque : torques) load.push_back(std::abs(torque));
    std::ranges::sort(load);
    return load[load.size() - 1 - load.size() / 4] > kLeastRatio * load[load.size() / 4];
  });
}

bool moves_in_time(const Result& result) {
  return varies(result, "span_force_") || varies(result, "torque_") || varies(result, "angular_velocity_");
}
bool has_arms_or_sliders(const Result& result) { return !mounted_pulleys(drive_with_parts(result)).empty(); }

bool has_elements(const Run& run) { return tagged_elements(run) > 0; }

constexpr std::array<FigureKind, 23> kFigures{{
    {"links_drive", "Torques and angular velocities of the pulleys", 900, 600, always, has_tagged_link},
    {"links_contact", "Forces on a link", 900, 800, always, has_tagged_link},
    {"links_elements", "Friction of the elements of a link", 900, 600, always, has_elements},
    {"links_displacement", "Displacement and velocity in the contact of a link", 900, 600, always, has_elements},
    {"belt_characteristic", "Creep, slip arcs and span forces over the load", 900, 1000, has_characteristic,
     is_computed},
    {"belt_force", "The belt, coloured by its force", 900, 0, always, has_shape, Panels::picture},
    {"belt_contact", "The belt, coloured by its contact, with the pressure", 900, 0, always, has_shape,
     Panels::picture},
    {"belt_profiles", "Force, speed, pressure and traction along the belt", 900, 1000, always, has_profiles},
    {"belt_instants", "Force along the belt at several instants", 900, 0, moves_in_time, has_instants},
    {"belt_spans", "Force along the spans", 900, 0, always, has_profiles, Panels::pulley},
    {"belt_eytelwein", "Force on the pulleys and Euler-Eytelwein", 900, 0, always, slips_at_profiles, Panels::pulley},
    {"belt_slip_zones", "Stick and slip in space and time", 900, 0, always, slips},
    {"belt_angular_velocity", "Angular velocities of the pulleys", 900, 0, always, any, Panels::pulley,
     "angular_velocity_"},
    {"belt_torque", "Torques of the belt on the pulleys", 900, 0, always, any, Panels::pulley, "torque_"},
    {"belt_span_force", "Forces in the spans", 900, 0, always, any, Panels::pulley, "span_force_"},
    {"belt_slip_arc", "Angles of slip on the pulleys", 900, 0, always, any, Panels::pulley, "slip_arc_"},
    {"belt_slip_margin", "Friction left before gross slip", 900, 0, always, has_slip_margins, Panels::pulley,
     "slip_margin_"},
    {"belt_hub_load", "Forces of the belt on the bearings", 900, 0, always, has_hub_loads, Panels::pulley, "hub_load_"},
    {"belt_mounts", "Positions of arms and sliders", 900, 0, has_arms_or_sliders, has_mounts, Panels::mount,
     "mount_position_"},
    {"belt_accessory_torque", "Torques of accessories; 0 while a clutch is open", 900, 0, always, has_accessory_torques,
     Panels::accessory, "accessory_torque_"},
    {"belt_tension_histogram", "Share of the time at each force of the spans", 900, 0, always, has_histograms,
     Panels::pulley, "span_force_"},
    {"belt_errors", "Error bars of span forces, speeds and torques over time", 900, 700, always, has_errors},
    {"balances", "Balance errors of the runs", 900, 700, moves_in_time, reports_balances},
}};

// Heights of a panel for stick and slip of a pulley, and of the rest of the figure.
constexpr int kZonePanel = 60;  // [px]
constexpr int kAroundZones = 120;
constexpr int kLeastRunPanel = 300;

struct Box {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector2d high = -low;

  void include(const Eigen::Vector2d& place, double reach) {
    low = low.cwiseMin((place.array() - reach).matrix());
    high = high.cwiseMax((place.array() + reach).matrix());
  }
  double aspect() const { return (high.x() - low.x()) / (high.y() - low.y()); }
};

const ArmMount* arm_of(const Pulley& pulley) { return std::get_if<ArmMount>(&pulley.mount); }

// The bounding box of pulleys and arms, at the start and at the end of the runs.
Box bounding_box(const BeltDrive& drive, const BeltPath& path, const std::vector<const Run*>& runs) {
  Box box;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const double reach = pulley.radius + pulley.eccentricity + drive.belt.contact_offset;
    box.include(path.arcs()[k].center, reach);
    if (const ArmMount* arm = arm_of(pulley)) box.include(arm->pivot, 0.0);
    for (const Run* run : runs) {
      if (run->shape && k < run->shape->shape.pulleys.size()) box.include(run->shape->shape.pulleys[k].center, reach);
    }
  }
  return box;
}

// Pivots of the arms, NaN for pulleys without arm.
std::string pivots(const BeltDrive& drive, const char* name, int axis) {
  return gnuplot_array(name, drive.pulleys, [axis](const Pulley& pulley) {
    const ArmMount* arm = arm_of(pulley);
    return arm == nullptr ? std::string("NaN") : gnuplot_number(arm->pivot[axis]);
  });
}

// The side of spans on which names and arrows are drawn, +1 left: inside of the loop, or outside if the loop is so thin
// that they would be close to its other side.
double side_of_names(const BeltDrive& drive, const BeltPath& path, double size) {
  constexpr double kThin = 0.12;  // area over the square of the size [-]
  double area = 0.0;
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    const PathSpan& span = path.spans()[k];
    const PathSpan& next = path.spans()[(k + 1) % path.spans().size()];
    const auto cross = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); };
    area += 0.5 * (cross(span.from, span.to) + cross(span.to, next.from));
  }
  const double inward = drive.direction == LoopDirection::counterclockwise ? 1.0 : -1.0;
  return std::abs(area) < kThin * size * size ? -inward : inward;
}

// Is there no room for the name and the arrow of a span?
bool is_short(const PathSpan& span, double size) {
  constexpr double kShortest = 0.09;  // relative to the size of the drive
  return span.length < kShortest * size;
}

// Places of the names of spans: beside their middles, inside of the loop if there is room, at a distance from pulleys
// and other names; otherwise at the largest distance.
std::vector<Eigen::Vector2d> places_of_names(const BeltDrive& drive, const BeltPath& path, const Box& box) {
  constexpr double kBeside = 0.085;  // relative to the size of the drive, like the lengths below
  constexpr double kClear = 0.05;
  constexpr double kBetweenNames = 0.15;
  const double size = (box.high - box.low).maxCoeff();
  const double inward = side_of_names(drive, path, size);
  std::vector<Eigen::Vector2d> places;
  for (const PathSpan& span : path.spans()) {
    const Eigen::Vector2d left{-span.tangent.y(), span.tangent.x()};
    Eigen::Vector2d best = Eigen::Vector2d::Zero();
    double most = -std::numeric_limits<double>::infinity();
    for (const double beside : {kBeside, -kBeside}) {
      for (const double along : {0.0, 0.16, -0.16, 0.3, -0.3}) {
        const Eigen::Vector2d place =
            0.5 * (span.from + span.to) + along * span.length * span.tangent + inward * beside * size * left;
        double clear = kClear * size;
        for (const PathArc& arc : path.arcs()) clear = std::min(clear, (place - arc.center).norm() - arc.radius);
        for (std::size_t i = 0; i < places.size(); ++i) {
          if (is_short(path.spans()[i], size)) continue;
          clear = std::min(clear, (place - places[i]).norm() - (kBetweenNames - kClear) * size);
        }
        if (clear <= most) continue;
        most = clear;
        best = place;
      }
    }
    places.push_back(best);
  }
  return places;
}

// Are names at a pulley above its number? They are on the side to which the belt pulls.
bool is_pulled_up(const BeltPath& path, std::size_t k) {
  const std::size_t n = path.spans().size();
  return path.spans()[k].tangent.y() > path.spans()[(k + n - 1) % n].tangent.y();
}

// The names beside pulleys in a picture, as gnuplot expressions. Names that would be printed over each other stand in
// lines at the first of their pulleys.
std::vector<std::string> names_beside(const BeltDrive& drive, const BeltPath& path, double size) {
  constexpr double kLetter = 0.012;  // width of a letter, relative to the size of the drive
  constexpr double kLine = 0.03;     // height of a line
  std::vector<std::string> names;
  std::vector<std::size_t> firsts;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    names.push_back(gnuplot_string(pulley.name));
    if (pulley.name.empty()) continue;
    const auto is_below = [&](std::size_t i) {
      const Pulley& other = drive.pulleys[i];
      const Eigen::Vector2d apart = pulley.center - other.center;
      const double width = 0.5 * kLetter * size * static_cast<double>(pulley.name.size() + other.name.size());
      return is_pulled_up(path, i) == is_pulled_up(path, k) && std::abs(apart.y()) < kLine * size &&
             std::abs(apart.x()) < width;
    };
    const auto first = std::ranges::find_if(firsts, is_below);
    if (first == firsts.end()) {
      firsts.push_back(k);
    } else {
      names[*first] += " . \"\\n\" . " + std::exchange(names[k], gnuplot_string(""));
    }
  }
  return names;
}

std::string variables(const Result& result, const std::vector<const Run*>& runs) {
  const auto& drive = std::get<BeltDrive>(*result.drive);
  const BeltDrive shown = drive_with_parts(result);
  const BeltPath path = path_to_show(drive);
  const BeltPath end = path_of_profiles(result);
  const Box box = bounding_box(drive, path, runs);
  std::string text;
  fmt::format_to(std::back_inserter(text),
                 "L = {:.10g}\nn_pulleys = {}\nx_low = {:.10g}\nx_high = {:.10g}\ny_low = {:.10g}\ny_high = {:.10g}\n",
                 end.length(), drive.pulleys.size(), box.low.x(), box.high.x(), box.low.y(), box.high.y());
  text += gnuplot_array("pulley_name", drive.pulleys, [](const Pulley& pulley) { return gnuplot_string(pulley.name); });
  const double size = (box.high - box.low).maxCoeff();
  text += gnuplot_array("name_beside", names_beside(drive, path, size), [](const std::string& name) { return name; });
  std::vector<std::size_t> pulleys(drive.pulleys.size());
  std::iota(pulleys.begin(), pulleys.end(), std::size_t{0});
  text += gnuplot_array("is_pulled_up", pulleys, [&](std::size_t k) { return is_pulled_up(path, k) ? "1" : "0"; });
  text +=
      gnuplot_array("is_shown", path.spans(), [&](const PathSpan& span) { return is_short(span, size) ? "0" : "1"; });
  int accessories = 0;
  text += gnuplot_array("accessory", shown.pulleys, [&accessories](const Pulley& pulley) {
    return std::to_string(pulley.accessory ? ++accessories : 0);
  });
  text += fmt::format("loaded = {}\n", loaded_pulley(drive) + 1);
  std::vector<std::size_t> creeping;
  for (std::size_t k = 0; round_driver(drive) && k < drive.pulleys.size(); ++k) {
    if (has_creep(drive.pulleys[k])) creeping.push_back(k + 1);
  }
  text += fmt::format("n_creeping = {}\n", creeping.size());
  text += gnuplot_array("creeping", creeping, [](std::size_t k) { return std::to_string(k); });
  text += fmt::format("n_accessories = {}\n", accessories);
  int runs_on_idlers = 0;
  text += gnuplot_array("run_on_idlers", pulleys, [&](std::size_t k) {
    return std::to_string(drive.run_on(k) == nullptr ? 0 : ++runs_on_idlers);
  });
  text += fmt::format("n_runs_on_idlers = {}\n", runs_on_idlers);
  text += pivots(drive, "pivot_x", 0) + pivots(drive, "pivot_y", 1);
  text += gnuplot_array("arc_start", end.arcs(), [](const PathArc& arc) { return gnuplot_number(arc.start); });
  text += gnuplot_array("arc_length", end.arcs(), [](const PathArc& arc) { return gnuplot_number(arc.length()); });
  text += gnuplot_array("span_length", end.spans(), [](const PathSpan& span) { return gnuplot_number(span.length); });
  const auto middle = [](const PathSpan& span) { return (0.5 * (span.from + span.to)).eval(); };
  text += gnuplot_array("span_x", path.spans(), [&](const PathSpan& s) { return gnuplot_number(middle(s).x()); });
  text += gnuplot_array("span_y", path.spans(), [&](const PathSpan& s) { return gnuplot_number(middle(s).y()); });
  text += gnuplot_array("span_tx", path.spans(), [](const PathSpan& s) { return gnuplot_number(s.tangent.x()); });
  text += gnuplot_array("span_ty", path.spans(), [](const PathSpan& s) { return gnuplot_number(s.tangent.y()); });
  const std::vector<Eigen::Vector2d> names = places_of_names(drive, path, box);
  text += gnuplot_array("name_x", names, [](const Eigen::Vector2d& at) { return gnuplot_number(at.x()); });
  text += gnuplot_array("name_y", names, [](const Eigen::Vector2d& at) { return gnuplot_number(at.y()); });
  const double side = side_of_names(drive, path, size);
  const bool is_outside = (side > 0.0) != (drive.direction == LoopDirection::counterclockwise);
  text += fmt::format("side_of_names = {}\nnames_are_outside = {}\n", side, is_outside ? 1 : 0);
  text += mount_variables(shown) + balance_variables(runs) + error_variables(runs);
  text += fmt::format("n_elements = {}\n", tagged_elements(*runs.front()));
  text += gnuplot_array("shape_time", runs,
                        [](const Run* run) { return gnuplot_number(run->shape ? run->shape->time : 0.0); });
  return text;
}

}  // namespace

FigureSet belt_figures(const Result& result) {
  const auto& drive = std::get<BeltDrive>(*result.drive);
  const BeltDrive shown = drive_with_parts(result);
  return {
      .kinds = kFigures,
      .macros = "belt.gp",
      .variables = variables,
      .data = belt_data_files,
      .pulleys = static_cast<int>(drive.pulleys.size()),
      .mounts = static_cast<int>(mounted_pulleys(shown).size()),
      .accessories = static_cast<int>(pulleys_with_accessory(shown).size()),
      .run_panel_height = std::max(kLeastRunPanel, kZonePanel * static_cast<int>(drive.pulleys.size()) + kAroundZones),
      .picture_aspect = bounding_box(drive, path_to_show(drive), {}).aspect()};
}

}  // namespace beltdyn::plots
