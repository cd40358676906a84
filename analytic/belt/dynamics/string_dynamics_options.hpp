// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"

namespace beltdyn::analytic {

// The options of the formulation "analytic_string_dynamics".
class StringDynamicsOptions final : public RunOptions, public HasNumericalParameters {
 public:
  void visit(config::FieldVisitor& visitor) override;
  void choose_left_out(const Drive& drive, double end_time, double row_interval) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<StringDynamicsOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive& drive) const override;
  bool is_exact() const override { return true; }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  double time_step_ = 0.0;   // [s]
  double tolerance_ = 1e-9;  // of a step, relative [-]
};

}  // namespace beltdyn::analytic
