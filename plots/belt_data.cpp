// SPDX-License-Identifier: MIT
#include "plots/belt_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "core/belt/belt_conclusions.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "plots/balance_data.hpp"
#include "plots/bearing_data.hpp"
#include "plots/figure_data.hpp"
#include "plots/link_data.hpp"
#include "postprocess/moved_path.hpp"
#include "postprocess/plot_data.hpp"

namespace beltdyn::plots {
namespace {

constexpr std::string_view kTime = "time [s]";
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
// Up to this number of rows all are drawn over the load, and about as many of longer histories.
constexpr std::size_t kMostLoadRows = 4000;

// "time", then of each pulley "angular_velocity torque slip_arc", then of each span "force speed", then of each
// accessory "angular_velocity", then of each span on idlers "force" where it begins and where it ends; NaN if the run
// has none.
std::string history_lines(const CsvTable& history, const BeltDrive& drive) {
  const std::size_t pulleys = drive.pulleys.size();
  std::vector<std::span<const double>> columns{history.column(kTime)};
  for (std::size_t k = 1; k <= pulleys; ++k) {
    columns.push_back(history.column(fmt::format("angular_velocity_{} [rad/s]", k)));
    columns.push_back(history.column(fmt::format("torque_{} [N m]", k)));
    columns.push_back(history.column(fmt::format("slip_arc_{} [rad]", k)));
  }
  for (std::size_t k = 1; k <= pulleys; ++k) {
    columns.push_back(history.column(fmt::format("span_force_{} [N]", k)));
    columns.push_back(history.column(fmt::format("span_speed_{} [m/s]", k)));
  }
  const std::vector<double> missing(history.rows(), kNaN);
  for (std::size_t k = 1; k <= pulleys; ++k) {
    if (!drive.pulleys[k - 1].accessory) continue;
    const std::string name = fmt::format("accessory_angular_velocity_{} [rad/s]", k);
    columns.push_back(column_or(history, name, missing));
  }
  for (std::size_t k = 1; k <= pulleys; ++k) {
    if (drive.run_on(k - 1) == nullptr) continue;
    columns.push_back(column_or(history, fmt::format("span_entry_force_{} [N]", k), missing));
    columns.push_back(column_or(history, fmt::format("span_exit_force_{} [N]", k), missing));
  }
  return thinned_lines(columns);
}

std::optional<double> friction_coefficient(const BeltDrive& drive, std::size_t pulley) {
  if (!drive.contact && !drive.pulleys[pulley].contact) return std::nullopt;
  return drive.kinetic_coefficient(pulley);
}

// The columns of a quantity of each pulley, NaN where the table has none.
std::vector<std::span<const double>> columns_of(const CsvTable* table, const char* name, std::size_t pulleys,
                                                std::span<const double> missing) {
  std::vector<std::span<const double>> columns;
  for (std::size_t k = 1; k <= pulleys; ++k) {
    const std::string column = fmt::format(fmt::runtime(name), k);
    columns.push_back(table == nullptr ? missing : column_or(*table, column, missing));
  }
  return columns;
}

// The slip arc of each pulley by Euler-Eytelwein from the forces of its spans [rad], NaN without friction or force:
// |ln(T_1/T_2)| (R + h)/(μ R) with T = N − m v². The mass per length of the unstretched belt is used.
std::vector<std::vector<double>> eytelwein_arcs(const CsvTable& history, const BeltDrive& drive) {
  const std::vector<PathArc> arcs = drive.path().arcs();
  const std::size_t n = drive.pulleys.size();
  std::vector<std::vector<double>> effective(n);
  for (std::size_t k = 0; k < n; ++k) {
    const auto force = history.column(fmt::format("span_force_{} [N]", k + 1));
    const auto speed = history.column(fmt::format("span_speed_{} [m/s]", k + 1));
    for (std::size_t i = 0; i < force.size(); ++i) {
      effective[k].push_back(force[i] - drive.belt.mass_per_length * speed[i] * speed[i]);
    }
  }
  std::vector<std::vector<double>> result(n);
  for (std::size_t k = 0; k < n; ++k) {
    const double slope = friction_coefficient(drive, k).value_or(0.0) * drive.pulleys[k].radius / arcs[k].radius;
    for (std::size_t i = 0; i < effective[k].size(); ++i) {
      const double ratio = effective[k][i] / effective[(k + n - 1) % n][i];
      result[k].push_back(slope > 0.0 && ratio > 0.0 ? std::abs(std::log(ratio)) / slope : kNaN);
    }
  }
  return result;
}

// The magnitude of the torque on the loaded pulley, then of each pulley the creep, the slip arc, the slip arc by
// Euler-Eytelwein, the error of the creep and the error of the slip arc, then the force of each span. Errors are those
// of some evenly spaced rows, else NaN.
std::string load_lines(const Run& run, const BeltDrive& drive) {
  constexpr std::size_t kBars = 16;
  const std::size_t n = drive.pulleys.size();
  const std::size_t rows = run.history.rows();
  std::vector<double> load;
  for (const double torque : run.history.column(fmt::format("torque_{} [N m]", loaded_pulley(drive) + 1))) {
    load.push_back(std::abs(torque));
  }
  const std::vector<double> missing(rows, kNaN);
  const CsvTable* errors = run.errors && run.errors->rows() == rows ? &*run.errors : nullptr;
  const std::array<std::vector<std::span<const double>>, 4> found{
      columns_of(&run.history, "creep_{} [-]", n, missing), columns_of(&run.history, "slip_arc_{} [rad]", n, missing),
      columns_of(errors, "creep_{} [-]", n, missing), columns_of(errors, "slip_arc_{} [rad]", n, missing)};
  const std::vector<std::vector<double>> arcs = eytelwein_arcs(run.history, drive);
  const std::size_t stride = std::max<std::size_t>(1, rows / kBars);
  std::vector<std::vector<double>> bars;
  for (std::size_t k = 0; k < n; ++k) {
    for (const std::size_t kind : {std::size_t{2}, std::size_t{3}}) {
      bars.push_back(missing);
      for (std::size_t i = stride - 1; i < rows; i += stride) bars.back()[i] = found[kind][k][i];
    }
  }
  std::vector<std::span<const double>> columns{load};
  for (std::size_t k = 0; k < n; ++k) {
    columns.insert(columns.end(), {found[0][k], found[1][k], arcs[k], bars[2 * k], bars[2 * k + 1]});
  }
  for (std::size_t k = 1; k <= n; ++k) columns.push_back(run.history.column(fmt::format("span_force_{} [N]", k)));
  std::vector<std::size_t> all(rows);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return postprocess::plot_data::lines(
      columns, rows <= kMostLoadRows ? all : postprocess::plot_data::thin_rows(columns, kMostLoadRows));
}

// "x y force contact_state" along the belt; the first point is repeated at the end.
std::string belt_lines(const BeltShape& shape) {
  std::string text;
  const std::size_t n = shape.belt.size();
  for (std::size_t j = 0; j < (shape.closed ? n + 1 : n); ++j) {
    const ShapePoint& point = shape.belt[j % n];
    fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g} {:.10g} {}\n", point.position.x(), point.position.y(),
                   point.force, point.contact_state);
  }
  return text;
}

