// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "lagrangian/rope/rope_analysis.hpp"

namespace beltdyn::lagrangian {

// The options of the formulation "lagrangian_rope".
class RopeOptions final : public RunOptions, public HasNumericalParameters {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<RopeOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive&) const override { return "rope_on_surface"; }
  Resolution resolution() const override {
    return {.elements = parameters_.elements, .segments_per_element = parameters_.contact.points};
  }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  rope::RopeParameters parameters_;
};

}  // namespace beltdyn::lagrangian
