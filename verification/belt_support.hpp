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

// Goes on to a time in equal steps, none if it is past; `at_step` is called after each.
void advance_to(
    Simulation& simulation, double time, const std::function<void()>& at_step = [] {});

// The edit that makes these members of a run the only run of a configuration.
std::string only_run(const std::string& members);
// The members of a run that finds the steady motion at a time in eulerian_ale.
std::string steady_ale(int per_pulley, int per_span, double time);

// A belt drive set up from a configuration text and run through the interface that the program uses.
class BeltRun {
 public:
  // The first run of the configuration after edits "/json/pointer=value", which may add runs and change the drive.
  // Throws ConfigError.
  BeltRun(std::string_view configuration, const std::vector<std::string>& edits);

  const BeltSimulation& simulation() const { return *simulation_; }
  BeltSimulation& simulation() { return *simulation_; }
  double time() const { return simulation_->time(); }
  // The value of a history column now, by its name without the unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  // Goes on to a time in equal steps; `at_step` is called after each.
  void advance_to(
      double time, const std::function<void()>& at_step = [] {}) {
    verification::advance_to(*simulation_, time, at_step);
  }
  // Calls at_sample n times, at begin + i·interval for i = 1 to n.
  void look(double begin, double interval, int n, const std::function<void()>& at_sample);

 private:
  std::unique_ptr<BeltSimulation> simulation_;
  std::optional<History> history_;
};

// A drive whose second pulley is driven by the first one.
struct LoadedDrive {
  double driven_speed{};  // ω₂ [rad/s]
  double tight_force{};   // [N]
  double slack_force{};
};

// Means over the looks of BeltRun::look(): elements and links that pass shake a drive.
LoadedDrive mean_drive(BeltRun& run, double begin, double interval, int n);

}  // namespace beltdyn::verification
