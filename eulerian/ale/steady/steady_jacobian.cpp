// SPDX-License-Identifier: MIT
// The Jacobian of SteadySystem.
#include <algorithm>
#include <cmath>

#include "core/base/stop_request.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// Relative step of the differences by G [-]; the residual is quadratic in G except for the damping of contacts that
// open.
constexpr double kFluxDifference = 1e-4;
// Least slip, relative to the speed of the belt, and least friction force, relative to EA, in slipping_slope() [-].
constexpr double kLeastSlip = 1e-6;
constexpr double kLeastFriction = 1e-12;

}  // namespace

void SteadySystem::emit_flux_column(const Eigen::VectorXd& x, double*& values) {
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(flux_at());
  const double step = kFluxDifference * x[flux_at()];
  for (const double sign : {1.0, -1.0}) {
    Eigen::VectorXd moved = x;
    moved[flux_at()] += sign * step;
    load_arrays(moved);
    equations_.assemble_belt(steady_step(), false, pulleys_);
    add_belt_residual(sign / (2.0 * step), difference);
  }
  for (int node = 0; node < n(); ++node) {
    for (std::size_t c = 0; c < kBlock; ++c) {
      const Row row = row_of(node, c);
      *values++ = row.counts ? difference[row.at] : 0.0;
    }
  }
}

// The equations that a contact point contributes to, except the equations of its own memory.
std::vector<int> SteadySystem::rows_of(int k) const {
  std::vector<int> rows;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    rows.push_back(row_of((k / kPoints + (i < kBlock ? 0 : 1)) % n(), i % kBlock).at);
  }
  if (speed_at(k) >= 0) rows.push_back(speed_at(k));
  for (int m = 0; m < memory_size(k); ++m) rows.push_back(memory_at(k) + m);
  return rows;
}

// The unknowns on which friction at a contact point depends.
std::vector<int> SteadySystem::columns_of(int k) const {
  std::vector<int> columns;
  for (std::size_t i = 0; i < kElementUnknowns; ++i) columns.push_back(q_at(k / kPoints, i));
  if (is_first_of_element(k)) {
    for (std::size_t i = 0; i < kElementUnknowns; ++i) columns.push_back(q_at(before(k) / kPoints, i));
  }
  columns.push_back(flux_at());
  if (speed_at(k) >= 0) columns.push_back(speed_at(k));
  if (!may_continue(k)) return columns;
  for (int m = 0; m < memory_size(k); ++m) columns.push_back(memory_at(before(k)) + m);
  return columns;
}

void SteadySystem::set_pattern() {
  std::vector<std::pair<int, int>> places;
  equations_.for_each_entry([&](int i, int r, int j, int c, double) {
    places.emplace_back(row_of(i, static_cast<std::size_t>(r)).at, q_at(j, static_cast<std::size_t>(c)));
  });
  for (int node = 0; node < n(); ++node) {
    for (std::size_t c = 0; c < kBlock; ++c) places.emplace_back(row_of(node, c).at, flux_at());
  }
  for (int k = 0; k < kPoints * n(); ++k) {
    const std::vector<int> columns = columns_of(k);
    for (const int row : rows_of(k)) {
      for (const int column : columns) places.emplace_back(row, column);
    }
    for (int m = 0; m < memory_size(k); ++m) places.emplace_back(memory_at(k) + m, memory_at(k) + m);
  }
  places.emplace_back(flux_at(), q_at(0, 2));
  int size = flux_at() + 1;
  for (const int unknown : unknown_of_) {
    if (unknown < 0) continue;
    places.emplace_back(flux_at() + 1 + unknown, flux_at() + 1 + unknown);
    ++size;
  }
  for (std::size_t i = 0; given_ends_ && i < given_ends_->size(); ++i) {
    places.emplace_back(q_at(end_node(i), kAcross), q_at(end_node(i), kAcross));
    places.emplace_back(q_at(end_node(i), kMaterial), flux_at());
    places.emplace_back(q_at(end_node(i), kMaterial), q_at(end_node(i), kMaterialSlope));
  }
  matrix_.set_pattern(size, places);
}

