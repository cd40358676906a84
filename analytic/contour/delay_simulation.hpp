// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "analytic/contour/delay_solution.hpp"
#include "analytic/contour/level_simulation.hpp"

namespace beltdyn::analytic {

enum class DelayMethod {
  high_accuracy,  // DelayIntegrator; the time step is only the output interval of the solution
  midpoint,       // DelayMidpoint, the scheme of the paper
};
inline constexpr std::array<std::string_view, 2> kDelayMethodNames{"high_accuracy", "midpoint"};

// The delay differential equations (33), (34), (46) of [Oborin 2018] as a simulation.
class DelaySimulation final : public LevelSimulation {
 public:
  // Throws UsageError unless the speeds of the drive are constant and positive.
  DelaySimulation(const ContourDrive& drive, StrainModel model, DelayMethod method, double time_step);

  double time() const override { return solution_->time(); }
  double time_step() const override { return time_step_; }
  void advance(double dt) override {
    solution_->advance(dt);
    keep_books();
  }
  ContourTolerances balance_tolerances() const override;
  SolverStatistics statistics() const override { return solution_->statistics(); }
  void save(StateWriter& writer) const override {
    solution_->save(writer);
    ledger_.save(writer);
  }
  void restore(StateReader& reader) override {
    solution_->restore(reader);
    ledger_.restore(reader);
  }

 protected:
  Contact contact(std::size_t k) const override;
  StickPoint stick_point(std::size_t k, double local) const override;
  double stick_elongation(std::size_t k, double length) const override;

 private:
  DelayMethod method_;
  std::unique_ptr<DelaySolution> solution_;
  double time_step_;  // [s]
};

}  // namespace beltdyn::analytic
