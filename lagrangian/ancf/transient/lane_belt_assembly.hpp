// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/ancf/element/lane_belt_kernel.hpp"

namespace beltdyn::lagrangian::ancf {

// A 4 × 4 block from the four matrices that couple r, r' of two nodes.
template <class Real>
inline numerics::Block<Real> block_of(const ElementSystem<Real>& s, std::size_t i, std::size_t j) {
  const auto& A = s.tangent[i][j];
  const auto& B = s.tangent[i][j + 1];
  const auto& C = s.tangent[i + 1][j];
  const auto& D = s.tangent[i + 1][j + 1];
  return {A.xx, A.xy, B.xx, B.xy, A.yx, A.yy, B.yx, B.yy, C.xx, C.xy, D.xx, D.xy, C.yx, C.yy, D.yx, D.yy};
}

// Adds n numbers of each lane to their positions: number k of a lane stands k × lanes behind the position `to`.
template <class Real, std::size_t n>
inline void scatter(const std::array<Real, n>& numbers, const ContactPacks::Place* places,
                    std::size_t ContactPacks::Place::*to, double* all) {
  constexpr std::size_t W = kLanes<Real>;
  alignas(64) std::array<double, n * W> by_lane;
  store_array(numbers, by_lane.data());
  for (std::size_t lane = 0; lane < W; ++lane) {
    double* first = all + places[lane].*to;
    for (std::size_t k = 0; k < n; ++k) first[k * W] += by_lane[k * W + lane];
  }
}

// The components of vectors of the nodes of an element, times s.
template <class Real>
inline std::array<Real, 2 * kElementVectors> components(const Real& s, const ElementVectors<Real>& u) {
  return {Real(s * u[0].x), Real(s * u[0].y), Real(s * u[1].x), Real(s * u[1].y),
          Real(s * u[2].x), Real(s * u[2].y), Real(s * u[3].x), Real(s * u[3].y)};
}

template <class Real>
void LaneBeltKernel<Real>::scatter_residual(const ContactPacks::Place* places, const ElementVectors<Real>& residual) {
  scatter(components(Real(-1.0), residual), places, &ContactPacks::Place::node, arrays_.residual.data());
}

template <class Real>
void LaneBeltKernel<Real>::scatter_tangent(const ContactPacks::Place* places, const ElementSystem<Real>& system) {
  numerics::CyclicBlockTridiagonal& matrix = arrays_.matrix;
  scatter(block_of(system, 0, 0), places, &ContactPacks::Place::block, matrix.diagonal.data());
  scatter(block_of(system, 0, 2), places, &ContactPacks::Place::block, matrix.upper.data());
  scatter(block_of(system, 2, 0), places, &ContactPacks::Place::block, matrix.lower.data());
  scatter(block_of(system, 2, 2), places, &ContactPacks::Place::next_block, matrix.diagonal.data());
}

template <class Real>
template <bool kTangent>
void LaneBeltKernel<Real>::couple(const ContactPacks::Place* places, const PulleyCoupling<Real>& coupling,
                                  PulleyEntry& pulley) {
  pulley.torque += numerics::sum_of_lanes(coupling.torque);
  if constexpr (kTangent) {
    if (pulley.unknown < 0) return;
    pulley.d_torque += numerics::sum_of_lanes(coupling.d_torque);
    const auto unknown = static_cast<std::size_t>(pulley.unknown);
    scatter(components(Real(-1.0), coupling.d_residual), places, &ContactPacks::Place::node,
            arrays_.column[unknown].data());
    scatter(components(Real(1.0), coupling.d_torque_rows), places, &ContactPacks::Place::node,
            arrays_.row[unknown].data());
  }
}

// Contact depends only on the belt relative to the centre C: moving C equals moving the whole element the other way.
// With K the contact's part of the tangent and 1 the motion of the element as a whole, the force on the pulley is
// 1ᵀ(residual), ∂(residual)/∂C = −K 1 and ∂(force)/∂q = 1ᵀ K. The velocity of C follows with c_v as that of the belt
// does. The turning of ∂C/∂u and ∂C/∂φ within the step is left out; the error of the tangent is of its size.
template <class Real>
template <bool kTangent>
void LaneBeltKernel<Real>::couple_center(const ContactPacks::Place* places, const ElementSystem<Real>& system,
                                         PulleyCoupling<Real>& coupling, PulleyEntry& pulley) {
  const auto whole = [](const Vec2<Real>& first, const Vec2<Real>& second) { return first + second; };
  const auto in_lanes = [](const Vec2<double>& v) { return Vec2<Real>{Real(v.x), Real(v.y)}; };
  const Vec2<Real> force = whole(system.residual[0], system.residual[2]);
  pulley.force.x += numerics::sum_of_lanes(force.x);
  pulley.force.y += numerics::sum_of_lanes(force.y);
  const Vec2<Real> by_angle = in_lanes(pulley.by_angle);
  coupling.torque = coupling.torque + dot(force, by_angle);
  if constexpr (kTangent) {
    const Vec2<Real> by_mount = in_lanes(pulley.by_mount);
    ElementVectors<Real> away_by_angle;  // K 1 ∂C/∂φ
    ElementVectors<Real> away_by_mount;  // K 1 ∂C/∂u
    ScalarRows<Real> rows_by_angle;      // (∂C/∂φ)ᵀ 1ᵀ K
    ScalarRows<Real> rows_by_mount;
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      const Mat2<Real> across = system.tangent[i][0] + system.tangent[i][2];
      const Mat2<Real> down = system.tangent[0][i] + system.tangent[2][i];
      away_by_angle[i] = across * by_angle;
      away_by_mount[i] = across * by_mount;
      rows_by_angle[i] = transposed_times(down, by_angle);
      rows_by_mount[i] = transposed_times(down, by_mount);
    }
    const Vec2<Real> force_by_angle = whole(coupling.d_residual[0], coupling.d_residual[2]);
    const Vec2<Real> torque_by_place = whole(coupling.d_torque_rows[0], coupling.d_torque_rows[2]);
    const Vec2<Real> moved_by_mount = whole(away_by_mount[0], away_by_mount[2]);
    if (pulley.mount >= 0) {
      const auto mount = static_cast<std::size_t>(pulley.mount);
      pulley.d_force -= numerics::sum_of_lanes(Real(dot(by_mount, moved_by_mount)));
      pulley.d_torque_by_mount -=
          numerics::sum_of_lanes(Real(dot(torque_by_place, by_mount) + dot(by_angle, moved_by_mount)));
      pulley.d_force_by_angle +=
          numerics::sum_of_lanes(Real(dot(by_mount, force_by_angle - whole(away_by_angle[0], away_by_angle[2]))));
      scatter(components(Real(1.0), away_by_mount), places, &ContactPacks::Place::node, arrays_.column[mount].data());
      scatter(components(Real(1.0), rows_by_mount), places, &ContactPacks::Place::node, arrays_.row[mount].data());
    }
    // Terms of the force along ∂C/∂φ by φ, with ∂²C/∂φ² = −(C − axis), and of the torque of friction as the centre
    // moves.
    const Vec2<Real> arm{by_angle.y, Real(-by_angle.x)};
    coupling.d_torque = coupling.d_torque - dot(torque_by_place, by_angle) - dot(force, arm) +
                        dot(by_angle, force_by_angle - whole(away_by_angle[0], away_by_angle[2]));
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      coupling.d_residual[i] = coupling.d_residual[i] - away_by_angle[i];
      coupling.d_torque_rows[i] = coupling.d_torque_rows[i] + rows_by_angle[i];
    }
  }
}

