// SPDX-License-Identifier: MIT
#include "core/dynamics/pulley_mounts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn {
namespace {

std::vector<std::size_t> carriers_of(std::span<const std::size_t> given, std::size_t n_pulleys) {
  if (!given.empty()) return {given.begin(), given.end()};
  std::vector<std::size_t> own(n_pulleys);
  std::iota(own.begin(), own.end(), std::size_t{0});
  return own;
}

// The index of the mount coordinate of each pulley. Unlike PulleyUnknowns::mount, carried pulleys share that of their
// carrier.
std::vector<int> indices_of(const BeltDrive& drive, std::span<const std::size_t> carrier) {
  std::vector<int> index = pulley_unknowns(drive.pulleys).mount;
  int left_out = 0;
  for (std::size_t p = 0; p < index.size(); ++p) {
    if (index[p] < 0) continue;
    if (carrier[p] == p) {
      index[p] -= left_out;
    } else {
      ++left_out;
    }
  }
  for (std::size_t p = 0; p < index.size(); ++p) index[p] = index[carrier[p]];
  return index;
}

}  // namespace

PowerFlow mount_flow(const Pulley& pulley, const Eigen::Vector2d& gravity, double time, const MountMotion& motion,
                     double belt_force, double friction_force) {
  const double belt_power = belt_force * motion.velocity;
  const PowerFlow flow{.exchanged = std::abs(belt_power)};
  if (suspension_of(pulley.mount) == nullptr) return flow + JointPower{.supplied = -belt_power};
  return flow + suspension_power(pulley.mount, gravity, time, motion, friction_force);
}

PulleyMounts::PulleyMounts(const BeltDrive& drive, std::span<const std::size_t> carriers)
    : drive_(&drive),
      coordinates_(drive.pulleys.size()),
      friction_(coordinates_.size()),
      belt_(coordinates_.size()),
      carrier_(carriers_of(carriers, drive.pulleys.size())),
      index_(indices_of(drive, carrier_)) {
  const std::vector<double> rest = mounts_at_rest(drive);
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    coordinates_[p].q = rest[p];
    if (!is_unknown(p)) continue;
    unknown_.push_back(p);
    const Suspension* suspension = suspension_of(drive.pulleys[p].mount);
    if (suspension->friction) friction_.put(p, *suspension->friction);
  }
  start(0.0);
  before_ = coordinates_;
}

AxisPlace PulleyMounts::axis(std::size_t pulley) const { return drive_->pulleys[pulley].axis_at((*this)[pulley].q); }
AxisPlace PulleyMounts::axis_before(std::size_t pulley) const {
  return drive_->pulleys[pulley].axis_at(before(pulley).q);
}
const Suspension& PulleyMounts::suspension(std::size_t pulley) const {
  return *suspension_of(drive_->pulleys[pulley].mount);
}

double PulleyMounts::belt_force(std::size_t carrier) const {
  double force = 0.0;
  for (std::size_t p = 0; p < belt_.size(); ++p) {
    if (carrier_[p] == carrier) force += belt_[p].force;
  }
  return force;
}

void PulleyMounts::put(std::span<const double> positions) {
  for (std::size_t p = 0; p < coordinates_.size(); ++p) coordinates_[p] = {.q = positions[p]};
  before_ = coordinates_;
}

void PulleyMounts::start(double time) {
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    if (index_[p] >= 0) continue;
    const Pulley& pulley = drive_->pulleys[p];
    const MountMotion motion = given_motion(pulley.mount, pulley.center, time);
    coordinates_[p].q = motion.position;
    coordinates_[p].v = motion.velocity;
  }
}

void PulleyMounts::let_go(double time) {
  for (const std::size_t p : unknown_) {
    numerics::CoordinateState& u = coordinates_[p];
    u.acceleration = u.auxiliary = -residual(p, {}, time) / suspension(p).inertia;
  }
}

void PulleyMounts::predict(const numerics::StepScheme& scheme, double h, double end) {
  before_ = coordinates_;
  for (const std::size_t p : unknown_) coordinates_[p] = scheme.predict(coordinates_[p], h);
  start(end);
}

void PulleyMounts::finish_step(const numerics::StepScheme& scheme) {
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    scheme.finish(before_[p], coordinates_[p]);
  }
  friction_.accept();
}

void PulleyMounts::find_friction(double h) {
  for (const std::size_t p : unknown_) {
    if (friction_[p]) friction_[p]->try_step(coordinates_[p].q - before_[p].q, coordinates_[p].v, h);
  }
}

