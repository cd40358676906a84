// SPDX-License-Identifier: MIT
#include "core/belt/belt_simulation.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include <fmt/format.h>

#include "core/belt/belt_conclusions.hpp"
#include "core/belt/force_extremes.hpp"
#include "core/belt/gross_slip.hpp"
#include "core/belt/idler_sag.hpp"
#include "core/belt/particle_tension.hpp"
#include "core/belt/probe_columns.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

// Width of the bins of span forces, relative to the reference force.
constexpr double kForceBin = 0.02;

// The moment of damping and friction in the bearing against the rotation [N m].
double bearing_drag(const Pulley& pulley, const PulleyState& state) {
  const double omega = state.angular_velocity;
  const double friction = state.bearing_moment ? *state.bearing_moment : pulley.steady_bearing_friction(omega);
  return pulley.bearing_damping * omega - friction;
}

// The moment that maintains the prescribed motion of a pulley at this angular acceleration [N m].
double torque_of_drive(const Pulley& pulley, const PulleyState& state, double acceleration) {
  return pulley.inertia * acceleration + bearing_drag(pulley, state) - state.contact_moment;
}

}  // namespace

BeltSimulation::BeltSimulation(BeltDrive drive)
    : drive_(std::move(drive)),
      path_(path_at_rest(*drive_)),
      reference_length_(drive_->reference_length()),
      force_scale_(reference_force(*drive_)),
      stop_(*drive_) {}

Eigen::Vector2d BeltSimulation::axis_of(std::size_t pulley, const PulleyState& state) const {
  return state.mount ? state.mount->axis : drive_->pulleys[pulley].center;
}

BeltPath BeltSimulation::path_now() const {
  if (!drive_->has_mounts()) return path_;
  const std::vector<PulleyState> states = pulley_states();
  std::vector<Eigen::Vector2d> axes;
  for (std::size_t k = 0; k < states.size(); ++k) axes.push_back(axis_of(k, states[k]));
  return drive_->path_around(axes);
}

void BeltSimulation::look(BeltRow& row) const {
  row.pulleys = pulley_states();
  row.path = path_now();
  row.belt = belt();
  row.zones = row.belt->slip_zones();
  row.gross_slip = gross_slip(row.belt->contacts(), *drive_);
  row.slip_arcs.assign(row.pulleys.size(), 0.0);
  for (const SlipZone& zone : row.zones) {
    const auto k = static_cast<std::size_t>(zone.pulley);
    row.slip_arcs[k] += (zone.end - zone.begin) / path_.arcs()[k].radius;
  }
  row.spans.clear();
  for (const PathSpan& span : row.path->spans()) row.spans.push_back(row.belt->at(span.start + 0.5 * span.length));
  row.runs = span_states();
  row.bodies = body_states();
  ModelledBelt model{.mass_per_length = drive_->belt.mass_per_length, .has_inertia = has_inertia()};
  if (has_weight()) model.gravity = drive_->gravity;
  if (has_bending()) model.bending_stiffness = drive_->belt.bending_stiffness;
  row.loads.clear();
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    row.loads.push_back(pulley_load(*row.belt, *drive_, *row.path, k, model, row.bodies));
  }
  if (const std::optional<std::vector<Eigen::Vector2d>> forces = hub_loads()) {
    for (std::size_t k = 0; k < forces->size(); ++k) row.loads[k].force = (*forces)[k];
  }
  row.slips = pulley_slips(*row.belt, *drive_, *row.path, row.pulleys);
  if (const std::optional<std::vector<double>> powers = slip_powers()) {
    for (std::size_t k = 0; k < powers->size(); ++k) row.slips[k].power = (*powers)[k];
  }
}

void BeltSimulation::add_columns(History& history) const {
  const auto row = std::make_shared<BeltRow>();
  history.first_search([this, row] { look(*row); });
  history.take_slip_zones([row] { return row->zones; });
  std::vector<std::string> labels;
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) labels.push_back(drive_->pulley_label(k));
  history.take_gross_slip([row] { return row->gross_slip; }, std::move(labels));
  add_pulley_columns(history, row);
  for (std::size_t k = 0; k < path_.spans().size(); ++k) {
    history.add(
        fmt::format("span_force_{}", k + 1), "N", [row, k] { return row->spans[k].force; }, kForceBin * force_scale_);
    history.add(fmt::format("span_speed_{}", k + 1), "m/s", [row, k] { return row->spans[k].speed; });
  }
  add_run_columns(history, row);
  add_sag_columns(history, *this, row);
  add_force_extremes(history, *this, row);
  add_body_columns(history, row);
  add_damping_columns(history, row);
  for (const Probe& probe : drive_->probes) add_probe_columns(history, probe, *this, row);
  add_own_columns(history);
  add_balances(history, row);
  history.take_conclusions([this](const Summary& summary) {
    std::vector<Conclusion> list = belt_conclusions(*drive_, summary);
    if (list.empty()) return list;
    std::ranges::copy(tension_conclusions(revolution()), std::back_inserter(list));
    std::ranges::copy(stop_.conclusions(*this), std::back_inserter(list));
    return list;
  });
}

