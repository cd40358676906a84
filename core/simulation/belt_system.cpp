// SPDX-License-Identifier: MIT
#include "core/simulation/belt_system.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace beltdyn {
namespace {

// A correction is shortened to no less than this part. By measurement: to 1/16 takes as much time and cuts up to a
// sixth more steps where they are long, which blurs the order in the step; to 1/4 cuts up to half more.
constexpr double kSmallestPart = 1.0 / 64.0;

}  // namespace

double BeltSystem::evaluate(const BeltStep& step, bool with_tangent) {
  if (!assemble(step, with_tangent)) return INFINITY;
  if (load_ && !step.is_static()) add_load(load_, step.end);
  if (with_tangent) {
    tangent_step_ = step.length;
    is_factorised_ = false;
  }
  const double norm = belt_residual_norm();
  return held_ ? norm : std::max(norm, angles_.residual_norm(step.rates, step.end));
}

bool BeltSystem::correct(const BeltStep& step) {
  const BeltArraysView arrays = arrays_view();
  if (!is_factorised_) {
    if (!factorise()) return false;
    for (numerics::AlignedVector& column : arrays.column) solve(column);
    is_factorised_ = true;
  }
  solve(arrays.residual);
  angles_.hold();
  const bool regular = held_ || angles_.solve(step.rates, step.end, arrays.row, arrays.column, arrays.residual);
  correction_.resize(arrays.residual.size());
  std::swap(correction_, arrays.residual);
  move(step, 1.0);
  return regular;
}

void BeltSystem::move(const BeltStep& step, double factor) {
  const BeltArraysView arrays = arrays_view();
  const auto& [c_v, c_a] = step.rates;
  for (std::size_t i = 0; i < arrays.q.size(); ++i) {
    const double d = factor * correction_[i];
    arrays.q[i] += d;
    arrays.v[i] += c_v * d;
    arrays.a[i] += c_a * d;
  }
  angles_.move(step.rates, factor);
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

void BeltSystem::save_tangent(StateWriter& writer) const {
  const BeltArraysView arrays = arrays_view();
  std::vector<double> header{tangent_step_, static_cast<double>(arrays.layout.lanes())};
  for (std::size_t p = 0; p < angles_.size(); ++p) header.push_back(angles_.torque_derivative(p));
  writer.numbers("tangent", header);
  if (tangent_step_ == 0.0) return;
  writer.numbers("tangent_diagonal", arrays.matrix.diagonal);
  writer.numbers("tangent_upper", arrays.matrix.upper);
  writer.numbers("tangent_lower", arrays.matrix.lower);
  for (std::size_t f = 0; f < arrays.column.size(); ++f) {
    writer.numbers("tangent_column_" + std::to_string(f), arrays.column[f]);
    writer.numbers("tangent_row_" + std::to_string(f), arrays.row[f]);
  }
}

void BeltSystem::restore_tangent(StateReader& reader) {
  const BeltArraysView arrays = arrays_view();
  const std::vector<double>& header = reader.numbers("tangent", 2 + angles_.size());
  forget_tangent();
  if (header[0] == 0.0 || header[1] != static_cast<double>(arrays.layout.lanes())) return;
  for (std::size_t p = 0; p < angles_.size(); ++p) angles_.set_torque_derivative(p, header[2 + p]);
  const auto read = [&reader](const std::string& name, numerics::AlignedVector& to) {
    const std::vector<double>& values = reader.numbers(name, to.size());
    to.assign(values.begin(), values.end());
  };
  read("tangent_diagonal", arrays.matrix.diagonal);
  read("tangent_upper", arrays.matrix.upper);
  read("tangent_lower", arrays.matrix.lower);
  for (std::size_t f = 0; f < arrays.column.size(); ++f) {
    read("tangent_column_" + std::to_string(f), arrays.column[f]);
    read("tangent_row_" + std::to_string(f), arrays.row[f]);
  }
  // The columns were saved as solutions.
  if (!factorise()) return;
  is_factorised_ = true;
  tangent_step_ = header[0];
}

}  // namespace beltdyn
