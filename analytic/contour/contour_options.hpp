// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/contour/abel.hpp"
#include "analytic/contour/delay_simulation.hpp"
#include "core/settings/formulation.hpp"

namespace beltdyn::analytic {

// The options of the formulations "analytic_abel" and "analytic_linear".
class AbelOptions final : public RunOptions {
 public:
  explicit AbelOptions(StartFormula formula) : formula_(formula) {}

  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<AbelOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override { return "linear"; }

 private:
  StartFormula formula_;
  double time_step_ = 0.0;  // [s]
};

// The options of the formulation "analytic_dde".
class DelayOptions final : public RunOptions {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<DelayOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override;
  bool is_exact() const override { return method_ == DelayMethod::high_accuracy; }

 private:
  StrainModel strain_ = StrainModel::linear;
  double time_step_ = 0.0;  // [s]
  DelayMethod method_ = DelayMethod::high_accuracy;
};

// The options of the formulation "analytic_front_tracking".
class FrontTrackingOptions final : public RunOptions {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<FrontTrackingOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override;
  bool is_exact() const override { return true; }

 private:
  StrainModel strain_ = StrainModel::linear;
  double time_step_ = 0.0;  // [s]
};

}  // namespace beltdyn::analytic