// Writes the entries of a contact point, in the order of set_pattern().
void SteadySystem::emit_contact_point(int k, const std::vector<SteadyContactPoint<PointDual>>& all,
                                      const Eigen::VectorXd& x, double*& values) const {
  const auto last = static_cast<std::size_t>(before(k));
  const SteadyContactPoint<PointDual>& here = all[static_cast<std::size_t>(k)];
  const bool is_first = enters(k, all);
  const Entry<PointDual> from = is_first ? entry<PointDual>(k, x[flux_at()])
                                         : Entry<PointDual>{.element = before(k) / kPoints, .contact_point = all[last]};
  const Memory remembered = is_first ? Memory{} : streamline_steps_[last].memory;
  const SlipIncrement from_there = slip_increment(k, here, from.contact_point, x);
  const double traction = streamline_steps_[static_cast<std::size_t>(k)].traction;
  const StreamlineTangent tangent = streamline_tangent(k, from_there, remembered, here, from.contact_point);
  const bool is_own = from.element == k / kPoints;
  // Writes the derivatives of scale × result + value in the order of columns_of(); `own` are the derivatives of the
  // value.
  const auto emit = [&](double scale, const PassageGradient& by, const auto& own) {
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      *values++ = scale * (by.here[j] + (is_own ? by.there[j] : 0.0)) + own(j);
    }
    if (is_first_of_element(k)) {
      for (std::size_t j = 0; j < kElementUnknowns; ++j) *values++ = is_own ? 0.0 : scale * by.there[j];
    }
    *values++ = scale * by.here[kFlux];
    if (speed_at(k) >= 0) *values++ = scale * by.speed;
    if (!may_continue(k)) return;
    const auto n_memory = static_cast<std::size_t>(memory_size(k));
    for (std::size_t m = 0; m < n_memory; ++m) *values++ = is_first ? 0.0 : scale * by.memory[m];
  };
  const double weight = mesh_weight(k);
  const ElementSystem<double> work = work_of_traction(k, here);
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    const double part = row_of((k / kPoints + (i < kBlock ? 0 : 1)) % n(), i % kBlock).counts ? 1.0 : 0.0;
    emit(part * work.residual[i], tangent.traction,
         [&](std::size_t j) { return part * traction * work.tangent[i][j]; });
  }
  if (speed_at(k) >= 0) {
    emit(weight * here.moment_per.value, tangent.traction,
         [&](std::size_t j) { return weight * traction * here.moment_per.d[j]; });
  }
  const auto n_memory = static_cast<std::size_t>(memory_size(k));
  for (std::size_t m = 0; m < n_memory; ++m) {
    emit(-1.0, tangent.memory[m], [](std::size_t) { return 0.0; });
  }
  for (std::size_t m = 0; m < n_memory; ++m) *values++ = 1.0;
}

// If the belt slips everywhere on a pulley, its moment does not depend on ω, and the Jacobian is singular. Then it gets
// the slope of a moment that vanishes with the slip: so ω moves to where the belt may stick again.
double SteadySystem::slipping_slope(std::size_t pulley, double omega,
                                    const std::vector<SteadyContactPoint<PointDual>>& all) const {
  double surface = 0.0;
  double pressed = 0.0;
  for (int k = 0; k < kPoints * n(); ++k) {
    const SteadyContactPoint<PointDual>& here = all[static_cast<std::size_t>(k)];
    if (pulley_index(k) != pulley || !(here.pressure.value > 0.0)) continue;
    if (contact::state_of(streamline_steps_[static_cast<std::size_t>(k)].state) == contact::ContactState::stick)
      return 0.0;
    const double force = mesh_weight(k) * here.pressure.value;
    surface += force * here.speed.value;
    pressed += force;
  }
  const double radius = pulleys_[pulley].circle.radius;
  const double speed = pressed > 0.0 ? surface / pressed : flux_scale_;
  const double slip = std::max(std::abs(radius * omega - speed), kLeastSlip * flux_scale_);
  const double moment =
      std::max(std::abs(moments_[pulley]), kLeastFriction * radius * equations_.drive().belt.axial_stiffness);
  return -moment * radius / slip;
}

bool SteadySystem::factorise(const Eigen::VectorXd& x) {
  throw_if_stopped();
  if (!matrix_.has_pattern()) set_pattern();
  double* values = matrix_.values().data();
  load_arrays(x);
  equations_.assemble_belt(steady_step(), true, pulleys_);
  equations_.for_each_entry([&](int i, int r, int, int, double entry) {
    *values++ = row_of(i, static_cast<std::size_t>(r)).counts ? entry : 0.0;
  });
  emit_flux_column(x, values);
  load_arrays(x);
  const double flux = x[flux_at()];
  flux_scale_ = std::abs(flux);
  const std::vector<SteadyContactPoint<PointDual>> all = contact_points<PointDual>(flux);
  for (int k = 0; k < kPoints * n(); ++k) emit_contact_point(k, all, x, values);
  *values++ = 1.0;
  const std::vector<double> omega = speeds(x);
  double* const of_speeds = values;
  const auto for_each_speed = [&](const auto& use) {
    double* value = of_speeds;
    for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
      if (unknown_of_[p] >= 0) use(p, *value++);
    }
  };
  for_each_speed([&](std::size_t p, double& value) {
    value = loads_.share * equations_.drive().pulleys[p].steady_moment_derivative(loads_.time, omega[p]);
    ++values;
  });
  for (std::size_t i = 0; given_ends_ && i < given_ends_->size(); ++i) {
    *values++ = end_scale();
    const bool is_pulled = !(*given_ends_)[i].flux;
    const double outwards = i == 0 ? -1.0 : 1.0;
    const double slope = x[q_at(end_node(i), kMaterialSlope)];
    const double by_flux = outwards * equations_.model().section.mass_per_length * flux / slope;
    *values++ = is_pulled ? 2.0 * by_flux : end_scale();
    *values++ = is_pulled ? -by_flux * flux / slope : 0.0;
  }
  if (matrix_.factorise()) return true;
  for_each_speed([&](std::size_t p, double& value) { value += slipping_slope(p, omega[p], all); });
  return matrix_.factorise();
}

}  // namespace beltdyn::eulerian::ale
