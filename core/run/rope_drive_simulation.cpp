// SPDX-License-Identifier: MIT
#include "core/run/rope_drive_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {
namespace {

constexpr int kArcPoints = 24;
constexpr int kSpanPoints = 12;

// Points that resolve the shape of a path, ascending.
std::vector<double> points_of(const RopePath& path) {
  std::vector<double> sigma;
  const auto add = [&sigma](double start, double length, int count) {
    for (int i = 0; i < count; ++i) sigma.push_back(start + length * i / count);
  };
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    if (k > 0) add(path.arcs()[k - 1].start, path.arcs()[k - 1].length(), kArcPoints);
    add(path.spans()[k].start, path.spans()[k].length, kSpanPoints);
  }
  return sigma;
}

}  // namespace

void RopePulleyRow::take_drive_torque(const Pulley& pulley, double angular_acceleration) {
  drive_torque =
      pulley.inertia * angular_acceleration - torque - bearing_torque + pulley.bearing_damping * angular_velocity;
}

void RopeEndRow::take_drum(const Pulley& drum, double angle, double angular_velocity, double angular_acceleration) {
  drum_angle = angle;
  drum_speed = angular_velocity;
  drum_torque = force * drum.radius;
  drum_drive_torque = drum.inertia * angular_acceleration - drum_torque + drum.bearing_damping * angular_velocity;
  drum_length = 0.0 - position;
}

RopeDriveSimulation::RopeDriveSimulation(RopeDrive drive)
    : drive_(std::move(drive)), length_(drive_->path().length()) {}

RopePath RopeDriveSimulation::path_of(const RopeRow& row) const {
  std::array<Eigen::Vector2d, 2> places;
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i] = drive_->ends[i].position();
    if (const auto* body = std::get_if<BodyEnd>(&drive_->ends[i].form)) {
      places[i] += row.ends[i].position * body->unit_direction();
    }
  }
  std::vector<Eigen::Vector2d> moved;
  moved.reserve(row.pulleys.size());
  for (const RopePulleyRow& pulley : row.pulleys) moved.push_back(pulley.moved);
  return drive_->path_between(places[0], places[1], moved);
}

void RopeDriveSimulation::find_accelerations(RopeRow& row) const {
  const RopePath path = path_of(row);
  // From the ends along the rope.
  const std::array<Eigen::Vector2d, 2> along{path.spans().front().tangent, -path.spans().back().tangent};
  for (std::size_t i = 0; i < along.size(); ++i) {
    const auto* body = std::get_if<BodyEnd>(&drive_->ends[i].form);
    if (body == nullptr || body->is_held || time() < body->held_until) continue;
    const Eigen::Vector2d forces = row.ends[i].force * along[i] + body->mass * drive_->gravity;
    const double own = body->force ? body->force->value(time()) : 0.0;
    row.ends[i].acceleration = (body->unit_direction().dot(forces) + own) / body->mass;
  }
}

std::vector<ProfilePoint> RopeDriveSimulation::profile(std::span<const double> sigma) const {
  const double ratio = path_now().length() / length_;
  std::vector<double> now;
  now.reserve(sigma.size());
  for (const double s : sigma) now.push_back(ratio * s);
  std::vector<ProfilePoint> points = rope_points(now);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].sigma = sigma[i];
  return points;
}

double rope_slip_margin(double entry, double exit, double friction, double wrap) {
  if (!(friction > 0.0 && entry > 0.0 && exit > 0.0)) return 0.0;
  return std::max(0.0, 1.0 - std::abs(std::log(exit / entry)) / (friction * wrap));
}

std::vector<double> RopeDriveSimulation::natural_profile_points() const { return points_of(drive_->path()); }

