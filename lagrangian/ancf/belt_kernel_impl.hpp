// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/numerics/block_ring_kernel.hpp"
#include "lagrangian/ancf/belt_kernel.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::any;
using numerics::kLanes;
using numerics::load;
using numerics::select;
using numerics::store;
using numerics::store_array;

// BeltKernel on Reals, which are doubles or batches of them.
template <class Real>
class LaneBeltKernel final : public BeltKernel {
 public:
  LaneBeltKernel(const BeltModel& model, BeltArrays& arrays) : model_(model), arrays_(arrays), solver_(arrays.matrix) {}

  void assemble(const EvaluationStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) override;
  void factorise() override { solver_.factorise(); }
  void solve(numerics::AlignedVector& rhs) override { solver_.solve(rhs); }
  double residual_norm(double length) const override;
  bool find_neighbours(std::span<const PulleyEntry> pulleys, double margin) override;
  double judge() override;
  void commit(ContactFriction friction) override;
  void revert() override;

 private:
  static constexpr std::size_t W = kLanes<Real>;
  static constexpr std::size_t kNodeStride = numerics::kBlock * W;

  std::size_t rows() const { return static_cast<std::size_t>(arrays_.layout.rows()); }

  static void load_node(const numerics::AlignedVector& nodes, std::size_t row, Vec2<Real>& r, Vec2<Real>& slope) {
    const double* from = nodes.data() + row * kNodeStride;
    r = {load<Real>(from), load<Real>(from + W)};
    slope = {load<Real>(from + 2 * W), load<Real>(from + 3 * W)};
  }
  ElementMotion<Real> load_element(std::size_t row) const {
    ElementMotion<Real> motion;
    load_node(arrays_.q, row, motion.q[0], motion.q[1]);
    load_node(arrays_.q, row + 1, motion.q[2], motion.q[3]);
    load_node(arrays_.v, row, motion.v[0], motion.v[1]);
    load_node(arrays_.v, row + 1, motion.v[2], motion.v[3]);
    load_node(arrays_.a, row, motion.a[0], motion.a[1]);
    load_node(arrays_.a, row + 1, motion.a[2], motion.a[3]);
    return motion;
  }

  SegmentMemory<Real> load_memory(std::size_t slot, std::size_t row, std::size_t segment) const {
    const double* from = arrays_.memory[slot].data() + arrays_.memory_at(row, segment, 0);
    return {.deflection = load<Real>(from),
            .radial = {load<Real>(from + W), load<Real>(from + 2 * W)},
            .place = load<Real>(from + 3 * W),
            .slip_velocity = load<Real>(from + 4 * W),
            .state = load<Real>(from + 5 * W),
            .gap = load<Real>(from + 6 * W)};
  }
  void store_memory(const SegmentMemory<Real>& memory, double* to) const {
    store(memory.deflection, to);
    store(memory.radial.x, to + W);
    store(memory.radial.y, to + 2 * W);
    store(memory.place, to + 3 * W);
    store(memory.slip_velocity, to + 4 * W);
    store(memory.state, to + 5 * W);
    store(memory.gap, to + 6 * W);
  }

  // Where a SegmentTrial has what is not a SegmentMemory.
  static constexpr std::size_t kLimitField = 7;
  static constexpr std::size_t kNormalField = 8;
  static constexpr std::size_t kErrorField = 10;
  void store_trial(const SegmentTrial<Real>& trial, double* fields) const {
    double* to = fields + kTrialFields * W;
    store_memory(trial.memory, to);
    store(trial.limit_deflection, to + kLimitField * W);
    store(trial.normal, to + kNormalField * W);
    store(trial.traction, to + (kNormalField + 1) * W);
    store(trial.error, to + kErrorField * W);
  }

  ContactStep contact_step(const EvaluationStep& step) const {
    return {.frame = model_.frame,
            .length = step.length,
            .implicitness = model_.implicitness,
            .velocity_rate = step.rates.velocity,
            .segment_length = model_.rule.length / static_cast<double>(model_.n_segments())};
  }

