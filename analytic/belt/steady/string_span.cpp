// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_span.hpp"

#include <cmath>

namespace beltdyn::analytic {
namespace {

// For larger |x| the differences in φ₁ and φ₂ lose at most two digits; for smaller |x| the series is short.
constexpr double kSeriesBelow = 0.1;
constexpr int kSeriesTerms = 12;  // 0.1¹²/12!
// Newton's method for a length whose first guess is good.
constexpr int kLengthIterations = 20;
constexpr double kSameLength = 1e-15;

// Σ xⁱ/(i + k)!: φ_k
double phi(int k, double x) {
  if (std::abs(x) >= kSeriesBelow) {
    const double first = std::expm1(x) / x;
    return k == 1 ? first : (first - 1.0) / x;
  }
  double sum = 1.0;
  for (int i = kSeriesTerms; i > 0; --i) sum = 1.0 + x / (i + k) * sum;
  return k == 1 ? sum : 0.5 * sum;
}

}  // namespace

SpanSource span_source(const SpanLoad& run, const SpanForces& forces) {
  return {.feed = run.load_per_length,
          .per_path = forces.resistance - forces.load_weight,
          .per_material = -forces.belt_weight};
}

StringSpan::StringSpan(double flux, double slope, double stretch_before, const SpanSource& source, double length)
    : flux_(flux), slope_(slope), source_(source), length_(length), before_(stretch_before) {
  const double pull = source.feed * flux * flux;
  // (1) has two solutions; this is the one that remains without load.
  const double under_root = slope * slope - 4.0 * pull * slope * stretch_before;
  if (!(under_root > 0.0)) return;
  entry_ = pull == 0.0 ? stretch_before : 2.0 * slope * stretch_before / (slope + std::sqrt(under_root));
  feed_change_ = pull * entry_ * entry_;
  rate_ = slope - pull * entry_;
  drive_ = source.per_path * entry_ + source.per_material;
  material_ = material_at(length);
  exists_ = std::isfinite(material_) && exit_stretch() > 0.0;
}

double StringSpan::material_at(double distance) const {
  double s = distance / entry_;
  if (drive_ == 0.0) return s;
  for (int i = 0; i < kLengthIterations; ++i) {
    const double covered = entry_ * s + drive_ * phi(2, source_.per_path * s / rate_) * s * s / rate_;
    const double correction = (distance - covered) / stretch_at(s);
    s += correction;
    if (!(std::abs(correction) > kSameLength * length_)) break;
  }
  return s;
}

double StringSpan::change_at(double material) const {
  return slope_ / rate_ * drive_ * phi(1, source_.per_path * material / rate_) * material;
}

double StringSpan::stretch_at(double material) const { return entry_ + change_at(material) / slope_; }

double StringSpan::slope_at(double material) const {
  return (source_.per_path * stretch_at(material) + source_.per_material) / rate_;
}

// For a force linear in the stretch ∫ v dτ is the mean speed times the change.
double StringSpan::power() const {
  return flux_ * (0.5 * (before_ + exit_stretch()) * change() - source_.per_material * length_);
}

}  // namespace beltdyn::analytic
