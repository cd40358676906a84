// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/steady_string_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "analytic/belt/steady/loop_leader.hpp"
#include "analytic/belt/steady/rigid_arc.hpp"
#include "analytic/belt/steady/zone_grid.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/left_out.hpp"
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
  if (!drive.spans.empty()) {
    loop.string.runs.resize(drive.pulleys.size());
    loop.string.gravity = drive.gravity;
  }
  for (const SpanLoad& run : drive.spans) {
    loop.string.runs[(run.span() + drive.pulleys.size() - driver) % drive.pulleys.size()] = run;
  }
  // Throws with the drive's pulley numbers.
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

SteadyStringSimulation::SteadyStringSimulation(const BeltDrive& drive, double time_step,
                                               const SteadyStringSimulation* near)
    : BeltSimulation(drive),
      driver_(static_cast<std::size_t>(std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed) -
                                       drive.pulleys.begin())),
      time_step_(time_step),
      angles_(drive.pulleys.size(), 0.0) {
  FrictionLoop loop = friction_loop_of(this->drive(), driver_, 0.0, mounts_at_rest(this->drive()));
  const bool has_near = near != nullptr && near->motion_.state.change.size() == loop.pulleys.size() &&
                        near->motion_.state.mounts.size() == loop.string.mounts.size();
  FrictionLoopMotion motion = friction_loop_motion(loop, driver_speed(0.0), has_near ? &near->motion_.state : nullptr);
  set_motion(std::move(loop), std::move(motion));
}

std::size_t SteadyStringSimulation::n_pulleys() const { return drive().pulleys.size(); }

double SteadyStringSimulation::driver_speed(double time) const {
  const PathArc& arc = path().arcs()[driver_];
  return arc.turn * arc.radius * prescribed_speed(drive().pulleys[driver_]).value(time);
}

std::vector<double> SteadyStringSimulation::mounts_at(double time, const FrictionLoopState& state) const {
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

void SteadyStringSimulation::set_motion(FrictionLoop loop, FrictionLoopMotion motion) {
  ZoneGrid grid(motion.path->length());
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    const bool is_rigid = rigid_coefficient(loop.pulleys[i].contact).has_value();
    grid.add_arc(motion.path->arcs()[i].length(), motion.state_change[i],
                 is_rigid ? ZoneGrid::Spread::even : ZoneGrid::Spread::towards_slip);
    grid.add_span(motion.path->spans()[i].length,
                  drive().spans.empty() ? ZoneGrid::kCellsInSpan : ZoneGrid::kCellsInRun);
  }
  sigma_ = grid.sigma();
  points_ = friction_loop_points(loop, motion, sigma_);
  loop_ = std::move(loop);
  motion_ = std::move(motion);
}

void SteadyStringSimulation::advance(double dt) {
  FrictionLoop loop = friction_loop_of(drive(), driver_, time_ + dt, mounts_at(time_ + dt));
  FrictionLoopMotion next = friction_loop_motion(loop, driver_speed(time_ + dt), &motion_.state);
  take(std::move(loop), std::move(next), dt);
}

void SteadyStringSimulation::take(FrictionLoop loop, FrictionLoopMotion next, double dt) {
  const double flux_before = flux();
  const std::vector<double> before = motion_.angular_velocity;
  set_motion(std::move(loop), std::move(next));
  for (std::size_t i = 0; i < n_pulleys(); ++i) angles_[i] += 0.5 * dt * (before[i] + motion_.angular_velocity[i]);
  passed_ += 0.5 * dt * (flux_before + flux());
  time_ += dt;
  ++steps_;
}

bool SteadyStringSimulation::is_like(const SteadyStringSimulation& other) const {
  if (other.n_pulleys() != n_pulleys() || other.driver_ != driver_) return false;
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

bool SteadyStringSimulation::lead(std::span<Simulation* const> others) {
  LoopLeader leader(loop_, driver_speed(time()), motion_.state);
  for (Simulation* other : others) {
    auto* led = dynamic_cast<SteadyStringSimulation*>(other);
    if (led == nullptr || !is_like(*led)) return false;
    const double speed = led->driver_speed(time());
    FrictionLoop loop = friction_loop_of(led->drive(), driver_, time(), led->mounts_at(time(), motion_.state));
    const std::optional<FrictionLoopState> state = leader.lead(loop, speed);
    FrictionLoopMotion next =
        state ? friction_loop_motion_of(loop, speed, *state) : friction_loop_motion(loop, speed, &motion_.state);
    led->take(std::move(loop), std::move(next), time() - led->time());
  }
  return true;
}

Eigen::Vector2d SteadyStringSimulation::pull_on(std::size_t i) const {
  const double before = i == 0 ? motion_.state.force : motion_.exit_force[i - 1];
  return force_on_axis(*motion_.path, before, motion_.effective_force[i], i);
}

std::vector<PulleyState> SteadyStringSimulation::pulley_states() const {
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
    states[k].mount = {.axis = at.place, .position = mounts[k], .force = pull_on(i).dot(at.by_u)};
  }
  return states;
}

