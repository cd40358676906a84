// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "eulerian/contour/eulerian_contour_parameters.hpp"

namespace beltdyn::eulerian {

// The options of the formulation "eulerian_contour".
class EulerianContourOptions final : public RunOptions, public HasNumericalParameters {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<EulerianContourOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive&) const override { return "finite_contour"; }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  EulerianContourParameters parameters_;
};

}  // namespace beltdyn::eulerian
