// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/span_options.hpp"

#include <string>

#include "core/drive/any_drive.hpp"
#include "core/drive/supported_beam_drive.hpp"

namespace beltdyn::eulerian {
namespace {

constexpr const char* kSpanName = "eulerian_ale_span";
constexpr int kFewestSpanElements = 2;
constexpr int kMostSpanElements = 10'000;
constexpr double kCubicOrder = 4.0;

}  // namespace

void SpanOptions::visit(config::FieldVisitor& v) {
  using config::Presence;
  config::visit_choice(
      v,
      {"analysis", "-",
       "the analysis (steady: the steady motion; linear: in addition, the small motions about it at end_time)"},
      analysis_, kSpanAnalysisNames, Presence::optional);
  visit_linear(
      v, [this] { return analysis_ == SpanAnalysis::linear; }, linear_);
  v.integer({"elements", "-", "the number of elements between the supports", config::Role::discretisation},
            parameters_.elements, {.low = kFewestSpanElements, .high = kMostSpanElements}, Presence::required);
  v.number({"time_step", "s", "the time between output states, which are all the same"}, parameters_.time_step,
           config::kPositive, Presence::required);
}

std::vector<std::string> SpanOptions::objections(const Drive& drive) const {
  const auto* beam = drive_if<SupportedBeamDrive>(drive);
  if (beam == nullptr) return {type_objection(drive, "supported_beam")};
  std::vector<std::string> sentences;
  if (beam->has_circle) {
    sentences.emplace_back(
        "\"circle\" is not supported by eulerian_ale_span, whose beam touches only its supports; remove it, or use "
        "lagrangian_ancf_static");
  }
  if (beam->mass_per_length == 0.0) {
    sentences.emplace_back(
        "eulerian_ale_span includes the inertia of the beam, but mass_per_length is 0; give one > 0");
  }
  if (linear_) {
    const std::vector<std::string> more = linear_->objections_without_pulleys(kSpanName);
    sentences.insert(sentences.end(), more.begin(), more.end());
  }
  return sentences;
}

std::unique_ptr<Simulation> SpanOptions::create(const Drive& drive, double) const {
  return std::make_unique<ale::SpanSimulation>(drive_as<SupportedBeamDrive>(drive), parameters_, linear_);
}

std::vector<NumericalParameter> SpanOptions::numerical_parameters() const {
  return {{.name = "mesh",
           .keys = "elements",
           .advice = "double elements",
           .order = kCubicOrder,
           .ratios = kMeshRatios,
           .coarsen = coarsening<SpanOptions>([](SpanOptions& options, double ratio) {
             options.linear_.reset();
             options.analysis_ = SpanAnalysis::steady;
             return divide_counts(ratio, {{&options.parameters_.elements, kFewestSpanElements}});
           })}};
}

}  // namespace beltdyn::eulerian
