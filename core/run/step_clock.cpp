// SPDX-License-Identifier: MIT
#include "core/run/step_clock.hpp"

#include <array>

namespace beltdyn {

double StepClock::after(double dt) const {
  return dt == step_ ? base_ + static_cast<double>(steps_ + 1) * step_ : time() + dt;
}

void StepClock::pass(double dt) {
  if (dt == step_) {
    ++steps_;
  } else {
    base_ = time() + dt;
    steps_ = 0;
  }
}

void StepClock::save(StateWriter& writer) const {
  writer.number("base_time", base_);
  writer.integer("regular_steps", steps_);
}

void StepClock::restore(StateReader& reader) {
  base_ = reader.time("base_time");
  steps_ = reader.count("regular_steps");
}

void save_statistics(const SolverStatistics& s, StateWriter& writer) {
  writer.integers("statistics", std::array{s.steps, s.newton_iterations, s.factorisations, s.rejected_steps,
                                           s.status_changes, s.unsettled_steps});
}

SolverStatistics restore_statistics(StateReader& reader) {
  const auto& counts = reader.integers("statistics", 6, {.least = 0});
  return {.steps = counts[0],
          .newton_iterations = counts[1],
          .factorisations = counts[2],
          .rejected_steps = counts[3],
          .status_changes = counts[4],
          .unsettled_steps = counts[5]};
}

}  // namespace beltdyn
