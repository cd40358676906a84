// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "core/drive/drive.hpp"
#include "core/run/state_archive.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn::library {

// What a controller acts by: a moment beside those of the configuration, the angular velocity or the angle of a pulley
// of prescribed motion, the capacity of a brake, a force along the slide of a mount beside that of the configuration,
// the prescribed rotation of an arm or displacement of a slider.
enum class Act { torque, speed, angle, brake, force, arm, slide };

// One of the pulleys that a controller drives, and by what.
struct ControlledInput {
  std::size_t pulley{};  // from 0
  std::string label{};   // its name, else its number from 1
  Act act{};
  double initial{};  // at time 0 [N m], [rad/s], [rad], [N m], [N], [rad], [m]
  double speed{};    // of a pulley of prescribed motion at time 0 [rad/s]
};

// A function of time by straight lines that grow as a controller acts.
class ControlledFunction {
 public:
  explicit ControlledFunction(double initial);

  // The function itself: what becomes of this one is what it gives.
  TimeFunction function() const;
  double last_value() const { return lines_->value.back(); }
  double integral(double now) const;  // from time 0 on

  // From now on it has this value. What is past stays as it was.
  void jump(double now, double value);
  // It goes evenly to a value at the end of a step, and on in the same way until settle(), so that who asks for the
  // derivative at the end is given that of the step.
  void lead_to(double begin, double end, double value);
  // The step has ended now, but for rounding where lead_to() said, and the value is the one that it was to have.
  void arrive(double now);
  // It keeps the value that it has now.
  void settle(double now);

  void save(StateWriter& writer, const std::string& name) const;
  void read(const StateReader& reader, const std::string& name);

 private:
  void forget_past();

  std::shared_ptr<TimeFunction::PiecewiseLinear> lines_;
  bool has_continuation_ = false;
};

// What "driver", "2", "driver:angle", "tensioner:force", "tensioner:arm" or "hoist:brake" names in a drive. Throws
// UsageError.
ControlledInput controlled_input(const Drive& drive, const std::string& name);
// Lets a function act in a drive.
void take_control(Drive& drive, const ControlledInput& input, const ControlledFunction& function);

}  // namespace beltdyn::library
