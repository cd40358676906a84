// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/loop_simulation.hpp"

#include <cmath>
#include <utility>

#include "analytic/belt/steady/loop_leader.hpp"
#include "analytic/belt/steady/zone_grid.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {
namespace {

StringLoopMount loop_mount_of(const BeltDrive& drive, std::size_t i, std::size_t k, double time, double first) {
  const Pulley* pulley = &drive.pulleys[k];
  return {.pulley = i,
          .axis = [pulley](double u) { return pulley->axis_at(u).place; },
          .axis_by = [pulley](double u) { return pulley->axis_at(u).by_u; },
          .force = [pulley, gravity = drive.gravity,
                    time](double u) { return -suspension_force(pulley->mount, gravity, time, u, 0.0).force; },
          .first = first};
}

}  // namespace

FrictionLoop friction_loop_of(const BeltDrive& drive, std::size_t driver, double time, std::span<const double> mounts) {
  FrictionLoop loop{.string = {.direction = drive.direction,
                               .axial_stiffness = drive.belt.axial_stiffness,
                               .unstressed_stretch = 1.0 + drive.reference_strain_of_string(),
                               .mass_per_length = drive.belt.mass_per_length,
                               .reference_length = drive.reference_length(),
                               .offset = drive.belt.contact_offset},
                    .pulleys = {},
                    .width = drive.belt.width};
  // Throws with the numbers that the pulleys have in the drive.
  const BeltPath path = path_with_mounts(drive, mounts);
  for (std::size_t i = 0; i < drive.pulleys.size(); ++i) {
    const std::size_t k = (driver + i) % drive.pulleys.size();
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    loop.string.pulleys.push_back(
        {.place = {.center = pulley.axis_at(mounts[k]).place, .radius = pulley.radius, .side = pulley.side},
         .coefficient = drive.kinetic_coefficient(k),
         .torque = [&pulley, turn = arc.turn, time](double omega) {
           return -turn * pulley.steady_moment(time, turn * omega);
         }});
    loop.pulleys.push_back({.contact = drive.contact_of(k), .label = drive.pulley_label(k)});
    if (pulley.is_prescribed()) {
      loop.pulleys.back().surface_speed = arc.turn * arc.radius * prescribed_speed(pulley).value(time);
    }
    if (suspension_of(pulley.mount) != nullptr) {
      loop.string.mounts.push_back(loop_mount_of(drive, i, k, time, mounts[k]));
    }
  }
  return loop;
}

LoopSimulation::LoopSimulation(const BeltDrive& drive, double time_step, const LoopSimulation* near)
    : SteadyStringSimulation(drive, time_step), angles_(drive.pulleys.size(), 0.0) {
  FrictionLoop loop = friction_loop_of(this->drive(), driver(), 0.0, mounts_at_rest(this->drive()));
  const bool has_near = near != nullptr && near->motion_.state.change.size() == loop.pulleys.size() &&
                        near->motion_.state.mounts.size() == loop.string.mounts.size();
  FrictionLoopMotion motion = friction_loop_motion(loop, driver_speed(0.0), has_near ? &near->motion_.state : nullptr);
  set_motion(std::move(loop), std::move(motion));
}

std::vector<double> LoopSimulation::mounts_at(double time, const FrictionLoopState& state) const {
  std::vector<double> mounts(n_pulleys());
  for (std::size_t k = 0; k < n_pulleys(); ++k) {
    const Pulley& p = drive().pulleys[k];
    if (suspension_of(p.mount) == nullptr) mounts[k] = given_motion(p.mount, p.center, time).position;
  }
  for (std::size_t m = 0; m < loop_.string.mounts.size(); ++m) {
    mounts[pulley(loop_.string.mounts[m].pulley)] = state.mounts[m];
  }
  return mounts;
}

void LoopSimulation::set_motion(FrictionLoop loop, FrictionLoopMotion motion) {
  ZoneGrid grid(motion.path->length());
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    grid.add_arc(motion.path->arcs()[i].length(), motion.state_change[i]);
    grid.add_span(motion.path->spans()[i].length);
  }
  set_points(grid.sigma(), friction_loop_points(loop, motion, grid.sigma()));
  loop_ = std::move(loop);
  motion_ = std::move(motion);
}

void LoopSimulation::move_to(double time, double dt) {
  FrictionLoop loop = friction_loop_of(drive(), driver(), time, mounts_at(time));
  FrictionLoopMotion next = friction_loop_motion(loop, driver_speed(time), &motion_.state);
  take(std::move(loop), std::move(next), dt);
}