// +1 if the left side of the belt faces away from the pulley that it is closest to, −1 if the right one does.
double free_side(const BeltShape& shape, const Eigen::Vector2d& position, const Eigen::Vector2d& left) {
  double least = std::numeric_limits<double>::infinity();
  double side = 1.0;
  for (const ShapePulley& pulley : shape.pulleys) {
    const Eigen::Vector2d radial = position - pulley.center;
    const double gap = std::abs(radial.norm() - pulley.radius);
    if (gap >= least) continue;
    least = gap;
    side = radial.dot(left) < 0.0 ? -1.0 : 1.0;
  }
  return side;
}

// "x y away_x away_y pressure contact_state" at even distances along the belt; "away" points away from the pulley
// touched.
std::string comb_lines(const BeltShape& shape) {
  constexpr std::size_t kTeeth = 300;
  const std::size_t n = shape.belt.size();
  const auto distance = [&](std::size_t i) {
    return (shape.belt[(i + 1) % n].position - shape.belt[i].position).norm();
  };
  double length = 0.0;
  for (std::size_t i = 0; i < n; ++i) length += distance(i);
  std::string text;
  double begin = 0.0;  // begin of the piece behind point i
  std::size_t tooth = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const ShapePoint& a = shape.belt[i];
    const ShapePoint& b = shape.belt[(i + 1) % n];
    const auto along = [&](std::size_t j) {  // at point j
      return (shape.belt[(j + 1) % n].position - shape.belt[(j + n - 1) % n].position).head<2>().normalized().eval();
    };
    for (; tooth < kTeeth; ++tooth) {
      const double weight = (static_cast<double>(tooth) * length / kTeeth - begin) / distance(i);
      if (weight >= 1.0) break;
      const Eigen::Vector2d position = (a.position + weight * (b.position - a.position)).head<2>();
      const Eigen::Vector2d tangent = along(i) + weight * (along((i + 1) % n) - along(i));
      const Eigen::Vector2d left{-tangent.y(), tangent.x()};
      const Eigen::Vector2d away = free_side(shape, position, left) * left;
      const ShapePoint& nearest = weight < 0.5 ? a : b;
      fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g} {:.10g} {:.10g} {:.10g} {}\n", position.x(),
                     position.y(), away.x(), away.y(), nearest.pressure, nearest.contact_state);
    }
    begin += distance(i);
  }
  return text;
}

