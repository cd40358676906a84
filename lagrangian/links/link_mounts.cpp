// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_mounts.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/pulley_mounts.hpp"

namespace beltdyn::lagrangian::links {
namespace {

Eigen::Vector2d plane(const numerics::Vec2<double>& v) { return {v.x, v.y}; }

// Least mass of a mount that settles, relative to the links around its pulley [-]: their stiff contact then vibrates
// faster by √(1 + 1/5) than on a pulley at rest, which the safety factor of steps covers (kSafeStep).
constexpr double kLeastMass = 5.0;

// J_s of each mount; 0 of prescribed ones.
std::vector<double> settling_inertias(const BeltDrive& drive, const LinkModel& model, double damping) {
  std::vector<double> inertias(model.mounts.size());
  if (model.mounts.empty()) return inertias;
  const std::vector<double> rest = mounts_at_rest(drive);
  const Eigen::MatrixXd balance = mount_stiffness(drive, rest);
  const BeltPath path = path_with_mounts(drive, rest);
  Eigen::Index row = 0;
  for (std::size_t m = 0; m < inertias.size(); ++m) {
    const Pulley& pulley = drive.pulleys[model.mounts[m].pulley];
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension == nullptr) continue;
    const double arm = force_arm(pulley.mount, pulley.center);
    const double stiffness = -balance(row, row) * arm;
    ++row;
    inertias[m] = suspension->inertia;
    if (damping == 0.0 || !(stiffness > 0.0)) continue;
    const double links = drive.belt.mass_per_length * path.arcs()[model.mounts[m].pulley].length();
    inertias[m] = std::max(4.0 * stiffness / (damping * damping), kLeastMass * links * arm * arm);
  }
  return inertias;
}

}  // namespace

LinkMounts::LinkMounts(const BeltDrive& drive, const LinkModel& model, double settling_damping)
    : drive_(&drive),
      model_(&model),
      layout_(model),
      joints_(model),
      mount_(model.pulleys.size(), -1),
      settling_inertia_(settling_inertias(drive, model, settling_damping)) {
  for (std::size_t p = 0; p < model.pulleys.size(); ++p) {
    if (model.pulleys[p].moves) moving_.push_back(p);
  }
  for (std::size_t m = 0; m < model.mounts.size(); ++m) mount_[model.mounts[m].pulley] = static_cast<int>(m);
}

const Pulley& LinkMounts::pulley_of(std::size_t mount) const { return drive_->pulleys[model_->mounts[mount].pulley]; }

bool LinkMounts::holds(const MountForcing& forcing) const { return forcing.is_settling && drive_->starts_held(); }

MountMotion LinkMounts::motion(std::size_t mount, double time, std::span<const double> state) const {
  const Pulley& pulley = pulley_of(mount);
  if (suspension_of(pulley.mount) == nullptr) return given_motion(pulley.mount, pulley.center, time);
  return {.position = position(mount, state), .velocity = velocity(mount, state)};
}

AxisPlace LinkMounts::axis_place(std::size_t pulley, std::span<const double> state) const {
  const int m = mount_[pulley];
  return drive_->pulleys[pulley].axis_at(m < 0 ? 0.0 : position(static_cast<std::size_t>(m), state));
}

Eigen::Vector2d LinkMounts::axis(std::size_t pulley, std::span<const double> state) const {
  return axis_place(pulley, state).place;
}

Eigen::Vector2d LinkMounts::circle(std::size_t pulley, std::span<const double> state) const {
  return axis(pulley, state) + drive_->pulleys[pulley].center_from_axis(state[layout_.pulley_angle(pulley)]);
}

void LinkMounts::place(const MountForcing& forcing, std::span<const double> state,
                       std::span<const double> pulley_speeds, LinkKernel& kernel) const {
  for (const std::size_t p : moving_) {
    const Pulley& pulley = drive_->pulleys[p];
    const AxisPlace axis = axis_place(p, state);
    const Eigen::Vector2d arm = pulley.center_from_axis(state[layout_.pulley_angle(p)]);
    const Eigen::Vector2d center = axis.place + arm;
    Eigen::Vector2d velocity(-arm.y() * pulley_speeds[p], arm.x() * pulley_speeds[p]);
    if (mount_[p] >= 0) {
      const auto m = static_cast<std::size_t>(mount_[p]);
      const bool is_given = suspension_of(pulley.mount) == nullptr;
      const double given =
          is_given && !forcing.is_settling ? given_motion(pulley.mount, pulley.center, forcing.time).velocity : 0.0;
      velocity += (is_given ? given : this->velocity(m, state)) * axis.by_u;
    }
    kernel.move_pulley(p, {center.x(), center.y()}, {velocity.x(), velocity.y()});
  }
}

