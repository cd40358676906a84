// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/static_beam_simulation.hpp"

#include <array>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/contact/contact_state.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Number of points of an element in pictures: more than its ends, since it is curved.
constexpr int kPointsOfElement = 8;

}  // namespace

StaticBeamSimulation::StaticBeamSimulation(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters)
    : drive_(drive), beam_(drive, parameters), clock_(parameters.time_step) {
  beam_.solve(drive_.circle.force.value(0.0));
}

void StaticBeamSimulation::advance(double dt) {
  const double end = clock_.after(dt);
  beam_.solve(drive_.circle.force.value(end));
  clock_.pass(dt);
}

void StaticBeamSimulation::add_columns(History& history) const {
  history.add("circle_force", "N", [this] { return beam_.circle_load(); });
  history.add("circle_position", "m", [this] { return beam_.circle_position(); });
  history.add("contact_force", "N", [this] { return beam_.contact_force(); });
  history.add("axial_force_middle", "N", [this] { return beam_.point(0.5 * drive_.length).force; });
  history.add("contact_length", "m", [this] { return beam_.contact_length(); });
  for (const std::size_t k : {0U, 1U}) {
    history.add(fmt::format("support_force_x_{}", k + 1), "N", [this, k] { return beam_.reaction(k).force.x; });
    history.add(fmt::format("support_force_y_{}", k + 1), "N", [this, k] { return beam_.reaction(k).force.y; });
    history.add(fmt::format("support_moment_{}", k + 1), "N m", [this, k] { return beam_.reaction(k).moment; });
  }
}

// Contact without friction would slip at the smallest force; since nothing moves along the circle here, it is reported
// as stick.
ProfilePoint StaticBeamSimulation::at(double sigma) const {
  const BeamPoint point = beam_.point(sigma);
  const double pressure = beam_.pressure(sigma);
  return {
      .sigma = sigma,
      .strain = point.stretch - 1.0,
      .force = point.force,
      .speed = 0.0,
      .pressure = pressure,
      .traction = 0.0,
      .contact_state = static_cast<int>(pressure > 0.0 ? contact::ContactState::stick : contact::ContactState::free)};
}

std::vector<ProfilePoint> StaticBeamSimulation::profile(std::span<const double> sigma) const {
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(at(s));
  return points;
}

std::vector<double> StaticBeamSimulation::natural_profile_points() const {
  std::vector<double> sigma;
  const int n = kPointsOfElement * beam_.elements();
  sigma.reserve(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) sigma.push_back(drive_.length * i / n);
  return sigma;
}

BeltShape StaticBeamSimulation::shape() const {
  BeltShape shape;
  shape.closed = false;
  std::vector<double> sigma = natural_profile_points();
  sigma.push_back(drive_.length);
  for (const double s : sigma) {
    const ProfilePoint state = at(s);
    const Vec2<double> position = beam_.point(s).position;
    shape.belt.push_back({.position = {position.x, position.y, 0.0},
                          .force = state.force,
                          .speed = state.speed,
                          .pressure = state.pressure,
                          .traction = state.traction,
                          .contact_state = state.contact_state});
  }
  shape.pulleys.push_back({.center = {drive_.circle.rest_position.x(), beam_.circle_position()},
                           .radius = drive_.circle.radius,
                           .angle = 0.0});
  return shape;
}

std::vector<std::string> StaticBeamSimulation::preflight(double end_time) const {
  // The circle comes closest to the beam at its largest force towards the beam.
  const double side = drive_.side();
  const TimeFunction towards = drive_.circle.force.scaled(-side);
  const double gap = side * drive_.circle.rest_position.y() - drive_.circle.radius;
  if (drive_.gravity.norm() > 0.0 || towards.maximum(0.0, end_time) > drive_.circle.spring_stiffness * gap) {
    return {};
  }
  return {
      fmt::format("the force on the circle is too small to bring it into contact with the beam, {:.6g} m away; "
                  "increase the force or move the circle",
                  gap)};
}

void StaticBeamSimulation::save(StateWriter& writer) const {
  clock_.save(writer);
  writer.numbers("beam", beam_.values());
  save_statistics(beam_.statistics(), writer);
}

void StaticBeamSimulation::restore(StateReader& reader) {
  clock_.restore(reader);
  beam_.restore(reader.numbers("beam"), restore_statistics(reader));
}

}  // namespace beltdyn::lagrangian::ancf