std::vector<SlipZone> RopeDriveSimulation::slip_zones_of(const RopeRow& row) const {
  const RopePath path = path_of(row);
  std::vector<SlipZone> zones;
  for (std::size_t k = 0; k < row.pulleys.size(); ++k) {
    const PathArc& arc = path.arcs()[k];
    if (row.pulleys[k].slip_direction == 0) continue;
    zones.push_back({.pulley = static_cast<int>(k),
                     .begin = arc.start,
                     .end = arc.start + arc.length(),
                     .direction = row.pulleys[k].slip_direction});
  }
  return zones;
}

BeltShape RopeDriveSimulation::shape() const {
  const RopeRow now = row();
  const RopePath path = path_of(now);
  BeltShape shape;
  shape.closed = false;
  std::vector<double> sigma = points_of(path);
  sigma.push_back(path.length());
  for (const ProfilePoint& p : rope_points(sigma)) {
    const Eigen::Vector2d place = path.point(p.sigma).position;
    shape.belt.push_back({.position = {place.x(), place.y(), 0.0},
                          .force = p.force,
                          .speed = p.speed,
                          .pressure = p.pressure,
                          .traction = p.traction,
                          .contact_state = p.contact_state});
  }
  for (std::size_t k = 0; k < now.pulleys.size(); ++k) {
    const Pulley& pulley = drive_->pulleys[k];
    shape.pulleys.push_back(
        {.center = pulley.center + now.pulleys[k].moved, .radius = pulley.radius, .angle = now.pulleys[k].angle});
  }
  return shape;
}

void RopeDriveSimulation::add_columns(History& history) const {
  const auto now = std::make_shared<RopeRow>();
  history.first_search([this, now] {
    *now = row();
    find_accelerations(*now);
  });
  for (std::size_t j = 0; j < drive_->ends.size(); ++j) {
    history.add(fmt::format("end_position_{}", j + 1), "m", [now, j] { return now->ends[j].position; });
    history.add(fmt::format("end_speed_{}", j + 1), "m/s", [now, j] { return now->ends[j].speed; });
    history.add(fmt::format("end_force_{}", j + 1), "N", [now, j] { return now->ends[j].force; });
    if (!std::holds_alternative<BodyEnd>(drive_->ends[j].form)) continue;
    history.add(fmt::format("end_acceleration_{}", j + 1), "m/s^2", [now, j] { return now->ends[j].acceleration; });
  }
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    add_pulley_columns(history, now, k);
    labels.push_back(drive_->pulley_label(k));
  }
  for (std::size_t k = 0; k <= drive_->pulleys.size(); ++k) {
    history.add(fmt::format("span_length_{}", k + 1), "m", [now, k] { return now->spans[k].length; });
    history.add(fmt::format("span_force_{}", k + 1), "N", [now, k] { return now->spans[k].force; });
    history.add(fmt::format("span_speed_{}", k + 1), "m/s", [now, k] { return now->spans[k].speed; });
  }
  for (std::size_t k = 0; tells_slip_arcs() && k < drive_->pulleys.size(); ++k) {
    history.add(fmt::format("slip_arc_entry_{}", k + 1), "rad", [now, k] { return now->pulleys[k].slip_arcs[0]; });
    history.add(fmt::format("slip_arc_exit_{}", k + 1), "rad", [now, k] { return now->pulleys[k].slip_arcs[1]; });
  }
  for (std::size_t j = 0; j < drive_->ends.size(); ++j) add_drum_columns(history, now, j);
  add_own_columns(history);
  history.add_balance(
      "balance_energy",
      "the work of ends and drives is what slip and brakes take and what bodies, pulleys and rope store",
      energy_tolerance(), [this] { return energy_defect(); }, energy_remedy(), [this] { return exchanged_energy(); });
  history.take_gross_slip(
      [this, now] {
        std::vector<int> directions;
        // +1 where the rope is faster than the surface, in either running direction.
        for (std::size_t k = 0; k < now->pulleys.size(); ++k) {
          const RopePulleyRow& pulley = now->pulleys[k];
          const double surface = drive_->pulleys[k].radius * std::abs(pulley.angular_velocity);
          const bool is_ahead = std::abs(now->spans[k].speed) > surface;
          const bool slips = pulley.slip_direction != 0 && pulley.slip_speed > 0.0;
          directions.push_back(!slips ? 0 : is_ahead ? 1 : -1);
        }
        return directions;
      },
      std::move(labels));
  history.take_conclusions([this](const Summary& summary) { return conclusions(summary); });
}

