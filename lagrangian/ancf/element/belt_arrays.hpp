// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/dynamics/guided_node.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"
#include "lagrangian/ancf/contact/contact_packs.hpp"
#include "lagrangian/ancf/element/segment_tangent.hpp"

namespace beltdyn::lagrangian::ancf {

// All data of the belt that do not change in a run.
struct BeltModel {
  int n_nodes{};
  bool is_closed = true;             // an open belt has no element behind its last node
  double start{};                    // σ of the first node of a closed belt as laid [m]
  std::vector<GuidedNode> guided{};  // of an open belt: its first and last node

  CableSection section;
  CableRule rule;
  std::vector<ContactPoint> contact_points;  // shape (n_segments + 1)
  Vec2<double> gravity;                      // [m/s²]
  ContactFrame frame = ContactFrame::segment;
  double implicitness{};     // weight of the end of a step in the slip [-]
  ContactLaws laws;          // of a segment
  ContactLaws laws_at_rest;  // the same without damping of the normal laws, for statics
  SegmentFields fields{0};

  int n_elements() const { return is_closed ? n_nodes : n_nodes - 1; }
  std::size_t n_segments() const { return contact_points.size() - 1; }
};

// A pulley in the trial state of a step, and the forces of the belt on it.
struct PulleyEntry {
  CircleContact<double> circle{};
  int unknown = -1;   // index of its angle among the unknowns, −1 if its motion is prescribed
  int mount = -1;     // index of its mount's coordinate u among the unknowns, −1 if it has none
  double torque{};    // of the belt on the pulley, about its axis [N m]
  double d_torque{};  // its derivative by the angle

  // Only if the centre C may move:
  bool is_moving = false;
  Vec2<double> by_angle{};  // ∂C/∂φ [m]
  Vec2<double> by_mount{};  // ∂C/∂u
  Vec2<double> force{};     // of the belt on the pulley [N]
  // Derivatives: of the force along ∂C/∂u by u at fixed direction, and by the angle; of the torque by u.
  double d_force{};
  double d_force_by_angle{};
  double d_torque_by_mount{};
};

// The state of the belt and the system of equations of a step, laid out for lanes.
struct BeltArrays {
  BeltArrays(const BeltModel& model, int lanes, int n_border_unknowns);

  numerics::CyclicChainLayout layout;
  bool is_closed;
  // Position of the first component of each node in q, v, a; its other components follow at distances of `lanes`.
  std::vector<std::size_t> node_start;

  // r, r' of the nodes with halo, their velocities and accelerations; shape (rows + 1) × 4 × lanes
  numerics::AlignedVector q;
  numerics::AlignedVector v;
  numerics::AlignedVector a;
  // 1 where an element lies behind the node, 0 elsewhere; shape rows × lanes
  numerics::AlignedVector weight;

  ContactPacks contacts;

  numerics::CyclicBlockTridiagonal matrix;
  numerics::AlignedVector residual;  // minus the residual; after a solve the correction of q
  // As in BeltArraysView: minus ∂(residual)/∂φ or ∂u, and ∂τ/∂q or ∂Q/∂q; shape (rows + 1) × 4 × lanes
  std::vector<numerics::AlignedVector> column;
  std::vector<numerics::AlignedVector> row;

  // Copies the first nodes of the lanes to their other places in q. Elements without weight, in idle places or behind
  // an open belt, get a node at the distance of an element's length, so that they are regular.
  void close_positions(double element_length);
  // gather: values with n components per node, or per element behind it, in the order of the nodes; scatter: the
  // inverse.
  std::vector<double> gather(const numerics::AlignedVector& values, int n) const;
  void scatter(std::span<const double> in_order, int n, numerics::AlignedVector& values) const;
};

}  // namespace beltdyn::lagrangian::ancf
