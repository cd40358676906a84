// SPDX-License-Identifier: MIT
#include "core/dynamics/belt_system.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <Eigen/Core>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn {
namespace {

// The smallest part of a correction that is tried. Measured: 1/16 takes as much time and halves up to a sixth more of
// the long steps, which blurs the order of convergence; 1/4 halves up to half more.
constexpr double kSmallestPart = 1.0 / 64.0;
// A correction is in balance where no more than this part of the work of the residual is left. By measurement on ropes:
// a half takes a tenth more steps.
constexpr double kBalanced = 0.1;
// A correction in balance may multiply the norm of the residual by this: other contact points just begin to touch
// there.
constexpr double kMostGrowth = 10.0;
constexpr int kMostEvaluations = 30;

}  // namespace

BeltSystem::BeltSystem(const BeltDrive& drive, std::span<const std::size_t> carriers)
    : drive_(drive),
      angles_(drive_->pulleys),
      mounts_(*drive_, carriers),
      border_(static_cast<std::size_t>(n_border_unknowns())),
      static_border_(static_cast<std::size_t>(mounts_.n_unknowns())) {}

CircleMotion BeltSystem::circle_motion(std::size_t pulley) const {
  const AxisPlace axis = mounts_.axis(pulley);
  const Eigen::Vector2d arm = drive_->pulleys[pulley].center_from_axis(angles_[pulley].q);
  const double rate = held_ ? 0.0 : mounts_.velocity(pulley);
  return {.center = axis.place + arm,
          .axis_velocity = rate * axis.by_u,
          .by_angle = {-arm.y(), arm.x()},
          .by_mount = axis.by_u,
          .by_mount_twice = axis.by_u_twice,
          .mount_velocity = rate};
}

double BeltSystem::evaluate(const BeltStep& step, bool with_tangent) {
  if (!assemble(step, with_tangent)) return INFINITY;
  mounts_.find_friction(step.length);
  angles_.find_bearings(step.length, step.end);
  angles_.find_accessories(step.rates, step.end);
  if (load_ && !step.is_static()) add_load(load_, step.end);
  if (with_tangent) {
    tangent_step_ = step.length;
    tangent_mark_ = new_tangent_mark();
    is_factorised_ = false;
    has_solved_columns_ = false;
  }
  const double norm = holds_mounts() ? belt_residual_norm()
                                     : std::max(belt_residual_norm(), mounts_.residual_norm(step.rates, step.end));
  return held_ ? norm : std::max(norm, angles_.residual_norm(step.rates, step.end));
}

void BeltSystem::multiply_border() {
  if (holds_mounts()) return;
  const BeltArraysView arrays = arrays_view();
  if (held_) {
    const auto n_angles = static_cast<std::size_t>(angles_.n_unknowns());
    static_border_.multiply(std::span(arrays.row).subspan(n_angles), std::span(arrays.column).subspan(n_angles));
    return;
  }
  border_.multiply(arrays.row, arrays.column);
}

numerics::CyclicBorder* BeltSystem::enter_border(const BeltStep& step) {
  if (holds_mounts()) return nullptr;
  if (held_) {
    const std::vector<int> none(angles_.size(), -1);
    mounts_.enter(step.rates, step.end, 0, none, static_border_);
    return &static_border_;
  }
  angles_.enter(step.rates, step.end, border_);
  mounts_.enter(step.rates, step.end, static_cast<std::size_t>(angles_.n_unknowns()), angles_.indices(), border_);
  return &border_;
}

bool BeltSystem::solve_border(const BeltStep& step) {
  numerics::CyclicBorder* border = enter_border(step);
  if (border == nullptr) return true;
  const BeltArraysView arrays = arrays_view();
  const std::size_t first = held_ ? static_cast<std::size_t>(angles_.n_unknowns()) : 0;
  border->solve(std::span(arrays.row).subspan(first), std::span(arrays.column).subspan(first), arrays.residual);
  return border->is_finite();
}

void move_nodes(const BeltArraysView& arrays, const numerics::StepRates& rates, double factor,
                const numerics::AlignedVector& change) {
  const auto& [c_v, c_a] = rates;
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double d = factor * change[i];
    arrays.q[i] += d;
    arrays.v[i] += c_v * d;
    arrays.a[i] += c_a * d;
  }
}

bool BeltSystem::correct(const BeltStep& step) {
  const BeltArraysView arrays = arrays_view();
  if (!is_factorised_) {
    if (!factorise()) return false;
    if (!has_solved_columns_) {
      for (numerics::AlignedVector& column : arrays.column) solve(column);
      has_solved_columns_ = true;
    }
    multiply_border();
    is_factorised_ = true;
  }
  solve(arrays.residual);
  const bool regular = solve_border(step);
  correction_.resize(arrays.residual.size());
  std::swap(correction_, arrays.residual);
  move(step, 1.0);
  return regular;
}

void BeltSystem::move(const BeltStep& step, double factor) {
  move_nodes(arrays_view(), step.rates, factor, correction_);
  if (holds_mounts()) return;
  const auto n_angles = static_cast<std::size_t>(angles_.n_unknowns());
  if (held_) {
    mounts_.move(step.rates, factor, static_border_.correction());
    return;
  }
  angles_.move(step.rates, factor, border_.correction().first(n_angles));
  mounts_.move(step.rates, factor, border_.correction().subspan(n_angles));
}

