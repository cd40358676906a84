// SPDX-License-Identifier: MIT
// Runs of ropes with ends that several cases share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/simulation.hpp"

namespace beltdyn::verification {

// The first run of a configuration of a rope drive.
class RopeRun {
 public:
  // From its text with edits, as --set has them.
  RopeRun(std::string_view text, const std::vector<std::string>& edits);

  void advance_to(double time);
  // Of the history, by the name of the column without its unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  double time() const { return simulation_->time(); }

 private:
  std::unique_ptr<Simulation> simulation_;
  std::optional<History> history_;
};

// A car that goes down, a counterweight, and a sheave with a brake that is stronger than friction.
struct Lift {
  double car = 1500.0;            // [kg]
  double counterweight = 1200.0;  // [kg]
  double radius = 0.3;            // [m]
  double inertia = 20.0;          // [kg m²]
  double coefficient = 0.1;
  double speed = 2.0;     // [m/s]
  double brake = 2000.0;  // [N m]

  double ratio() const;
  double deceleration() const;         // a, m₁ (g + a) = e^{μπ} m₂ (g − a) [m/s²]
  double car_force() const;            // [N]
  double counterweight_force() const;  // [N]
  double friction() const;             // [N]
  double least_brake() const;          // at which slip begins: the sheave brakes the rope, and itself [N m]
  double sheave_stop() const;          // [s]
  double rope_stop() const;            // [s]
  double slip() const;                 // [m]
};

}  // namespace beltdyn::verification
