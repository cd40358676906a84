// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/wave_pulley.hpp"

#include <cmath>

#include <Eigen/LU>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

// The unknowns: v, or the share of the resistance that holds the string; R ω; du/dt. Row 0 of the equations is contact,
// row 1 the balance of moments of the pulley, row 2 that of forces on the mount.
constexpr int kSpeed = 0;
constexpr int kSurface = 1;
constexpr int kMount = 2;

enum class Contact { sticks, slips_back, slips_forward };

double sign(double x) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : 0.0; }

// A force that is linear in the unknowns.
struct LinearForce {
  Eigen::RowVector3d by = Eigen::RowVector3d::Zero();
  double constant{};

  double at(const Eigen::Vector3d& unknowns) const { return by * unknowns + constant; }
};

// A step from the state `now` of the step before. Derivatives in time are dx/dt = rate · x − memory.
struct Step {
  WavePulleyState now{};
  bool is_first{};
  double middle{};                     // of this step [s]
  double since{};                      // since the middle of the step before [s]
  double rate{};                       // [1/s]
  std::array<double, 3> memory{};      // of v, R ω and du/dt
  LinearForce arriving{};              // T₁ without resistance
  LinearForce leaving{};               // T₂ without resistance
  std::array<double, 2> resistance{};  // W₁, W₂ [N]
  double centrifugal{};                // ρA v² [N]
  double feed{};                       // m_L v² [N]
  double given_surface{};              // R ω of a prescribed motion [m/s]
  std::array<double, 2> along{};       // V₁ and V₂ for du/dt = 1

  // The displacement since the middle of the step before. The string moves by (mean speed)·(step); the first step
  // begins half a step before its middle.
  double displaced(double rate_before, double rate_now) const {
    return since * (is_first ? rate_now : 0.5 * (rate_before + rate_now));
  }
};

struct Equations {
  Eigen::Matrix3d matrix = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right = Eigen::Vector3d::Zero();
  LinearForce arriving;
  LinearForce leaving;
};

void add_contact(Equations& equations, const WavePulleyProperties& p, const Step& step, Contact contact, bool is_held) {
  if (contact == Contact::sticks) {
    equations.matrix(0, kSpeed) = is_held ? 0.0 : 1.0;
    equations.matrix(0, kSurface) = -1.0;
    return;
  }
  const double ratio = std::exp(contact == Contact::slips_back ? p.exponent : -p.exponent);
  equations.matrix.row(0) = equations.arriving.by - ratio * equations.leaving.by;
  equations.right[0] =
      ratio * equations.leaving.constant - equations.arriving.constant + (1.0 - ratio) * step.centrifugal;
}

void add_pulley(Equations& equations, const WavePulleyProperties& p, const Step& step) {
  if (p.turned) {
    equations.matrix(1, kSurface) = 1.0;
    equations.right[1] = step.given_surface;
    return;
  }
  const double inertia = p.inertia / (p.radius * p.radius);
  const double omega = step.now.surface_speed / p.radius;
  const double damping = p.moment_derivative(step.middle, omega) / (p.radius * p.radius);
  equations.matrix.row(1) = equations.arriving.by - equations.leaving.by;
  equations.matrix(1, kSurface) += inertia * step.rate - damping;
  equations.right[1] = inertia * step.memory[1] + p.moment(step.middle, omega) / p.radius -
                       damping * step.now.surface_speed + equations.leaving.constant - equations.arriving.constant;
}

void add_mount(Equations& equations, const WavePulleyProperties& p, const Step& step) {
  if (!p.mount_force) {
    equations.matrix(2, kMount) = 1.0;
    equations.right[2] = 1.0;
    return;
  }
  const double rate = step.now.mount_rate;
  const MountForce force = p.mount_force(step.middle, step.now.mount + step.since * rate, rate);
  const double inertia = p.mount_inertia + p.belt_mass * p.axis_by_u.squaredNorm();
  const double change = force.by_velocity + 0.5 * step.since * force.by_position;
  equations.matrix.row(2) = step.along[0] * equations.arriving.by - step.along[1] * equations.leaving.by;
  equations.matrix(2, kMount) += inertia * step.rate - change;
  equations.right[2] = inertia * step.memory[2] + force.force - change * rate +
                       step.along[1] * (equations.leaving.constant - step.centrifugal) -
                       step.along[0] * (equations.arriving.constant - step.centrifugal);
}

// Solves with a share of the resistances, or for the share that holds the string at rest.
WavePulleyState solved_with(const WavePulleyProperties& p, const Step& step, Contact contact, double share,
                            bool is_held) {
  Equations equations{.arriving = step.arriving, .leaving = step.leaving};
  if (is_held) {
    equations.arriving.by[kSpeed] = step.resistance[0];
    equations.leaving.by[kSpeed] = -step.resistance[1];
  } else {
    equations.arriving.constant += share * step.resistance[0];
    equations.leaving.constant -= share * step.resistance[1];
  }
  add_contact(equations, p, step, contact, is_held);
  add_pulley(equations, p, step);
  add_mount(equations, p, step);
  const Eigen::Vector3d x = equations.matrix.partialPivLu().solve(equations.right);
  return {.speed = is_held ? 0.0 : x[kSpeed],
          .surface_speed = x[kSurface],
          .mount_rate = x[kMount],
          .arriving_force = equations.arriving.at(x),
          .leaving_force = equations.leaving.at(x),
          .resisting = is_held ? x[kSpeed] : share,
          .slipping = contact == Contact::sticks ? 0.0 : 1.0};
}

