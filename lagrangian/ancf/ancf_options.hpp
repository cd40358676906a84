// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "core/dynamics/running_belt.hpp"
#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"

namespace beltdyn::lagrangian {

// The options of the formulation "lagrangian_ancf".
class AncfOptions final : public RunOptions, public HasNumericalParameters {
 public:
  // `find_running` finds the steady motion of a drive that starts running.
  explicit AncfOptions(RunningBeltFinder find_running) : find_running_(std::move(find_running)) {
    parameters_.elements = 0;
  }

  void visit(config::FieldVisitor& visitor) override;
  void choose_left_out(const Drive& drive, double end_time, double row_interval) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<AncfOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive& drive) const override;
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  std::vector<std::string> objections_of_rope(const RopeDrive& rope) const;
  void add_long_elements(std::vector<std::string>& sentences, double length, double radius,
                         const std::string& label) const;
  void add_body_objections(std::vector<std::string>& sentences, const BeltDrive& belt) const;

  ancf::AncfParameters parameters_;
  RunningBeltFinder find_running_;
};

}  // namespace beltdyn::lagrangian
