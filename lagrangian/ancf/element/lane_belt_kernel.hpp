// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal_kernel.hpp"
#include "lagrangian/ancf/element/belt_kernel.hpp"

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
  void find_neighbours(std::span<const PulleyEntry> pulleys, double margin) override;
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

  // The states of the elements of a pack.
  ElementMotion<Real> gather_elements(const ContactPacks::Place* places) const {
    ElementMotion<Real> motion;
    for (std::size_t vector = 0; vector < kElementVectors; ++vector) {
      motion.q[vector] = gather(arrays_.q, places, vector);
      motion.v[vector] = gather(arrays_.v, places, vector);
    }
    return motion;
  }
  static Vec2<Real> gather(const numerics::AlignedVector& nodes, const ContactPacks::Place* places,
                           std::size_t vector) {
    alignas(64) std::array<double, 2 * W> xy;
    for (std::size_t lane = 0; lane < W; ++lane) {
      const double* from = nodes.data() + places[lane].node + 2 * vector * W;
      xy[lane] = from[0];
      xy[W + lane] = from[W];
    }
    return {load<Real>(xy.data()), load<Real>(xy.data() + W)};
  }

  ContactStep contact_step(const EvaluationStep& step) const {
    return {.frame = model_.frame,
            .length = step.length,
            .implicitness = model_.implicitness,
            .velocity_rate = step.rates.velocity,
            .segment_length = model_.rule.length / static_cast<double>(model_.n_segments())};
  }

  static CircleContact<Real> in_all_lanes(const CircleContact<double>& c) {
    return {.center = {Real(c.center.x), Real(c.center.y)},
            .radius = Real(c.radius),
            .contact_radius = Real(c.contact_radius),
            .rolling_radius = Real(c.rolling_radius),
            .turn = Real(c.turn),
            .angular_velocity = Real(c.angular_velocity),
            .surface_offset = Real(c.surface_offset),
            .velocity = {Real(c.velocity.x), Real(c.velocity.y)}};
  }

  template <bool kTangent, ContactFriction kFriction>
  void assemble_as(const EvaluationStep& step, std::span<PulleyEntry> pulleys);
  template <bool kTangent, ContactFriction kFriction>
  void add_contacts(const EvaluationStep& step, std::span<PulleyEntry> pulleys);
  // Add the system of a pack of elements to the equations of belt and pulley.
  void scatter_residual(const ContactPacks::Place* places, const ElementVectors<Real>& residual);
  void scatter_tangent(const ContactPacks::Place* places, const ElementSystem<Real>& system);
  template <bool kTangent>
  void couple(const ContactPacks::Place* places, const PulleyCoupling<Real>& coupling, PulleyEntry& pulley);
  // Adds the coupling by the motion of the pulley's centre.
  template <bool kTangent>
  void couple_center(const ContactPacks::Place* places, const ElementSystem<Real>& system,
                     PulleyCoupling<Real>& coupling, PulleyEntry& pulley);
  // Stores the gap and the modes of a batch of segments as those of the last accepted step.
  void accept_frozen(double* fields) const;
  // Calls visit(fields) with the fields in memory of every batch of segments near a pulley.
  template <class Visit>
  void for_each_segment(const Visit& visit);

  const BeltModel& model_;
  BeltArrays& arrays_;
  numerics::CyclicBlockTridiagonalKernel<Real> solver_;
  ContactScratch<Real> scratch_;
  std::vector<std::pair<std::size_t, int>> coming_;  // pulleys and elements that find_neighbours() has newly found
};

}  // namespace beltdyn::lagrangian::ancf
