// SPDX-License-Identifier: MIT
#include "core/contact/rigid_surface.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::contact::rigid_surface_test {

TEST_CASE("Rigid surface: a belt of its force lies on the circle, and chords inside of it by their depth") {
  constexpr double kForce = 200.0;
  constexpr double kRadius = 0.04;
  constexpr double kStiffness = 2e9;
  constexpr double kDepth = 3e-6;
  const RigidSurface surface = rigid_surface(kForce, kRadius, kStiffness, kDepth);
  // The pressure F/R divided by K is the depth below the raised surface.
  const double sunk = kForce / kRadius / kStiffness;
  CHECK(close(surface.radius - sunk, kRadius - kDepth, {.rel = 1e-14}));
  CHECK(close(surface.rolling, kRadius - kDepth, {.rel = 1e-14}));
  // A slack belt does not raise the surface.
  CHECK(rigid_surface(-kForce, kRadius, kStiffness, 0.0).radius == kRadius);
}

TEST_CASE("Rigid surface: the depth of chords") {
  constexpr double kRadius = 0.08;
  for (const double length : {0.004, 0.002}) {
    CAPTURE(length);
    // The middle of a chord with its ends on the circle. `next` bounds the next term of the series.
    const double half = std::asin(0.5 * length / kRadius);
    const double next = std::pow(length / kRadius, 2);
    CHECK(close(chord_depth(length, kRadius), kRadius * (1.0 - std::cos(half)), {.rel = next}));
  }
}

TEST_CASE("Rigid surface: how far a cubic is off the circle") {
  constexpr double kRadius = 0.08;
  for (const double angle : {0.2, 0.1}) {
    CAPTURE(angle);
    // The middle of the cubic, seen from the centre. Its ends are on the circle, and its tangents there have the length
    // of the arc.
    const double half = 0.5 * angle;
    const double middle = kRadius * (std::cos(half) + 0.25 * angle * std::sin(half));
    CHECK(close(cubic_off_circle(angle, kRadius), std::abs(middle - kRadius), {.rel = angle * angle}));
  }
}

TEST_CASE(
    "Rigid surface: the penalty of a mesh answers while waves pass an element, and keeps elements on the circle") {
  constexpr double kEA = 5e4;
  constexpr double kMass = 0.08;
  constexpr double kElement = 5e-3;
  const MeshPenalty penalty = mesh_penalty(kEA, kMass, kElement);
  const double wave_speed = std::sqrt(kEA / kMass);
  CHECK(close(std::sqrt(penalty.stiffness / kMass), wave_speed / kElement, {.rel = 1e-14}));
  CHECK(penalty.damping > 0.0);
  constexpr double kPressure = 5000.0;
  constexpr double kOff = 1e-5;
  CHECK(close(mesh_penalty(kEA, kMass, kElement, kPressure, kOff).stiffness, kPressure / kOff, {.rel = 1e-14}));
  CHECK(mesh_penalty(kEA, kMass, kElement, kPressure, 1e-12).stiffness == penalty.stiffness);
}

}  // namespace beltdyn::contact::rigid_surface_test
