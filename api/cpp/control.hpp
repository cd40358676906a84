// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/drive/any_drive.hpp"
#include "core/run/state_archive.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn::library {

// The controlled quantity: a moment in addition to the configuration, the angular velocity or the angle of a pulley of
// prescribed motion, the capacity of a brake, a force along the slide of a mount in addition to the configuration, the
// prescribed rotation of an arm or displacement of a slider.
enum class Act { torque, speed, angle, brake, force, arm, slide };

// A controlled quantity of a pulley.
struct ControlledInput {
  std::size_t pulley{};  // from 0
  std::string label{};   // its name, or its number from 1
  Act act{};
  double initial{};  // at time 0 [N m], [rad/s], [rad], [N m], [N], [rad], [m]
  double speed{};    // angular velocity of a pulley of prescribed motion at time 0 [rad/s]
};

// A function of time by straight lines that a controller extends as time advances.
class ControlledFunction {
 public:
  explicit ControlledFunction(double initial);

  // The function that drives use; it follows the later changes of this object.
  TimeFunction function() const;
  double last_value() const { return lines_->value.back(); }
  double integral(double now) const;  // from time 0 on

  // Sets a value from now on. The past stays.
  void jump(double now, double value);
  // Changes linearly to a value at the end of a step, and continues with that slope until settle(), so that the
  // derivative at the end is the one of the step.
  void lead_to(double begin, double end, double value);
  // Ends the step now, with its final value. The time agrees with lead_to() except for rounding.
  void arrive(double now);
  // Keeps the present value from now on.
  void settle(double now);

  void save(StateWriter& writer, const std::string& name) const;
  void read(const StateReader& reader, const std::string& name);

 private:
  void forget_past();

  std::shared_ptr<TimeFunction::PiecewiseLinear> lines_;
  bool has_continuation_ = false;
};

// The quantity that "driver", "2", "driver:angle", "tensioner:force", "tensioner:arm" or "hoist:brake" names in a
// drive. Throws UsageError.
ControlledInput controlled_input(const Drive& drive, const std::string& name);
// Inserts a controlled function into a drive.
void take_control(Drive& drive, const ControlledInput& input, const ControlledFunction& function);

}  // namespace beltdyn::library
