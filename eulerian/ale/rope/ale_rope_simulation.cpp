// SPDX-License-Identifier: MIT
#include "eulerian/ale/rope/ale_rope_simulation.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "core/dynamics/rope_waves.hpp"
#include "core/dynamics/step_scales.hpp"
#include "eulerian/ale/rope/rope_state.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Tolerance of the balance of natural length, which is exact except for rounding.
constexpr double kLengthTolerance = 1e-9;

}  // namespace

AleRopeSimulation::AleRopeSimulation(const RopeDrive& drive, const AleParameters& parameters)
    : AleRopeSimulation(drive, parameters, lay_rope(drive, rope_mesh_size(drive.pulleys.size(), parameters.mesh))) {}

AleRopeSimulation::AleRopeSimulation(const RopeDrive& drive, const AleParameters& parameters, const LaidRope& laid)
    : SteppedRopeSimulation(drive), belt_(laid, parameters), start_(end_places()) {}

std::array<Eigen::Vector2d, 2> AleRopeSimulation::end_places() const {
  const auto place = [this](std::size_t end) {
    const Vec2<double> r = belt_.equations().ends()->position(end);
    return Eigen::Vector2d(r.x, r.y);
  };
  return {place(0), place(1)};
}

RopeEndRow AleRopeSimulation::end_row(std::size_t i, const RopePath& path) const {
  const RopeEnds& ends = *belt_.equations().ends();
  const auto& form = drive().ends[i].form;
  if (std::holds_alternative<WinchEnd>(form)) {
    RopeEndRow row{.position = ends.paid_out(i, time()), .speed = ends.pay_rate(i, time()), .force = ends.tension(i)};
    if (const std::optional<WinchDrum>& drum = ends.drums()[i]) {
      row.take_drum(drum->drum(), drum->angle().q, drum->angle().v, drum->angle().acceleration);
      row.drum_brake_torque = drum->brake_moment();
      row.drum_brake_energy = drum->brake_energy();
    }
    return row;
  }
  const Eigen::Vector2d& tangent = tangent_at(path, i);
  const auto* body = std::get_if<BodyEnd>(&form);
  // Positions are measured inwards, or for a body along its direction; a force end that moves outwards has a negative
  // one.
  const double sense = body != nullptr ? sense_of(*body, tangent) : (i == 0 ? 1.0 : -1.0);
  return {.position = 0.0 + sense * tangent.dot(end_places()[i] - start_[i]),
          .speed = 0.0 + sense * ends.speed(i),
          .force = ends.tension(i)};
}

RopeState AleRopeSimulation::rope_state(const RopePath& path) const { return rope_state_of(belt_.equations(), path); }

double AleRopeSimulation::beside(std::size_t pulley) const {
  // With damping the strain of the arc continues into the span in a layer that elements do not resolve: the force is
  // taken in the middle of the span.
  return drive().rope.axial_damping > 0.0 ? INFINITY : element_on(pulley);
}

double AleRopeSimulation::element_on(std::size_t pulley) const {
  const RopePath path = drive().path();
  return path.arcs()[pulley].length() / belt_.parameters().mesh.elements_per_pulley;
}

void AleRopeSimulation::add_own_columns(History& history) const {
  history.add_balance(
      "balance_length", "the natural length between the ends is that of the start and what has entered",
      kLengthTolerance, [this] { return belt_.equations().ends()->length_defect(time()); }, energy_remedy());
}

StepScales AleRopeSimulation::step_scales(double end_time) const {
  const std::vector<double>& lengths = belt_.equations().model().mesh.lengths;
  const double shortest = *std::ranges::min_element(lengths);
  const RopePath path = drive().path();
  double recommended = 0.0;
  for (std::size_t p = 0; p < drive().pulleys.size(); ++p) {
    recommended = shorter_step(recommended, passing_time(drive().pulleys[p], element_on(p), end_time));
  }
  const Belt& belt = belt_.equations().drive().belt;
  return {.element_frequency = hermite_element_frequency(belt, shortest),
          .recommended_step = recommended,
          .wave_speed = wave_speed(belt),
          .element_length = shortest};
}

std::vector<std::string> AleRopeSimulation::preflight(double end_time) const {
  return wave_warnings(drive(), belt_.parameters().mesh.elements_per_span, time_step(), end_time);
}

}  // namespace beltdyn::eulerian::ale
