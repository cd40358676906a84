// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analytic/belt/modes/linear_string.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/linear/small_motions.hpp"

namespace beltdyn::analytic {

// The steady motions of a belt drive with a massless belt that sticks rigidly, and the small motions about the present
// one by LinearString. Outputs: linear_outputs().
class LinearStringSimulation final : public SteadyStringSimulation {
 public:
  // The belt runs at the means of the time functions, without their orders. Throws SolverError as
  // SteadyStringSimulation does.
  LinearStringSimulation(const BeltDrive& drive, double time_step, LinearOptions options);

  std::shared_ptr<LinearAnalysis> linear_analysis() override;
  RunEnd conclude(const std::filesystem::path& folder) override { return write_small_motions(*this, folder); }
  std::unique_ptr<Simulation> at_speeds(double factor, const Simulation& near) const override;
  std::vector<std::string> preflight(double end_time) const override;

 private:
  Indirect<BeltDrive> configured_;  // with the orders
  LinearOptions options_;
  std::vector<std::string> warnings_;
};

}  // namespace beltdyn::analytic
