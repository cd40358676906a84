// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/string_waves_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/string_loop.hpp"
#include "analytic/belt/steady/zone_grid.hpp"
#include "analytic/belt/waves/string_waves_of.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/left_out.hpp"

namespace beltdyn::analytic {
namespace {

// Most cells of a span in results.
constexpr int kMostCells = 400;

// The force of the belt on the axis of a pulley [N].
Eigen::Vector2d pull_on(const BeltPath& path, const WavePulleyState& pulley, std::size_t k) {
  return force_on_axis(path, pulley.arriving_force - pulley.centrifugal, pulley.leaving_force - pulley.centrifugal, k);
}

// The string at a part of a span, from 0 to 1; linear between its points.
WavePoint interpolated(const std::vector<WavePoint>& points, double part) {
  const double cells = part * static_cast<double>(points.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(cells), points.size() - 2);
  const double weight = cells - static_cast<double>(i);
  const auto mean = [&](double WavePoint::*value) {
    return points[i].*value + weight * (points[i + 1].*value - points[i].*value);
  };
  return {.force = mean(&WavePoint::force),
          .speed = mean(&WavePoint::speed),
          .resistance = mean(&WavePoint::resistance),
          .acceleration = mean(&WavePoint::acceleration)};
}

}  // namespace

StringWavesSimulation::StringWavesSimulation(const BeltDrive& drive, double time_step, double tolerance)
    : BeltSimulation(drive),
      time_step_(time_step),
      waves_([this, tolerance] {
        StringWavesDrive string = string_waves_of(this->drive());
        const int elements = StringWaves::chosen_elements(string.spans, wave_elements(tolerance));
        return StringWaves(std::move(string), elements);
      }()),
      now_(waves_.now()) {}

void StringWavesSimulation::advance(double dt) {
  stop().follow(*this, [this, dt] {
    waves_.advance_to(time() + dt);
    now_ = waves_.now();
  });
}

void StringWavesSimulation::save(StateWriter& writer) const {
  waves_.save(writer);
  stop().save(writer);
}

void StringWavesSimulation::restore(StateReader& reader) {
  waves_.restore(reader);
  now_ = waves_.now();
  stop().restore(reader);
}

SolverStatistics StringWavesSimulation::statistics() const { return {.steps = waves_.steps()}; }

std::vector<PulleyState> StringWavesSimulation::pulley_states() const {
  std::vector<PulleyState> states;
  for (std::size_t k = 0; k < now_.pulleys.size(); ++k) {
    const Pulley& p = drive().pulleys[k];
    const WavePulleyState& s = now_.pulleys[k];
    const PathArc& arc = path().arcs()[k];
    PulleyState state{.angle = arc.turn * s.turned / arc.radius,
                      .angular_velocity = arc.turn * s.surface_speed / arc.radius,
                      .contact_moment = arc.turn * arc.radius * (s.leaving_force - s.arriving_force)};
    if (p.is_prescribed()) {
      state.angle = prescribed_speed(p).integral(0.0, time());
      state.angular_velocity = prescribed_speed(p).value(time());
    }
    if (moves(p.mount)) {
      const bool is_given = suspension_of(p.mount) == nullptr;
      const MountMotion motion = is_given ? given_motion(p.mount, p.center, time())
                                          : MountMotion{.position = s.mount, .velocity = s.mount_rate};
      const AxisPlace at = p.axis_at(motion.position);
      state.mount = {.axis = at.place,
                     .axis_velocity = at.by_u * motion.velocity,
                     .position = motion.position,
                     .force = pull_on(path(), s, k).dot(at.by_u)};
    }
    states.push_back(state);
  }
  return states;
}

// The string at σ. The strain follows from the force; the material coordinate is that of a belt which these strains
// give its length.
struct StringWavesSimulation::Place {
  double sigma{};
  PathPlace place{};
  WavePoint string{};
  double stretch{};
  double material{};  // [m]
};

ArcForces StringWavesSimulation::arc_forces(const BeltPath& path, std::size_t k) const {
  return {now_.pulleys[k], waves_.drive().pulleys[k].exponent, path.arcs()[k].length()};
}

std::vector<double> StringWavesSimulation::grid(const BeltPath& path) const {
  ZoneGrid grid(path.length());
  for (std::size_t k = 0; k < now_.pulleys.size(); ++k) {
    const double length = path.arcs()[k].length();
    const double limit = arc_forces(path, k).limit();
    std::vector<double> changes;
    if (limit > 0.0 && limit < length) changes.push_back(limit);
    grid.add_arc(length, changes, ZoneGrid::Spread::even);
    grid.add_span(path.spans()[k].length, std::min(kMostCells, static_cast<int>(now_.spans[k].size()) - 1));
  }
  return grid.sigma();
}

std::vector<StringWavesSimulation::Place> StringWavesSimulation::places(const BeltPath& path) const {
  std::vector<Place> places;
  for (const double sigma : grid(path)) {
    Place at{.sigma = sigma, .place = path.locate(sigma)};
    if (at.place.pulley >= 0) {
      const auto k = static_cast<std::size_t>(at.place.pulley);
      at.string = {.force = arc_forces(path, k).pressing(at.place.local) + now_.pulleys[k].centrifugal,
                   .speed = now_.pulleys[k].speed};
    } else {
      const auto k = static_cast<std::size_t>(at.place.span);
      at.string = interpolated(now_.spans[k], at.place.local / path.spans()[k].length);
    }
    at.stretch = 1.0 + drive().reference_strain_of_string() + at.string.force / drive().belt.axial_stiffness;
    places.push_back(at);
  }
  double material = 0.0;
  double before = 0.0;
  double compression = 1.0 / places.front().stretch;
  for (Place& at : places) {
    material += 0.5 * (at.sigma - before) * (compression + 1.0 / at.stretch);
    at.material = material;
    before = at.sigma;
    compression = 1.0 / at.stretch;
  }
  material += (path.length() - before) * compression;
  const double scale = drive().reference_length() / material;
  for (Place& at : places) at.material *= scale;
  return places;
}

ContactPoint StringWavesSimulation::contact_at(const Place& at, double material, const BeltPath& path) const {
  ContactPoint contact{.material = material, .pulley = at.place.pulley};
  if (at.place.pulley < 0) return contact;
  const auto k = static_cast<std::size_t>(at.place.pulley);
  const WavePulleyState& pulley = now_.pulleys[k];
  const double radius = path.arcs()[k].radius;
  const ArcForces forces = arc_forces(path, k);
  const double pressing = forces.pressing(at.place.local);
  contact.pressure = pressing / radius;
  contact.state = contact::ContactState::stick;
  contact.slip_velocity = 0.0;
  if (!forces.slips_at(at.place.local)) return contact;
  // dN/dσ is taken up by friction at the surface.
  contact.traction = -forces.growth() * pressing * radius / drive().pulleys[k].radius;
  contact.state = forces.growth() < 0.0 ? contact::ContactState::slip_backward : contact::ContactState::slip_forward;
  contact.slip_velocity = pulley.slipping > 0.5
                              ? pulley.speed - pulley.surface_speed
                              : pulley.speed * (pressing - forces.sticking()) / drive().belt.axial_stiffness;
  return contact;
}

BeltMap StringWavesSimulation::belt() const {
  const BeltPath path = path_now();
  const std::vector<Place> string = places(path);
  const double passed = now_.pulleys.front().travel / string.front().stretch;
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < string.size(); ++i) {
    const Place& at = string[i];
    const PathPoint place = path.point(at.sigma);
    const double material = at.material - passed;
    const double speed = at.string.speed;
    points.push_back(
        {.material = material,
         .position = place.position,
         .strain = at.stretch - 1.0,
         .force = at.string.force,
         .speed = speed,
         .acceleration = at.string.acceleration * place.tangent + place.curvature * speed * speed * place.normal});
    contacts.push_back(contact_at(at, material, path));
    if (at.place.span < 0) continue;
    const auto k = static_cast<std::size_t>(at.place.span);
    const WaveSpanProperties& span = waves_.drive().spans[k];
    const double added_mass = span.mass_per_length - drive().belt.mass_per_length;
    double force = span.weight - at.string.resistance - added_mass * at.string.acceleration;
    // The load is fed in the piece of the first point behind a pulley.
    if (string[i - 1].place.pulley >= 0) {
      force -= now_.pulleys[k].feed / (0.5 * (string[i + 1].sigma - string[i - 1].sigma));
    }
    points.back().run_force = at.stretch * force * place.tangent;
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::optional<std::vector<Eigen::Vector2d>> StringWavesSimulation::hub_loads() const {
  const BeltPath path = path_now();
  std::vector<Eigen::Vector2d> forces;
  for (std::size_t k = 0; k < now_.pulleys.size(); ++k) forces.push_back(pull_on(path, now_.pulleys[k], k));
  return forces;
}

std::vector<SpanState> StringWavesSimulation::span_states() const {
  std::vector<SpanState> states;
  for (const SpanLoad& run : drive().spans) {
    const std::vector<WavePoint>& points = now_.spans[run.span()];
    const PathSpan& span = path().spans()[run.span()];
    const double speed = points.front().speed;
    SpanState state{.entry_force = points.front().force, .exit_force = points.back().force};
    if (speed > 0.0) state.power = run.load_per_length * speed * speed * speed;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double share = i == 0 || i + 1 == points.size() ? 0.5 : 1.0;
      const double force = points[i].resistance - run.load_per_length * drive().gravity.dot(span.tangent) +
                           (run.load_per_length + run.idler_mass_per_length) * points[i].acceleration;
      state.power += share * force * points[i].speed * span.length / static_cast<double>(points.size() - 1);
    }
    states.push_back(state);
  }
  return states;
}

std::vector<std::string> StringWavesSimulation::preflight(double end_time) const {
  std::vector<std::string> warnings;
  std::vector<std::string> keys = keys_beyond_contours(drive());
  std::erase(keys, "belt/mass_per_length");
  add_warning(warnings, neglected_keys_message(
                            "analytic_string_dynamics models a conveyor as a string with mass whose waves are much "
                            "faster than the belt, on rigid pulleys where it sticks without creep or slips as a whole",
                            keys, "eulerian_ale"));
  double fastest = 0.0;
  for (const Pulley& p : drive().pulleys) {
    if (!p.is_prescribed()) continue;
    fastest = std::max(fastest, p.radius * prescribed_speed(p).largest_magnitude(0.0, end_time));
  }
  double slowest = HUGE_VAL;
  for (const WaveSpanProperties& span : waves_.drive().spans) slowest = std::min(slowest, span.wave_speed());
  constexpr double kNoticed = 0.01;
  if (fastest > kNoticed * slowest) {
    warnings.push_back(fmt::format(
        "the belt runs at up to {:.3g} m/s, waves along it at {:.4g} m/s; analytic_string_dynamics takes waves as much "
        "faster than the belt, and has errors of up to their ratio, {:.2g}, of the change of forces; compare with "
        "eulerian_ale",
        fastest, slowest, fastest / slowest));
  }
  return warnings;
}

}  // namespace beltdyn::analytic
