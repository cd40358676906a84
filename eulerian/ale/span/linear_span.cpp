// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/linear_span.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/stop_request.hpp"
#include "eulerian/ale/modes/mode_pairs.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using Complex = std::complex<double>;

// Number of points of an element at which modes are given.
constexpr int kShapePoints = 2;

class SpanAnalysis final : public LinearAnalysis {
 public:
  SpanAnalysis(const OpenSpan& span, LinearOptions options)
      : span_(span), options_(std::move(options)), family_(std::make_unique<LinearSpan>(span)) {}

  const LinearOptions& options() const override { return options_; }
  ModeBodies bodies() const override { return {.pulleys = {}, .n_spans = 1}; }

  // Includes both ends.
  ModePlaces places() const override {
    const int n = span_.n_nodes() - 1;
    ModePlaces places{.pulleys = {}, .points = {}, .contour_length = span_.node_sigma(n)};
    for (int i = 0; i <= kShapePoints * n; ++i) {
      const auto [element, xi] = place(i);
      const Vec2<double> position = span_.position_at(element, xi);
      const Vec2<double> tangent = span_.tangent();
      places.points.push_back({.sigma = span_.node_sigma(1) * (element + xi),
                               .position = {position.x, position.y},
                               .tangent = {tangent.x, tangent.y},
                               .span = 0,
                               .mass_per_length = span_.mass_per_length_at(element, xi)});
    }
    return places;
  }

  std::vector<LinearMode> modes(const ModeSearch& search) const override {
    std::vector<LinearMode> modes;
    for (const numerics::Eigenpair& pair : mode_pairs(*family_, search, 0.0)) {
      LinearMode mode{.root = pair.value, .shape = {}};
      for (int i = 0; i <= kShapePoints * (span_.n_nodes() - 1); ++i) {
        const auto [element, xi] = place(i);
        const OpenSpan::Displacement displacement = span_.displacement(element, xi, pair.vector);
        mode.shape.across.push_back(displacement.across);
        mode.shape.along.push_back(displacement.along);
      }
      modes.push_back(std::move(mode));
    }
    return modes;
  }

  std::vector<std::optional<Complex>> follow(std::span<const Complex> guesses) const override {
    return followed_modes(*family_, options_.modes.value(), guesses);
  }

 private:
  // The element of a point, and ξ in it.
  std::pair<int, double> place(int point) const {
    const int element = std::min(point / kShapePoints, span_.n_nodes() - 2);
    return {element, static_cast<double>(point - kShapePoints * element) / kShapePoints};
  }

  const OpenSpan& span_;
  LinearOptions options_;
  std::unique_ptr<LinearSpan> family_;
};

}  // namespace

LinearSpan::LinearSpan(const OpenSpan& span) : size_(span.n_free()) { matrix_.set_terms(size_, span.linear_terms()); }

std::vector<bool> LinearSpan::factorise(std::span<const Complex> s, numerics::Digits) {
  throw_if_stopped();
  numerics::LaneComplex one{};
  std::ranges::fill(one.re, 1.0);
  const std::array<bool, numerics::kLuLanes> is_regular = matrix_.factorise(s, {&one, 1});
  return std::vector<bool>(is_regular.begin(), is_regular.begin() + static_cast<std::ptrdiff_t>(s.size()));
}

void LinearSpan::expand(std::span<const Complex> s, Delays) {
  numerics::LaneComplex one{};
  std::ranges::fill(one.re, 1.0);
  const numerics::LaneComplex zero{};
  matrix_.expand(s, {&one, 1}, {&zero, 1}, {&zero, 1});
}

Eigen::VectorXcd LinearSpan::derivative(Complex s, const Eigen::VectorXcd& x) const {
  Eigen::VectorXcd y = Eigen::VectorXcd::Zero(size_);
  for (const numerics::MatrixTerm& e : matrix_.terms()) y[e.row] += (e.linear + 2.0 * s * e.quadratic) * x[e.column];
  return y;
}

std::unique_ptr<LinearAnalysis> linear_analysis_of(const OpenSpan& span, const LinearOptions& options) {
  return std::make_unique<SpanAnalysis>(span, options);
}

}  // namespace beltdyn::eulerian::ale
