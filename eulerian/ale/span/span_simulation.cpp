// SPDX-License-Identifier: MIT
#include "eulerian/ale/span/span_simulation.hpp"

#include <algorithm>
#include <utility>

#include "core/contact/contact_state.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/run/state_archive.hpp"
#include "eulerian/ale/span/linear_span.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Number of points of an element in profiles and pictures.
constexpr int kPointsOfElement = 4;

// The straight beam has the stretch 1: the reference length equals the distance of the supports, the flux the speed.
OpenSpan span_of(const SupportedBeamDrive& drive, int elements) {
  return OpenSpan({.section = {.axial_stiffness = drive.axial_stiffness,
                               .bending_stiffness = drive.bending_stiffness,
                               .mass_per_length = drive.mass_per_length,
                               .natural_stretch = 1.0 - drive.tension / drive.axial_stiffness,
                               .gravity = {drive.gravity.x(), drive.gravity.y()}},
                   .from = {0.0, 0.0},
                   .to = {drive.length, 0.0},
                   .reference_length = drive.length,
                   .flux = drive.speed,
                   .is_clamped = {drive.supports[0] == BeamSupport::clamped, drive.supports[1] == BeamSupport::clamped},
                   .elements = elements});
}

}  // namespace

SpanSimulation::SpanSimulation(const SupportedBeamDrive& drive, const SpanParameters& parameters,
                               std::optional<LinearOptions> linear)
    : drive_(drive),
      parameters_(parameters),
      linear_(std::move(linear)),
      span_(span_of(drive, parameters.elements)),
      statistics_{.newton_iterations = span_.find_steady_motion()} {}

void SpanSimulation::advance(double dt) {
  time_ += dt;
  ++statistics_.steps;
}

ProfilePoint SpanSimulation::at(double sigma) const {
  const auto [element, xi] = span_.locate(sigma);
  const double stretch = span_.stretch_at(element, xi);
  return {.sigma = sigma,
          .strain = stretch - 1.0,
          .force = span_.tension_at(element, xi),
          .speed = stretch * drive_.speed,
          .pressure = 0.0,
          .traction = 0.0,
          .contact_state = static_cast<int>(contact::ContactState::free)};
}

std::vector<ProfilePoint> SpanSimulation::profile(std::span<const double> sigma) const {
  std::vector<ProfilePoint> points;
  points.reserve(sigma.size());
  for (const double s : sigma) points.push_back(at(s));
  return points;
}

std::vector<double> SpanSimulation::natural_profile_points() const {
  std::vector<double> sigma;
  const int n = kPointsOfElement * parameters_.elements;
  for (int i = 0; i < n; ++i) sigma.push_back(drive_.length * i / n);
  return sigma;
}

BeltShape SpanSimulation::shape() const {
  BeltShape shape;
  shape.closed = false;
  std::vector<double> sigma = natural_profile_points();
  sigma.push_back(drive_.length);
  for (const double s : sigma) {
    const ProfilePoint state = at(s);
    const auto [element, xi] = span_.locate(s);
    const Vec2<double> position = span_.position_at(element, xi);
    shape.belt.push_back({.position = {position.x, position.y, 0.0},
                          .force = state.force,
                          .speed = state.speed,
                          .pressure = 0.0,
                          .traction = 0.0,
                          .contact_state = state.contact_state});
  }
  return shape;
}

std::shared_ptr<LinearAnalysis> SpanSimulation::linear_analysis() {
  return linear_ ? linear_analysis_of(span_, *linear_) : nullptr;
}

void SpanSimulation::add_columns(History& history) const {
  const auto [element, xi] = span_.locate(0.5 * drive_.length);
  history.add("axial_force_middle", "N", [this, e = element, xi = xi] { return span_.tension_at(e, xi); });
  history.add("deflection_middle", "m", [this, e = element, xi = xi] { return span_.position_at(e, xi).y; });
  history.add("flux", "m/s", [this] { return drive_.speed; });
}

void SpanSimulation::save(StateWriter& writer) const {
  writer.number("time", time_);
  writer.integer("steps", statistics_.steps);
}

void SpanSimulation::restore(StateReader& reader) {
  time_ = reader.time("time");
  statistics_.steps = reader.count("steps");
}

}  // namespace beltdyn::eulerian::ale