// Smallest stick arc between slip zones that is drawn, for each pulley [m]. Where slip begins, tractions at the contact
// points of an element differ by more than the friction that is left, so that the points stick and slip in turn.
std::vector<double> least_gaps(const BeltDrive& drive) {
  constexpr double kPart = 0.05;  // of the arc, an element of the usual 24 or so
  std::vector<double> gaps;
  const BeltPath path = drive.path();
  for (const PathArc& arc : path.arcs()) gaps.push_back(kPart * arc.length());
  return gaps;
}

// Blocks of "sigma force": the Euler-Eytelwein growth of the force along each slip zone of the last profile, from its
// slack end on, F - m v² = (F_2 - m v²) exp(mu phi r/R), [Ntarladima 2023] Eq. (42) with its exponential, the
// coefficient of a belt that wedges into grooves, and the lever r of friction on the surface of the pulley against R of
// the belt. The first point is the last profile point in the zone, since the force between two points is not linear.
// Zones shorter than a radian would be invisible and are left out. They are drawn on the path `drawn`.
std::string eytelwein_lines(const Run& run, const BeltDrive& drive, const BeltPath& drawn) {
  constexpr double kShortest = 1.0;  // [rad]
  constexpr int kPoints = 60;
  const std::span<const double> all_times = run.profiles.column(kTime);
  const double time = all_times.back();
  // Slip zones of rows that are interpolated have the time of the row, not that of the step.
  constexpr double kSameTime = 1e-9;
  const auto first =
      static_cast<std::size_t>(std::lower_bound(all_times.begin(), all_times.end(), time) - all_times.begin());
  const auto sigma = run.profiles.column("sigma [m]").subspan(first);
  const auto force = run.profiles.column("force [N]").subspan(first);
  const auto strain = run.profiles.column("strain [-]").subspan(first);
  const auto speed = run.profiles.column("speed [m/s]").subspan(first);
  const double mass = drive.belt.mass_per_length;
  const BeltPath path = postprocess::path_at(drive, run.history, time).value_or(drawn);
  const std::vector<PathArc>& arcs = path.arcs();
  const auto zone_time = run.slip_zones.column(kTime);
  const auto pulleys = run.slip_zones.column("pulley [-]");
  const auto begins = run.slip_zones.column("sigma_begin [m]");
  const auto ends = run.slip_zones.column("sigma_end [m]");
  std::string text;
  for (std::size_t row = 0; row < zone_time.size(); ++row) {
    if (std::abs(zone_time[row] - time) > kSameTime * std::abs(time)) continue;
    const auto pulley = static_cast<std::size_t>(pulleys[row]) - 1;
    const std::optional<double> coefficient = friction_coefficient(drive, pulley);
    const double begin = std::max(begins[row], sigma.front());
    const double end = std::min(ends[row], sigma.back());
    const double angle = (end - begin) / arcs[pulley].radius;
    if (!coefficient || angle < kShortest) continue;
    const double growth = *coefficient * drive.pulleys[pulley].radius / arcs[pulley].radius;
    const auto low = static_cast<std::size_t>(std::lower_bound(sigma.begin(), sigma.end(), begin) - sigma.begin());
    const auto high = static_cast<std::size_t>(std::upper_bound(sigma.begin(), sigma.end(), end) - sigma.begin());
    if (high < low + 2) continue;
    const bool grows = force[low] < force[high - 1];
    const std::size_t slack = grows ? low : high - 1;
    const double lift =
        mass * speed[slack] * speed[slack] / (1.0 + strain[slack]);  // m v² per length of the belt there
    for (int i = 0; i <= kPoints; ++i) {
      const double at = begin + (end - begin) * i / kPoints;
      const double phi = (grows ? at - sigma[slack] : sigma[slack] - at) / arcs[pulley].radius;
      fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g}\n", postprocess::same_place(at, path, drawn),
                     lift + (force[slack] - lift) * std::exp(growth * phi));
    }
    text += "\n";
  }
  return text;
}