void RopeDriveSimulation::add_drum_columns(History& history, const std::shared_ptr<const RopeRow>& row,
                                           std::size_t j) const {
  const auto* winch = std::get_if<WinchEnd>(&drive_->ends[j].form);
  if (winch == nullptr || !winch->has_drum()) return;
  const auto add = [&](const char* name, const char* unit, double RopeEndRow::*member) {
    history.add(fmt::format("{}_{}", name, j + 1), unit, [row, j, member] { return row->ends[j].*member; });
  };
  add("drum_angle", "rad", &RopeEndRow::drum_angle);
  add("drum_speed", "rad/s", &RopeEndRow::drum_speed);
  add("drum_torque", "N m", &RopeEndRow::drum_torque);
  if (winch->drum.is_prescribed()) add("drum_drive_torque", "N m", &RopeEndRow::drum_drive_torque);
  if (winch->drum.brake) {
    add("drum_brake_torque", "N m", &RopeEndRow::drum_brake_torque);
    add("drum_brake_energy", "J", &RopeEndRow::drum_brake_energy);
  }
  add("drum_length", "m", &RopeEndRow::drum_length);
}

void RopeDriveSimulation::add_pulley_columns(History& history, const std::shared_ptr<const RopeRow>& row,
                                             std::size_t k) const {
  const Pulley& pulley = drive_->pulleys[k];
  const auto add = [&](const char* name, const char* unit, double RopePulleyRow::*member) {
    history.add(fmt::format("{}_{}", name, k + 1), unit, [row, k, member] { return row->pulleys[k].*member; });
  };
  add("angular_velocity", "rad/s", &RopePulleyRow::angular_velocity);
  add("torque", "N m", &RopePulleyRow::torque);
  if (pulley.is_prescribed()) add("drive_torque", "N m", &RopePulleyRow::drive_torque);
  if (pulley.brake) add("brake_torque", "N m", &RopePulleyRow::brake_torque);
  add("entry_force", "N", &RopePulleyRow::entry_force);
  add("exit_force", "N", &RopePulleyRow::exit_force);
  history.add(fmt::format("hub_load_{}", k + 1), "N", [row, k] { return row->pulleys[k].hub_load.norm(); });
  add("slip_speed", "m/s", &RopePulleyRow::slip_speed);
  add("slip_margin", "-", &RopePulleyRow::slip_margin);
  add("slip_distance", "m", &RopePulleyRow::slip_distance);
  add("slip_power", "W", &RopePulleyRow::slip_power);
  add("slip_energy", "J", &RopePulleyRow::slip_energy);
  if (pulley.bearing_damping > 0.0 || pulley.bearing_friction) {
    history.add(fmt::format("bearing_power_{}", k + 1), "W", [row, k, d = pulley.bearing_damping] {
      const RopePulleyRow& now = row->pulleys[k];
      return (d * now.angular_velocity - now.bearing_torque) * now.angular_velocity;
    });
  }
  if (pulley.brake) {
    add("brake_power", "W", &RopePulleyRow::brake_power);
    add("brake_energy", "J", &RopePulleyRow::brake_energy);
  }
  if (!moves(pulley.mount)) return;
  const bool is_arm = std::holds_alternative<ArmMount>(pulley.mount);
  add("mount_position", is_arm ? "rad" : "m", &RopePulleyRow::mount_position);
  add("mount_force", is_arm ? "N m" : "N", &RopePulleyRow::mount_force);
  for (const int i : {0, 1}) {
    history.add(fmt::format("axis_{}_{}", i == 0 ? "x" : "y", k + 1), "m",
                [this, row, k, i] { return drive_->pulleys[k].center[i] + row->pulleys[k].moved[i]; });
  }
}

