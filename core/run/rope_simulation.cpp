// SPDX-License-Identifier: MIT
#include "core/run/rope_simulation.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

// Relative tolerance of the force at the pulled end when that force is given. The tension at the held end is found by
// iteration; few solutions suffice, because the ratio of the forces hardly depends on them.
constexpr double kForceTolerance = 1e-6;
constexpr int kMostSolutions = 8;
constexpr int kShapePoints = 240;
constexpr int kPatchColumns = 73;
constexpr int kPatchRows = 25;

ShapeSurface patch_of(const surface::RopeCourse& course) {
  ShapeSurface patch{.columns = kPatchColumns, .points = {}};
  patch.points.reserve(static_cast<std::size_t>(kPatchColumns) * kPatchRows);
  for (int row = 0; row < kPatchRows; ++row) {
    for (int column = 0; column < kPatchColumns; ++column) {
      patch.points.push_back(
          course.patch(static_cast<double>(column) / (kPatchColumns - 1), static_cast<double>(row) / (kPatchRows - 1)));
    }
  }
  return patch;
}

}  // namespace

RopeSimulation::RopeSimulation(RopeOnSurface drive, double time_step)
    : drive_(std::move(drive)), length_(drive_.course_at(0.0).length()), clock_(time_step) {}

void RopeSimulation::advance(double dt) {
  const double end = clock_.after(dt);
  solve_at(end);
  clock_.pass(dt);
}

void RopeSimulation::solve_at(double time) {
  const double given = drive_.tension.value(time);
  double held = given;
  solve(time, held);
  if (drive_.tension_at == GivenEnd::pulled) {
    for (int i = 1; std::abs(held * force_ratio() - given) > kForceTolerance * given; ++i) {
      if (i == kMostSolutions) {
        throw SolverError(
            fmt::format("no tension of the held end leads to {:.6g} N at the pulled end: {:.6g} N lead to {:.6g} N; "
                        "give the tension at the held end",
                        given, held, held * force_ratio()));
      }
      held = given / force_ratio();
      solve(time, held);
    }
  }
  tension_ = held;
}

void RopeSimulation::add_columns(History& history) const {
  history.add("friction_coefficient", "-", [this] { return drive_.friction.value(time()); });
  history.add("tension", "N", [this] { return tension_; });
  if (drive_.is_helix()) history.add("pitch", "m", [this] { return drive_.pitch_at(time()); });
  history.add("force_ratio", "-", [this] { return force_ratio(); });
  history.add("pulled_force", "N", [this] { return tension_ * force_ratio(); });
  history.add("peak_pressure", "N/m", [this] { return peak_pressure(); });
  add_own_columns(history);
}

std::vector<ProfilePoint> RopeSimulation::profile(std::span<const double> sigma) const {
  std::vector<double> shares;
  shares.reserve(sigma.size());
  for (const double s : sigma) shares.push_back(s / length_);
  std::vector<ProfilePoint> points = at_shares(shares);
  for (std::size_t i = 0; i < points.size(); ++i) points[i].sigma = sigma[i];
  return points;
}

BeltShape RopeSimulation::shape() const {
  BeltShape shape;
  shape.closed = false;
  std::vector<double> shares;
  shares.reserve(kShapePoints + 1);
  for (int i = 0; i <= kShapePoints; ++i) shares.push_back(static_cast<double>(i) / kShapePoints);
  const std::vector<ProfilePoint> states = at_shares(shares);
  const std::vector<Eigen::Vector3d> places = positions(shares);
  for (std::size_t i = 0; i < states.size(); ++i) {
    shape.belt.push_back({.position = places[i],
                          .force = states[i].force,
                          .speed = 0.0,
                          .pressure = states[i].pressure,
                          .traction = states[i].traction,
                          .contact_state = states[i].contact_state});
  }
  shape.surface = patch_of(drive_.course_at(time()));
  return shape;
}

void RopeSimulation::save(StateWriter& writer) const {
  clock_.save(writer);
  save_statistics(statistics_, writer);
}

void RopeSimulation::restore(StateReader& reader) {
  clock_.restore(reader);
  solve_at(time());
  statistics_ = restore_statistics(reader);
}

}  // namespace beltdyn
