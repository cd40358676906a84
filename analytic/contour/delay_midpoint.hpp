// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "analytic/contour/delay_solution.hpp"

namespace beltdyn::analytic {

// Solves the delay equations by the explicit midpoint rule, [Oborin 2018] Section 4.3: each advance() is one step, adds
// the levels at its middle and its end to the history, and interpolates the history linearly. The rule is of second
// order in the step on average; since t*, t** and later kinks fall anywhere in a step, the error scatters when the step
// is halved.
//
// The two equations (46) have a neutral mode, since they coincide at rest. So the error of the steps leaves a permanent
// offset of the strains: the material length is conserved only up to the error of the scheme.
class DelayMidpoint final : public DelaySolution {
 public:
  explicit DelayMidpoint(const DelayEquations& equations) : DelaySolution(equations), nodes_{Node{}} {}

  void advance(double dt) override;
  HistoryPoint history(std::size_t span, double time) const override;
  double next_knot(double time) const override;
  SolverStatistics statistics() const override { return {.steps = steps_}; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

 private:
  struct Node {
    double time{};  // [s]
    Levels levels{};
  };

  std::array<double, 2> slip_lengths_at(double time, const Levels& levels) const;
  // The first node after `time`.
  std::vector<Node>::const_iterator node_after(double time) const;
  void forget();

  std::vector<Node> nodes_;  // ascending in time
  std::int64_t steps_ = 0;
};

}  // namespace beltdyn::analytic
