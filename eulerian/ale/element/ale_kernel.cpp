// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_kernel.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "eulerian/ale/element/curvature_damping.hpp"

namespace beltdyn::eulerian::ale {

std::unique_ptr<AleKernel> make_baseline_kernel(const AleModel& model, AleArrays& arrays);
#ifdef BELTDYN_X86_KERNELS
std::unique_ptr<AleKernel> make_avx2_kernel(const AleModel& model, AleArrays& arrays);
std::unique_ptr<AleKernel> make_avx512_kernel(const AleModel& model, AleArrays& arrays);
#endif

namespace {

using numerics::kBlock;

}  // namespace

AleArrays::AleArrays(const AleModel& model, int lanes, int n_border_unknowns)
    : layout(model.mesh.size(), lanes),
      fields(model.fields),
      reference_length(model.reference_length),
      is_closed(model.mesh.is_closed),
      q(layout.size_with_halo(kBlock)),
      v(q.size()),
      a(q.size()),
      rails(layout.size_with_halo(kRailFields)),
      length(layout.size(1)),
      spread(length.size()),
      curvature(length.size()),
      weight(layout.size(1)),
      pulley_index(layout.size(1)),
      contacts(layout.size(static_cast<int>(kContactPoints * fields.size()))),
      matrix(layout),
      residual(q.size()),
      column(static_cast<std::size_t>(n_border_unknowns), numerics::AlignedVector(q.size())),
      row(column) {
  for (int node = 0; node < layout.n_nodes(); ++node) {
    node_start.push_back(layout.at(node, kBlock, 0));
    contact_start.push_back(layout.at(node, static_cast<int>(kContactPoints * fields.size()), 0));
  }
  if (const CurvatureDamping damping(model); damping.is_there()) beside_matrix.resize(damping.tangent_size());
  set_mesh(model.mesh);
  // Contact points without departure point get an arbitrary unit direction.
  const auto W = static_cast<std::size_t>(layout.lanes());
  for (std::size_t at = 0; at < contacts.size(); at += fields.size() * W) {
    for (std::size_t lane = 0; lane < W; ++lane) contacts[at + lane] = 1.0;
  }
}

void AleArrays::set_mesh(const AleMesh& mesh) {
  const auto n = static_cast<std::size_t>(layout.n_nodes());
  mesh_moves = !mesh.motion.empty();
  if (mesh_moves) {
    rail_motion.resize(layout.size_with_halo(kRailMotionFields));
    spread_motion.resize(2 * spread.size());
  }
  const auto put = [&](int at_row, int lane, std::size_t i, double back) {
    const MeshNode& node = mesh.nodes[i];
    const Vec2<double> place = node.place - back * node.tangent;
    const std::array<double, kRailFields> rail{place.x,       place.y,       node.tangent.x, node.tangent.y,
                                               node.normal.x, node.normal.y, node.rail.x,    node.rail.y};
    for (int c = 0; c < kRailFields; ++c) {
      rails[layout.index(at_row, lane, kRailFields, c)] = rail[static_cast<std::size_t>(c)];
    }
    if (!mesh_moves) return;
    const RailMotion& moves = mesh.motion[i];
    const std::array<double, kRailMotionFields> motion{moves.velocity.x,     moves.velocity.y, moves.acceleration.x,
                                                       moves.acceleration.y, moves.turning,    moves.turning_rate};
    for (int c = 0; c < kRailMotionFields; ++c) {
      rail_motion[layout.index(at_row, lane, kRailMotionFields, c)] = motion[static_cast<std::size_t>(c)];
    }
  };
  const auto put_element = [&](int at_row, int lane, std::size_t i) {
    length[layout.index(at_row, lane, 1, 0)] = mesh.lengths[i];
    spread[layout.index(at_row, lane, 1, 0)] = mesh.spread[i].length;
    curvature[layout.index(at_row, lane, 1, 0)] = mesh.spread[i].curvature;
    if (!mesh_moves) return;
    spread_motion[layout.index(at_row, lane, 2, 0)] = mesh.spread[i].rate;
    spread_motion[layout.index(at_row, lane, 2, 1)] = mesh.spread[i].acceleration;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const int e = static_cast<int>(i);
    const int at_row = layout.row_of(e);
    const int lane = layout.lane_of(e);
    put(at_row, lane, i, 0.0);
    if (at_row + 1 == layout.rows()) {
      if (mesh.is_closed || i + 1 < n) {
        put(layout.rows(), lane, (i + 1) % n, 0.0);
      } else {
        put(layout.rows(), lane, i, -mesh.spread[i].length);
      }
    }
    put_element(at_row, lane, i);
    weight[layout.at(e, 1, 0)] = e < mesh.n_elements() ? 1.0 : 0.0;
    pulley_index[layout.at(e, 1, 0)] = mesh.owners[i];
    if (at_row == 1 && layout.first_row(lane) == 1) {
      put(0, lane, i, mesh.spread[i].length);
      put_element(0, lane, i);
    }
  }
}

double AleArrays::with_halo(const numerics::AlignedVector& values, int node, int c) const {
  const double value = values[layout.at(node, kBlock, c)];
  const int last = (node + layout.n_nodes() - 1) % layout.n_nodes();
  if (layout.row_of(last) + 1 != layout.rows()) return value;
  return value + values[layout.index(layout.rows(), layout.lane_of(last), kBlock, c)];
}

void AleArrays::close_positions() {
  numerics::copy_first_nodes(layout, q);
  q[layout.index(layout.rows(), layout.lanes() - 1, kBlock, kMaterial)] += reference_length;
  for (int lane = layout.full_lanes(); lane < layout.lanes(); ++lane) {
    const double slope = q[layout.index(0, lane, kBlock, kMaterialSlope)];
    q[layout.index(0, lane, kBlock, kMaterial)] -= slope * spread[layout.index(0, lane, 1, 0)];
  }
  if (is_closed) return;
  // The element behind the end continues straight.
  const int last = layout.n_nodes() - 1;
  for (int c = 0; c < kBlock; ++c) {
    q[layout.index(layout.rows(), layout.lanes() - 1, kBlock, c)] = q[layout.at(last, kBlock, c)];
  }
  q[layout.index(layout.rows(), layout.lanes() - 1, kBlock, kMaterial)] +=
      q[layout.at(last, kBlock, kMaterialSlope)] * spread[layout.at(last, 1, 0)];
}

void AleArrays::gather_to(const numerics::AlignedVector& values, std::vector<double>& in_order) const {
  const auto W = static_cast<std::size_t>(layout.lanes());
  double* to = in_order.data();
  for (const std::size_t start : node_start) {
    for (std::size_t c = 0; c < kBlock; ++c) *to++ = values[start + c * W];
  }
}

std::vector<double> AleArrays::gather(const numerics::AlignedVector& values) const {
  std::vector<double> in_order(node_start.size() * kBlock);
  gather_to(values, in_order);
  return in_order;
}

void AleArrays::scatter(std::span<const double> in_order, numerics::AlignedVector& values) const {
  for (int node = 0; node < layout.n_nodes(); ++node) {
    for (int c = 0; c < kBlock; ++c) {
      values[layout.at(node, kBlock, c)] = in_order[static_cast<std::size_t>(node * kBlock + c)];
    }
  }
  numerics::copy_first_nodes(layout, values);
}

AleWork make_ale_work(const AleModel& model, int n_border_unknowns, numerics::InstructionSet wanted) {
  if (!numerics::is_available(wanted)) {
    throw UsageError(fmt::format("this processor has no {} instructions; use \"instruction_set\": \"auto\"",
                                 numerics::kInstructionSetNames[static_cast<std::size_t>(wanted)]));
  }
  const int n = model.mesh.size();
  const numerics::InstructionSet set = numerics::usable_instruction_set(wanted, n);
  const int lanes = numerics::CyclicChainLayout::usable_lanes(n, numerics::lanes_of(set));
  AleWork work;
  work.arrays = std::make_unique<AleArrays>(model, lanes, n_border_unknowns);
#ifdef BELTDYN_X86_KERNELS
  if (set == numerics::InstructionSet::avx512) work.kernel = make_avx512_kernel(model, *work.arrays);
  if (set == numerics::InstructionSet::avx2) work.kernel = make_avx2_kernel(model, *work.arrays);
#endif
  if (set == numerics::InstructionSet::baseline) work.kernel = make_baseline_kernel(model, *work.arrays);
  return work;
}

}  // namespace beltdyn::eulerian::ale
