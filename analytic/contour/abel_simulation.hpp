// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/contour/abel.hpp"
#include "analytic/contour/level_simulation.hpp"

namespace beltdyn::analytic {

// The closed formulas for the start of the drive, (28) or (29)/(30) of [Oborin 2018], as a simulation: each advance()
// evaluates them. They hold until rest_zone_end() of either pulley. Later they are still evaluated, since the paper
// plots them, but they are no solution then, and slip lengths are cut at the contact length.
class AbelSimulation final : public LevelSimulation {
 public:
  // Throws UsageError unless the speeds of the drive are constant and positive.
  AbelSimulation(const ContourDrive& drive, StartFormula formula, double time_step);

  double time() const override { return time_; }
  double time_step() const override { return time_step_; }
  void advance(double dt) override {
    time_ += dt;
    ++steps_;
    keep_books();
  }
  std::vector<std::string> preflight(double end_time) const override;
  SolverStatistics statistics() const override { return {.steps = steps_}; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 protected:
  Contact contact(std::size_t k) const override;
  StickPoint stick_point(std::size_t k, double local) const override;
  double stick_elongation(std::size_t k, double length) const override;

 private:
  double strain(std::size_t span, double time) const;
  double rate(std::size_t span, double time) const;

  std::array<SpanStart, 2> spans_;  // slack, tight
  StartFormula formula_;
  double time_step_;   // [s]
  double time_ = 0.0;  // [s]
  std::int64_t steps_ = 0;
};

}  // namespace beltdyn::analytic