  // Lane by lane the pulley of the owner; without one a pulley that has no stiffness.
  static CircleContact<Real> circle_of(const Real& owner, std::span<const PulleyEntry> pulleys) {
    const auto spread = [](const CircleContact<double>& c) {
      return CircleContact<Real>{.center = {Real(c.center.x), Real(c.center.y)},
                                 .radius = Real(c.radius),
                                 .turn = Real(c.turn),
                                 .angular_velocity = Real(c.angular_velocity),
                                 .surface_offset = Real(c.surface_offset),
                                 .normal_stiffness = Real(c.normal_stiffness),
                                 .normal_damping = Real(c.normal_damping),
                                 .friction = Real(c.friction),
                                 .bristle_stiffness = Real(c.bristle_stiffness),
                                 .bristle_damping = Real(c.bristle_damping)};
    };
    CircleContact<Real> circle = spread(pulleys[0].circle);
    for (std::size_t p = 1; p < pulleys.size(); ++p) {
      const auto here = owner == Real(static_cast<double>(p));
      const CircleContact<Real> other = spread(pulleys[p].circle);
      circle.center.x = select(here, other.center.x, circle.center.x);
      circle.center.y = select(here, other.center.y, circle.center.y);
      circle.radius = select(here, other.radius, circle.radius);
      circle.turn = select(here, other.turn, circle.turn);
      circle.angular_velocity = select(here, other.angular_velocity, circle.angular_velocity);
      circle.surface_offset = select(here, other.surface_offset, circle.surface_offset);
      circle.normal_stiffness = select(here, other.normal_stiffness, circle.normal_stiffness);
      circle.normal_damping = select(here, other.normal_damping, circle.normal_damping);
      circle.friction = select(here, other.friction, circle.friction);
      circle.bristle_stiffness = select(here, other.bristle_stiffness, circle.bristle_stiffness);
      circle.bristle_damping = select(here, other.bristle_damping, circle.bristle_damping);
    }
    const auto absent = owner < Real(0.0);
    circle.normal_stiffness = select(absent, Real(0.0), circle.normal_stiffness);
    circle.normal_damping = select(absent, Real(0.0), circle.normal_damping);
    return circle;
  }

  template <bool kTangent, ContactFriction kFriction>
  void assemble_as(const EvaluationStep& step, std::span<PulleyEntry> pulleys);
  template <bool kTangent, ContactFriction kFriction>
  void add_contacts(std::size_t row, const ElementMotion<Real>& motion, const EvaluationStep& step,
                    std::span<PulleyEntry> pulleys, ElementSystem<Real>& system);
  template <bool kTangent>
  void couple(std::size_t row, const Real& owner, const PulleyCoupling<Real>& coupling, std::span<PulleyEntry> pulleys);
  // Calls visit(fields) with the fields in memory of every batch of segments with a pulley near it.
  template <class Visit>
  void for_each_segment(const Visit& visit);

  const BeltModel& model_;
  BeltArrays& arrays_;
  numerics::BlockRingKernel<Real> solver_;
};

// u + v for arrays of vectors of one node
template <class Real>
inline void add_to(double* to, const Vec2<Real>& r, const Vec2<Real>& slope) {
  constexpr std::size_t W = kLanes<Real>;
  store(Real(load<Real>(to) + r.x), to);
  store(Real(load<Real>(to + W) + r.y), to + W);
  store(Real(load<Real>(to + 2 * W) + slope.x), to + 2 * W);
  store(Real(load<Real>(to + 3 * W) + slope.y), to + 3 * W);
}

// A 4 × 4 block from the four matrices that couple r, r' of one node to those of another.
template <class Real>
inline numerics::Block<Real> block_of(const ElementSystem<Real>& s, std::size_t i, std::size_t j) {
  const auto& A = s.tangent[i][j];
  const auto& B = s.tangent[i][j + 1];
  const auto& C = s.tangent[i + 1][j];
  const auto& D = s.tangent[i + 1][j + 1];
  return {A.xx, A.xy, B.xx, B.xy, A.yx, A.yy, B.yx, B.yy, C.xx, C.xy, D.xx, D.xy, C.yx, C.yy, D.yx, D.yy};
}

template <class Real>
template <bool kTangent>
void LaneBeltKernel<Real>::couple(std::size_t row, const Real& owner, const PulleyCoupling<Real>& coupling,
                                  std::span<PulleyEntry> pulleys) {
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    const auto here = owner == Real(static_cast<double>(p));
    if (!any(here)) continue;
    const Real mask = select(here, Real(1.0), Real(0.0));
    PulleyEntry& pulley = pulleys[p];
    pulley.torque += numerics::sum_of_lanes(Real(mask * coupling.torque));
    if constexpr (kTangent) {
      if (pulley.unknown < 0) continue;
      pulley.d_torque += numerics::sum_of_lanes(Real(mask * coupling.d_torque));
      double* column = arrays_.column[static_cast<std::size_t>(pulley.unknown)].data() + row * kNodeStride;
      double* torque_row = arrays_.row[static_cast<std::size_t>(pulley.unknown)].data() + row * kNodeStride;
      const Real minus = -mask;
      add_to(column, minus * coupling.d_residual[0], minus * coupling.d_residual[1]);
      add_to(column + kNodeStride, minus * coupling.d_residual[2], minus * coupling.d_residual[3]);
      add_to(torque_row, mask * coupling.d_torque_rows[0], mask * coupling.d_torque_rows[1]);
      add_to(torque_row + kNodeStride, mask * coupling.d_torque_rows[2], mask * coupling.d_torque_rows[3]);
    }
  }
}

