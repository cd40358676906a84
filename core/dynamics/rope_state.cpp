// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/contact_state.hpp"

namespace beltdyn {
namespace {

// What bears this part of its friction counts as an arc of slip: creep is so slow that elements which come in and shake
// the rope make parts of it stick for a moment.
constexpr double kSlips = 0.9;

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
  std::array<double, 2> arcs{};
  const auto sticks = [friction](const TouchingPiece& s) {
    return std::abs(s.traction) < kSlips * friction * s.normal;
  };
  for (auto s = pieces.rbegin(); s != pieces.rend() && !sticks(*s); ++s) arcs[1] += s->length / arc.radius;
  // Pieces stand out beyond the arc by a part.
  arcs[1] = std::min(arcs[1], arc.wrap);
  if (std::ranges::none_of(pieces, sticks)) return arcs;
  for (auto s = pieces.begin(); !sticks(*s); ++s) arcs[0] += s->length / arc.radius;
  return arcs;
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
