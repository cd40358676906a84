// SPDX-License-Identifier: MIT
// The Jacobian of SteadySystem.
#include <algorithm>

#include "eulerian/ale/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// Step of the differences by G: the residual is quadratic in G but for the damping of contacts that open.
constexpr double kFluxDifference = 1e-4;

}  // namespace

void SteadySystem::emit_kernel(std::vector<double>* values, std::vector<std::pair<int, int>>* places) const {
  const AleArrays& a = equations_.arrays();
  const auto add = [&](const numerics::AlignedVector& blocks, int node, int i, int j) {
    for (int r = 0; r < kBlock; ++r) {
      for (int c = 0; c < kBlock; ++c) {
        if (places != nullptr) places->emplace_back(kStride * i + r, kStride * j + c);
        if (values != nullptr) values->push_back(blocks[a.layout.at(node, numerics::kBlockEntries, r * kBlock + c)]);
      }
    }
  };
  for (int node = 0; node < n(); ++node) {
    const int next = (node + 1) % n();
    add(a.matrix.diagonal, node, node, node);
    add(a.matrix.upper, node, node, next);
    add(a.matrix.lower, node, next, node);
  }
}

void SteadySystem::emit_flux_column(const Eigen::VectorXd& x, std::vector<double>& values) {
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(flux_at());
  const double step = kFluxDifference * x[flux_at()];
  for (const double sign : {1.0, -1.0}) {
    Eigen::VectorXd moved = x;
    moved[flux_at()] += sign * step;
    load_arrays(moved);
    equations_.kernel().assemble(steady_step(), false, pulleys_);
    add_kernel_residual(sign / (2.0 * step), difference);
  }
  for (int node = 0; node < n(); ++node) {
    for (int c = 0; c < kBlock; ++c) values.push_back(difference[kStride * node + c]);
  }
}

void SteadySystem::set_pattern() {
  std::vector<std::pair<int, int>> places;
  emit_kernel(nullptr, &places);
  for (int node = 0; node < n(); ++node) {
    for (int c = 0; c < kBlock; ++c) places.emplace_back(kStride * node + c, flux_at());
  }
  for (int k = 0; k < kPoints * n(); ++k) {
    const int e = k / kPoints;
    const int speed = unknown_of_[owner(k)] < 0 ? -1 : flux_at() + 1 + unknown_of_[owner(k)];
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      places.emplace_back(q_at(e, i), z_at(k));
      places.emplace_back(q_at(e, i), z_at(before(k)));
      for (std::size_t j = 0; j < kElementUnknowns; ++j) places.emplace_back(q_at(e, i), q_at(e, j));
      places.emplace_back(z_at(k), q_at(e, i));
      places.emplace_back(z_at(k), q_at(before(k) / kPoints, i));
      if (speed >= 0) places.emplace_back(speed, q_at(e, i));
    }
    places.emplace_back(z_at(k), z_at(k));
    places.emplace_back(z_at(k), z_at(before(k)));
    places.emplace_back(z_at(k), flux_at());
    if (speed < 0) continue;
    places.emplace_back(z_at(k), speed);
    places.emplace_back(speed, z_at(k));
    places.emplace_back(speed, z_at(before(k)));
  }
  places.emplace_back(flux_at(), q_at(0, 2));
  int size = flux_at() + 1;
  for (const int unknown : unknown_of_) {
    if (unknown < 0) continue;
    places.emplace_back(flux_at() + 1 + unknown, flux_at() + 1 + unknown);
    ++size;
  }
  matrix_.set_pattern(size, places);
}

// The entries that a contact point adds, in the order of set_pattern().
void SteadySystem::emit_station(int k, const std::vector<Station<StationDual>>& all, const Eigen::VectorXd& x,
                                std::vector<double>& values) const {
  const auto& mesh = equations_.model().mesh;
  const double flux = x[flux_at()];
  const Station<StationDual>& here = all[static_cast<std::size_t>(k)];
  const bool is_first = enters(k, all);
  const Entry<StationDual> from = is_first ? entry<StationDual>(k, flux)
                                           : Entry<StationDual>{.element = before(k) / kPoints,
                                                                .station = all[static_cast<std::size_t>(before(k))]};
  const Station<StationDual>& there = from.station;
  const Passage way = passage(k, here, there, is_first, x);
  const auto angle_by = [](const Station<StationDual>& point, std::size_t i) {
    return point.radial.x.value * point.radial.y.d[i] - point.radial.y.value * point.radial.x.d[i];
  };
  const RulePoint& rule = equations_.model().contact_rule[static_cast<std::size_t>(k % kPoints)];
  const double weight = mesh_weight(k);
  const double h = mesh.lengths[static_cast<std::size_t>(k / kPoints)];
  const bool is_driven = unknown_of_[owner(k)] >= 0;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    const std::size_t which = (i / 4) * 2 + i % 2;  // Hermite value of the unknown
    const double count = weight * rule.value[which] * (which % 2 == 0 ? 1.0 : h);
    const bool is_position = i % 4 < 2;
    const auto node = static_cast<std::size_t>((k / kPoints + static_cast<int>(i / 4)) % n());
    const Vec2<double>& normal = mesh.nodes[node].normal;
    const auto work = [&](const auto& part) {
      return is_position ? normal.x * part(here.per.r.x) + normal.y * part(here.per.r.y) : part(here.per.s);
    };
    const double unit = count * work([](const StationDual& d) { return d.value; });
    values.push_back(unit * way.force_by_own);
    values.push_back(unit * way.force_by_before);
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      values.push_back(count * way.force * work([j](const StationDual& d) { return d.d[j]; }));
    }
    const double by_here =
        way.by_pressure * here.pressure.d[i] + way.by_angle * angle_by(here, i) + way.by_way * here.s.d[i];
    const double by_there = -way.by_angle * angle_by(there, i) - way.by_way * there.s.d[i];
    const bool is_own = from.element == k / kPoints;
    values.push_back(by_here + (is_own ? by_there : 0.0));
    values.push_back(is_own ? 0.0 : by_there);
    if (is_driven) values.push_back(weight * way.force * here.moment_per.d[i]);
  }
  values.push_back(way.by_own);
  values.push_back(way.by_before);
  values.push_back(way.by_flux);
  if (!is_driven) return;
  values.push_back(way.by_speed);
  values.push_back(weight * here.moment_per.value * way.force_by_own);
  values.push_back(weight * here.moment_per.value * way.force_by_before);
}

bool SteadySystem::factorise(const Eigen::VectorXd& x) {
  if (!matrix_.has_pattern()) set_pattern();
  std::vector<double> values;
  values.reserve(matrix_.values().size());
  load_arrays(x);
  equations_.kernel().assemble(steady_step(), true, pulleys_);
  emit_kernel(&values, nullptr);
  emit_flux_column(x, values);
  load_arrays(x);
  const double flux = x[flux_at()];
  flux_scale_ = std::abs(flux);
  const std::vector<Station<StationDual>> all = stations<StationDual>(flux);
  for (int k = 0; k < kPoints * n(); ++k) emit_station(k, all, x, values);
  values.push_back(1.0);
  const std::vector<double> omega = speeds(x);
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] < 0) continue;
    values.push_back(equations_.drive().pulleys[p].moment_derivative(loads_.time, omega[p]));
  }
  std::copy(values.begin(), values.end(), matrix_.values().begin());
  return matrix_.factorise();
}

}  // namespace beltdyn::eulerian::ale
