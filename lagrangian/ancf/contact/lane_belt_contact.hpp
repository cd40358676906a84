// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/ancf/element/lane_belt_kernel.hpp"

namespace beltdyn::lagrangian::ancf {

// Smallest and largest value of the cubic a₀ + a₁ ξ + a₂ ξ² + a₃ ξ³ on [0, 1].
template <class Real>
inline std::array<Real, 2> cubic_extent(const Real& a0, const Real& a1, const Real& a2, const Real& a3) {
  using std::max;
  using std::min;
  using std::sqrt;
  const auto at = [&](const Real& xi) {
    const Real inside = select(xi > Real(0.0), select(xi < Real(1.0), xi, Real(1.0)), Real(0.0));
    return Real(a0 + inside * (a1 + inside * (a2 + inside * a3)));
  };
  // Roots of a₁ + 2 a₂ ξ + 3 a₃ ξ²; NaN fails the comparisons above and becomes an end.
  const Real root = sqrt(max(Real(a2 * a2 - Real(3.0) * a1 * a3), Real(0.0)));
  const Real away = -(a2 + select(a2 < Real(0.0), Real(-root), root));
  const Real first = at(Real(away / (Real(3.0) * a3)));
  const Real second = at(Real(a1 / away));
  const Real end = a0 + a1 + a2 + a3;
  return {Real(min(min(a0, end), min(first, second))), Real(max(max(a0, end), max(first, second)))};
}

template <class Real>
void LaneBeltKernel<Real>::find_neighbours(std::span<const PulleyEntry> pulleys, double margin) {
  const Real L(model_.rule.length);
  ContactPacks& contacts = arrays_.contacts;
  contacts.set_pulleys(pulleys.size());
  coming_.clear();
  for (std::size_t row = 0; row < rows(); ++row) {
    const ElementMotion<Real> motion = load_element(row);
    const auto& q = motion.q;
    const Real w = load<Real>(arrays_.weight.data() + row * W);
    const auto extent = [&](Real Vec2<Real>::*c) {
      const Real a = q[0].*c;
      const Real da = L * q[1].*c;
      const Real b = q[2].*c;
      const Real db = L * q[3].*c;
      const Real chord = b - a;
      return cubic_extent(a, da, Real(Real(3.0) * chord - Real(2.0) * da - db), Real(da + db - Real(2.0) * chord));
    };
    const auto x = extent(&Vec2<Real>::x);
    const auto y = extent(&Vec2<Real>::y);
    for (std::size_t p = 0; p < pulleys.size(); ++p) {
      const CircleContact<double>& circle = pulleys[p].circle;
      const Real reach(circle.contact_radius + std::abs(circle.surface_offset) + margin);
      const auto outside = [&](const std::array<Real, 2>& box, double center) {
        const Real low = box[0] - Real(center);
        const Real high = Real(center) - box[1];
        return select(low > Real(0.0), low, select(high > Real(0.0), high, Real(0.0)));
      };
      const Real dx = outside(x, circle.center.x);
      const Real dy = outside(y, circle.center.y);
      const Real near =
          select(dx * dx + dy * dy <= reach * reach, select(w > Real(0.0), Real(1.0), Real(0.0)), Real(0.0));
      alignas(64) std::array<double, W> is_near{};
      store(near, is_near.data());
      for (std::size_t lane = 0; lane < W; ++lane) {
        const int element = contacts.element_at(row, lane);
        if (element == ContactPacks::kVacant) continue;
        const bool was_near = contacts.slot(p, element) != ContactPacks::kVacant;
        if (was_near == (is_near[lane] > 0.0)) continue;
        if (was_near) {
          contacts.remove(p, element);
        } else {
          coming_.emplace_back(p, element);
        }
      }
    }
  }
  for (const auto& [pulley, element] : coming_) contacts.add(pulley, element);
}

template <class Real>
template <class Visit>
void LaneBeltKernel<Real>::for_each_segment(const Visit& visit) {
  ContactPacks& contacts = arrays_.contacts;
  for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
    for (std::size_t pack = 0; pack < contacts.n_packs(p); ++pack) {
      if (!any(load<Real>(contacts.pulley_index(p, pack)) >= Real(0.0))) continue;
      double* fields = contacts.memory(p, pack);
      for (std::size_t segment = 0; segment < model_.n_segments(); ++segment) {
        visit(fields + segment * model_.fields.size() * W);
      }
    }
  }
}

template <class Real>
void LaneBeltKernel<Real>::accept_frozen(double* fields) const {
  const SegmentFields& at = model_.fields;
  std::copy_n(fields + SegmentFields::gap * W, W, fields + at.accepted_gap() * W);
  std::copy_n(fields + at.mode(0) * W, at.n() * W, fields + at.accepted_mode(0) * W);
}

template <class Real>
double LaneBeltKernel<Real>::judge() {
  Real error(0.0);
  const SegmentFields& at = model_.fields;
  for_each_segment([&error, &at](double* fields) {
    error = error + load<Real>(fields + at.trial_error() * W);
    std::copy_n(fields + at.trial(SegmentFields::gap) * W, W, fields + SegmentFields::gap * W);
    std::copy_n(fields + at.trial(at.mode(0)) * W, at.n() * W, fields + at.mode(0) * W);
  });
  return numerics::sum_of_lanes(error);
}

template <class Real>
void LaneBeltKernel<Real>::revert() {
  const SegmentFields& at = model_.fields;
  for_each_segment([&at](double* fields) {
    std::copy_n(fields + at.accepted_gap() * W, W, fields + SegmentFields::gap * W);
    std::copy_n(fields + at.accepted_mode(0) * W, at.n() * W, fields + at.mode(0) * W);
  });
}

template <class Real>
void LaneBeltKernel<Real>::commit(ContactFriction friction) {
  const SegmentFields& at = model_.fields;
  for_each_segment([this, friction, &at](double* fields) {
    const auto touches = load<Real>(fields + at.trial(SegmentFields::gap) * W) <= Real(0.0);
    std::copy_n(fields + at.trial(0) * W, at.n_memory() * W, fields);
    // A bristle of mode `paper` that has just begun sticks from now on.
    for (std::size_t i = 0; friction != ContactFriction::consistent && i < at.n(); ++i) {
      double* mode = fields + at.mode(i) * W;
      const Real now = load<Real>(mode);
      const Real begun = select(now == Real(contact::Bristle::kUndefined), Real(0.0), now);
      store(Real(select(touches, begun, Real(model_.laws.relaxed_mode))), mode);
    }
    accept_frozen(fields);
    std::copy_n(fields + at.trial_normal() * W, 3 * W, fields + at.normal() * W);
  });
}

}  // namespace beltdyn::lagrangian::ancf
