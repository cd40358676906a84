// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/simulation/belt_simulation.hpp"

namespace beltdyn::verification {

// A belt drive set up from a configuration text and run through the interface that the program uses.
class BeltRun {
 public:
  // The first run of the configuration after edits "/json/pointer=value", which may add runs and change the drive.
  // Throws ConfigError.
  BeltRun(std::string_view configuration, const std::vector<std::string>& edits);

  const BeltSimulation& simulation() const { return *simulation_; }
  double time() const { return simulation_->time(); }
  // The value of a history column now, by its name without the unit.
  double operator[](std::string_view column) const { return history_->value(column); }
  // Goes on to a time in equal steps; `at_step` is called after each.
  void advance_to(
      double time, const std::function<void()>& at_step = [] {});

 private:
  std::unique_ptr<BeltSimulation> simulation_;
  std::optional<History> history_;
};

}  // namespace beltdyn::verification
