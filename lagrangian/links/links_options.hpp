// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "core/dynamics/running_belt.hpp"
#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "lagrangian/links/links_parameters.hpp"

namespace beltdyn::lagrangian {

// The options of the formulation "lagrangian_links".
class LinksOptions final : public RunOptions, public HasNumericalParameters {
 public:
  // `find_running` finds the steady motion of a drive that starts running.
  explicit LinksOptions(RunningBeltFinder find_running) : find_running_(std::move(find_running)) {
    parameters_.links = 0;
  }

  void visit(config::FieldVisitor& visitor) override;
  void choose_left_out(const Drive& drive, double end_time, double row_interval) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::string preparation(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<Simulation> create_observed(const Drive& drive, double end_time,
                                              const PreparationObserver& observer) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<LinksOptions>(*this); }
  double time_step() const override;
  std::string model(const Drive&) const override { return "elastic_beam"; }
  Resolution resolution() const override { return {.elements = parameters_.links, .segments_per_element = 1}; }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  links::LinksParameters parameters_;
  RunningBeltFinder find_running_;
};

}  // namespace beltdyn::lagrangian