double LinkMounts::moment(std::size_t pulley, const numerics::Vec2<double>& force,
                          std::span<const double> state) const {
  const Eigen::Vector2d arm = drive_->pulleys[pulley].center_from_axis(state[layout_.pulley_angle(pulley)]);
  return arm.x() * force.y - arm.y() * force.x;
}

double LinkMounts::force_on(std::size_t mount, const numerics::Vec2<double>& force,
                            std::span<const double> state) const {
  return plane(force).dot(pulley_of(mount).axis_at(position(mount, state)).by_u);
}

double LinkMounts::mobility(std::size_t mount, const MountForcing& forcing) const {
  const Suspension* suspension = suspension_of(pulley_of(mount).mount);
  if (suspension == nullptr || holds(forcing)) return 0.0;
  return 1.0 / (forcing.is_settling ? settling_inertia_[mount] : suspension->inertia);
}

void LinkMounts::find_rates(const MountForcing& forcing, std::span<const double> state, std::span<const double> modes,
                            const LinkKernel& kernel, std::span<double> moments, std::span<double> rates) const {
  for (const std::size_t p : moving_) moments[p] += moment(p, kernel.force_on_pulley(p), state);
  for (std::size_t m = 0; m < model_->mounts.size(); ++m) {
    const Pulley& pulley = pulley_of(m);
    double& rate = rates[layout_.mount_position(m)];
    double& acceleration = rates[layout_.mount_velocity(m)];
    if (holds(forcing)) {
      rate = acceleration = 0.0;
      continue;
    }
    if (suspension_of(pulley.mount) == nullptr) {
      rate = forcing.is_settling ? 0.0 : given_motion(pulley.mount, pulley.center, forcing.time).velocity;
      acceleration = 0.0;
      continue;
    }
    const double v = velocity(m, state);
    const double time = forcing.is_settling ? 0.0 : forcing.time;
    double force =
        force_on(m, kernel.force_on_pulley(model_->mounts[m].pulley), state) +
        suspension_force(pulley.mount, drive_->gravity, time, position(m, state), forcing.is_settling ? 0.0 : v).force;
    if (!forcing.is_settling) force += joints_.force_on_mount(m, v, state, modes, rates);
    rate = v;
    acceleration = mobility(m, forcing) * force - forcing.mass_damping * v;
  }
}

void LinkMounts::put_given(const MountForcing& forcing, std::span<double> state) const {
  for (std::size_t m = 0; m < model_->mounts.size(); ++m) {
    const Pulley& pulley = pulley_of(m);
    if (suspension_of(pulley.mount) != nullptr) continue;
    const MountMotion given = given_motion(pulley.mount, pulley.center, forcing.is_settling ? 0.0 : forcing.time);
    state[layout_.mount_position(m)] = given.position;
    state[layout_.mount_velocity(m)] = forcing.is_settling ? 0.0 : given.velocity;
  }
}

double LinkMounts::energy(std::span<const double> state) const {
  double energy = 0.0;
  for (std::size_t m = 0; m < model_->mounts.size(); ++m) {
    const Suspension* suspension = suspension_of(pulley_of(m).mount);
    if (suspension == nullptr) continue;
    energy += suspension_energy(*suspension, position(m, state), velocity(m, state));
  }
  return energy;
}

Eigen::Vector2d LinkMounts::axis_velocity(std::size_t mount, double time, std::span<const double> state) const {
  return motion(mount, time, state).velocity * pulley_of(mount).axis_at(position(mount, state)).by_u;
}

double LinkMounts::lost_power(std::size_t mount, double time, std::span<const double> state,
                              std::span<const double> modes) const {
  const PulleyMount& of = pulley_of(mount).mount;
  if (suspension_of(of) == nullptr) return 0.0;
  const MountMotion now = motion(mount, time, state);
  const double friction = joints_.force_on_mount(mount, now.velocity, state, modes);
  return suspension_power(of, drive_->gravity, time, now, friction).lost;
}

PowerFlow LinkMounts::flow(double time, std::span<const double> state, std::span<const double> modes,
                           std::span<const double> forces) const {
  PowerFlow flow;
  for (std::size_t m = 0; m < forces.size(); ++m) {
    const MountMotion now = motion(m, time, state);
    flow = flow + mount_flow(pulley_of(m), drive_->gravity, time, now, forces[m],
                             joints_.force_on_mount(m, now.velocity, state, modes));
  }
  return flow;
}

}  // namespace beltdyn::lagrangian::links
