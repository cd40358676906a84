// SPDX-License-Identifier: MIT
#include "verification/linear/small_motions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {

std::vector<Complex> mode_roots(const std::string& configuration) {
  const Configuration read =
      read_configuration(config::JsonDocument::parse("verification", configuration), all_formulations());
  const auto simulation = read.runs[0].options->create(*read.drive, read.end_time);
  const auto analysis = simulation->linear_analysis();
  std::vector<Complex> roots;
  for (const NamedMode& named : mode_table(*analysis).modes) roots.push_back(named.mode.root);
  return roots;
}

SmallMotions::SmallMotions(const std::vector<std::string>& edits, double time)
    : SmallMotions(embedded::ntarladima_2023("drive.json"), edits, time) {}

SmallMotions::SmallMotions(std::string_view configuration, const std::vector<std::string>& edits, double time)
    : run_(configuration, edits) {
  run_.advance_to(time);
  analysis_ = run_.simulation().linear_analysis();
  outputs_ = analysis_->outputs();
  values_.resize(outputs_.size());
}

void SmallMotions::at(double frequency) {
  const Complex s(0.0, 2.0 * std::numbers::pi * frequency);
  respond({&s, 1}, values_);
}

void SmallMotions::respond(std::span<const Complex> s, std::span<Complex> values) const {
  analysis_->respond(*analysis_->options().input->excitation(*analysis_->drive()), s, values);
}

std::optional<std::size_t> SmallMotions::index_of(std::string_view output) const {
  const auto found = std::ranges::find(outputs_, output, &LinearOutput::name);
  if (found == outputs_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - outputs_.begin());
}

Complex SmallMotions::operator[](std::string_view output) const {
  const std::optional<std::size_t> at = index_of(output);
  return at ? values_[*at] : Complex(std::nan(""));
}

// With H ≈ r/(s − p) + a part without poles in the circle, ∮ (s − c) H ds/∮ H ds = p − c. The error of the trapezoidal
// rule is the error of a power series with kPoints terms: (|p − c|/R)^kPoints and (R/distance of the next
// pole)^kPoints.
Complex SmallMotions::pole_within(Complex centre, double radius, std::string_view output) const {
  constexpr int kPoints = 16;
  const std::optional<std::size_t> at = index_of(output);
  if (!at) return Complex(std::nan(""));
  std::vector<Complex> turns;
  std::vector<Complex> s;
  for (int i = 0; i < kPoints; ++i) {
    turns.push_back(std::polar(radius, 2.0 * std::numbers::pi * i / kPoints));
    s.push_back(centre + turns.back());
  }
  std::vector<Complex> values(s.size() * outputs_.size());
  respond(s, values);
  Complex sum = 0.0;
  Complex moment = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Complex part = turns[i] * values[i * outputs_.size() + *at];
    sum += part;
    moment += turns[i] * part;
  }
  return centre + moment / sum;
}

Complex SmallMotions::root_near(Complex guess) const {
  return analysis_->follow({&guess, 1})[0].value_or(Complex(std::nan("")));
}

std::vector<CampbellPoint> SmallMotions::campbell() const {
  AnalysisAtSpeeds family = analyses_for(run_.simulation(), *analysis_, *analysis_->options().campbell);
  return campbell_points(family, *analysis_);
}

std::vector<OrderPoint> SmallMotions::order_response() const {
  AnalysisAtSpeeds family = analyses_for(run_.simulation(), *analysis_, *analysis_->options().order_response);
  return order_points(family, *analysis_, run_.simulation().time());
}

std::vector<Complex> SmallMotions::roots() const {
  std::vector<Complex> roots;
  for (const LinearMode& mode : analysis_->modes(*analysis_->options().modes)) roots.push_back(mode.root);
  return roots;
}

}  // namespace beltdyn::verification