void BeltSimulation::add_run_columns(History& history, const std::shared_ptr<const BeltRow>& row) const {
  for (std::size_t i = 0; i < drive_->spans.size(); ++i) {
    const int span = drive_->spans[i].from;
    history.add(fmt::format("span_entry_force_{}", span), "N", [row, i] { return row->runs[i].entry_force; });
    history.add(fmt::format("span_exit_force_{}", span), "N", [row, i] { return row->runs[i].exit_force; });
    history.add(fmt::format("span_power_{}", span), "W", [row, i] { return row->runs[i].power; });
  }
}

void BeltSimulation::add_body_columns(History& history, const std::shared_ptr<const BeltRow>& row) const {
  for (std::size_t i = 0; i < drive_->bodies.size(); ++i) {
    const auto name = [i](const char* what) { return fmt::format("body_{}_{}", what, i + 1); };
    history.add(name("position"), "m", [row, i] { return row->bodies[i].displacement; });
    history.add(name("speed"), "m/s", [row, i] { return row->bodies[i].speed; });
    history.add(name("force"), "N", [row, i] {
      const BodyState& body = row->bodies[i];
      return body.belt_force.dot(row->path->spans()[body.span].tangent);
    });
    if (!drive_->bodies[i].friction) continue;
    history.add(name("power"), "W", [row, i] { return -row->bodies[i].friction_force * row->bodies[i].speed; });
  }
}

void BeltSimulation::add_damping_columns(History& history, const std::shared_ptr<BeltRow>& row) const {
  const Belt& belt = drive_->belt;
  if ((belt.axial_damping == 0.0 && belt.bending_damping == 0.0) || !damping_power()) return;
  history.first_search([this, row] { row->damping = *damping_power(); });
  if (belt.axial_damping > 0.0) history.add("axial_damping_power", "W", [row] { return row->damping.axial; });
  if (belt.bending_damping > 0.0) history.add("bending_damping_power", "W", [row] { return row->damping.bending; });
}

void BeltSimulation::add_pulley_columns(History& history, const std::shared_ptr<const BeltRow>& row) const {
  const std::optional<std::size_t> driver = round_driver(*drive_);
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    history.add(fmt::format("angular_velocity_{}", k + 1), "rad/s",
                [row, k] { return row->pulleys[k].angular_velocity; });
    history.add(fmt::format("torque_{}", k + 1), "N m", [row, k] { return row->pulleys[k].contact_moment; });
    if (driver && has_creep(drive_->pulleys[k])) {
      history.add(fmt::format("creep_{}", k + 1), "-", [this, row, k, driver = *driver] {
        const double driver_speed = row->pulleys[driver].angular_velocity;
        return driver_speed == 0.0 ? 0.0 : creep(path_, k, row->pulleys[k].angular_velocity, driver, driver_speed);
      });
    }
    if (drive_->pulleys[k].is_prescribed()) {
      history.add(fmt::format("drive_torque_{}", k + 1), "N m", [this, row, k] {
        const TimeFunction& motion = prescribed_speed(drive_->pulleys[k]);
        return torque_of_drive(drive_->pulleys[k], row->pulleys[k],
                               accelerates_pulleys() ? motion.derivative(time()) : 0.0);
      });
    }
    const auto* by_torque = std::get_if<TorqueMotion>(&drive_->pulleys[k].motion);
    if (by_torque != nullptr && !by_torque->torques.empty()) {
      history.add(fmt::format("applied_torque_{}", k + 1), "N m", [this, row, k] {
        const Pulley& pulley = drive_->pulleys[k];
        const double omega = row->pulleys[k].angular_velocity;
        return pulley.moment(time(), omega) + pulley.bearing_damping * omega;
      });
    }
    history.add(fmt::format("power_{}", k + 1), "W",
                [row, k] { return row->pulleys[k].contact_moment * row->pulleys[k].angular_velocity; });
    history.add(fmt::format("hub_load_{}", k + 1), "N", [row, k] { return row->loads[k].force.norm(); });
    history.add(fmt::format("hub_load_x_{}", k + 1), "N", [row, k] { return row->loads[k].force.x(); });
    history.add(fmt::format("hub_load_y_{}", k + 1), "N", [row, k] { return row->loads[k].force.y(); });
    history.add(fmt::format("slip_arc_{}", k + 1), "rad", [row, k] { return row->slip_arcs[k]; });
    history.add(fmt::format("slip_margin_{}", k + 1), "-", [row, k] { return row->slips[k].margin; });
    history.add(fmt::format("slip_speed_{}", k + 1), "m/s", [row, k] { return row->slips[k].speed; });
    history.add(fmt::format("slip_power_{}", k + 1), "W", [row, k] { return row->slips[k].power; });
    if (drive_->pulleys[k].bearing_damping > 0.0 || drive_->pulleys[k].bearing_friction) {
      history.add(fmt::format("bearing_power_{}", k + 1), "W", [this, row, k] {
        return bearing_drag(drive_->pulleys[k], row->pulleys[k]) * row->pulleys[k].angular_velocity;
      });
    }
    if (drive_->pulleys[k].brake) {
      history.add(fmt::format("brake_torque_{}", k + 1), "N m", [row, k] { return row->pulleys[k].brake_moment; });
      history.add(fmt::format("brake_power_{}", k + 1), "W",
                  [row, k] { return -row->pulleys[k].brake_moment * row->pulleys[k].angular_velocity; });
    }
    add_mount_columns(history, row, k);
    if (!drive_->pulleys[k].accessory) continue;
    history.add(fmt::format("accessory_angular_velocity_{}", k + 1), "rad/s",
                [row, k] { return row->pulleys[k].accessory->angular_velocity; });
    history.add(fmt::format("accessory_torque_{}", k + 1), "N m",
                [row, k] { return row->pulleys[k].accessory->torque; });
  }
}

