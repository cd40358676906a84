// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "lagrangian/ancf/static_beam/static_beam.hpp"

namespace beltdyn::lagrangian {

// The options of the formulation "lagrangian_ancf_static".
class StaticBeamOptions final : public RunOptions, public HasNumericalParameters {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<StaticBeamOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive&) const override { return "elastic_beam"; }
  Resolution resolution() const override {
    return {.elements = parameters_.elements, .segments_per_element = parameters_.segments_per_element};
  }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  ancf::StaticBeamParameters parameters_;
};

}  // namespace beltdyn::lagrangian
