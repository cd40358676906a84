// SPDX-License-Identifier: MIT
#include "analytic/belt/loop_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "analytic/belt/zone_grid.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/mount_rest.hpp"
#include "core/error.hpp"
#include "core/simulation/state_archive.hpp"

namespace beltdyn::analytic {
namespace {

const TimeFunction& given_speed(const Pulley& pulley) {
  return std::get<PrescribedMotion>(pulley.motion).angular_velocity;
}

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
                               .unstressed_stretch = 1.0 + drive.reference_strain(),
                               .mass_per_length = drive.belt.mass_per_length,
                               .reference_length = drive.reference_length(),
                               .offset = drive.belt.contact_offset},
                    .pulleys = {},
                    .width = drive.belt.width};
  const BeltPath drawn = drive.path();
  for (std::size_t i = 0; i < drive.pulleys.size(); ++i) {
    const std::size_t k = (driver + i) % drive.pulleys.size();
    const Pulley& pulley = drive.pulleys[k];
    const PathArc& arc = drawn.arcs()[k];
    loop.string.pulleys.push_back(
        {.place = {.center = pulley.axis_at(mounts[k]).place, .radius = pulley.radius, .side = pulley.side},
         .coefficient = drive.contact_of(k).kinetic_coefficient(),
         .torque = [&pulley, turn = arc.turn, time](double omega) {
           return -turn * pulley.moment(time, turn * omega);
         }});
    loop.pulleys.push_back({.contact = drive.contact_of(k), .label = drive.pulley_label(k)});
    if (pulley.is_prescribed()) {
      loop.pulleys.back().surface_speed = arc.turn * arc.radius * given_speed(pulley).value(time);
    }
    if (suspension_of(pulley.mount) != nullptr) {
      loop.string.mounts.push_back(loop_mount_of(drive, i, k, time, mounts[k]));
    }
  }
  return loop;
}

LoopSimulation::LoopSimulation(const BeltDrive& drive, double time_step)
    : BeltSimulation(drive),
      driver_(static_cast<std::size_t>(std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed) -
                                       drive.pulleys.begin())),
      time_step_(time_step),
      angles_(drive.pulleys.size(), 0.0) {
  FrictionLoop loop = friction_loop_of(this->drive(), driver_, 0.0, mounts_at_rest(this->drive()));
  FrictionLoopMotion motion = friction_loop_motion(loop, driver_speed(0.0));
  set_motion(std::move(loop), std::move(motion));
}

double LoopSimulation::driver_speed(double time) const {
  const PathArc& arc = path().arcs()[driver_];
  return arc.turn * arc.radius * given_speed(drive().pulleys[driver_]).value(time);
}

std::vector<double> LoopSimulation::mounts_at(double time) const {
  std::vector<double> mounts(n_pulleys());
  for (std::size_t k = 0; k < n_pulleys(); ++k) {
    const Pulley& p = drive().pulleys[k];
    if (suspension_of(p.mount) == nullptr) mounts[k] = given_motion(p.mount, p.center, time).position;
  }
  for (std::size_t m = 0; m < loop_.string.mounts.size(); ++m) {
    mounts[pulley(loop_.string.mounts[m].pulley)] = motion_.state.mounts[m];
  }
  return mounts;
}

void LoopSimulation::set_motion(FrictionLoop loop, FrictionLoopMotion motion) {
  ZoneGrid grid(motion.path->length());
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    grid.add_arc(motion.path->arcs()[i].length(), motion.state_change[i]);
    grid.add_span(motion.path->spans()[i].length);
  }
  points_ = friction_loop_points(loop, motion, grid.sigma());
  sigma_ = grid.sigma();
  loop_ = std::move(loop);
  motion_ = std::move(motion);
}

void LoopSimulation::advance(double dt) {
  FrictionLoop loop = friction_loop_of(drive(), driver_, time_ + dt, mounts_at(time_ + dt));
  FrictionLoopMotion next = friction_loop_motion(loop, driver_speed(time_ + dt), &motion_.state);
  const double flux_before = motion_.flux;
  const std::vector<double> before = motion_.angular_velocity;
  set_motion(std::move(loop), std::move(next));
  for (std::size_t i = 0; i < n_pulleys(); ++i) angles_[i] += 0.5 * dt * (before[i] + motion_.angular_velocity[i]);
  passed_ += 0.5 * dt * (flux_before + motion_.flux);
  time_ += dt;
  ++steps_;
}

std::vector<PulleyState> LoopSimulation::pulley_states() const {
  std::vector<PulleyState> states(n_pulleys());
  const std::vector<double> mounts = mounts_at(time_);
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    const std::size_t k = pulley(i);
    const Pulley& p = drive().pulleys[k];
    const double turn = path().arcs()[k].turn;
    states[k] = {.angle = p.is_prescribed() ? given_speed(p).integral(0.0, time_) : turn * angles_[i],
                 .angular_velocity = turn * motion_.angular_velocity[i],
                 .contact_moment = turn * motion_.torque[i]};
    if (!moves(p.mount)) continue;
    const AxisPlace at = p.axis_at(mounts[k]);
    const Eigen::Vector2d pull = force_on_axis(*motion_.path, motion_.effective_force, i);
    states[k].mount = {.axis = at.place, .position = mounts[k], .force = pull.dot(at.by_u)};
  }
  return states;
}

