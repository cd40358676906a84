// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "core/numerics/cyclic_block_tridiagonal_kernel.hpp"
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
  LaneBeltKernel(const BeltModel& model, BeltArrays& arrays)
      : model_(model), arrays_(arrays), solver_(arrays.matrix), scratch_(model.n_segments()) {}

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

  SegmentStore<Real> store_of(std::size_t slot, std::size_t row) {
    return {arrays_.memory[slot].data() + arrays_.memory_at(row, 0, 0), model_.fields};
  }

  ContactStep contact_step(const EvaluationStep& step) const {
    return {.frame = model_.frame,
            .length = step.length,
            .implicitness = model_.implicitness,
            .velocity_rate = step.rates.velocity,
            .segment_length = model_.rule.length / static_cast<double>(model_.n_segments())};
  }

  // Lane by lane the pulley of the owner, or any.
  static CircleContact<Real> circle_of(const Real& owner, std::span<const PulleyEntry> pulleys) {
    const auto spread = [](const CircleContact<double>& c) {
      return CircleContact<Real>{.center = {Real(c.center.x), Real(c.center.y)},
                                 .radius = Real(c.radius),
                                 .contact_radius = Real(c.contact_radius),
                                 .turn = Real(c.turn),
                                 .angular_velocity = Real(c.angular_velocity),
                                 .surface_offset = Real(c.surface_offset)};
    };
    CircleContact<Real> circle = spread(pulleys[0].circle);
    for (std::size_t p = 1; p < pulleys.size(); ++p) {
      const auto here = owner == Real(static_cast<double>(p));
      const CircleContact<Real> other = spread(pulleys[p].circle);
      circle.center.x = select(here, other.center.x, circle.center.x);
      circle.center.y = select(here, other.center.y, circle.center.y);
      circle.radius = select(here, other.radius, circle.radius);
      circle.contact_radius = select(here, other.contact_radius, circle.contact_radius);
      circle.turn = select(here, other.turn, circle.turn);
      circle.angular_velocity = select(here, other.angular_velocity, circle.angular_velocity);
      circle.surface_offset = select(here, other.surface_offset, circle.surface_offset);
    }
    return circle;
  }

  template <bool kTangent, ContactFriction kFriction>
  void assemble_as(const EvaluationStep& step, std::span<PulleyEntry> pulleys);
  template <bool kTangent, ContactFriction kFriction>
  void add_contacts(std::size_t row, const ElementMotion<Real>& motion, const EvaluationStep& step,
                    std::span<PulleyEntry> pulleys, ElementSystem<Real>& system);
  template <bool kTangent>
  void couple(std::size_t row, const Real& owner, const PulleyCoupling<Real>& coupling, std::span<PulleyEntry> pulleys);
  // Notes the gap and the modes of a batch of segments as those of the last accepted step.
  void accept_frozen(double* fields) const;
  // Calls visit(fields) with the fields in memory of every batch of segments with a pulley near it.
  template <class Visit>
  void for_each_segment(const Visit& visit);

  const BeltModel& model_;
  BeltArrays& arrays_;
  numerics::CyclicBlockTridiagonalKernel<Real> solver_;
  ContactScratch<Real> scratch_;
};

}  // namespace beltdyn::lagrangian::ancf