void BeltSimulation::add_mount_columns(History& history, const std::shared_ptr<const BeltRow>& row,
                                       std::size_t k) const {
  const PulleyMount& mount = drive_->pulleys[k].mount;
  if (has_coordinate(mount)) {
    const bool is_arm = std::holds_alternative<ArmMount>(mount);
    history.add(fmt::format("mount_position_{}", k + 1), is_arm ? "rad" : "m",
                [row, k] { return row->pulleys[k].mount->position; });
    history.add(fmt::format("mount_force_{}", k + 1), is_arm ? "N m" : "N",
                [row, k] { return row->pulleys[k].mount->force; });
  }
  if (const Suspension* suspension = suspension_of(mount); suspension != nullptr && loses_power(*suspension)) {
    history.add(fmt::format("mount_power_{}", k + 1), "W", [row, k] { return row->pulleys[k].mount->lost_power; });
  }
  if (!moves(mount)) return;
  history.add(fmt::format("axis_x_{}", k + 1), "m", [row, k] { return row->pulleys[k].mount->axis.x(); });
  history.add(fmt::format("axis_y_{}", k + 1), "m", [row, k] { return row->pulleys[k].mount->axis.y(); });
}

void BeltSimulation::add_balances(History& history, const std::shared_ptr<const BeltRow>& row) const {
  const BeltTolerances tolerances = balance_tolerances();
  const auto add = [&](const std::string& name, const std::string& claim, double tolerance,
                       const std::function<double()>& defect, const std::function<double()>& scale = {}) {
    if (tolerance > 0.0) history.add_balance(name, claim, tolerance, defect, tolerances.remedy, scale);
  };
  add("balance_length", "the integral of 1/(1 + strain) along the belt equals its reference length", tolerances.length,
      [this, row] { return length_defect(*row->belt, reference_length_); });
  add("balance_mass_flow", "the flux of reference length is the same at every point of the belt", tolerances.mass_flow,
      [this, row] { return mass_flow_defect(*row->belt, flux()); });
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    add(fmt::format("balance_torque_{}", k + 1),
        fmt::format("the moment of the belt on pulley {} equals its radius times the difference of the "
                    "span forces, including inertia and weight of the belt",
                    drive_->pulley_label(k)),
        tolerances.torque, [row, k, radius = path_.arcs()[k].radius, force = force_scale_] {
          return torque_defect(row->loads[k], row->pulleys[k].contact_moment, radius, force);
        });
  }
  add(
      "balance_power",
      "the work of the pulleys equals the energy that slip, damping and runs take plus the energy stored in belt and "
      "pulleys",
      tolerances.power, [this] { return power_defect(); }, [this] { return exchanged_energy(); });
  add("balance_losses", "the power that the pulleys lose equals what slip, damping and runs take", tolerances.losses,
      [this, row] { return loss_defect(*row); });
  if (tolerances.eytelwein > 0.0) add_eytelwein(history, row, tolerances);
}

