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

// The steady motions of a belt drive without the mass of the belt, that sticks rigidly, and the small motions about the
// present one, as described by LinearString. They are reported in the columns angular_velocity_k, torque_k,
// drive_torque_k of pulleys whose motion is prescribed, mount_position_k and mount_force_k of mounts that the belt
// moves, accessory_angular_velocity_k and accessory_torque_k of accessories, and span_force_k.
class LinearStringSimulation final : public SteadyStringSimulation {
 public:
  // Throws SolverError as SteadyStringSimulation.
  // The belt runs about the means of the time functions, without their orders.
  LinearStringSimulation(const BeltDrive& drive, double time_step, LinearOptions options);

  std::shared_ptr<LinearAnalysis> linear_analysis() override;
  std::vector<Finding> conclude(const std::filesystem::path& folder) override {
    return write_small_motions(*this, folder);
  }
  std::unique_ptr<Simulation> at_speeds(double factor) const override;
  std::vector<std::string> preflight(double end_time) const override;

 private:
  Indirect<BeltDrive> configured_;  // with the orders
  LinearOptions options_;
  std::vector<std::string> warnings_;
};

}  // namespace beltdyn::analytic