template <class Real>
template <bool kTangent, ContactFriction kFriction>
void LaneBeltKernel<Real>::add_contacts(const EvaluationStep& step, std::span<PulleyEntry> pulleys) {
  ContactPacks& contacts = arrays_.contacts;
  const ContactLaws& laws = kFriction == ContactFriction::none ? model_.laws_at_rest : model_.laws;
  for (std::size_t p = 0; p < contacts.n_pulleys(); ++p) {
    const CircleContact<Real> circle = in_all_lanes(pulleys[p].circle);
    for (std::size_t pack = 0; pack < contacts.n_packs(p); ++pack) {
      const Real pulley_index = load<Real>(contacts.pulley_index(p, pack));
      if (!any(pulley_index >= Real(0.0))) continue;
      const ContactPacks::Place* places = contacts.places(p, pack);
      ElementSystem<Real> system;
      clear<kTangent>(system);
      PulleyCoupling<Real> coupling;
      clear<kTangent>(coupling);
      const bool touches = add_contact<kTangent, kFriction>(
          std::span<const ContactPoint>(model_.contact_points), gather_elements(places), circle, pulley_index, laws,
          contact_step(step), SegmentStore<Real>(contacts.memory(p, pack), model_.fields), scratch_, system, coupling);
      if (!touches) continue;
      scatter_residual(places, system.residual);
      if constexpr (kTangent) scatter_tangent(places, system);
      if (pulleys[p].is_moving) couple_center<kTangent>(places, system, coupling, pulleys[p]);
      couple<kTangent>(places, coupling, pulleys[p]);
    }
  }
}

template <class Real>
template <bool kTangent, ContactFriction kFriction>
void LaneBeltKernel<Real>::assemble_as(const EvaluationStep& step, std::span<PulleyEntry> pulleys) {
  for (PulleyEntry& pulley : pulleys) {
    pulley.torque = 0.0;
    pulley.force = {};
    if (!kTangent) continue;
    pulley.d_torque = 0.0;
    pulley.d_force = 0.0;
    pulley.d_force_by_angle = 0.0;
    pulley.d_torque_by_mount = 0.0;
  }
  if constexpr (kTangent) {
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
    clear<kTangent>(system);
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
  add_contacts<kTangent, kFriction>(step, pulleys);
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
  // The residual of a first node is complete only with its halo.
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
    // A lane whose first node is in row 1 has been counted above.
    if (row == 1 && arrays_.layout.full_lanes() < static_cast<int>(W)) {
      alignas(64) std::array<double, W> mask{};
      for (std::size_t lane = 0; lane < static_cast<std::size_t>(arrays_.layout.full_lanes()); ++lane) mask[lane] = 1.0;
      here = here * load<Real>(mask.data());
    }
    // NaN is not ≥ 0.
    finite = finite && !any(select(here >= Real(0.0), Real(0.0), Real(1.0)) > Real(0.5));
    most = max(most, here);
  }
  if (!finite) return INFINITY;
  alignas(64) std::array<double, W> lanes{};
  store(most, lanes.data());
  return std::max(largest, *std::max_element(lanes.begin(), lanes.end()));
}

}  // namespace beltdyn::lagrangian::ancf
