// SPDX-License-Identifier: MIT
// Runs of ropes with ends that several cases share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/history.hpp"
#include "core/run/rope_drive_simulation.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn::verification {

inline constexpr const char* kStepsOfRopes = "the tolerance of the steps, 1e-12, summed over some hundred of them";
inline constexpr const char* kDigitsOfReference = "the digits of the reference";

// The first run of a rope drive, executed through the interface that the program uses.
class RopeRun {
 public:
  RopeRun(std::string_view text, const std::vector<std::string>& edits);
  void advance_to(double time);
  double operator[](std::string_view column) const { return history_->value(column); }
  double time() const { return simulation_->time(); }
  // The stop of the rope, if it has come to rest.
  std::optional<Stop> stop() const;

 private:
  std::unique_ptr<Simulation> simulation_;
  std::optional<History> history_;
};

// The edit that makes a run of analytic_string_dynamics with a tight tolerance the only run.
std::string rope_dynamics(double step);

// The closed form of an emergency stop: a descending car, a counterweight, and a sheave whose brake is stronger than
// friction.
struct Lift {
  double car = 1500.0;            // [kg]
  double counterweight = 1200.0;  // [kg]
  double radius = 0.3;            // [m]
  double inertia = 20.0;          // [kg m²]
  double coefficient = 0.1;       // μ [-]
  double speed = 2.0;             // [m/s]
  double brake = 2000.0;          // [N m]

  double ratio() const;
  double deceleration() const;         // a from m₁ (g + a) = e^{μπ} m₂ (g − a) [m/s²]
  double car_force() const;            // [N]
  double counterweight_force() const;  // [N]
  double friction() const;             // [N]
  double least_brake() const;          // at which slip begins: it brakes the rope and the sheave [N m]
  double sheave_stop() const;          // [s]
  double rope_stop() const;            // [s]
  double slip() const;                 // [m]
};

}  // namespace beltdyn::verification
