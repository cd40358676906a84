// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/contact_state.hpp"

namespace beltdyn {
namespace {

// The part of the friction limit above which a piece counts as slipping. A slipping rope reaches the limit apart from
// disturbances by elements that enter; where it sticks, most pieces carry less.
constexpr double kSlips = 0.9;

// The length of the slip arc that begins with the first of these pieces [m]: the length with the largest ∫ (f − kSlips)
// dσ, where f is the used part of the friction limit towards one side or the other. Single pieces that stick for a
// moment, for example at the exit, thus do not end the slip arc.
template <class Iterator>
double slip_length(Iterator first, Iterator end, double friction) {
  double length = 0.0;
  double most = 0.0;
  for (const double side : {-1.0, 1.0}) {
    double passed = 0.0;
    double sum = 0.0;
    for (Iterator s = first; s != end; ++s) {
      const double limit = friction * s->normal;
      passed += s->length;
      sum += s->length * ((limit > 0.0 ? side * s->traction / limit : 1.0) - kSlips);
      if (sum <= most) continue;
      most = sum;
      length = passed;
    }
  }
  return length;
}

}  // namespace

template <class Value>
Value RopeState::between(double sigma, Value RopePlace::*value) const {
  const auto above = std::ranges::lower_bound(places_, sigma, {}, &RopePlace::sigma);
  const auto last = static_cast<std::ptrdiff_t>(places_.size()) - 1;
  const auto k = static_cast<std::size_t>(std::clamp(above - places_.begin(), std::ptrdiff_t{1}, last));
  const RopePlace& a = places_[k - 1];
  const RopePlace& b = places_[k];
  return a.*value + (sigma - a.sigma) / (b.sigma - a.sigma) * (b.*value - a.*value);
}

double RopeState::force(double sigma) const { return between(sigma, &RopePlace::force); }
double RopeState::speed(double sigma) const { return between(sigma, &RopePlace::speed); }
double RopeState::strain(double sigma) const { return between(sigma, &RopePlace::strain); }

double RopeState::accelerated(double from, double to, const Eigen::Vector2d& t) const {
  constexpr int kSamples = 32;
  double mean = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    mean += between(from + (i + 0.5) / kSamples * (to - from), &RopePlace::acceleration).dot(t) / kSamples;
  }
  return mean * (to - from);
}

std::array<double, 2> RopeState::slip_arcs(std::size_t pulley, const PathArc& arc, double friction) const {
  const std::vector<TouchingPiece>& pieces = contacts_[pulley];
  // Pieces may extend beyond the arc.
  const double exit = std::min(slip_length(pieces.rbegin(), pieces.rend(), friction) / arc.radius, arc.wrap);
  const double entry = slip_length(pieces.begin(), pieces.end(), friction) / arc.radius;
  return {exit == arc.wrap ? 0.0 : std::min(entry, arc.wrap - exit), exit};
}

ProfilePoint RopeState::point(double sigma) const {
  ProfilePoint point{.sigma = sigma,
                     .strain = strain(sigma),
                     .force = force(sigma),
                     .speed = speed(sigma),
                     .contact_state = static_cast<int>(contact::ContactState::free)};
  for (const std::vector<TouchingPiece>& pieces : contacts_) {
    for (const TouchingPiece& s : pieces) {
      if (std::abs(sigma - s.sigma) > 0.5 * s.length) continue;
      point.pressure = s.normal / s.length;
      point.traction = s.traction / s.length;
      point.contact_state = s.direction;
    }
  }
  return point;
}

}  // namespace beltdyn