template <class Real>
template <bool kTangent, ContactFriction kFriction>
void LaneBeltKernel<Real>::add_contacts(std::size_t row, const ElementMotion<Real>& motion, const EvaluationStep& step,
                                        std::span<PulleyEntry> pulleys, ElementSystem<Real>& system) {
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    const Real owner = load<Real>(arrays_.owner[slot].data() + row * W);
    if (!any(owner >= Real(0.0))) continue;
    PulleyCoupling<Real> coupling;
    add_contact<kTangent, kFriction>(
        std::span<const ContactPoint>(model_.contact_points), motion, circle_of(owner, pulleys), contact_step(step),
        [&](std::size_t segment) { return load_memory(slot, row, segment); }, system, coupling,
        [&](std::size_t segment, const SegmentTrial<Real>& trial) {
          store_trial(trial, arrays_.memory[slot].data() + arrays_.memory_at(row, segment, 0));
        });
    couple<kTangent>(row, owner, coupling, pulleys);
  }
}

template <class Real>
template <bool kTangent, ContactFriction kFriction>
void LaneBeltKernel<Real>::assemble_as(const EvaluationStep& step, std::span<PulleyEntry> pulleys) {
  for (PulleyEntry& pulley : pulleys) pulley.torque = 0.0;
  if constexpr (kTangent) {
    for (PulleyEntry& pulley : pulleys) pulley.d_torque = 0.0;
    for (auto& column : arrays_.column) std::fill(column.begin(), column.end(), 0.0);
    for (auto& row : arrays_.row) std::fill(row.begin(), row.end(), 0.0);
  }
  const CableRule& rule = model_.rule;
  const CableSection& section = model_.section;
  const double c_v = step.rates.velocity;
  const Vec2<double> weight_force{section.mass_per_length * model_.gravity.x,
                                  section.mass_per_length * model_.gravity.y};
  std::array<Vec2<Real>, 2> residual_carry{};
  numerics::Block<Real> diagonal_carry{};
  AxialPoint<Real> upper_axial{};
  ElementMotion<Real> motion = load_element(0);
  if (rule.nodal_weight != 0.0) upper_axial = axial_point<kTangent>(section, motion.q[1], motion.v[1], c_v);
  for (std::size_t row = 0; row < rows(); ++row) {
    const Real w = load<Real>(arrays_.weight.data() + row * W);
    ElementSystem<Real> system;
    if (rule.nodal_weight != 0.0) {
      const auto lower_axial = axial_point<kTangent>(section, motion.q[3], motion.v[3], c_v);
      const Real nodal = w * Real(rule.nodal_weight);
      system.residual[1] = nodal * upper_axial.force;
      system.residual[3] = nodal * lower_axial.force;
      if constexpr (kTangent) {
        system.tangent[1][1] = nodal * upper_axial.d_slope;
        system.tangent[3][3] = nodal * lower_axial.d_slope;
      }
      upper_axial = lower_axial;
    }
    for (const auto& [slope, weight] : rule.axial) {
      const auto point =
          axial_point<kTangent>(section, interpolate(slope, motion.q), interpolate(slope, motion.v), c_v);
      add_axial<kTangent>(point, slope, Real(w * Real(weight)), system);
    }
    for (const BendingPoint& point : rule.bending) {
      add_bending<kTangent>(section, point, motion, Real(w * Real(point.weight)), c_v, system);
    }
    add_inertia<kTangent>(rule.mass, motion.a, w, step.rates.acceleration, system);
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      const Real load_weight = w * Real(-rule.load[i]);
      system.residual[i] =
          multiply_add(load_weight, Vec2<Real>{Real(weight_force.x), Real(weight_force.y)}, system.residual[i]);
    }
    add_contacts<kTangent, kFriction>(row, motion, step, pulleys, system);

    double* to = arrays_.residual.data() + row * kNodeStride;
    for (std::size_t i = 0; i < 2; ++i) {
      store(Real(residual_carry[i].x - system.residual[i].x), to + 2 * i * W);
      store(Real(residual_carry[i].y - system.residual[i].y), to + (2 * i + 1) * W);
      residual_carry[i] = Real(-1.0) * system.residual[i + 2];
    }
    if constexpr (kTangent) {
      constexpr std::size_t kStride = numerics::kBlockEntries * W;
      numerics::Block<Real> diagonal = block_of(system, 0, 0);
      for (std::size_t i = 0; i < diagonal.size(); ++i) diagonal[i] = diagonal[i] + diagonal_carry[i];
      diagonal_carry = block_of(system, 2, 2);
      store_array(diagonal, arrays_.matrix.diagonal.data() + row * kStride);
      store_array(block_of(system, 0, 2), arrays_.matrix.upper.data() + row * kStride);
      store_array(block_of(system, 2, 0), arrays_.matrix.lower.data() + row * kStride);
    }
    if (row + 1 < rows()) {
      for (std::size_t i = 0; i < 2; ++i) {
        motion.q[i] = motion.q[i + 2];
        motion.v[i] = motion.v[i + 2];
        motion.a[i] = motion.a[i + 2];
      }
      load_node(arrays_.q, row + 2, motion.q[2], motion.q[3]);
      load_node(arrays_.v, row + 2, motion.v[2], motion.v[3]);
      load_node(arrays_.a, row + 2, motion.a[2], motion.a[3]);
    }
  }
  double* halo = arrays_.residual.data() + rows() * kNodeStride;
  for (std::size_t i = 0; i < 2; ++i) {
    store(residual_carry[i].x, halo + 2 * i * W);
    store(residual_carry[i].y, halo + (2 * i + 1) * W);
  }
  if constexpr (kTangent) solver_.add_to_first_nodes(diagonal_carry);
}

