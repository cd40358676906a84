// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

BeltArrays::BeltArrays(const BeltModel& model, int lanes, int n_border_unknowns)
    : layout(model.n_nodes, lanes),
      is_closed(model.is_closed),
      q(layout.size_with_halo(numerics::kBlock)),
      v(q.size()),
      a(q.size()),
      weight(layout.size(1)),
      contacts(layout, model.n_segments(), model.fields, model.laws.relaxed_mode),
      matrix(layout),
      residual(q.size()),
      column(static_cast<std::size_t>(n_border_unknowns), numerics::AlignedVector(q.size())),
      row(column) {
  for (int node = 0; node < model.n_nodes; ++node) node_start.push_back(layout.at(node, numerics::kBlock, 0));
  for (int e = 0; e < model.n_elements(); ++e) weight[layout.at(e, 1, 0)] = 1.0;
}

void BeltArrays::close_positions(double element_length) {
  numerics::copy_first_nodes(layout, q);
  for (int lane = layout.full_lanes(); lane < layout.lanes(); ++lane) {
    for (int c = 0; c < 2; ++c) {
      q[layout.index(0, lane, numerics::kBlock, c)] -=
          element_length * q[layout.index(0, lane, numerics::kBlock, c + 2)];
    }
  }
  if (is_closed) return;
  const auto behind = [this](int c) { return layout.index(layout.rows(), layout.lanes() - 1, numerics::kBlock, c); };
  const auto last = [this](int c) { return layout.at(layout.n_nodes() - 1, numerics::kBlock, c); };
  for (int c = 0; c < 2; ++c) {
    q[behind(c)] = q[last(c)] + element_length * q[last(c + 2)];
    q[behind(c + 2)] = q[last(c + 2)];
  }
}

std::vector<double> BeltArrays::gather(const numerics::AlignedVector& values, int n) const {
  std::vector<double> in_order;
  in_order.reserve(static_cast<std::size_t>(layout.n_nodes() * n));
  for (int node = 0; node < layout.n_nodes(); ++node) {
    for (int c = 0; c < n; ++c) in_order.push_back(values[layout.at(node, n, c)]);
  }
  return in_order;
}

void BeltArrays::scatter(std::span<const double> in_order, int n, numerics::AlignedVector& values) const {
  for (int node = 0; node < layout.n_nodes(); ++node) {
    for (int c = 0; c < n; ++c) values[layout.at(node, n, c)] = in_order[static_cast<std::size_t>(node * n + c)];
  }
}

}  // namespace beltdyn::lagrangian::ancf