// Solves with the resistances of the half elements, which hold the string if they can.
WavePulleyState solved(const WavePulleyProperties& p, const Step& step, Contact contact) {
  if (contact == Contact::sticks && p.turned) return solved_with(p, step, contact, sign(step.given_surface), false);
  const WavePulleyState free = solved_with(p, step, contact, 0.0, false);
  if (step.resistance[0] + step.resistance[1] == 0.0) return free;
  const WavePulleyState resisted = solved_with(p, step, contact, sign(free.speed), false);
  return resisted.speed * free.speed > 0.0 ? resisted : solved_with(p, step, contact, 0.0, true);
}

// Solves with stick, or with slip if stick needs more friction than there is.
WavePulleyState solved(const WavePulleyProperties& p, const Step& step) {
  const WavePulleyState sticking = solved(p, step, Contact::sticks);
  const double arriving = sticking.arriving_force - step.centrifugal;
  const double leaving = sticking.leaving_force - step.centrifugal;
  const double ratio = std::exp(p.exponent);
  if (arriving > ratio * leaving) return solved(p, step, Contact::slips_back);
  if (leaving > ratio * arriving) return solved(p, step, Contact::slips_forward);
  return sticking;
}

// The step from `time`. Differences of three means at unequal distances give the derivatives; the first step has two.
Step step_from(double time, double length, const std::array<const WavePulleyState*, 2>& earlier) {
  const WavePulleyState& now = *earlier[1];
  const double middle = time + 0.5 * length;
  const double since = middle - now.time;
  const double before_that = now.time - earlier[0]->time;
  const bool is_first = before_that == 0.0;
  const double growth = is_first ? 0.0 : since / before_that;
  const auto memory = [&](double WavePulleyState::*x) {
    return ((1.0 + growth) * now.*x - growth * growth / (1.0 + growth) * earlier[0]->*x) / since;
  };
  return {.now = now,
          .is_first = is_first,
          .middle = middle,
          .since = since,
          .rate = (1.0 + 2.0 * growth) / (1.0 + growth) / since,
          .memory = {memory(&WavePulleyState::speed), memory(&WavePulleyState::surface_speed),
                     memory(&WavePulleyState::mount_rate)}};
}

}  // namespace

WavePulleyState WavePulley::begin(double speed, double mount, double arriving_force, double leaving_force) const {
  const double feed = properties_.feed * speed * speed;
  return {.speed = speed,
          .surface_speed = speed,
          .mount_rate = properties_.mount_force ? 0.0 : 1.0,
          .mount = mount,
          .arriving_force = arriving_force,
          .leaving_force = leaving_force,
          .feed = feed,
          .centrifugal = properties_.mass_per_length * speed * speed,
          .end_speed = {speed, speed},
          .end_force = {arriving_force + 0.5 * properties_.belt_weight,
                        leaving_force - 0.5 * properties_.belt_weight + feed}};
}

WavePulleyState WavePulley::advance(double time, double length, const std::array<const WavePulleyState*, 2>& earlier,
                                    const WaveArrival& before, const WaveArrival& behind) const {
  const WavePulleyProperties& p = properties_;
  Step step = step_from(time, length, earlier);
  const WavePulleyState& now = step.now;
  const Eigen::Vector2d by_u =
      p.mount_force ? p.axis_by_u : Eigen::Vector2d((p.axis(time + length) - p.axis(time)) / length);
  step.along = {by_u.dot(p.arriving), by_u.dot(p.leaving)};
  step.centrifugal = p.mass_per_length * now.speed * now.speed;
  step.feed = now.speed > 0.0 ? p.feed * now.speed * now.speed : 0.0;
  step.resistance = {before.resistance, behind.resistance};
  if (p.turned) step.given_surface = p.radius * (p.turned(time + length) - p.turned(time)) / length;
  // Half of the mass and of the weight of the string on the pulley is at each end.
  const double mass = 0.5 * p.belt_mass;
  const double weight = 0.5 * p.belt_weight;
  step.arriving.by << before.impedance + mass * step.rate, 0.0, before.impedance * step.along[0];
  step.arriving.constant = -before.impedance * before.wave - before.weight - mass * step.memory[0] - weight;
  step.leaving.by << -behind.impedance - mass * step.rate, 0.0, -behind.impedance * step.along[1];
  step.leaving.constant = behind.impedance * behind.wave + behind.weight + mass * step.memory[0] + weight - step.feed;

  WavePulleyState next = solved(p, step);
  if (!(next.arriving_force > step.centrifugal && next.leaving_force > step.centrifugal)) {
    throw SolverError(fmt::format("at t = {:.6g} s the belt becomes slack at pulley {}; tighten it, or start it slower",
                                  step.middle, p.label));
  }
  next.time = step.middle;
  next.feed = step.feed;
  next.centrifugal = step.centrifugal;
  next.travel = now.travel + step.displaced(now.speed, next.speed);
  next.turned = now.turned + step.displaced(now.surface_speed, next.surface_speed);
  next.mount = p.mount_force ? now.mount + step.displaced(now.mount_rate, next.mount_rate) : step.middle;
  next.end_speed = {next.speed + step.along[0] * next.mount_rate, next.speed + step.along[1] * next.mount_rate};
  const double inertia = mass * (step.rate * next.speed - step.memory[0]) - weight;
  next.end_force = {next.arriving_force - inertia, next.leaving_force + inertia + step.feed};
  return next;
}

}  // namespace beltdyn::analytic
