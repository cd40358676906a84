// SPDX-License-Identifier: MIT
#include "lagrangian/links/step_limits.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <span>

#include <Eigen/Core>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/contact/friction_law.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/root.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::lagrangian::links {
namespace {

constexpr double kAnyStep = std::numeric_limits<double>::infinity();
// Number of steps of the phase θ from 0 to π for which waves are evaluated.
constexpr int kPhases = 32;
// (12 b/m)/(4 b/m): damping across links that turn alike, relative to damping along links that shift against each
// other.
constexpr double kDampingAcross = 3.0;
// Distance from 0 at which the method is unstable in any direction of the left half-plane [-].
constexpr double kBeyond = 4.0;
constexpr int kBisections = 40;
// Rounding of a growth of 1 [-].
constexpr double kRounding = 1e-12;
// A velocity below the transition velocity of any friction law [m/s].
constexpr double kSmallVelocity = 1e-9;
// Number of damping times for settling: e⁻³⁰ of the motion is left.
constexpr double kDampedTimes = 30.0;
// Settling time of links without damping [s].
constexpr double kUndampedTime = 0.1;
// Number of implicit steps for settling, if no step is given.
constexpr double kSettlingSteps = 200.0;

// A straight row of equal links, on a pulley or not.
struct Row {
  double mass{};     // m [kg]
  double inertia{};  // I/ℓ² [kg]
  double axial_stiffness{};
  double axial_damping{};
  double bending_stiffness{};  // c_φ/ℓ² [N/m]
  double bending_damping{};    // b_φ/ℓ² [N s/m]
  double normal_stiffness{};
  double normal_damping{};
  double stick_stiffness{};
  double stick_damping{};
  double lever{};                    // Y/ℓ, of the point where friction acts [-]
  double mass_of_pulley = kAnyStep;  // I_p/(n R²), infinite if the pulley does not turn freely [kg]
  double mass_of_mount = kAnyStep;   // J/(n |dc/du|²), infinite if the mount does not move freely [kg]
};

// Growth of e^z in a step of the classical Runge–Kutta method.
double growth(std::complex<double> z) {
  return std::abs(1.0 + z * (1.0 + z / 2.0 * (1.0 + z / 3.0 * (1.0 + z / 4.0))));
}

// Longest stable step for motions e^(λt) of a passive system; a λ with positive real part comes from rounding.
double step_for(std::complex<double> rate) {
  rate = {std::min(rate.real(), 0.0), rate.imag()};
  const double size = std::abs(rate);
  if (size == 0.0) return kAnyStep;
  const auto is_stable = [&](double z) { return growth(z / size * rate) <= 1.0 + kRounding; };
  return numerics::bisect({0.0, kBeyond}, is_stable, 0.0, kBisections).low / size;
}

// Longest stable step for M q″ + D q′ + K q = 0 with diagonal M.
double step_for(const Eigen::Vector3d& M, const Eigen::Matrix3d& D, const Eigen::Matrix3d& K) {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(6, 6);
  A.topRightCorner<3, 3>().setIdentity();
  A.bottomLeftCorner<3, 3>() = M.cwiseInverse().asDiagonal() * (-K);
  A.bottomRightCorner<3, 3>() = M.cwiseInverse().asDiagonal() * (-D);
  double longest = kAnyStep;
  for (const std::complex<double>& rate : numerics::eigenvalues(A)) longest = std::min(longest, step_for(rate));
  return longest;
}

double step_for(const Row& row) {
  double longest = kAnyStep;
  for (int i = 0; i <= kPhases; ++i) {
    const double phase = std::numbers::pi * i / kPhases;
    const double twice_e = 2.0 * (1.0 - std::cos(phase));
    const bool meets_mount = i == 0 && row.mass_of_mount < kAnyStep;
    const double across = meets_mount ? 1.0 / (1.0 / row.mass + 1.0 / row.mass_of_mount) : row.mass;
    const double mass = i == 0 ? 1.0 / (1.0 / across + 1.0 / row.mass_of_pulley) : row.mass;
    const double c = row.axial_stiffness;
    // Motion along, across, and ℓ times the turn; friction acts at the point that moves along by u − Y φ.
    Eigen::Matrix3d K;
    K << twice_e * c, 0.0, 0.0,                                        //
        0.0, twice_e * c + row.normal_stiffness, c * std::sin(phase),  //
        0.0, c * std::sin(phase), 0.5 * c * (1.0 + std::cos(phase)) + twice_e * row.bending_stiffness;
    Eigen::Matrix3d D =
        Eigen::Vector3d(twice_e * row.axial_damping, row.normal_damping, twice_e * row.bending_damping).asDiagonal();
    const Eigen::Vector3d place(1.0, 0.0, -row.lever);
    K += row.stick_stiffness * place * place.transpose();
    D += row.stick_damping * place * place.transpose();
    longest = std::min(longest, step_for(Eigen::Vector3d(mass, across, row.inertia), D, K));
  }
  return longest;
}

Row free_row(const LinkModel& model) {
  const double l2 = model.link_length * model.link_length;
  return {.mass = model.mass,
          .inertia = model.inertia / l2,
          .axial_stiffness = model.axial_stiffness,
          .axial_damping = model.axial_damping,
          .bending_stiffness = model.bending_stiffness / l2,
          .bending_damping = model.bending_damping / l2};
}

// Fastest relaxation −∂ż/∂z of the memory in slow slip [1/s]: a slipping bristle relaxes through its damper.
double relaxation_of_slip(const FrictionLaw& friction) {
  return std::visit(
      [](const auto& law) {
        using History = typename std::decay_t<decltype(law)>::History;
        constexpr contact::SlipMotionOf<double> kCreep{.velocity = kSmallVelocity, .normal_force = 0.0};
        History slipping{};
        std::ranges::fill(slipping.mode, 1.0);
        const auto at_zero = law.memory_rate(kCreep, slipping);
        double fastest = 0.0;
        for (std::size_t k = 0; k < law.memory_size(); ++k) {
          // Slow slip relaxes linearly, so that any difference will do.
          History deflected = slipping;
          deflected.value[k] = 1.0;
          fastest = std::max(fastest, at_zero[k] - law.memory_rate(kCreep, deflected)[k]);
        }
        return fastest;
      },
      friction);
}

// A row of links on a pulley: adds the contact to the free row.
Row pressed_row(const BeltDrive& drive, const LinkModel& model, std::size_t p, const PathArc& arc, double force,
                const Row& row) {
  const LinkPulley& pulley = model.pulleys[p];
  const double area = drive.belt.width * model.reference_length;
  const double pressure = std::max(0.0, force) / (arc.radius * drive.belt.width);
  const double depth = pressure > 0.0 ? drive.contact_of(p).penetration(pressure) : 0.0;
  const auto normal =
      std::visit([depth](const auto& law) { return law.unlimited(contact::GapState{.gap = -depth}); }, pulley.normal);
  Row pressed = row;
  pressed.lever = model.lever / model.link_length;
  pressed.normal_stiffness = -normal.d_gap;
  pressed.normal_damping = -normal.d_gap_rate;
  // The law gets the motion of the point relative to the surface, and its traction acts on the point with the same
  // factor.
  const double share2 = std::pow(pulley.radius / (pulley.rolling > 0.0 ? pulley.rolling : pulley.contact_radius), 2);
  pressed.stick_stiffness =
      share2 * area *
      std::visit([pressure](const auto& law) { return law.stick_stiffness(pressure); }, *drive.contact_of(p).friction);
  pressed.stick_damping = share2 * stick_damping(pulley.friction, pressure * area);
  const double around = arc.length() / model.reference_length;
  if (!drive.pulleys[p].is_prescribed()) {
    pressed.mass_of_pulley = pulley.inertia / (around * pulley.contact_radius * pulley.contact_radius);
  }
  if (const Suspension* suspension = suspension_of(drive.pulleys[p].mount)) {
    pressed.mass_of_mount =
        suspension->inertia / (around * std::pow(force_arm(drive.pulleys[p].mount, drive.pulleys[p].center), 2));
  }
  return pressed;
}

// A property of a row that limits the step, and its name.
struct Part {
  double Row::*value;
  const char* what;
  const char* unit;
  double scale = 1.0;  // factor of the reported value [-]
};

void add_single(const Row& row, std::span<const Part> parts, const std::string& where,
                std::vector<SingleLimit>& limits) {
  for (const Part& part : parts) {
    if (row.*part.value == 0.0) continue;
    Row alone{.mass = row.mass,
              .inertia = row.inertia,
              .lever = row.lever,
              .mass_of_pulley = row.mass_of_pulley,
              .mass_of_mount = row.mass_of_mount};
    alone.*part.value = row.*part.value;
    limits.push_back(
        {.step = step_for(alone),
         .what = fmt::format("{}{}, {:.4g} {}", part.what, where, part.scale * row.*part.value, part.unit)});
  }
}

// J u″ + D u′ + K u = 0
struct Oscillator {
  double inertia{};    // J
  double damping{};    // D
  double stiffness{};  // K
  std::string what{};  // "of the mount of pulley 3"
};

// Adds an oscillator with the stiffness and the memory of the friction in its joint.
void add_oscillator(Oscillator o, const std::optional<JointFriction>& joint, std::vector<SingleLimit>& limits) {
  if (joint) {
    const FrictionLaw law = friction_law(joint->law);
    const JointHold hold = hold_at_rest(*joint);
    o.stiffness += hold.stiffness;
    o.damping += hold.damping;
    const double relaxation = relaxation_of_slip(law);
    if (relaxation > 0.0) {
      limits.push_back({.step = step_for(std::complex<double>(-relaxation)),
                        .what = fmt::format("the relaxation of slipping friction {}, {:.4g} 1/s", o.what, relaxation)});
    }
  }
  const std::complex<double> root =
      std::sqrt(std::complex<double>(o.damping * o.damping - 4.0 * o.inertia * o.stiffness));
  const double step =
      std::min(step_for((-o.damping - root) / (2.0 * o.inertia)), step_for((-o.damping + root) / (2.0 * o.inertia)));
  if (step == kAnyStep) return;
  limits.push_back(
      {.step = step,
       .what = fmt::format("the stiffness and damping {}, {:.4g} and {:.4g}", o.what, o.stiffness, o.damping)});
}

// Adds a mount without the belt.
void add_mount(const BeltDrive& drive, const LinkMount& mount, std::vector<SingleLimit>& limits) {
  const Suspension* suspension = suspension_of(drive.pulleys[mount.pulley].mount);
  if (suspension == nullptr) return;
  Oscillator of_mount{.inertia = suspension->inertia,
                      .damping = suspension->damping,
                      .stiffness = suspension->spring ? suspension->spring->stiffness : 0.0,
                      .what = fmt::format("of the mount of pulley {}", mount.pulley + 1)};
  if (suspension->stops) {
    of_mount.stiffness += suspension->stops->stiffness;
    of_mount.damping += suspension->stops->damping;
  }
  add_oscillator(of_mount, suspension->friction, limits);
}

// Adds a pulley on its bearing, without the belt.
void add_bearing(const BeltDrive& drive, std::size_t pulley, std::vector<SingleLimit>& limits) {
  const Pulley& p = drive.pulleys[pulley];
  if (p.is_prescribed() || !p.bearing_friction) return;
  add_oscillator({.inertia = p.inertia,
                  .damping = p.bearing_damping,
                  .what = fmt::format("of the bearing of pulley {}", pulley + 1)},
                 p.bearing_friction, limits);
}

// Adds a pulley and its accessory, coupled by their spring, without the belt: an oscillator with their reduced inertia.
void add_accessory(const BeltDrive& drive, std::size_t pulley, std::vector<SingleLimit>& limits) {
  const Pulley& p = drive.pulleys[pulley];
  if (!p.accessory->spring) return;
  add_oscillator({.inertia = p.inertia * p.accessory->inertia / (p.inertia + p.accessory->inertia),
                  .damping = p.accessory->spring->damping,
                  .stiffness = p.accessory->spring->stiffness,
                  .what = fmt::format("of the accessory of pulley {}", pulley + 1)},
                 {}, limits);
}

}  // namespace

