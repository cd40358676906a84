// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/linear/linear_options.hpp"
#include "core/settings/formulation.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "eulerian/ale/span/span_simulation.hpp"

namespace beltdyn::eulerian {

// steady  the steady motion
// linear  the steady motion, and at end_time the small motions about it
enum class SpanAnalysis { steady, linear };
inline constexpr std::array<std::string_view, 2> kSpanAnalysisNames{"steady", "linear"};

// The options of the formulation "eulerian_ale_span".
class SpanOptions final : public RunOptions, public HasNumericalParameters {
 public:
  void visit(config::FieldVisitor& visitor) override;
  std::vector<std::string> objections(const Drive& drive) const override;
  std::unique_ptr<Simulation> create(const Drive& drive, double end_time) const override;
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<SpanOptions>(*this); }
  double time_step() const override { return parameters_.time_step; }
  std::string model(const Drive&) const override { return "steady_elastic_beam"; }
  Resolution resolution() const override { return {.elements = parameters_.elements}; }
  std::vector<NumericalParameter> numerical_parameters() const override;

 private:
  SpanAnalysis analysis_ = SpanAnalysis::steady;
  std::optional<LinearOptions> linear_;
  ale::SpanParameters parameters_;
};

}  // namespace beltdyn::eulerian