void LoopSimulation::take(FrictionLoop loop, FrictionLoopMotion next, double dt) {
  const std::vector<double> before = motion_.angular_velocity;
  set_motion(std::move(loop), std::move(next));
  for (std::size_t i = 0; i < n_pulleys(); ++i) angles_[i] += 0.5 * dt * (before[i] + motion_.angular_velocity[i]);
}

bool LoopSimulation::is_like(const LoopSimulation& other) const {
  if (other.n_pulleys() != n_pulleys() || other.driver() != driver()) return false;
  for (std::size_t k = 0; k < n_pulleys(); ++k) {
    const Pulley& own = drive().pulleys[k];
    const Pulley& others = other.drive().pulleys[k];
    if (own.is_prescribed() != others.is_prescribed() || own.mount.index() != others.mount.index() ||
        (suspension_of(own.mount) == nullptr) != (suspension_of(others.mount) == nullptr)) {
      return false;
    }
  }
  return true;
}

bool LoopSimulation::lead(std::span<Simulation* const> others) {
  LoopLeader leader(loop_, driver_speed(time()), motion_.state);
  for (Simulation* other : others) {
    auto* led = dynamic_cast<LoopSimulation*>(other);
    if (led == nullptr || !is_like(*led)) return false;
    const double speed = led->driver_speed(time());
    FrictionLoop loop = friction_loop_of(led->drive(), driver(), time(), led->mounts_at(time(), motion_.state));
    const std::optional<FrictionLoopState> state = leader.lead(loop, speed);
    FrictionLoopMotion next =
        state ? friction_loop_motion_of(loop, speed, *state) : friction_loop_motion(loop, speed, &motion_.state);
    const double dt = time() - led->time();
    led->pass(dt, [&] { led->take(std::move(loop), std::move(next), dt); });
  }
  return true;
}

std::vector<PulleyState> LoopSimulation::pulley_states() const {
  std::vector<PulleyState> states(n_pulleys());
  const std::vector<double> mounts = mounts_at(time());
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    const std::size_t k = pulley(i);
    const Pulley& p = drive().pulleys[k];
    const double turn = path().arcs()[k].turn;
    states[k] = {.angle = p.is_prescribed() ? prescribed_speed(p).integral(0.0, time()) : turn * angles_[i],
                 .angular_velocity = turn * motion_.angular_velocity[i],
                 .contact_moment = turn * motion_.torque[i]};
    states[k].accessory = steady_accessory(p, time(), states[k].angular_velocity);
    if (!moves(p.mount)) continue;
    const AxisPlace at = p.axis_at(mounts[k]);
    const Eigen::Vector2d pull = force_on_axis(*motion_.path, motion_.effective_force, i);
    states[k].mount = {.axis = at.place, .position = mounts[k], .force = pull.dot(at.by_u)};
  }
  return states;
}

std::size_t LoopSimulation::n_pulleys() const { return drive().pulleys.size(); }

void LoopSimulation::save_motion(StateWriter& writer) const {
  const FrictionLoopState& state = motion_.state;
  writer.numbers("string/angles", angles_);
  writer.number("string/speed", state.speed);
  writer.number("string/flux", state.flux);
  writer.number("string/force", state.force);
  writer.numbers("string/change", state.change);
  writer.numbers("string/log_slip", state.log_slip);
  writer.integers("string/is_slipping", std::vector<std::int64_t>(state.is_slipping.begin(), state.is_slipping.end()));
  writer.numbers("string/mounts", state.mounts);
}

void LoopSimulation::restore_motion(StateReader& reader) {
  const std::size_t n = n_pulleys();
  angles_ = reader.numbers("string/angles", n);
  const std::vector<std::int64_t>& slipping = reader.integers("string/is_slipping", n, {.least = 0, .most = 1});
  motion_.state = {.speed = reader.number("string/speed"),
                   .flux = reader.number("string/flux"),
                   .force = reader.number("string/force"),
                   .change = reader.numbers("string/change", n),
                   .log_slip = reader.numbers("string/log_slip", n),
                   .is_slipping = {slipping.begin(), slipping.end()},
                   .mounts = reader.numbers("string/mounts", loop_.string.mounts.size())};
  require_sound_checkpoint(motion_.state.speed > 0.0 && motion_.state.flux > 0.0 && motion_.state.force > 0.0);
  try {
    FrictionLoop loop = friction_loop_of(drive(), driver(), time(), mounts_at(time()));
    FrictionLoopMotion motion = friction_loop_motion_of(loop, driver_speed(time()), motion_.state);
    set_motion(std::move(loop), std::move(motion));
  } catch (const SolverError&) {
    require_sound_checkpoint(false);
  }
}

}  // namespace beltdyn::analytic
