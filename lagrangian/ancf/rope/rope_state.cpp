// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/rope/rope_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/contact_state.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// What bears this part of its friction counts as an arc of slip: creep is so slow that elements which come in and shake
// the rope make parts of it stick for a moment.
constexpr double kSlips = 0.9;

double length_of(const Vec2<double>& v) { return std::sqrt(dot(v, v)); }

}  // namespace

RopeState::RopeState(const BeltEquations& equations, const RopePath& path) {
  const BeltModel& model = equations.model();
  const double L = model.rule.length;
  const Shape at_middle = position_shape(0.5, L);
  const Shape slope_at_middle = slope_shape(0.5, L);
  std::vector<double> starts{0.0};  // σ of the nodes
  for (int element = 0; element < model.n_elements(); ++element) {
    const ElementMotion<double> motion = element_motion(equations.arrays(), element);
    const Vec2<double> slope = interpolate(slope_at_middle, motion.q);
    const double stretch = length_of(slope);
    // Simpson's rule
    const double length = L / 6.0 * (length_of(motion.q[1]) + 4.0 * stretch + length_of(motion.q[3]));
    const AxialPoint<double> axial =
        axial_point<false>(model.section, slope, interpolate(slope_at_middle, motion.v), 0.0);
    middles_.push_back({.sigma = starts.back() + 0.5 * length,
                        .force = axial.tension,
                        .speed = dot(slope, interpolate(at_middle, motion.v)) / stretch,
                        .strain = stretch - 1.0});
    starts.push_back(starts.back() + length);
  }
  // The path is where the rope would lie on rigid pulleys.
  const double ratio = path.length() / starts.back();
  for (Middle& middle : middles_) middle.sigma *= ratio;
  for (double& start : starts) start *= ratio;
  find_contacts(equations, path, starts);
}

void RopeState::find_contacts(const BeltEquations& equations, const RopePath& path, std::span<const double> starts) {
  const ContactPacks& near = equations.arrays().contacts;
  const SegmentFields& fields = equations.model().fields;
  const auto n_segments = static_cast<double>(near.n_segments());
  contacts_.resize(path.arcs().size());
  for (std::size_t p = 0; p < near.n_pulleys(); ++p) {
    const double turn = path.arcs()[p].turn;
    for (int element = 0; element < equations.model().n_elements(); ++element) {
      if (near.slot(p, element) == ContactPacks::kVacant) continue;
      const auto slot = static_cast<std::size_t>(near.slot(p, element));
      const auto at = static_cast<std::size_t>(element);
      const double length = (starts[at + 1] - starts[at]) / n_segments;
      for (std::size_t segment = 0; segment < near.n_segments(); ++segment) {
        const auto memory = [&](std::size_t field) { return near.memory(p, slot, segment, field); };
        if (!(memory(fields.normal()) > 0.0)) continue;
        const double state = turn * memory(fields.state());
        contacts_[p].push_back({.sigma = starts[at] + (static_cast<double>(segment) + 0.5) * length,
                                .length = length,
                                .normal = memory(fields.normal()),
                                .traction = turn * memory(fields.traction()),
                                .slip = turn * memory(SegmentFields::slip_velocity),
                                .direction = std::abs(state) == 1.0 ? static_cast<int>(state) : 0});
      }
    }
  }
}

double RopeState::between(double sigma, double Middle::*value) const {
  const auto above = std::ranges::lower_bound(middles_, sigma, {}, &Middle::sigma);
  const auto last = static_cast<std::ptrdiff_t>(middles_.size()) - 1;
  const auto k = static_cast<std::size_t>(std::clamp(above - middles_.begin(), std::ptrdiff_t{1}, last));
  const Middle& a = middles_[k - 1];
  const Middle& b = middles_[k];
  return a.*value + (sigma - a.sigma) / (b.sigma - a.sigma) * (b.*value - a.*value);
}

double RopeState::force(double sigma) const { return between(sigma, &Middle::force); }
double RopeState::speed(double sigma) const { return between(sigma, &Middle::speed); }
double RopeState::strain(double sigma) const { return between(sigma, &Middle::strain); }

std::array<double, 2> RopeState::slip_arcs(std::size_t pulley, const PathArc& arc, double friction) const {
  const std::vector<TouchingSegment>& segments = contacts_[pulley];
  std::array<double, 2> arcs{};
  const auto sticks = [friction](const TouchingSegment& s) {
    return std::abs(s.traction) < kSlips * friction * s.normal;
  };
  for (auto s = segments.rbegin(); s != segments.rend() && !sticks(*s); ++s) arcs[1] += s->length / arc.radius;
  // Segments stand out beyond the arc by a part.
  arcs[1] = std::min(arcs[1], arc.wrap);
  if (std::ranges::none_of(segments, sticks)) return arcs;
  for (auto s = segments.begin(); !sticks(*s); ++s) arcs[0] += s->length / arc.radius;
  return arcs;
}

ProfilePoint RopeState::point(double sigma) const {
  ProfilePoint point{.sigma = sigma,
                     .strain = strain(sigma),
                     .force = force(sigma),
                     .speed = speed(sigma),
                     .contact_state = static_cast<int>(contact::ContactState::free)};
  for (const std::vector<TouchingSegment>& segments : contacts_) {
    for (const TouchingSegment& s : segments) {
      if (std::abs(sigma - s.sigma) > 0.5 * s.length) continue;
      point.pressure = s.normal / s.length;
      point.traction = s.traction / s.length;
      point.contact_state = s.direction;
    }
  }
  return point;
}

}  // namespace beltdyn::lagrangian::ancf
