// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/rope/ancf_rope_simulation.hpp"

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/step_scales.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"
#include "lagrangian/ancf/mesh_warnings.hpp"
#include "lagrangian/ancf/rope/rope_state.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Distance from a pulley at which forces are taken, in elements [-].
constexpr double kElementsOff = 2.0;

// The nodes of elements of equal natural length, with velocities and accelerations of the start.
OpenBelt open_belt(const LaidRope& laid, int elements) {
  OpenBelt belt{.ends = {laid.ends[0], laid.ends[1]},
                .are_ends_held = laid.are_ends_held,
                .speeds = laid.speeds,
                .force = laid.force()};
  BeltStepper::Nodes& nodes = belt.nodes;
  for (int i = 0; i <= elements; ++i) {
    const StretchedPath::Place at = laid.rope.at_particle(laid.rope.natural_length() * i / elements);
    const PathPoint p = laid.path.point(at.sigma);
    const Eigen::Vector2d slope = at.stretch * p.tangent;
    const Eigen::Vector2d curving = at.stretch * at.stretch * p.curvature * p.normal;
    nodes.q.insert(nodes.q.end(), {p.position.x(), p.position.y(), slope.x(), slope.y()});
    const Eigen::Vector2d velocity = laid.speed_at(at.sigma) * p.tangent;
    nodes.v.insert(nodes.v.end(), {velocity.x(), velocity.y(), laid.flux * curving.x(), laid.flux * curving.y()});
    const Eigen::Vector2d acceleration = laid.acceleration * p.tangent;
    const double flux_rate = laid.acceleration / at.stretch;
    nodes.a.insert(nodes.a.end(),
                   {acceleration.x(), acceleration.y(), flux_rate * curving.x(), flux_rate * curving.y()});
  }
  for (std::size_t i = 0; i < laid.end_velocities.size(); ++i) {
    if (!laid.end_velocities[i]) continue;
    double* v = nodes.v.data() + (i == 0 ? 0 : nodes.v.size() - numerics::kBlock);
    v[0] = laid.end_velocities[i]->x();
    v[1] = laid.end_velocities[i]->y();
  }
  return belt;
}

}  // namespace

AncfRopeSimulation::AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters)
    : AncfRopeSimulation(drive, parameters, lay_rope(drive, parameters.elements)) {}

AncfRopeSimulation::AncfRopeSimulation(const RopeDrive& drive, const AncfParameters& parameters, const LaidRope& laid)
    : SteppedRopeSimulation(drive), belt_(laid.drive, parameters, open_belt(laid, parameters.elements)) {
  for (std::size_t i = 0; i < start_.size(); ++i) start_[i] = belt_.equations().guided().position(i);
}

std::array<Eigen::Vector2d, 2> AncfRopeSimulation::end_places() const {
  const auto place = [this](std::size_t i) {
    const Vec2<double> r = belt_.equations().guided().position(i);
    return Eigen::Vector2d(r.x, r.y);
  };
  return {place(0), place(1)};
}

RopeEndRow AncfRopeSimulation::end_row(std::size_t i, const RopePath& path) const {
  const BeltEquations& equations = belt_.equations();
  const Eigen::Vector2d away = away_at(path, i);
  const Vec2<double>& direction = equations.model().guided[i].direction;
  // Positions are measured inwards, or for a body along its direction; a force end that moves outwards has a negative
  // one.
  const double sense = std::holds_alternative<BodyEnd>(drive().ends[i].form) ? 1.0 : -1.0;
  const double displacement = dot(direction, equations.guided().position(i) - start_[i]);
  return {.position = 0.0 + sense * displacement,
          .speed = 0.0 + sense * dot(direction, equations.guided().velocity(i)),
          .force = -dot({away.x(), away.y()}, equations.guided().belt_force(i))};
}

RopeState AncfRopeSimulation::rope_state(const RopePath& path) const { return rope_state_of(belt_.equations(), path); }

double AncfRopeSimulation::beside(std::size_t) const { return kElementsOff * belt_.equations().model().rule.length; }

StepScales AncfRopeSimulation::step_scales(double) const {
  const Belt& belt = belt_.equations().drive().belt;
  const double element = belt_.equations().model().rule.length;
  return {.element_frequency = hermite_element_frequency(belt, element),
          .wave_speed = wave_speed(belt),
          .element_length = element};
}

std::vector<std::string> AncfRopeSimulation::preflight(double end_time) const {
  return mesh_warnings(belt_.equations().drive(), belt_.parameters(), belt_.equations().model(), end_time);
}

}  // namespace beltdyn::lagrangian::ancf
