// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/simulation.hpp"

namespace beltdyn::verification {

// A friction rig set up as from a configuration file and run through the interface that the program uses. Values
// between reported states are found by returning to a state and advancing from it with a shorter step.
class RigRun {
 public:
  // `motion` and `law` are JSON objects, e.g. {"type": "dahl", ...} for the law. Throws ConfigError.
  RigRun(double normal_force, const std::string& motion, const std::string& law, double time_step,
         double tolerance = 1e-12);

  double time() const { return simulation_->time(); }
  double time_step() const { return simulation_->time_step(); }
  // The current value of a history column; the name is given without the unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  // Advances to a time [s] in steps of time_step; the last step may be shorter.
  void advance_to(double time);

  // The current state, as an argument of back_to().
  std::vector<std::uint8_t> mark() const;
  void back_to(const std::vector<std::uint8_t>& mark);

 private:
  std::unique_ptr<Simulation> simulation_;
  std::optional<History> history_;
};

using RigQuantity = std::function<double(const RigRun&)>;

// A maximum of a quantity and its time.
struct RigPeak {
  double value{};  // in the unit of the quantity
  double time{};   // [s]
};

// Advances while `persists` is positive at the ends of the steps, at most to `end`, and returns the largest value of a
// quantity on the way, with half the digits of a double. The quantity may have one maximum within two steps.
RigPeak largest(RigRun& run, double end, const RigQuantity& quantity, const RigQuantity& persists);

// Advances to the time at which a quantity falls to 0, to the precision of a double, or to `end` if it does not.
void advance_to_zero(RigRun& run, double end, const RigQuantity& quantity);

// Motions as JSON.
std::string pulled_mass(double mass, double spring_stiffness, double pull_speed, double damping = 0.0);
std::string constant_velocity(double velocity);
// A polygonal path through positions [m], each reached one second after the one before.
std::string path_through(const std::vector<double>& positions);

// A friction coefficient of type "stribeck" with the exponent 2, and a constant coefficient, as JSON.
std::string stribeck(double static_coefficient, double kinetic_coefficient, double velocity);
std::string constant_coefficient(double value);

}  // namespace beltdyn::verification
