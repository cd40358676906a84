// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/string_waves_simulation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/belt/steady/string_loop.hpp"
#include "analytic/belt/steady/zone_grid.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn::analytic {
namespace {

// Most cells of a span in results.
constexpr int kMostCells = 400;

const SpanLoad* run_on(const BeltDrive& drive, std::size_t span) {
  const auto run = std::ranges::find(drive.spans, span, &SpanLoad::span);
  return run == drive.spans.end() ? nullptr : &*run;
}

WaveSpanProperties span_properties(const BeltDrive& drive, const BeltPath& path, std::size_t k) {
  const SpanLoad* run = run_on(drive, k);
  const SpanLoad none{};
  const SpanLoad& load = run == nullptr ? none : *run;
  const SpanForces forces = load.forces(drive.belt.mass_per_length, drive.gravity, path.spans()[k].tangent);
  return {.length = path.spans()[k].length,
          .axial_stiffness = drive.belt.axial_stiffness,
          .mass_per_length = drive.belt.mass_per_length + load.load_per_length + load.idler_mass_per_length,
          .resistance = forces.resistance,
          .weight = forces.load_weight + forces.belt_weight};
}

// The weight of the belt on a pulley along its path [N].
double weight_on_pulley(const BeltDrive& drive, const BeltPath& path, std::size_t k) {
  const PathArc& arc = path.arcs()[k];
  const Eigen::Vector2d& leaves = path.spans()[k].from;
  return drive.belt.mass_per_length * drive.gravity.dot(leaves - arc.entry);
}

WavePulleyProperties pulley_properties(const BeltDrive& drive, const BeltPath& path, std::size_t k, double mount) {
  const Pulley& p = drive.pulleys[k];
  const PathArc& arc = path.arcs()[k];
  const SpanLoad* run = run_on(drive, k);
  WavePulleyProperties pulley{.label = drive.pulley_label(k),
                              .radius = arc.radius,
                              .exponent = drive.kinetic_coefficient(k) * p.radius / arc.radius * arc.wrap,
                              .belt_mass = drive.belt.mass_per_length * arc.length(),
                              .belt_weight = weight_on_pulley(drive, path, k),
                              .mass_per_length = drive.belt.mass_per_length,
                              .feed = run == nullptr ? 0.0 : run->load_per_length,
                              .inertia = p.inertia,
                              .arriving = path.spans()[(k + path.spans().size() - 1) % path.spans().size()].tangent,
                              .leaving = path.spans()[k].tangent,
                              .axis_by_u = p.axis_at(mount).by_u};
  const double turn = arc.turn;
  if (p.is_prescribed()) {
    pulley.turned = [&p, turn](double t) { return turn * prescribed_speed(p).integral(0.0, t); };
  } else {
    pulley.moment = [&p, turn](double t, double omega) { return turn * p.moment(t, turn * omega); };
    pulley.moment_derivative = [&p, turn](double t, double omega) { return p.moment_derivative(t, turn * omega); };
  }
  if (const Suspension* suspension = suspension_of(p.mount)) {
    pulley.mount_inertia = suspension->inertia;
    pulley.mount_force = [&p, &drive](double t, double u, double rate) {
      return suspension_force(p.mount, drive.gravity, t, u, rate);
    };
  } else {
    pulley.axis = [&p](double t) { return p.axis_at(given_motion(p.mount, p.center, t).position).place; };
  }
  return pulley;
}

// The force along the spans of a steady motion.
std::function<double(std::size_t, double)> steady_force(const BeltDrive& drive, const BeltPath& path) {
  const SteadyStringSimulation steady(drive, 1.0);
  std::vector<std::vector<double>> sigma;
  std::vector<std::vector<double>> force;
  for (const PathSpan& span : path.spans()) {
    std::vector<double> places;
    for (int i = 0; i <= kMostCells; ++i) {
      // Not at the ends, which belong to the pulleys as well.
      places.push_back(span.start + span.length * std::clamp(static_cast<double>(i) / kMostCells, 1e-9, 1.0 - 1e-9));
    }
    std::vector<double> forces;
    for (const ProfilePoint& point : steady.profile(places)) forces.push_back(point.force);
    force.push_back(std::move(forces));
  }
  return [force = std::move(force), spans = path.spans()](std::size_t k, double x) {
    const double cells = x / spans[k].length * kMostCells;
    const auto i = std::min(static_cast<std::size_t>(cells), static_cast<std::size_t>(kMostCells - 1));
    return force[k][i] + (cells - static_cast<double>(i)) * (force[k][i + 1] - force[k][i]);
  };
}

std::function<double(std::size_t, double)> resting_force(const BeltDrive& drive, const BeltPath& path) {
  const std::size_t n = path.spans().size();
  std::vector<double> steps;
  for (std::size_t k = 0; k < n; ++k) steps.push_back(-weight_on_pulley(drive, path, k));
  std::vector<double> ends = forces_around(path, steps, weight_along(drive, path));
  for (double& force : ends) force += string_force(drive, path);
  return [ends = std::move(ends), spans = path.spans(), n](std::size_t k, double x) {
    return ends[k] + x / spans[k].length * (ends[n + k] - ends[k]);
  };
}

// The force of the belt on the axis of a pulley [N].
Eigen::Vector2d pull_on(const BeltPath& path, const WavePulleyState& pulley, std::size_t k) {
  return force_on_axis(path, pulley.arriving_force - pulley.centrifugal, pulley.leaving_force - pulley.centrifugal, k);
}

// The forces that press a string to a pulley, T − ρA v², as in a steady motion: the string keeps the force with which
// it comes, and slips where it leaves, over the arc that the change of its force needs.
class ArcForces {
 public:
  ArcForces(const WavePulleyState& pulley, double exponent, double length)
      : begin_(pulley.arriving_force - pulley.centrifugal), length_(length), runs_back_(pulley.speed < 0.0) {
    const double end = pulley.leaving_force - pulley.centrifugal;
    const double change = std::log(end / begin_);
    slip_length_ = std::min(length, std::abs(change) / exponent * length);
    growth_ = std::copysign(exponent / length, change);
    sticking_ = runs_back_ ? end : begin_;
  }

