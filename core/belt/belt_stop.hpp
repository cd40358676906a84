// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/stop_record.hpp"

namespace beltdyn {

class BeltSimulation;

// Follows how a belt drive without prescribed pulleys is stopped by brakes, or because its motors are switched off. A
// motor is a torque, not of resisting form, that has driven the belt in its running direction. The stop begins at the
// last corner of a capacity or of a motor's torque, power or factor over time, before which no brake acts and a motor
// is on. The belt is at rest while surface and belt rest at a pulley. Its displacement is taken at the middle of the
// arc of each pulley, by the trapezoidal rule over steps.
class BeltStop {
 public:
  explicit BeltStop(const BeltDrive& drive);

  // Calls `advance`, a step of the simulation.
  void follow(const BeltSimulation& simulation, const std::function<void()>& advance);
  // stopping_time, stopping_distance, and run_back if the belt runs back; empty if the drive is not stopped at the
  // present time.
  std::vector<Conclusion> conclusions(const BeltSimulation& simulation) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // Speeds at the pulleys, positive in the running direction, shape (n_pulleys) [m/s].
  struct Speeds {
    std::vector<double> belt{};
    std::vector<double> surface{};
  };
  static Speeds speeds_of(const BeltSimulation& simulation);
  // Notes which torques drive the belt forwards at these surface speeds.
  void note_motors(const BeltSimulation& simulation, std::span<const double> surface);
  // Does a brake act, or are all motors off?
  bool is_stopped(const BeltDrive& drive, double time) const;
  void note_begin(const BeltDrive& drive, const StopRecord::Moment& before, const StopRecord::Moment& now);
  void look(const Speeds& speeds, const StopRecord::Moment& now);

  bool is_followed_;
  std::vector<bool> has_driven_;  // of each torque, pulley by pulley
  Speeds speeds_{};               // at the end of the last step; empty: not known
  std::vector<double> places_;    // displacements since the start [m]
  std::vector<double> furthest_;  // since the stop began, in the direction of the belt then [m]
  double direction_ = 1.0;        // of the belt when the stop began
  double run_back_ = 0.0;         // [m]
  StopRecord record_;
};

}  // namespace beltdyn
