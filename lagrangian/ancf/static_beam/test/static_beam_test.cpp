// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/static_beam.hpp"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::lagrangian::ancf::static_beam_test {
namespace {

// The wire of [Ntarladima 2023] Section 3.
SupportedBeamDrive wire() {
  SupportedBeamDrive drive;
  drive.length = 1.0;
  drive.axial_stiffness = 200.0;
  drive.bending_stiffness = 1e-4 / 6.0;
  drive.mass_per_length = 0.0078;
  drive.circle = {.radius = 0.35,
                  .rest_position = {0.5, 0.35},
                  .spring_stiffness = 1.0,
                  .force = TimeFunction(0.0),
                  .contact_stiffness = 1e6};
  return drive;
}

// A beam that sags by millionths of its length under its weight, far from the circle: the effect of stretching on the
// deflection is its square, 1e-12.
SupportedBeamDrive sagging(BeamSupport left, BeamSupport right) {
  SupportedBeamDrive drive = wire();
  drive.axial_stiffness = 1.0;
  drive.bending_stiffness = 1.0;
  drive.mass_per_length = 1.0;
  drive.gravity = {0.0, -1e-4};
  drive.supports = {left, right};
  drive.circle.rest_position.y() = 10.0;
  return drive;
}
constexpr double kWeight = 1e-4;
// The residual is 1e-9 of the loads, and the deflection is about one per unit of force.
constexpr Tolerance kSolved{.rel = 1e-7, .abs = 1e-15};

StaticBeamParameters mesh(int elements, int segments, ContactFrame frame = ContactFrame::center) {
  return {.elements = elements, .segments_per_element = segments, .contact_frame = frame, .time_step = 1.0};
}

StaticBeam solved(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters, double force) {
  StaticBeam beam(drive, parameters);
  beam.solve(force);
  return beam;
}

}  // namespace

TEST_CASE("Static beam: small deflections and reactions are those of a beam under its weight") {
  // Cubic elements with consistent loads are exact at the nodes.
  constexpr auto kPinned = BeamSupport::pinned;
  constexpr auto kClamped = BeamSupport::clamped;
  const auto pinned = solved(sagging(kPinned, kPinned), mesh(4, 1), 0.0);
  CHECK(close(pinned.point(0.5).position.y, -5.0 / 384.0 * kWeight, kSolved));
  CHECK(close(pinned.reaction(0).force.y, 0.5 * kWeight, kSolved));
  CHECK(close(pinned.reaction(1).force.y, 0.5 * kWeight, kSolved));
  CHECK(pinned.reaction(0).moment == 0.0);
  const auto clamped = solved(sagging(kClamped, kClamped), mesh(4, 1), 0.0);
  CHECK(close(clamped.point(0.5).position.y, -1.0 / 384.0 * kWeight, kSolved));
  CHECK(close(clamped.reaction(0).moment, kWeight / 12.0, kSolved));
  CHECK(close(clamped.reaction(1).moment, -kWeight / 12.0, kSolved));
  const auto propped = solved(sagging(kClamped, kPinned), mesh(4, 1), 0.0);
  CHECK(close(propped.reaction(0).force.y, 5.0 / 8.0 * kWeight, kSolved));
  CHECK(close(propped.reaction(1).force.y, 3.0 / 8.0 * kWeight, kSolved));
  CHECK(close(propped.reaction(0).moment, kWeight / 8.0, kSolved));
  const auto other = solved(sagging(kPinned, kClamped), mesh(4, 1), 0.0);
  CHECK(close(other.reaction(1).moment, -kWeight / 8.0, kSolved));
}

TEST_CASE("Static beam: forces and moments balance, contact pointing from the centre") {
  SupportedBeamDrive drive = wire();
  drive.circle.rest_position.x() = 0.42;
  drive.supports = {BeamSupport::clamped, BeamSupport::pinned};
  const auto beam = solved(drive, mesh(32, 3), -200.0);
  const SupportReaction left = beam.reaction(0);
  const SupportReaction right = beam.reaction(1);
  CHECK(close(beam.contact_force(), 200.0 + beam.circle_position() - 0.35, {.abs = 1e-6}));
  CHECK(close(left.force.y + right.force.y, beam.contact_force(), {.abs = 1e-6}));
  // Moments about the centre of the circle, where the contact force has no lever.
  const double x = 0.42;
  const double y = beam.circle_position();
  const double moment = left.moment + right.moment + (0.0 - x) * left.force.y + y * left.force.x +
                        (1.0 - x) * right.force.y + y * right.force.x;
  CHECK(close(moment, 0.0, {.abs = 1e-6}));
  // The supports have different forces along x; the guide of the circle has the difference.
  CHECK(std::abs(left.force.x + right.force.x) > 1.0);
}

