// SPDX-License-Identifier: MIT
#include "verification/exact/two_pulley_string.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::exact {
namespace {

// A torque this close to the largest one counts as the largest: relative rounding of the reference length [-].
constexpr double kRounding = 1e-13;
// Above this ln(τ₁/τ₂) the force τ₂ is below the rounding error of τ₁.
constexpr double kLargestExponent = 30.0;

void require(bool holds, const std::string& name, double value, const char* condition) {
  if (holds) return;
  throw UsageError(fmt::format("string drive: {} = {:.6g}; it must be {}", name, value, condition));
}

void check(const StringDrive& drive, double driver_speed) {
  require(drive.axial_stiffness > 0.0, "axial_stiffness", drive.axial_stiffness, "> 0");
  require(drive.unstressed_stretch > 0.0, "unstressed_stretch", drive.unstressed_stretch, "> 0");
  require(drive.mass_per_length >= 0.0, "mass_per_length", drive.mass_per_length, ">= 0");
  require(drive.reference_length > 0.0, "reference_length", drive.reference_length, "> 0");
  require(driver_speed >= 0.0, "driver_speed", driver_speed, ">= 0");
  for (std::size_t k = 0; k < 2; ++k) {
    const auto member = [k](const char* name) { return fmt::format("{}[{}]", name, k); };
    require(drive.radius[k] > 0.0, member("radius"), drive.radius[k], "> 0");
    require(drive.wrap[k] > 0.0 && drive.wrap[k] < 2.0 * std::numbers::pi, member("wrap"), drive.wrap[k],
            "> 0 and < 2 pi");
    require(drive.span_length[k] >= 0.0, member("span_length"), drive.span_length[k], ">= 0");
    require(drive.coefficient[k] > 0.0, member("coefficient"), drive.coefficient[k], "> 0");
  }
}

// ln(τ₁/τ₂) at which slip covers a whole wrap.
double full_slip_exponent(const StringDrive& drive) {
  return std::min({drive.pull(0) * drive.wrap[0], drive.pull(1) * drive.wrap[1], kLargestExponent});
}

// τ at the stretch λ₁ [N].
double effective_force_at(const StringDrive& drive, double driver_speed, double stretch) {
  return drive.axial_stiffness * (stretch - drive.unstressed_stretch) -
         drive.mass_per_length * driver_speed * driver_speed / stretch;
}

// The motion with the effective forces τ₁ and τ₁ − difference; (4) need not hold. Arguments are forces because
// stretches would not resolve small forces.
SteadyStringMotion motion_at(const StringDrive& drive, double driver_speed, double effective_force, double difference) {
  SteadyStringMotion motion;
  const double stretch = drive.stretch(driver_speed, effective_force);
  motion.flux = driver_speed / stretch;
  motion.effective_force = {effective_force, effective_force - difference};
  motion.stretch = {stretch, stretch - difference / drive.slope(motion.flux)};
  const double exponent = std::abs(std::log(motion.effective_force[0] / motion.effective_force[1]));
  for (std::size_t k = 0; k < 2; ++k) {
    motion.force[k] = drive.axial_stiffness * (motion.stretch[k] - drive.unstressed_stretch);
    motion.speed[k] = motion.flux * motion.stretch[k];
    motion.angular_velocity[k] = motion.speed[k] / drive.radius[k];
    motion.slip_arc[k] = difference == 0.0 ? 0.0 : exponent / drive.pull(k);
  }
  motion.driver_torque = drive.radius[0] * difference;
  motion.driven_torque = drive.radius[1] * difference;
  return motion;
}

// The stretch at the angle φ behind the start of slip on pulley k.
double stretch_in_slip(const StringDrive& drive, const SteadyStringMotion& motion, std::size_t k, double angle) {
  const double direction = motion.effective_force[1 - k] > motion.effective_force[k] ? 1.0 : -1.0;
  const double effective_force = motion.effective_force[k] * std::exp(direction * drive.pull(k) * angle);
  return (effective_force + drive.offset()) / drive.slope(motion.flux);
}

// ∫ dθ/λ from the start of slip on pulley k, (3).
double slip_integral(const StringDrive& drive, const SteadyStringMotion& motion, std::size_t k, double angle) {
  const double growth = std::abs(std::log(stretch_in_slip(drive, motion, k, angle) / motion.stretch[k]));
  return drive.slope(motion.flux) / drive.offset() * (angle - growth / drive.pull(k));
}

// The right-hand side of (4) [m].
double reference_length(const StringDrive& drive, const SteadyStringMotion& motion) {
  double sum = 0.0;
  for (std::size_t k = 0; k < 2; ++k) {
    const double stick = drive.radius[k] * (drive.wrap[k] - motion.slip_arc[k]);
    sum += (drive.span_length[1 - k] + stick) / motion.stretch[k] +
           drive.radius[k] * slip_integral(drive, motion, k, motion.slip_arc[k]);
  }
  return sum;
}

// Throws unless the unloaded running belt presses on the pulleys.
void check_pressure(const StringDrive& drive, double driver_speed) {
  const double stretch = drive.contour_length() / drive.reference_length;
  if (stretch > (1.0 + kRounding) * drive.stretch(driver_speed, 0.0)) return;
  throw SolverError(
      fmt::format("the belt does not press on the pulleys: at {:.6g} m/s it needs a force above {:.6g} N to run around "
                  "them but has {:.6g} N; tighten the belt or reduce the speed",
                  driver_speed, drive.mass_per_length * driver_speed * driver_speed / stretch,
                  drive.axial_stiffness * (stretch - drive.unstressed_stretch)));
}

// Throws for a torque above the largest torque of the drive.
[[noreturn]] void throw_full_slip(const StringDrive& drive, const SteadyStringMotion& limit, double torque) {
  const bool on_driver = drive.pull(0) * drive.wrap[0] < drive.pull(1) * drive.wrap[1];
  throw SolverError(
      fmt::format("no steady motion: the driven pulley is required to deliver {:.6g} N m, but the belt slips over the "
                  "whole wrap of the {} at {:.6g} N m, with the driven pulley at {:.6g} m/s; reduce the torque or the "
                  "creep, or increase friction or pretension",
                  torque, on_driver ? "driver" : "driven pulley", limit.driven_torque, limit.speed[1]));
}

}  // namespace