StepLimits step_limits(const BeltDrive& drive, const LinkModel& model) {
  const double l2 = model.link_length * model.link_length;
  const Part of_joints[] = {
      {&Row::axial_stiffness, "the stiffness of the joints", "N/m"},
      {&Row::axial_damping, "the damping of the joints (axial_damping)", "N s/m"},
      {&Row::bending_stiffness, "the stiffness of the joints in bending", "N m/rad", l2},
      {&Row::bending_damping, "the damping of the joints in bending (bending_damping)", "N m s/rad", l2},
  };
  const Part of_contacts[] = {
      {&Row::normal_stiffness, "the stiffness of the contact", "N/m"},
      {&Row::normal_damping, "the damping of the contact", "N s/m"},
      {&Row::stick_stiffness, "the stick stiffness", "N/m"},
      {&Row::stick_damping, "the damping of friction at rest", "N s/m"},
  };
  const Row row = free_row(model);
  StepLimits limits{.step = step_for(row), .step_when_laid = kAnyStep, .single = {}};
  add_single(row, of_joints, "", limits.single);
  const BeltPath path = path_to_show(drive);
  const double force = string_force(drive, path);
  for (std::size_t p = 0; p < model.pulleys.size(); ++p) {
    const Row pressed = pressed_row(drive, model, p, path.arcs()[p], force, row);
    limits.step = std::min(limits.step, step_for(pressed));
    add_single(pressed, of_contacts, fmt::format(" with pulley {}", p + 1), limits.single);
    const double relaxation = relaxation_of_slip(model.pulleys[p].friction);
    if (relaxation == 0.0) continue;
    limits.single.push_back(
        {.step = step_for(std::complex<double>(-relaxation)),
         .what = fmt::format("the relaxation of slipping friction on pulley {}, {:.4g} 1/s", p + 1, relaxation)});
    limits.step = std::min(limits.step, limits.single.back().step);
  }
  std::vector<SingleLimit> of_joints_alone;
  for (const LinkMount& mount : model.mounts) add_mount(drive, mount, of_joints_alone);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) add_bearing(drive, p, of_joints_alone);
  for (const std::size_t p : model.accessories) add_accessory(drive, p, of_joints_alone);
  for (const SingleLimit& limit : of_joints_alone) limits.step = std::min(limits.step, limit.step);
  limits.single.insert(limits.single.end(), of_joints_alone.begin(), of_joints_alone.end());
  const Row across{.mass = row.mass, .inertia = row.inertia, .axial_damping = kDampingAcross * row.axial_damping};
  limits.step_when_laid = std::min(limits.step, step_for(across));
  std::stable_sort(limits.single.begin(), limits.single.end(),
                   [](const SingleLimit& a, const SingleLimit& b) { return a.step < b.step; });
  return limits;
}

double settling_in_motion(const LinksParameters& parameters) {
  if (parameters.settling_time > 0.0) return parameters.settling_time;
  return parameters.settling_damping > 0.0 ? kDampedTimes / parameters.settling_damping : kUndampedTime;
}

long preparing_steps(double duration, const LinksParameters& parameters, const StepLimits& limits) {
  if (duration == 0.0) return 0;
  const double step = parameters.time_step > 0.0 ? parameters.time_step : duration / kSettlingSteps;
  const double longest = parameters.time_integration == TimeIntegration::implicit
                             ? step
                             : std::min(step, kSafeStep * limits.step_when_laid);
  return static_cast<long>(std::ceil(duration / longest));
}

std::string StepLimits::reason(double time_step) const {
  std::vector<std::string> clauses;
  for (const SingleLimit& limit : single) {
    if (!clauses.empty() && time_step <= limit.step) break;
    clauses.push_back(fmt::format("{}, allows {:.3g} s", limit.what, limit.step));
  }
  return fmt::format("per link {}", fmt::join(clauses, "; "));
}

}  // namespace beltdyn::lagrangian::links