  double growth() const { return growth_; }      // d ln(T − ρA v²)/dσ where it slips [1/m]
  double sticking() const { return sticking_; }  // where it sticks [N]
  // At a distance from the begin of the arc.
  bool slips_at(double local) const { return runs_back_ ? local < slip_length_ : local > length_ - slip_length_; }
  double limit() const { return runs_back_ ? slip_length_ : length_ - slip_length_; }
  double pressing(double local) const {
    return slips_at(local) ? sticking_ * std::exp(growth_ * (local - limit())) : sticking_;
  }

 private:
  double begin_;
  double length_;
  bool runs_back_;
  double slip_length_{};
  double growth_{};
  double sticking_{};
};

}  // namespace

StringWavesDrive string_waves_of(const BeltDrive& drive) {
  StringWavesDrive string{.mounts = mounts_at_rest(drive)};
  const BeltPath path = path_with_mounts(drive, string.mounts);
  const auto driver = std::ranges::find_if(drive.pulleys, &Pulley::is_prescribed);
  if (drive.starts_running()) {
    const auto k = static_cast<std::size_t>(driver - drive.pulleys.begin());
    string.speed = path.arcs()[k].turn * path.arcs()[k].radius * prescribed_speed(*driver).value(0.0);
  }
  string.force = drive.starts_running() ? steady_force(drive, path) : resting_force(drive, path);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& p = drive.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    string.pulleys.push_back(pulley_properties(drive, path, k, string.mounts[k]));
    string.spans.push_back(span_properties(drive, path, k));
    string.surface_speeds.push_back(p.is_prescribed() ? arc.turn * arc.radius * prescribed_speed(p).value(0.0)
                                                      : string.speed);
  }
  return string;
}

int wave_elements(double tolerance) {
  constexpr double kOfOneElement = 1e-3;
  return static_cast<int>(std::ceil(std::sqrt(kOfOneElement / tolerance)));
}