double StringDrive::contour_length() const {
  return radius[0] * wrap[0] + span_length[0] + radius[1] * wrap[1] + span_length[1];
}

double StringDrive::stretch(double speed, double effective_force) const {
  const double sum = offset() + effective_force;
  const double inertia = mass_per_length * speed * speed;
  return (sum + std::sqrt(sum * sum + 4.0 * axial_stiffness * inertia)) / (2.0 * axial_stiffness);
}

SteadyStringMotion steady_string_motion(const StringDrive& drive, double driver_speed, double driven_torque) {
  check(drive, driver_speed);
  check_pressure(drive, driver_speed);
  const double difference = driven_torque / drive.radius[1];
  const double exponent = full_slip_exponent(drive);
  // τ₁ at which slip covers a whole wrap, from (1) for a given τ₁ − τ₂.
  const double least = difference > 0.0 ? difference / -std::expm1(-exponent) : -difference / std::expm1(exponent);
  const auto missing = [&](double effective_force) {
    return reference_length(drive, motion_at(drive, driver_speed, effective_force, difference)) -
           drive.reference_length;
  };
  if (difference != 0.0) {
    const double shortage = missing(least);
    if (shortage < -kRounding * drive.reference_length) {
      const PowerFlow power = difference > 0.0 ? PowerFlow::from_driver : PowerFlow::to_driver;
      throw_full_slip(drive, full_slip_motion(drive, driver_speed, power), driven_torque);
    }
    if (shortage <= 0.0) return motion_at(drive, driver_speed, least, difference);
  }
  // Upper end of the bracket: above it the belt is stretched everywhere by more than its length allows; a grows with
  // τ₁.
  const double least_slope = drive.slope(driver_speed / drive.stretch(driver_speed, least));
  const double even = drive.contour_length() / drive.reference_length;
  const double most_stretch = (1.0 + kRounding) * (even + std::abs(difference) / least_slope);
  const double most = std::max(least, effective_force_at(drive, driver_speed, most_stretch));
  return motion_at(drive, driver_speed, numerics::find_root(missing, least, most), difference);
}

SteadyStringMotion full_slip_motion(const StringDrive& drive, double driver_speed, PowerFlow power) {
  check(drive, driver_speed);
  check_pressure(drive, driver_speed);
  const double sign = power == PowerFlow::from_driver ? 1.0 : -1.0;
  const double part = -std::expm1(-sign * full_slip_exponent(drive));  // (τ₁ − τ₂)/τ₁
  const auto motion = [&](double effective_force) {
    return motion_at(drive, driver_speed, effective_force, part * effective_force);
  };
  const auto missing = [&](double effective_force) {
    return reference_length(drive, motion(effective_force)) - drive.reference_length;
  };
  // The bracket extends from a belt that barely presses on the pulleys to a belt stretched everywhere by more than its
  // length allows.
  const double even = drive.contour_length() / drive.reference_length;
  const double high = drive.axial_stiffness * (even - drive.unstressed_stretch) * std::max(1.0, 1.0 / (1.0 - part));
  const double low = kRounding * effective_force_at(drive, driver_speed, even);
  return motion(numerics::find_root(missing, low, high));
}

double largest_torque(const StringDrive& drive, double driver_speed, PowerFlow power) {
  return std::abs(full_slip_motion(drive, driver_speed, power).driven_torque);
}

SteadyStringMotion steady_string_motion_under_load(const StringDrive& drive, double driver_speed,
                                                   const std::function<double(double)>& load) {
  const auto load_of = [&load](const SteadyStringMotion& motion) { return load(motion.angular_velocity[1]); };
  const SteadyStringMotion most = full_slip_motion(drive, driver_speed, PowerFlow::from_driver);
  const SteadyStringMotion least = full_slip_motion(drive, driver_speed, PowerFlow::to_driver);
  if (most.driven_torque < load_of(most)) throw_full_slip(drive, most, load_of(most));
  if (least.driven_torque > load_of(least)) throw_full_slip(drive, least, load_of(least));
  const double torque = numerics::find_root(
      [&](double driven_torque) {
        return driven_torque - load_of(steady_string_motion(drive, driver_speed, driven_torque));
      },
      least.driven_torque, most.driven_torque);
  return steady_string_motion(drive, driver_speed, torque);
}

}  // namespace beltdyn::exact