BeltTolerances SteadyStringSimulation::balance_tolerances() const {
  // The solution is exact; between its points, 40 in a zone, results are interpolated linearly.
  constexpr double kBetweenPoints = 1e-4;
  // The Euler-Eytelwein balance compares means over a slip arc, which agree if the friction coefficient is constant
  // there.
  bool has_one_coefficient = true;
  double slope_error = 0.0;
  for (std::size_t k = 0; k < n_pulleys(); ++k) {
    has_one_coefficient = has_one_coefficient && drive().contact_of(k).coulomb().has_value();
    slope_error = std::max(slope_error, ZoneGrid::slope_error(drive().kinetic_coefficient(k) * path().arcs()[k].wrap));
  }
  return {.length = kBetweenPoints,
          .mass_flow = kBetweenPoints,
          .torque = kBetweenPoints,
          .power = kBetweenPoints,
          // A belt with runs has no weight on the pulleys, so that its power does not add up to 0.
          .losses = drive().spans.empty() ? kBetweenPoints : 0.0,
          .eytelwein = has_one_coefficient ? std::max(kBetweenPoints, slope_error) : 0.0,
          .remedy = "the solution is exact, and has no step or mesh to refine: report it with its configuration"};
}

// Along spans dN/ds + f = ρA G² dλ/ds, with the load f. A feed acts at the begin of the span, in the piece of its first
// point; a point of a pulley lies before it.
void SteadyStringSimulation::add_runs(const BeltPath& path, double start, std::vector<BeltPoint>& points) const {
  const double slope = drive().belt.axial_stiffness - drive().belt.mass_per_length * flux() * flux();
  std::vector<StringSpan> spans;
  for (std::size_t i = 0; i < n_pulleys(); ++i) spans.push_back(friction_loop_span(loop_, motion_, i));
  int before = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PathPlace place = path.locate(start + sigma_[i]);
    if (place.span >= 0) {
      const auto k = static_cast<std::size_t>(place.span);
      const StringSpan& span = spans[index(k)];
      const double rate = span.slope_at(span.material_at(place.local));
      double along = -slope * rate;
      if (place.span != before) {
        const double next =
            i + 1 < points.size() ? points[i + 1].material : points[0].material + drive().reference_length();
        along -= span.feed_change() / (0.5 * (next - points[i - 1].material));
      }
      points[i].run_force = along * path.spans()[k].tangent;
      points[i].acceleration += flux() * flux() * rate * path.spans()[k].tangent;
    }
    before = place.span;
  }
}

BeltMap SteadyStringSimulation::belt() const {
  const BeltPath path = path_now();
  const double start = path.arcs()[driver_].start;
  const std::array<double, 1> origin{path.periodic(-start)};
  const double at_origin = friction_loop_points(loop_, motion_, origin)[0].material;
  // v dv/dσ along the belt, with d(N − ρA G² λ)/dσ = −share · traction, and κ v² across. On spans only loads of runs
  // accelerate it.
  const double stiffness = drive().belt.axial_stiffness - drive().belt.mass_per_length * flux() * flux();
  const auto acceleration = [&](const StringPoint& p, double sigma) -> Eigen::Vector2d {
    const int pulley = path.locate(sigma).pulley;
    const auto k = static_cast<std::size_t>(pulley);
    const double share = pulley < 0 ? 0.0 : drive().pulleys[k].radius / path.arcs()[k].radius;
    const double along = -flux() * share * p.traction * p.speed / stiffness;
    const PathPoint at = path.point(sigma);
    return along * at.tangent + at.curvature * p.speed * p.speed * at.normal;
  };
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < sigma_.size(); ++i) {
    const double sigma = start + sigma_[i];
    const StringPoint& p = points_[i];
    const double material = p.material - at_origin - passed_;
    points.push_back(belt_point(p, path, sigma, material));
    points.back().acceleration = acceleration(p, sigma);
    contacts.push_back(contact_point(p, path, sigma, material));
  }
  if (!drive().spans.empty()) add_runs(path, start, points);
  return belt_map(std::move(points), std::move(contacts));
}

