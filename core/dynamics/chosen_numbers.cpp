// SPDX-License-Identifier: MIT
#include "core/dynamics/chosen_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/pulley/pulley_list.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/dynamics/rigid_motion.hpp"
#include "core/dynamics/step_scales.hpp"
#include "core/numerics/rounded.hpp"

namespace beltdyn {
namespace {

constexpr double kFewestSteps = 500.0;
constexpr double kMostSteps = 1e6;  // limit for very fast time functions
constexpr double kPartOfLength = 0.8;
constexpr double kStepsPerPanel = 10.0;  // of TimeFunction::smooth_panel()
constexpr double kSteadyMotions = 50.0;
constexpr double kMostParts = 1e5;  // limit of the number of parts
// A cubic element that turns by θ is longer than its arc by the part kLengthError θ⁴.
constexpr double kLengthError = 1.0 / 340.0;
constexpr double kForceError = 1e-3;  // relative
// A material element that turns by θ changes the speed of the belt by the part kSpeedError θ².
constexpr double kSpeedError = 6e-4;
constexpr double kCreepError = 3e-3;  // relative to the strain of the belt at rest
constexpr double kFinestAngle = 0.5;  // relative to the usual angle

using TimeFunctions = std::vector<const TimeFunction*>;

// The fastest speed of the belt according to the pulleys of prescribed motion [m/s].
double fastest_surface(std::span<const Pulley> pulleys, double end_time) {
  double fastest = 0.0;
  for (const Pulley& pulley : pulleys) {
    if (!pulley.is_prescribed()) continue;
    fastest = std::max(fastest, pulley.radius * prescribed_speed(pulley).largest_magnitude(0.0, end_time));
  }
  return fastest;
}

double time_step(const TimeFunctions& functions, double speed, double length, double end_time) {
  double step = end_time / kFewestSteps;
  if (speed > 0.0 && length > 0.0) step = std::min(step, kPartOfLength * length / speed);
  for (const TimeFunction* function : functions) step = std::min(step, function->smooth_panel() / kStepsPerPanel);
  step = std::max(step, end_time / kMostSteps);
  return numerics::rounded_down(step);
}

}  // namespace

double chosen_time_step(const BeltDrive& drive, double length, double end_time) {
  TimeFunctions functions = time_functions_of(drive.pulleys);
  for (const BeltBody& body : drive.bodies) {
    if (body.force) functions.push_back(&*body.force);
  }
  const bool is_prescribed = std::ranges::any_of(drive.pulleys, &Pulley::is_prescribed);
  const double speed = is_prescribed ? fastest_surface(drive.pulleys, end_time) : fastest_rigid_motion(drive, end_time);
  return time_step(functions, speed, length, end_time);
}

double chosen_time_step(const RopeDrive& drive, double length, double end_time) {
  double speed = fastest_surface(drive.pulleys, end_time);
  for (const RopeDriveEnd& end : drive.ends) {
    if (const auto* body = std::get_if<BodyEnd>(&end.form)) speed = std::max(speed, std::abs(body->velocity));
    if (const auto* winch = std::get_if<WinchEnd>(&end.form))
      speed = std::max(speed, winch->rate.largest_magnitude(0.0, end_time));
  }
  return time_step(drive.time_functions(), speed, length, end_time);
}

double chosen_interval(const BeltDrive& drive, double end_time, double row_interval) {
  const bool is_constant = std::ranges::all_of(time_functions_of(drive.pulleys), &TimeFunction::is_constant);
  if (is_constant) return end_time;
  const double usual = end_time / kSteadyMotions;
  return row_interval > 0.0 ? std::min(usual, row_interval) : usual;
}

int chosen_parts(std::span<const Pulley> pulleys, double length, int usual, double turn) {
  double needed = usual;
  for (const Pulley& pulley : pulleys) needed = std::max(needed, std::ceil(length / (turn * pulley.radius)));
  return static_cast<int>(std::min(needed, kMostParts));
}

int parts_for_force(const BeltDrive& drive, std::span<const double> turns) {
  const BeltPath path = path_to_show(drive);
  const double force = string_force(drive, path);
  if (!(force > 0.0)) return 1;
  double longer = 0.0;  // excess of the belt length with 1 element on each pulley [m]
  for (std::size_t k = 0; k < turns.size(); ++k) {
    longer += kLengthError * std::pow(turns[k], 4) * path.arcs()[k].length();
  }
  const double error = drive.belt.axial_stiffness / force * longer / path.length();
  return static_cast<int>(std::min(std::ceil(std::pow(error / kForceError, 0.25)), kMostParts));
}

double element_angle_for_creep(const BeltDrive& drive, double usual) {
  const double force = string_force(drive, path_to_show(drive));
  if (!(force > 0.0)) return usual;
  const double angle = std::sqrt(kCreepError / kSpeedError * force / drive.belt.axial_stiffness);
  return std::clamp(angle, kFinestAngle * usual, usual);
}

}  // namespace beltdyn