template <class Real>
void LaneBeltKernel<Real>::assemble(const EvaluationStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) {
  const auto choose = [&]<ContactFriction kFriction>() {
    if (with_tangent) {
      assemble_as<true, kFriction>(step, pulleys);
    } else {
      assemble_as<false, kFriction>(step, pulleys);
    }
  };
  switch (step.friction) {
    case ContactFriction::none:
      return choose.template operator()<ContactFriction::none>();
    case ContactFriction::paper:
      return choose.template operator()<ContactFriction::paper>();
    case ContactFriction::consistent:
      return choose.template operator()<ContactFriction::consistent>();
  }
}

template <class Real>
double LaneBeltKernel<Real>::residual_norm(double length) const {
  using std::abs;
  using std::max;
  const double inverse = 1.0 / length;
  double largest = 0.0;
  const double* residual = arrays_.residual.data();
  // The halo belongs to first nodes, whose residual is complete only with it.
  const auto node = [&](int row, int lane, int c) {
    return residual[arrays_.layout.index(row, lane, numerics::kBlock, c)];
  };
  for (int lane = 0; lane < static_cast<int>(W); ++lane) {
    const int next = (lane + 1) % static_cast<int>(W);
    for (int c = 0; c < numerics::kBlock; ++c) {
      const double complete = node(arrays_.layout.first_row(next), next, c) + node(arrays_.layout.rows(), lane, c);
      largest = std::max(largest, std::abs(complete) * (c < 2 ? 1.0 : inverse));
    }
  }
  Real most(0.0);
  bool finite = std::isfinite(largest);
  for (std::size_t row = 1; row < rows(); ++row) {
    const double* from = residual + row * kNodeStride;
    const Real force = max(Real(abs(load<Real>(from))), Real(abs(load<Real>(from + W))));
    const Real slope = max(Real(abs(load<Real>(from + 2 * W))), Real(abs(load<Real>(from + 3 * W))));
    Real here = max(force, Real(slope * Real(inverse)));
    // A lane whose first node is in row 1 was looked at above.
    if (row == 1 && arrays_.layout.full_lanes() < static_cast<int>(W)) {
      alignas(64) std::array<double, W> mask{};
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(arrays_.layout.full_lanes()); ++lane) mask[lane] = 1.0;
      here = here * load<Real>(mask.data());
    }
    finite = finite && !any(here != here);
    most = max(most, here);
  }
  if (!finite) return INFINITY;
  alignas(64) std::array<double, W> lanes{};
  store(most, lanes.data());
  return std::max(largest, *std::max_element(lanes.begin(), lanes.end()));
}

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
    std::array<Real, kContactSlots> now;
    std::array<Real, kContactSlots> kept;
    for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
      now[slot] = load<Real>(arrays_.owner[slot].data() + row * W);
      kept[slot] = Real(kNoPulley);
    }
    std::array<Real, kContactSlots> before = now;
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