double BeltSimulation::loss_defect(const BeltRow& row) const {
  // Losses below this part of the transported power need not balance: for fine meshes and steel belts powers are
  // accurate to some 1e-7 of it, which is as much as the slip losses of a lightly loaded belt.
  constexpr double kLeastLoss = 2e-5;
  double lost = 0.0;
  double slip = 0.0;
  for (std::size_t k = 0; k < row.pulleys.size(); ++k) {
    lost -= row.pulleys[k].contact_moment * row.pulleys[k].angular_velocity;
    slip += row.slips[k].power;
  }
  double runs = 0.0;
  for (const SpanState& run : row.runs) runs += run.power;
  const BeltDampingPower damping = damping_power().value_or(BeltDampingPower{});
  const double least = kLeastLoss * force_scale_ * std::abs(flux());
  return least > 0.0 ? (lost - slip - runs - damping.axial - damping.bending) / std::max(std::abs(lost), least) : 0.0;
}

void BeltSimulation::add_eytelwein(History& history, const std::shared_ptr<const BeltRow>& row,
                                   const BeltTolerances& tolerances) const {
  const auto defects = std::make_shared<std::vector<double>>(drive_->pulleys.size());
  const double mass = has_inertia() ? drive_->belt.mass_per_length : 0.0;
  history.first_search([this, row, mass, defects] {
    eytelwein_defects(*row->belt, *row->path, row->zones, drive_->belt.contact_offset, mass, *defects);
  });
  for (std::size_t k = 0; k < drive_->pulleys.size(); ++k) {
    history.add_balance(
        fmt::format("eytelwein_{}", k + 1),
        fmt::format("d ln(F - m v^2)/d(angle) equals traction over pressure along slip arcs on pulley {}",
                    drive_->pulley_label(k)),
        tolerances.eytelwein, [defects, k] { return (*defects)[k]; }, tolerances.remedy);
  }
}

std::vector<TensionPoint> BeltSimulation::revolution() const {
  return flux() == 0.0 ? std::vector<TensionPoint>{} : revolution_of(belt(), reference_length_, flux());
}

std::vector<ProfilePoint> BeltSimulation::profile(std::span<const double> sigma) const {
  const BeltMap map = belt();
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(map.at(s));
  return points;
}

std::vector<double> BeltSimulation::natural_profile_points() const {
  // The pulleys of a long belt and spans between neighbours may fall between two evenly spaced points.
  constexpr double kFewest = 4.0;
  constexpr std::size_t kOnShortArc = 24;
  constexpr std::size_t kOnShortSpan = 8;
  const std::size_t n = belt().points().size();
  const double spacing = path_.length() / static_cast<double>(n);
  std::vector<double> sigma;
  const auto add = [&sigma](double start, double length, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      sigma.push_back(start + (static_cast<double>(i) + 0.5) * length / static_cast<double>(count));
    }
  };
  add(0.0, path_.length(), n);
  for (const PathArc& arc : path_.arcs()) {
    if (arc.length() < kFewest * spacing) add(arc.start, arc.length(), kOnShortArc);
  }
  for (const PathSpan& span : path_.spans()) {
    if (span.length < kFewest * spacing) add(span.start, span.length, kOnShortSpan);
  }
  std::ranges::sort(sigma);
  return sigma;
}

BeltShape BeltSimulation::shape() const {
  // Half of the distance between the two points that represent both sides of a jump, relative to the belt length.
  constexpr double kBeside = 1e-6;
  const BeltMap map = belt();
  std::vector<double> materials;
  for (const BeltPoint& point : map.points()) materials.push_back(point.material);
  for (const double change : map.state_changes()) {
    for (const double side : {-1.0, 1.0}) {
      const double beside = change + side * kBeside * reference_length_;
      if (beside > materials.front() && beside < materials.front() + reference_length_) materials.push_back(beside);
    }
  }
  std::sort(materials.begin(), materials.end());
  materials.erase(std::unique(materials.begin(), materials.end()), materials.end());
  BeltShape shape;
  for (const double material : materials) {
    const Eigen::Vector2d position = map.position(material);
    const ProfilePoint state = map.at_particle(material);
    shape.belt.push_back({.position = {position.x(), position.y(), 0.0},
                          .force = state.force,
                          .speed = state.speed,
                          .pressure = state.pressure,
                          .traction = state.traction,
                          .contact_state = state.contact_state});
  }
  const std::vector<PulleyState> states = pulley_states();
  for (std::size_t k = 0; k < states.size(); ++k) {
    const Pulley& pulley = drive_->pulleys[k];
    shape.pulleys.push_back({.center = axis_of(k, states[k]) + pulley.center_from_axis(states[k].angle),
                             .radius = pulley.radius,
                             .angle = states[k].angle + pulley.eccentricity_angle});
  }
  return shape;
}

}  // namespace beltdyn