std::vector<Conclusion> RopeDriveSimulation::force_conclusions(const Summary& summary) const {
  struct Extreme {
    double force{};  // [N]
    double time{};   // [s]
    std::string place;
  };
  std::optional<Extreme> least;
  std::optional<Extreme> largest;
  const auto look = [&](const std::string& name, const std::string& place) {
    const std::optional<ColumnSummary> column = summary.of(name);
    if (!column) return;
    if (!least || column->least < least->force) least = {column->least, column->time_of_least, place};
    if (!largest || column->largest > largest->force) largest = {column->largest, column->time_of_largest, place};
  };
  look("end_force_1", "at end " + drive_->end_label(0));
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    for (const char* side : {"entry", "exit"}) {
      look(fmt::format("{}_force_{}", side, k + 1),
           fmt::format("at the {} of pulley {}", side, drive_->pulley_label(k)));
    }
  }
  look("end_force_2", "at end " + drive_->end_label(1));
  if (!least) return {};
  const auto conclusion = [](const char* which, const Extreme& at) {
    return Conclusion{fmt::format("{}_force", which), "N", at.force,
                      fmt::format("{} force at the ends of the spans, at {:.4g} s {}",
                                  std::string_view(which) == "least" ? "smallest" : "largest", at.time, at.place)};
  };
  return {conclusion("least", *least), conclusion("largest", *largest)};
}

namespace {

bool has_brake(const RopeDrive& drive) {
  const auto brakes_drum = [](const RopeDriveEnd& end) {
    const auto* winch = std::get_if<WinchEnd>(&end.form);
    return winch != nullptr && winch->drum.brake;
  };
  return std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); }) ||
         std::ranges::any_of(drive.ends, brakes_drum);
}

}  // namespace

std::vector<Conclusion> RopeDriveSimulation::conclusions(const Summary& summary) const {
  double slip_energy = 0.0;
  double brake_energy = 0.0;
  double slip_distance = 0.0;
  double least_margin = INFINITY;
  const auto growth = [&summary](const char* name, std::size_t k) {
    const std::optional<ColumnSummary> column = summary.of(fmt::format("{}_{}", name, k + 1));
    return column ? column->last - column->first : 0.0;
  };
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    slip_energy += growth("slip_energy", k);
    brake_energy += growth("brake_energy", k);
    slip_distance = std::max(slip_distance, growth("slip_distance", k));
    if (drive_->contact_of(k).kinetic_coefficient() == 0.0) continue;
    const std::optional<ColumnSummary> margin = summary.of(fmt::format("slip_margin_{}", k + 1));
    if (margin) least_margin = std::min(least_margin, margin->least);
  }
  for (std::size_t j = 0; j < drive_->ends.size(); ++j) brake_energy += growth("drum_brake_energy", j);
  std::vector<Conclusion> list = force_conclusions(summary);
  const bool is_braked = has_brake(*drive_);
  if (!summary.of("slip_energy_1") && !is_braked) return list;
  list.push_back({"slip_energy", "J", slip_energy, "lost by slip on the pulleys"});
  list.push_back({"brake_energy", "J", brake_energy, "taken by brakes"});
  list.push_back({"slip_distance", "m", slip_distance, "by which the rope slips on the pulley where it slips most"});
  if (std::isfinite(least_margin)) {
    list.push_back({"least_slip_margin", "-", least_margin, "the smallest slip_margin_k"});
  }
  std::ranges::copy(stop_conclusions(stop(), is_braked, "rope", "a brake began to act"), std::back_inserter(list));
  return list;
}

}  // namespace beltdyn