double BeltSystem::shorten_correction(const BeltStep& step, double before, double accepted) {
  double residual = evaluate(step, false);
  for (double part = 1.0; residual > accepted && !(residual < before) && part > kSmallestPart;) {
    part *= 0.5;
    move(step, -part);
    residual = evaluate(step, false);
  }
  return residual;
}

// Of what is left of the residual on the way of the whole correction [J].
double BeltSystem::work_of_correction(const BeltStep& step) {
  const BeltArraysView arrays = arrays_view();
  const auto n = static_cast<Eigen::Index>(correction_.size());
  // Where a halo has a part of the residual of a node, the correction has the copy of it.
  const double of_belt = Eigen::Map<const Eigen::VectorXd>(correction_.data(), n)
                             .dot(Eigen::Map<const Eigen::VectorXd>(arrays.residual.data(), n));
  const numerics::CyclicBorder* border = enter_border(step);
  return border == nullptr ? of_belt : of_belt + border->work();
}

double BeltSystem::balance_correction(const BeltStep& step, double& part, double residual) {
  if (!std::isfinite(residual)) return residual;
  const double longest = part;
  const auto work_at = [&](double to) {
    move(step, to - part);
    part = to;
    residual = evaluate(step, false);
    return work_of_correction(step);
  };
  const double at_end = work_of_correction(step);
  const double at_start = work_at(0.0);
  if (!(at_start > 0.0 && at_end < -kBalanced * at_start)) {
    work_at(longest);
    return residual;
  }
  const auto unbalanced = [&](double to) {
    const double work = work_at(to);
    return std::abs(work) <= kBalanced * at_start ? 0.0 : work;
  };
  numerics::bracket_root(unbalanced, {0.0, at_start}, {longest, at_end}, 0.0, kMostEvaluations);
  return residual;
}

double BeltSystem::limit_correction(const BeltStep& step, double before, double accepted) {
  double part = 1.0;
  double residual = evaluate(step, false);
  if (residual < before || residual <= accepted) return residual;
  residual = balance_correction(step, part, residual);
  if (part < 1.0 && residual <= kMostGrowth * before) return residual;
  move(step, 1.0 - part);
  residual = shorten_correction(step, before, accepted);
  if (residual < before || residual <= accepted) return residual;
  part = kSmallestPart;
  return balance_correction(step, part, residual);
}

void BeltSystem::save_tangent(StateWriter& writer) const {
  const BeltArraysView arrays = arrays_view();
  std::vector<double> header{tangent_step_, static_cast<double>(arrays.layout.lanes())};
  for (std::size_t p = 0; p < angles_.size(); ++p) header.push_back(angles_.torque_derivative(p));
  for (std::size_t p = 0; p < mounts_.size(); ++p) {
    const BeltOnMount& belt = mounts_.belt_on(p);
    header.insert(header.end(), {belt.by_mount, belt.by_angle, belt.torque_by_mount});
  }
  writer.numbers("tangent", header);
  if (tangent_step_ == 0.0) return;
  writer.mark_tangent(tangent_mark_);
  writer.numbers("tangent_diagonal", arrays.matrix.diagonal);
  writer.numbers("tangent_upper", arrays.matrix.upper);
  writer.numbers("tangent_lower", arrays.matrix.lower);
  if (arrays.beside_matrix != nullptr) writer.numbers("tangent_beside_matrix", *arrays.beside_matrix);
  for (std::size_t f = 0; f < arrays.column.size(); ++f) {
    writer.numbers("tangent_column_" + std::to_string(f), arrays.column[f]);
    writer.numbers("tangent_row_" + std::to_string(f), arrays.row[f]);
  }
}

void BeltSystem::restore_tangent(StateReader& reader) {
  const BeltArraysView arrays = arrays_view();
  const std::vector<double>& header = reader.numbers("tangent", 2 + 4 * angles_.size());
  forget_tangent();
  if (header[0] == 0.0 || header[1] != static_cast<double>(arrays.layout.lanes())) return;
  for (std::size_t p = 0; p < angles_.size(); ++p) angles_.set_torque_derivative(p, header[2 + p]);
  for (std::size_t p = 0; p < mounts_.size(); ++p) {
    const double* from = header.data() + 2 + angles_.size() + 3 * p;
    mounts_.set_belt(
        p, {.force = mounts_.belt_on(p).force, .by_mount = from[0], .by_angle = from[1], .torque_by_mount = from[2]});
  }
  const TangentMark mark = reader.arrays()->tangent;
  if (mark != 0 && mark == tangent_mark_) {
    tangent_step_ = header[0];
    return;
  }
  // A partly read tangent must not match any mark.
  tangent_mark_ = 0;
  is_factorised_ = false;
  const auto read = [&reader](const std::string& name, numerics::AlignedVector& to) {
    const std::vector<double>& values = reader.numbers(name, to.size());
    to.assign(values.begin(), values.end());
  };
  read("tangent_diagonal", arrays.matrix.diagonal);
  read("tangent_upper", arrays.matrix.upper);
  read("tangent_lower", arrays.matrix.lower);
  if (arrays.beside_matrix != nullptr) read("tangent_beside_matrix", *arrays.beside_matrix);
  for (std::size_t f = 0; f < arrays.column.size(); ++f) {
    read("tangent_column_" + std::to_string(f), arrays.column[f]);
    read("tangent_row_" + std::to_string(f), arrays.row[f]);
  }
  // The columns were saved after their solve.
  has_solved_columns_ = true;
  tangent_mark_ = mark != 0 ? mark : new_tangent_mark();
  tangent_step_ = header[0];
}

}  // namespace beltdyn
