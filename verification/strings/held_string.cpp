// SPDX-License-Identifier: MIT
#include "verification/strings/held_string.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "core/numerics/root.hpp"

namespace beltdyn::verification {
namespace {

constexpr int kParticles = 1500;  // per half arc; the error of the trapezoidal rule is below 1e-6 of the changes
constexpr int kBisections = 50;

}  // namespace

HeldString::HeldString(const Parameters& parameters) : parameters_(parameters) {
  const double force = -parameters.axial_stiffness * parameters.reference_strain;
  const double half = 0.5 * std::numbers::pi;
  const auto arc = [&](double first) {
    return HalfArc{.first = first, .step = (half - first) / (kParticles - 1), .force = std::vector(kParticles, force)};
  };
  for (Side* side : {&winding_, &unwinding_}) {
    *side = {.turned = arc(-1.01 * parameters.largest_angle), .standing = arc(0.0), .force = force, .length = 0.0};
    side->length = length_of(*side, 0.0, force);
  }
}

double HeldString::stretch(double force) const {
  return 1.0 + parameters_.reference_strain + force / parameters_.axial_stiffness;
}

// The force of a particle at an angle behind the end of the span; for an angle ≤ 0 the particle is in the span.
double HeldString::slipped(double force, double angle, double end_force) const {
  if (angle <= 0.0) return end_force;
  const double growth = std::exp(parameters_.coefficient * angle);
  return std::clamp(force, end_force / growth, end_force * growth);
}

double HeldString::length_of(const HalfArc& arc, double turn, double end_force) const {
  double length = 0.0;
  double before = 1.0 / stretch(end_force);
  for (std::size_t i = 0; i < arc.force.size(); ++i) {
    const double angle = arc.first + turn + static_cast<double>(i) * arc.step;
    if (angle <= 0.0) continue;
    const double here = 1.0 / stretch(slipped(arc.force[i], angle, end_force));
    length += 0.5 * (before + here) * std::min(angle, arc.step);
    before = here;
  }
  return parameters_.radius * length;
}

double HeldString::length_of(const Side& side, double turn, double end_force) const {
  return length_of(side.turned, turn, end_force) + length_of(side.standing, 0.0, end_force) +
         parameters_.span / stretch(end_force);
}

void HeldString::commit(HalfArc& arc, double turn, double end_force) const {
  for (std::size_t i = 0; i < arc.force.size(); ++i) {
    arc.force[i] = slipped(arc.force[i], arc.first + turn + static_cast<double>(i) * arc.step, end_force);
  }
}

// Finds the force at which the side keeps its length. The length falls as the force rises.
double HeldString::turn(Side& side, double turn) const {
  const auto is_long = [&](double force) { return length_of(side, turn, force) > side.length; };
  const double high = numerics::bisect({0.0, 10.0 * side.force}, is_long, 0.0, kBisections).high;
  side.force = high;
  commit(side.turned, turn, high);
  commit(side.standing, 0.0, high);
  return high;
}

HeldString::Forces HeldString::turn_to(double angle) {
  return {.winding = turn(winding_, angle), .unwinding = turn(unwinding_, -angle)};
}

}  // namespace beltdyn::verification
