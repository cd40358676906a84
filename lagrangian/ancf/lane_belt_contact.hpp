// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/ancf/lane_belt_kernel.hpp"

namespace beltdyn::lagrangian::ancf {

// The extent of the cubic a₀ + a₁ ξ + a₂ ξ² + a₃ ξ³ on [0, 1].
template <class Real>
inline std::array<Real, 2> cubic_extent(const Real& a0, const Real& a1, const Real& a2, const Real& a3) {
  using std::max;
  using std::min;
  using std::sqrt;
  const auto at = [&](const Real& xi) {
    const Real inside = select(xi > Real(0.0), select(xi < Real(1.0), xi, Real(1.0)), Real(0.0));
    return Real(a0 + inside * (a1 + inside * (a2 + inside * a3)));
  };
  // Roots of a₁ + 2 a₂ ξ + 3 a₃ ξ²; what is no number fails the comparisons above and becomes an end.
  const Real root = sqrt(max(Real(a2 * a2 - Real(3.0) * a1 * a3), Real(0.0)));
  const Real away = -(a2 + select(a2 < Real(0.0), Real(-root), root));
  const Real first = at(Real(away / (Real(3.0) * a3)));
  const Real second = at(Real(a1 / away));
  const Real end = a0 + a1 + a2 + a3;
  return {Real(min(min(a0, end), min(first, second))), Real(max(max(a0, end), max(first, second)))};
}

template <class Real>
bool LaneBeltKernel<Real>::find_neighbours(std::span<const PulleyEntry> pulleys, double margin) {
  const Real L(model_.rule.length);
  bool fits = true;
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
    std::array<Real, kContactSlots> before{};
    std::array<Real, kContactSlots> kept{};
    for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
      before[slot] = load<Real>(arrays_.owner[slot].data() + row * W);
      kept[slot] = Real(kNoPulley);
    }
    // First those that stay, then those that come.
    for (const bool coming : {false, true}) {
      for (std::size_t p = 0; p < pulleys.size(); ++p) {
        const CircleContact<double>& circle = pulleys[p].circle;
        const Real reach(circle.radius + std::abs(circle.surface_offset) + margin);
        const auto outside = [&](const std::array<Real, 2>& box, double center) {
          const Real low = box[0] - Real(center);
          const Real high = Real(center) - box[1];
          return select(low > Real(0.0), low, select(high > Real(0.0), high, Real(0.0)));
        };
        const Real dx = outside(x, circle.center.x);
        const Real dy = outside(y, circle.center.y);
        const Real index(static_cast<double>(p));
        const Real near =
            select(dx * dx + dy * dy <= reach * reach, select(w > Real(0.0), Real(1.0), Real(0.0)), Real(0.0));
        const auto is_near = near > Real(0.5);
        if (!any(is_near)) continue;
        const Real known = select(before[0] == index, Real(1.0), select(before[1] == index, Real(1.0), Real(0.0)));
        if (!coming) {
          for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
            kept[slot] = select(before[slot] == index, select(is_near, index, kept[slot]), kept[slot]);
          }
          continue;
        }
        Real waiting = near * (Real(1.0) - known);
        for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
          const Real takes =
              select(kept[slot] < Real(0.0), select(waiting > Real(0.5), Real(1.0), Real(0.0)), Real(0.0));
          kept[slot] = select(takes > Real(0.5), index, kept[slot]);
          waiting = waiting - takes;
        }
        if (any(waiting > Real(0.5))) fits = false;
      }
    }
    for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
      if (!any(kept[slot] != before[slot])) continue;
      store(kept[slot], arrays_.owner[slot].data() + row * W);
      const auto same = kept[slot] == before[slot];
      for (std::size_t segment = 0; segment < model_.n_segments(); ++segment) {
        SegmentMemory<Real> memory = load_memory(slot, row, segment);
        memory.deflection = select(same, memory.deflection, Real(0.0));
        memory.slip_velocity = select(same, memory.slip_velocity, Real(0.0));
        memory.state = select(same, memory.state, Real(contact::kBristleUndefined));
        memory.gap = select(same, memory.gap, Real(kNoContact));
        double* fields = arrays_.memory[slot].data() + arrays_.memory_at(row, segment, 0);
        store_memory(memory, fields);
        std::copy_n(fields + kStateField * W, 2 * W, fields + kAcceptedFields * W);
      }
    }
  }
  return fits;
}

template <class Real>
template <class Visit>
void LaneBeltKernel<Real>::for_each_segment(const Visit& visit) {
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    for (std::size_t row = 0; row < rows(); ++row) {
      const Real owner = load<Real>(arrays_.owner[slot].data() + row * W);
      if (!any(owner >= Real(0.0))) continue;
      for (std::size_t segment = 0; segment < model_.n_segments(); ++segment) {
        visit(arrays_.memory[slot].data() + arrays_.memory_at(row, segment, 0));
      }
    }
  }
}

template <class Real>
double LaneBeltKernel<Real>::judge() {
  Real error(0.0);
  for_each_segment([&error](double* fields) {
    const double* trial = fields + kTrialFields * W;
    error = error + load<Real>(trial + kErrorField * W);
    std::copy_n(trial + kStateField * W, 2 * W, fields + kStateField * W);
  });
  return numerics::sum_of_lanes(error);
}

template <class Real>
void LaneBeltKernel<Real>::revert() {
  for (auto& memory : arrays_.memory) {
    for (std::size_t at = 0; at < memory.size(); at += kMemoryFields * W) {
      std::copy_n(memory.data() + at + kAcceptedFields * W, 2 * W, memory.data() + at + kStateField * W);
    }
  }
}

// In the mode of the paper a bristle that slips is left at its limit, and one that has just begun sticks from now on.
template <class Real>
void LaneBeltKernel<Real>::commit(ContactFriction friction) {
  for_each_segment([friction](double* fields) {
    using std::abs;
    const double* trial = fields + kTrialFields * W;
    const Real zero(0.0);
    if (friction == ContactFriction::consistent) {
      std::copy_n(trial, kAcceptedFields * W, fields);
    } else {
      const Real state = load<Real>(fields + kStateField * W);
      const auto touches = load<Real>(fields + (kStateField + 1) * W) <= zero;
      const auto slips = abs(state) == Real(1.0);
      const Real z = select(slips, Real(state * load<Real>(trial + kLimitField * W)), load<Real>(trial));
      std::copy_n(trial, kStateField * W, fields);
      store(Real(select(touches, z, zero)), fields);
      store(Real(select(touches, select(slips, state, zero), Real(contact::kBristleUndefined))),
            fields + kStateField * W);
    }
    std::copy_n(fields + kStateField * W, 2 * W, fields + kAcceptedFields * W);
    std::copy_n(trial + kNormalField * W, 2 * W, fields + kForceFields * W);
  });
}

}  // namespace beltdyn::lagrangian::ancf
