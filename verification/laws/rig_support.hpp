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

// A friction rig set up as from a configuration file and run through the interface that the program uses: what is
// between the reported states is found by going back to one of them and on by a shorter step.
class RigRun {
 public:
  // motion, law: JSON objects, the latter e.g. {"type": "dahl", ...}. Throws ConfigError.
  RigRun(double normal_force, const std::string& motion, const std::string& law, double time_step,
         double tolerance = 1e-12);

  double time() const { return simulation_->time(); }
  double time_step() const { return simulation_->time_step(); }
  // The value of a history column now, by its name without the unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  // Goes on to a time, in steps of time_step and a shorter one at last.
  void advance_to(double time);

  // The state, to go back to.
  std::vector<std::uint8_t> mark() const;
  void back_to(const std::vector<std::uint8_t>& mark);

 private:
  std::unique_ptr<Simulation> simulation_;
  std::optional<History> history_;
};

using RigQuantity = std::function<double(const RigRun&)>;

struct RigPeak {
  double value{};
  double time{};  // [s]
};

// Goes on while `persists` holds at the ends of the steps, at most to `end`, and finds the largest value of a quantity
// on the way, to half the digits of a double; it may have one maximum within two steps.
RigPeak largest(RigRun& run, double end, const RigQuantity& quantity, const RigQuantity& persists);

// Goes on to the time at which a quantity falls to 0, to all digits; to `end` if it does not.
void advance_to_zero(RigRun& run, double end, const RigQuantity& quantity);

// Motions as JSON.
std::string pulled_mass(double mass, double spring_stiffness, double pull_speed, double damping = 0.0);
std::string constant_velocity(double velocity);
// Straight from point to point, each in one second.
std::string path_through(const std::vector<double>& positions);

// "stribeck" coefficient as JSON, with the exponent 2, and a constant one.
std::string stribeck(double static_coefficient, double kinetic_coefficient, double velocity);
std::string constant_coefficient(double value);

}  // namespace beltdyn::verification