BeltTolerances LoopSimulation::balance_tolerances() const {
  // The solution is exact; between its points all is taken for straight, 40 of them in a zone.
  constexpr double kStraight = 1e-4;
  // That of Euler and Eytelwein compares means over a slip arc, which agree where its coefficient of friction is one.
  const bool has_one_coefficient = std::ranges::all_of(loop_.pulleys, [](const FrictionLoopPulley& p) {
    return std::holds_alternative<ElastoplasticCoulombConfig>(p.contact.friction);
  });
  return {.length = kStraight,
          .mass_flow = kStraight,
          .torque = kStraight,
          .power = kStraight,
          .eytelwein = has_one_coefficient ? kStraight : 0.0};
}

// In steady motion nothing is stored: the power of the pulleys is what slip takes.
double LoopSimulation::power_defect() const {
  double supplied = -std::accumulate(motion_.friction_power.begin(), motion_.friction_power.end(), 0.0);
  double exchanged = reference_force(drive()) * std::abs(motion_.flux);
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    const double power = motion_.torque[i] * motion_.angular_velocity[i];
    supplied -= power;
    exchanged += std::abs(power);
  }
  return exchanged > 0.0 ? supplied / exchanged : 0.0;
}

BeltMap LoopSimulation::belt() const {
  const BeltPath path = path_now();
  const double start = path.arcs()[driver_].start;
  const std::array<double, 1> origin{path.periodic(-start)};
  const double at_origin = friction_loop_points(loop_, motion_, origin)[0].material;
  const double stiffness = drive().belt.axial_stiffness - drive().belt.mass_per_length * motion_.flux * motion_.flux;
  // v dv/dσ along the belt, with d(N − ρA G² λ)/dσ = −share · traction, and κ v² across.
  const auto acceleration = [&](const SteadyStringPoint& p, double sigma) -> Eigen::Vector2d {
    const int on = path.locate(sigma).pulley;
    const double share = on < 0 ? 0.0
                                : drive().pulleys[static_cast<std::size_t>(on)].radius /
                                      path.arcs()[static_cast<std::size_t>(on)].radius;
    const double along = -motion_.flux * share * p.traction * p.speed / stiffness;
    const PathPoint at = path.point(sigma);
    return along * at.tangent + at.curvature * p.speed * p.speed * at.normal;
  };
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < sigma_.size(); ++i) {
    const double sigma = start + sigma_[i];
    const SteadyStringPoint& p = points_[i];
    const double material = p.material - at_origin - passed_;
    points.push_back({.material = material,
                      .position = path.point(sigma).position,
                      .strain = p.stretch - 1.0,
                      .force = p.force,
                      .speed = p.speed,
                      .acceleration = acceleration(p, sigma)});
    contacts.push_back({.material = material,
                        .pulley = path.locate(sigma).pulley,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .state = p.state});
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<ProfilePoint> LoopSimulation::profile(std::span<const double> sigma) const {
  // In the order in which the belt runs through them from the driver on.
  const BeltPath path = path_now();
  std::vector<double> local;
  for (const double s : sigma) local.push_back(path.periodic(s - path.arcs()[driver_].start));
  std::vector<std::size_t> order(sigma.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&local](std::size_t i) { return local[i]; });
  std::ranges::sort(local);
  const std::vector<SteadyStringPoint> belt = friction_loop_points(loop_, motion_, local);
  std::vector<ProfilePoint> points(sigma.size());
  for (std::size_t i = 0; i < belt.size(); ++i) {
    const SteadyStringPoint& p = belt[i];
    points[order[i]] = {.sigma = sigma[order[i]],
                        .strain = p.stretch - 1.0,
                        .force = p.force,
                        .speed = p.speed,
                        .pressure = p.pressure,
                        .traction = p.traction,
                        .contact_state = static_cast<int>(p.state)};
  }
  return points;
}

std::vector<double> LoopSimulation::natural_profile_points() const {
  const BeltPath path = path_now();
  std::vector<double> sigma = sigma_;
  for (double& s : sigma) s = path.periodic(s + path.arcs()[driver_].start);
  std::ranges::sort(sigma);
  return sigma;
}

std::vector<std::string> LoopSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  add_warning(warnings, left_out_sentence("analytic_string is the steady motion of a string on rigid pulleys, with "
                                          "friction on its centre line",
                                          keys_beyond_strings(drive())));
  add_warning(warnings, rates_left_out_sentence("analytic_string", drive()));
  return warnings;
}

void LoopSimulation::save(StateWriter& writer) const {
  const FrictionLoopState& state = motion_.state;
  writer.number("string/time", time_);
  writer.numbers("string/angles", angles_);
  writer.number("string/passed", passed_);
  writer.integer("string/steps", steps_);
  writer.number("string/speed", state.speed);
  writer.number("string/flux", state.flux);
  writer.number("string/force", state.force);
  writer.numbers("string/change", state.change);
  writer.numbers("string/log_slip", state.log_slip);
  writer.integers("string/is_slipping", std::vector<std::int64_t>(state.is_slipping.begin(), state.is_slipping.end()));
  writer.numbers("string/mounts", state.mounts);
}

void LoopSimulation::restore(StateReader& reader) {
  const std::size_t n = n_pulleys();
  time_ = reader.time("string/time");
  angles_ = reader.numbers("string/angles", n);
  passed_ = reader.number("string/passed");
  steps_ = reader.count("string/steps");
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
    FrictionLoop loop = friction_loop_of(drive(), driver_, time_, mounts_at(time_));
    FrictionLoopMotion motion = friction_loop_motion_of(loop, driver_speed(time_), motion_.state);
    set_motion(std::move(loop), std::move(motion));
  } catch (const SolverError&) {
    require_sound_checkpoint(false);
  }
}

}  // namespace beltdyn::analytic