// J ü − f − f_r − Q
double PulleyMounts::residual(std::size_t pulley, const numerics::StepRates& rates, double time) const {
  const numerics::CoordinateState& u = coordinates_[pulley];
  const double inertial = rates.acceleration == 0.0 ? 0.0 : suspension(pulley).inertia * u.acceleration;
  const MountForce f = suspension_force(drive_->pulleys[pulley].mount, drive_->gravity, time, u.q, u.v);
  return inertial - f.force - friction(pulley).force - belt_force(pulley);
}

double PulleyMounts::residual_norm(const numerics::StepRates& rates, double time) const {
  double norm = 0.0;
  for (const std::size_t p : unknown_) {
    const Pulley& pulley = drive_->pulleys[p];
    const double force = std::abs(residual(p, rates, time)) / force_arm(pulley.mount, pulley.center);
    norm = std::isfinite(force) ? std::max(norm, force) : INFINITY;
  }
  return norm;
}

// The row of u, with friction included in f:
//
//     (c_a J − c_v ∂f/∂u̇ − ∂f/∂u − ∂Q/∂u) du − ∂Q/∂φ dφ − (∂Q/∂q) dq = −(J ü − f − f_r − Q).
//
// The row of φ gets −∂τ/∂u.
void PulleyMounts::enter(const numerics::StepRates& rates, double time, std::size_t first,
                         std::span<const int> angle_index, numerics::CyclicBorder& border) const {
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    const std::size_t p = unknown_[i];
    const numerics::CoordinateState& u = coordinates_[p];
    const MountForce f = suspension_force(drive_->pulleys[p].mount, drive_->gravity, time, u.q, u.v);
    double by_mount = f.by_position + friction(p).by_turn;
    for (std::size_t k = 0; k < belt_.size(); ++k) {
      if (carrier_[k] != p) continue;
      by_mount += belt_[k].by_mount;
      if (angle_index[k] < 0) continue;
      const auto angle = static_cast<std::size_t>(angle_index[k]);
      border.couple(first + i, angle, -belt_[k].by_angle);
      border.couple(angle, first + i, -belt_[k].torque_by_mount);
    }
    border.set(
        first + i,
        rates.acceleration * suspension(p).inertia - rates.velocity * (f.by_velocity + friction(p).by_rate) - by_mount,
        -residual(p, rates, time));
  }
}

void PulleyMounts::move(const numerics::StepRates& rates, double factor, std::span<const double> correction) {
  for (std::size_t i = 0; i < unknown_.size(); ++i) {
    coordinates_[unknown_[i]].move(rates, factor * correction[i]);
  }
}

double PulleyMounts::energy(bool has_inertia) const {
  double energy = 0.0;
  for (const std::size_t p : unknown_) {
    const numerics::CoordinateState& u = coordinates_[p];
    energy += suspension_energy(suspension(p), u.q, has_inertia ? u.v : 0.0);
  }
  return energy;
}

PowerFlow PulleyMounts::flow(double time) const {
  PowerFlow flow;
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    const Pulley& pulley = drive_->pulleys[p];
    if (!moves(pulley.mount) || !carries(p)) continue;
    flow = flow + mount_flow(pulley, drive_->gravity, time, motion(p), belt_force(p), friction(p).force);
  }
  return flow;
}

double PulleyMounts::lost_power(std::size_t pulley, double time) const {
  if (!is_unknown(pulley)) return 0.0;
  return suspension_power(drive_->pulleys[pulley].mount, drive_->gravity, time, motion(pulley), friction(pulley).force)
      .lost;
}

void PulleyMounts::store_state(State& state) const {
  state.coordinates = coordinates_;
  friction_.store_state(state.friction);
  state.belt = belt_;
}

void PulleyMounts::restore_state(const State& state) {
  coordinates_ = state.coordinates;
  friction_.restore_state(state.friction);
  belt_ = state.belt;
}

void PulleyMounts::save(StateWriter& writer) const {
  std::vector<double> numbers;
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    append_state(coordinates_[p], numbers);
    numbers.push_back(belt_[p].force);
  }
  writer.numbers("mounts", numbers);
  friction_.save(writer, "mount_friction");
}

void PulleyMounts::restore(StateReader& reader) {
  constexpr std::size_t kNumbers = 5;
  auto from = std::span(reader.numbers("mounts", kNumbers * coordinates_.size())).begin();
  for (std::size_t p = 0; p < coordinates_.size(); ++p) {
    take_state(coordinates_[p], from);
    belt_[p] = {.force = *from++};
  }
  friction_.restore(reader, "mount_friction");
  before_ = coordinates_;
}

}  // namespace beltdyn
