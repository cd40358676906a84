// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/belt/belt_simulation.hpp"

namespace beltdyn::verification {

// Advances the simulation to a time [s] in equal steps and calls `at_step` after each step. Does nothing if that time
// is past.
void advance_to(
    Simulation& simulation, double time, const std::function<void()>& at_step = [] {});

// The edit of a configuration that replaces its runs by one run with these members.
std::string only_run(const std::string& members);
// The members of a run of eulerian_ale that computes the steady motion at a time [s].
std::string steady_ale(int per_pulley, int per_span, double time);

// A belt drive that verification cases set up from a configuration text and run through the interface that the program
// uses.
class BeltRun {
 public:
  // Creates the first run of the configuration. Edits "/json/pointer=value" are applied first; they may add runs and
  // change the drive. Throws ConfigError.
  BeltRun(std::string_view configuration, const std::vector<std::string>& edits);

  const BeltSimulation& simulation() const { return *simulation_; }
  BeltSimulation& simulation() { return *simulation_; }
  double time() const { return simulation_->time(); }
  // The current value of a history column; the name is given without the unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  // Advances to a time [s] in equal steps and calls `at_step` after each step.
  void advance_to(
      double time, const std::function<void()>& at_step = [] {}) {
    verification::advance_to(*simulation_, time, at_step);
  }
  // Advances to begin + i·interval [s] for i = 1 to n and calls `at_sample` at each of these times.
  void look(double begin, double interval, int n, const std::function<void()>& at_sample);

 private:
  std::unique_ptr<BeltSimulation> simulation_;
  std::optional<History> history_;
};

// Results of a drive whose first pulley drives the second one.
struct LoadedDrive {
  double driven_speed{};  // ω₂ [rad/s]
  double tight_force{};   // span force [N]
  double slack_force{};   // span force [N]
};

// Means over the samples of BeltRun::look(). A single sample would include the oscillations that arriving elements and
// links excite.
LoadedDrive mean_drive(BeltRun& run, double begin, double interval, int n);

}  // namespace beltdyn::verification