TEST_CASE("Static beam: weight adds to what the supports carry") {
  SupportedBeamDrive drive = wire();
  drive.mass_per_length = 2.0;
  drive.gravity = {0.5, -10.0};
  const auto beam = solved(drive, mesh(16, 2), -200.0);
  CHECK(close(beam.reaction(0).force.y + beam.reaction(1).force.y, beam.contact_force() + 20.0, {.abs = 1e-6}));
}

TEST_CASE("Static beam: a circle from below is the mirror image") {
  SupportedBeamDrive drive = wire();
  const auto above = solved(drive, mesh(16, 2), -200.0);
  drive.circle.rest_position.y() = -0.35;
  const auto below = solved(drive, mesh(16, 2), 200.0);
  // Both within the error of Newton's method: 2e-7 N over 400 N/m.
  CHECK(close(below.circle_position(), -above.circle_position(), {.abs = 2e-9}));
  CHECK(close(below.point(0.5).force, above.point(0.5).force, {.abs = 1e-6}));
}

TEST_CASE("Static beam: the tangent is consistent, near the solution few iterations suffice") {
  // Quadratic convergence: some five iterations from a good guess to full accuracy on any mesh; the active set needs
  // one or two of them.
  for (const int n : {64, 256}) {
    CHECK(solved(wire(), mesh(n, 8), -200.0).statistics().newton_iterations <= 8);
  }
}

TEST_CASE("Static beam: equilibrium does not depend on the loading path") {
  const auto at_once = solved(wire(), mesh(32, 4), -200.0);
  StaticBeam slowly(wire(), mesh(32, 4));
  for (const double force : {-1.0, -50.0, -300.0, -200.0}) slowly.solve(force);
  CHECK(close(slowly.circle_position(), at_once.circle_position(), {.abs = 2e-9}));
  CHECK(close(slowly.point(0.25).force, at_once.point(0.25).force, {.abs = 1e-6}));
}

TEST_CASE("Static beam: without force the beam is straight, and a lifted circle leaves it") {
  StaticBeam beam(wire(), mesh(8, 4));
  beam.solve(0.0);
  CHECK(beam.circle_position() == 0.35);
  CHECK(beam.statistics().newton_iterations == 0);
  beam.solve(-200.0);
  CHECK(beam.contact_length() > 0.3);
  beam.solve(2.0);
  CHECK(close(beam.circle_position(), 2.35, {.abs = 1e-8}));
  CHECK(beam.contact_length() == 0.0);
  CHECK(close(beam.point(0.5).force, 0.0, {.abs = 1e-6}));
}

TEST_CASE("Static beam: contact across the segments does not pull the wire along") {
  // Then N is constant along the wire, up to errors that fall with the segment length. A force through the centre has a
  // component along the wire where the wire enters the circle at an angle: it takes up 0.0822 N, by the closed form of
  // the case ntarladima-2023/section-3/closed-form.
  const auto dragged = [](ContactFrame frame, int elements) {
    const auto beam = solved(wire(), mesh(elements, 4, frame), -200.0);
    return beam.point(0.5).force - std::hypot(beam.reaction(0).force.x, beam.reaction(0).force.y);
  };
  CHECK(dragged(ContactFrame::segment, 1024) < 0.7 * dragged(ContactFrame::segment, 512));
  CHECK(dragged(ContactFrame::segment, 1024) < 0.2 * dragged(ContactFrame::center, 1024));
  // The error of the elements is 1.1e-4 N.
  CHECK(close(dragged(ContactFrame::center, 1024), 0.0822, {.abs = 2e-4}));
}

TEST_CASE("Static beam: a state that is not reached leaves the one before") {
  StaticBeamParameters parameters = mesh(8, 2);
  parameters.newton_iterations = 1;
  StaticBeam beam(wire(), parameters);
  const auto before = beam.values();
  CHECK_THROWS_AS(beam.solve(-200.0), SolverError);
  CHECK(beam.values() == before);
}

TEST_CASE("Static beam: restored values are the state to the bit") {
  const auto beam = solved(wire(), mesh(16, 4), -200.0);
  StaticBeam other(wire(), mesh(16, 4));
  other.restore(beam.values(), beam.statistics());
  CHECK(other.circle_position() == beam.circle_position());
  CHECK(other.contact_force() == beam.contact_force());
  CHECK(other.reaction(1).force.x == beam.reaction(1).force.x);
  CHECK(other.pressure(0.5) == beam.pressure(0.5));
  StaticBeam finer(wire(), mesh(32, 4));
  CHECK_THROWS_AS(finer.restore(beam.values(), beam.statistics()), IoError);
}

}  // namespace beltdyn::lagrangian::ancf::static_beam_test
