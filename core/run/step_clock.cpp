// SPDX-License-Identifier: MIT
#include "core/run/step_clock.hpp"

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
  std::array<std::int64_t, kSolverCounts.size()> counts{};
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = s.*kSolverCounts[i].count;
  writer.integers("statistics", counts);
}

SolverStatistics restore_statistics(StateReader& reader) {
  const auto& counts = reader.integers("statistics", kSolverCounts.size(), {.least = 0});
  SolverStatistics s;
  for (std::size_t i = 0; i < kSolverCounts.size(); ++i) s.*kSolverCounts[i].count = counts[i];
  return s;
}

}  // namespace beltdyn
