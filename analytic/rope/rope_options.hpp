// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"

namespace beltdyn::analytic {

// The options of the formulation "analytic_rope".
class RopeOptions final : public RunOptions {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<RopeOptions>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override { return "rope_on_surface"; }
  bool is_exact() const override { return true; }

 private:
  double time_step_{};  // between two values of the sweep [s]
};

}  // namespace beltdyn::analytic