std::vector<ProfilePoint> SteadyStringSimulation::profile(std::span<const double> sigma) const {
  // In the order in which the belt passes them from the driver on.
  const BeltPath path = path_now();
  std::vector<double> local;
  for (const double s : sigma) local.push_back(path.periodic(s - path.arcs()[driver_].start));
  std::vector<std::size_t> order(sigma.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&local](std::size_t i) { return local[i]; });
  std::ranges::sort(local);
  const std::vector<StringPoint> belt = friction_loop_points(loop_, motion_, local);
  std::vector<ProfilePoint> points(sigma.size());
  for (std::size_t i = 0; i < belt.size(); ++i) {
    const StringPoint& p = belt[i];
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

std::vector<double> SteadyStringSimulation::natural_profile_points() const {
  const BeltPath path = path_now();
  std::vector<double> sigma = sigma_;
  for (double& s : sigma) s = path.periodic(s + path.arcs()[driver_].start);
  std::ranges::sort(sigma);
  return sigma;
}

std::optional<std::vector<double>> SteadyStringSimulation::slip_powers() const {
  std::vector<double> powers = motion_.friction_power;
  std::rotate(powers.begin(), powers.end() - static_cast<std::ptrdiff_t>(driver_), powers.end());
  return powers;
}

// Hub loads with runs come from pulley_load(), which shares the forces of spans between the pulleys at their ends.
std::optional<std::vector<Eigen::Vector2d>> SteadyStringSimulation::hub_loads() const {
  if (!drive().spans.empty()) return std::nullopt;
  std::vector<Eigen::Vector2d> forces(n_pulleys());
  for (std::size_t i = 0; i < n_pulleys(); ++i) forces[pulley(i)] = pull_on(i);
  return forces;
}

std::vector<SpanState> SteadyStringSimulation::span_states() const {
  std::vector<SpanState> states;
  for (const SpanLoad& run : drive().spans) {
    const std::size_t i = index(run.span());
    const StringSpan span = friction_loop_span(loop_, motion_, i);
    const auto force_at = [this](double stretch) {
      return loop_.string.axial_stiffness * (stretch - loop_.string.unstressed_stretch);
    };
    states.push_back({.entry_force = force_at(span.entry_stretch()),
                      .exit_force = force_at(span.exit_stretch()),
                      .power = motion_.span_power[i]});
  }
  return states;
}

// In steady motion nothing is stored: the power of the pulleys equals the power of slip and of the spans.
double SteadyStringSimulation::power_defect() const {
  const std::vector<double>& lost = motion_.friction_power;
  double supplied = -std::accumulate(lost.begin(), lost.end(), 0.0);
  for (std::size_t i = 0; i < n_pulleys(); ++i) {
    const double lifted = -flux() * loop_.string.span_source(*motion_.path, i).per_material;
    supplied += lifted * motion_.path->spans()[i].length - motion_.span_power[i];
  }
  double exchanged = force_scale() * std::abs(flux());
  for (const PulleyState& pulley : pulley_states()) {
    supplied -= pulley.contact_moment * pulley.angular_velocity;
    exchanged += std::abs(pulley.contact_moment * pulley.angular_velocity);
  }
  return exchanged > 0.0 ? supplied / exchanged : 0.0;
}

void SteadyStringSimulation::save(StateWriter& writer) const {
  writer.number("string/time", time_);
  writer.number("string/passed", passed_);
  writer.integer("string/steps", steps_);
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

void SteadyStringSimulation::restore(StateReader& reader) {
  time_ = reader.time("string/time");
  passed_ = reader.number("string/passed");
  steps_ = reader.count("string/steps");
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
    FrictionLoop loop = friction_loop_of(drive(), driver_, time(), mounts_at(time()));
    FrictionLoopMotion motion = friction_loop_motion_of(loop, driver_speed(time()), motion_.state);
    set_motion(std::move(loop), std::move(motion));
  } catch (const SolverError&) {
    require_sound_checkpoint(false);
  }
}

std::vector<std::string> SteadyStringSimulation::preflight(double) const {
  std::vector<std::string> warnings;
  add_warning(warnings,
              neglected_keys_message(
                  "analytic_string models the steady motion of a string on rigid pulleys, with friction as for "
                  "friction_at center_line",
                  keys_unsupported_by_strings(drive()),
                  drive().spans.empty() ? "lagrangian_ancf or eulerian_ale" : "eulerian_ale"));
  add_warning(warnings, neglected_transients_message("analytic_string", drive(),
                                                     drive().spans.empty()
                                                         ? "analytic_string_dynamics, eulerian_ale or lagrangian_ancf"
                                                         : "analytic_string_dynamics or eulerian_ale"));
  return warnings;
}

}  // namespace beltdyn::analytic