// "x y radius angle" of each pulley.
std::string pulley_lines(const BeltShape& shape) {
  std::string text;
  for (const ShapePulley& pulley : shape.pulleys) {
    fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g} {:.10g} {:.10g}\n", pulley.center.x(), pulley.center.y(),
                   pulley.radius, pulley.angle);
  }
  return text;
}

}  // namespace

std::size_t loaded_pulley(const BeltDrive& drive) {
  if (!round_driver(drive)) return 1;
  const auto loaded = std::ranges::find_if(drive.pulleys, has_creep);
  return loaded == drive.pulleys.end() ? 1 : static_cast<std::size_t>(loaded - drive.pulleys.begin());
}

BeltPath path_of_profiles(const Result& result) {
  for (const Run& run : result.runs) {
    if (run.is_published || run.profiles.rows() == 0) continue;
    const auto& drive = std::get<BeltDrive>(drive_of_run(run, result));
    const double end = run.profiles.column(kTime).back();
    if (const std::optional<BeltPath> path = postprocess::path_at(drive, run.history, end)) return *path;
  }
  return path_to_show(std::get<BeltDrive>(*result.drive));
}

bool follows_eytelwein(const Run& run) {
  return std::ranges::find(kStrainModelNames, run.model) == kStrainModelNames.end();
}

std::vector<TextFile> belt_data_files(const Run& run, const Result& result) {
  const auto& drive = std::get<BeltDrive>(*result.drive);
  std::vector<TextFile> files;
  const auto add = [&](const char* kind, std::string text) {
    files.push_back({.path = fmt::format("data/{}.{}.dat", run.name, kind), .text = std::move(text)});
  };
  const BeltDrive shown = drive_with_parts(result);
  const auto& own = std::get<BeltDrive>(drive_of_run(run, result));
  const BeltPath path = path_of_profiles(result);
  const auto laid = [&](const CsvTable& table, std::initializer_list<std::string_view> sigmas) {
    return postprocess::laid_on(path, table, sigmas, own, run.history);
  };
  add("history", history_lines(run.history, shown));
  add("load", load_lines(run, own));
  if (has_slip_margins(run)) add("slip_margin", slip_margin_lines(run, drive.pulleys.size()));
  if (has_hub_loads(run)) add("hub_load", hub_load_lines(run, drive.pulleys.size()));
  if (has_accessory_torques(run)) add("accessory_torque", accessory_lines(run, shown));
  if (has_mounts(run)) add("mounts", mount_lines(run, shown));
  if (has_histograms(run)) add("tension", histogram_blocks(run, drive.pulleys.size()));
  if (reports_balances(run)) add("balances", balance_lines(run));
  if (has_errors(run)) add("errors", error_lines(run));
  if (has_tagged_link(run)) add("link", link_lines(run, drive.pulleys.size()));
  const std::size_t n_profiles = postprocess::plot_data::profile_times(run.profiles).size();
  if (n_profiles > 0) {
    const CsvTable profiles = laid(run.profiles, {"sigma [m]"});
    add("profiles", postprocess::plot_data::profile_blocks(profiles, drawn_indices(n_profiles)));
    add("last_profile", postprocess::plot_data::profile_blocks(profiles, std::array{n_profiles - 1}));
  }
  if (run.slip_zones.rows() > 0) {
    const std::span<const double> time = run.history.column(kTime);
    const std::vector<double> apart = least_gaps(drive);
    const CsvTable zones = laid(run.slip_zones, {"sigma_begin [m]", "sigma_end [m]"});
    add("forward", postprocess::plot_data::slip_strips(zones, time, 1, kStripRows, apart));
    add("backward", postprocess::plot_data::slip_strips(zones, time, -1, kStripRows, apart));
    if (n_profiles > 0 && follows_eytelwein(run)) {
      add("eytelwein", eytelwein_lines(run, own, path));
    }
  }
  if (run.shape) {
    add("belt", belt_lines(run.shape->shape));
    add("comb", comb_lines(run.shape->shape));
    add("pulleys", pulley_lines(run.shape->shape));
  }
  return files;
}

}  // namespace beltdyn::plots