std::vector<std::string> string_waves_objections(const BeltDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  if (!(drive.belt.mass_per_length > 0.0)) {
    sentences.push_back(fmt::format(
        "{} follows waves along a belt with runs, but its mass_per_length is 0; give the belt its mass", name));
  }
  if (drive.starts_running() && std::ranges::none_of(drive.pulleys, &Pulley::is_prescribed)) {
    sentences.push_back(fmt::format(
        "{} starts from the steady motion of a driver of prescribed speed, but no pulley has a prescribed motion; "
        "prescribe the motion of one pulley, or set initial_state to rest",
        name));
  }
  return sentences;
}

StringWavesSimulation::StringWavesSimulation(const BeltDrive& drive, double time_step, double tolerance)
    : BeltSimulation(drive), time_step_(time_step), waves_([this, tolerance] {
        StringWavesDrive string = string_waves_of(this->drive());
        const int elements = StringWaves::chosen_elements(string.spans, wave_elements(tolerance));
        return StringWaves(std::move(string), elements);
      }()) {}

SolverStatistics StringWavesSimulation::statistics() const { return {.steps = waves_.steps()}; }

std::vector<PulleyState> StringWavesSimulation::pulley_states() const {
  const WaveInstant now = waves_.now();
  std::vector<PulleyState> states;
  for (std::size_t k = 0; k < now.pulleys.size(); ++k) {
    const Pulley& p = drive().pulleys[k];
    const WavePulleyState& s = now.pulleys[k];
    const PathArc& arc = path().arcs()[k];
    PulleyState state{.angle = arc.turn * s.turned / arc.radius,
                      .angular_velocity = arc.turn * s.surface_speed / arc.radius,
                      .contact_moment = arc.turn * arc.radius * (s.leaving_force - s.arriving_force)};
    if (p.is_prescribed()) {
      state.angle = prescribed_speed(p).integral(0.0, time());
      state.angular_velocity = prescribed_speed(p).value(time());
    }
    if (moves(p.mount)) {
      const double u = suspension_of(p.mount) == nullptr ? given_motion(p.mount, p.center, time()).position : s.mount;
      const AxisPlace at = p.axis_at(u);
      state.mount = {.axis = at.place,
                     .axis_velocity = at.by_u * s.mount_rate,
                     .position = u,
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
  double pressure{};
  double stretch{};
  double material{};
};

std::vector<StringWavesSimulation::Place> StringWavesSimulation::places(const BeltPath& path,
                                                                        const WaveInstant& now) const {
  ZoneGrid grid(path.length());
  for (std::size_t k = 0; k < now.pulleys.size(); ++k) {
    const double length = path.arcs()[k].length();
    const double limit = ArcForces(now.pulleys[k], waves_.drive().pulleys[k].exponent, length).limit();
    std::vector<double> changes;
    if (limit > 0.0 && limit < length) changes.push_back(limit);
    grid.add_arc(length, changes, ZoneGrid::Spread::even);
    grid.add_span(path.spans()[k].length, std::min(kMostCells, static_cast<int>(now.spans[k].size()) - 1));
  }
  std::vector<Place> places;
  for (const double sigma : grid.sigma()) {
    Place at{.sigma = sigma, .place = path.locate(sigma)};
    if (at.place.pulley >= 0) {
      const auto k = static_cast<std::size_t>(at.place.pulley);
      const ArcForces forces(now.pulleys[k], waves_.drive().pulleys[k].exponent, path.arcs()[k].length());
      const double pressing = forces.pressing(at.place.local);
      at.string = {.force = pressing + now.pulleys[k].centrifugal, .speed = now.pulleys[k].speed};
      at.pressure = pressing / path.arcs()[k].radius;
    } else {
      const auto k = static_cast<std::size_t>(at.place.span);
      const std::vector<WavePoint>& points = now.spans[k];
      const double cells = at.place.local / path.spans()[k].length * static_cast<double>(points.size() - 1);
      const std::size_t i = std::min(static_cast<std::size_t>(cells), points.size() - 2);
      const double weight = cells - static_cast<double>(i);
      const auto mean = [&](double WavePoint::*value) {
        return points[i].*value + weight * (points[i + 1].*value - points[i].*value);
      };
      at.string = {.force = mean(&WavePoint::force),
                   .speed = mean(&WavePoint::speed),
                   .resistance = mean(&WavePoint::resistance),
                   .acceleration = mean(&WavePoint::acceleration)};
    }
    at.stretch = 1.0 + drive().reference_strain_of_string() + at.string.force / drive().belt.axial_stiffness;
    places.push_back(at);
  }
  double material = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i > 0) {
      material +=
          0.5 * (places[i].sigma - places[i - 1].sigma) * (1.0 / places[i].stretch + 1.0 / places[i - 1].stretch);
    } else {
      material += places[i].sigma / places[i].stretch;
    }
    places[i].material = material;
  }
  material += (path.length() - places.back().sigma) / places.back().stretch;
  const double scale = drive().reference_length() / material;
  for (Place& at : places) at.material *= scale;
  return places;
}

BeltMap StringWavesSimulation::belt() const {
  const WaveInstant now = waves_.now();
  const BeltPath path = path_now();
  const std::vector<Place> string = places(path, now);
  const double passed = now.pulleys.front().travel / string.front().stretch;
  std::vector<BeltPoint> points;
  std::vector<ContactPoint> contacts;
  for (std::size_t i = 0; i < string.size(); ++i) {
    const Place& at = string[i];
    const PathPoint place = path.point(at.sigma);
    const double material = at.material - passed;
    points.push_back({.material = material,
                      .position = place.position,
                      .strain = at.stretch - 1.0,
                      .force = at.string.force,
                      .speed = at.string.speed,
                      .acceleration = at.string.acceleration * place.tangent +
                                      place.curvature * at.string.speed * at.string.speed * place.normal});
    contacts.push_back({.material = material, .pulley = at.place.pulley});
    if (at.place.pulley < 0) {
      const auto k = static_cast<std::size_t>(at.place.span);
      const WaveSpanProperties& span = waves_.drive().spans[k];
      const double added_mass = span.mass_per_length - drive().belt.mass_per_length;
      double force = span.weight - at.string.resistance - added_mass * at.string.acceleration;
      if (string[i - 1].place.pulley >= 0) {
        const WavePulleyState& pulley = now.pulleys[k];
        force -= pulley.feed / (0.5 * (string[i + 1].sigma - string[i - 1].sigma));
      }
      points.back().run_force = at.stretch * force * place.tangent;
      continue;
    }
    const auto k = static_cast<std::size_t>(at.place.pulley);
    const WavePulleyState& pulley = now.pulleys[k];
    const PathArc& arc = path.arcs()[k];
    const ArcForces forces(pulley, waves_.drive().pulleys[k].exponent, arc.length());
    ContactPoint& contact = contacts.back();
    contact.pressure = at.pressure;
    contact.state = contact::ContactState::stick;
    contact.slip_velocity = 0.0;
    if (!forces.slips_at(at.place.local)) continue;
    // dN/dσ is taken up by friction at the surface.
    contact.traction = -forces.growth() * at.pressure * arc.radius * arc.radius / drive().pulleys[k].radius;
    contact.state = forces.growth() < 0.0 ? contact::ContactState::slip_backward : contact::ContactState::slip_forward;
    contact.slip_velocity = pulley.slipping > 0.5 ? pulley.speed - pulley.surface_speed
                                                  : pulley.speed * (at.pressure * arc.radius - forces.sticking()) /
                                                        drive().belt.axial_stiffness;
  }
  return belt_map(std::move(points), std::move(contacts));
}

std::optional<std::vector<Eigen::Vector2d>> StringWavesSimulation::hub_loads() const {
  const WaveInstant now = waves_.now();
  const BeltPath path = path_now();
  std::vector<Eigen::Vector2d> forces;
  for (std::size_t k = 0; k < now.pulleys.size(); ++k) forces.push_back(pull_on(path, now.pulleys[k], k));
  return forces;
}

std::vector<SpanState> StringWavesSimulation::span_states() const {
  const WaveInstant now = waves_.now();
  std::vector<SpanState> states;
  for (const SpanLoad& run : drive().spans) {
    const std::vector<WavePoint>& points = now.spans[run.span()];
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
    const TimeFunction& speed = prescribed_speed(p);
    fastest = std::max(fastest, p.radius * std::max(-speed.minimum(0.0, end_time), speed.maximum(0.0, end_time)));
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
