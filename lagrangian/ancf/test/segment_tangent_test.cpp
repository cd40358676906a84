// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/segment_tangent.hpp"

#include <numbers>
#include <vector>

#include "lagrangian/ancf/test/element_tangent_check.hpp"

namespace beltdyn::lagrangian::ancf::test {
namespace {

constexpr double kLength = 1.3;
constexpr int kSegments = 3;
constexpr double kRate = 1.7;

// An element above a circle that it partly reaches into, with the memory of its segments.
struct Pressed {
  ElementMotion<double> motion;
  CircleContact<double> circle;
  std::array<SegmentMemory<double>, kSegments> memory;
};

Pressed any_contact(Numbers& numbers, double surface_offset) {
  Pressed pressed;
  auto& [q, v, a] = pressed.motion;
  q = {{{0.0, 0.0}, {1.0, 0.0}, {kLength, 0.0}, {1.0, 0.0}}};
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    q[i] = multiply_add(0.15, numbers.vector(), q[i]);
    v[i] = numbers.vector();
  }
  // The surface is by up to 0.4 below the top of the circle, and beside it some tenths above it.
  pressed.circle = {.center = {0.5 * kLength + 0.8 * numbers.next(), surface_offset - 0.8 + 0.2 * numbers.next()},
                    .radius = 1.0,
                    .turn = 0.3 * numbers.next(),
                    .angular_velocity = numbers.next(),
                    .surface_offset = surface_offset,
                    .normal_stiffness = 2.4,
                    .normal_damping = 0.2,
                    .friction = 1.0 + 0.9 * numbers.next(),
                    .bristle_stiffness = 1.9,
                    .bristle_damping = 0.7};
  constexpr std::array kStates{-1.0, 0.0, 1.0, contact::kBristleUndefined};
  for (SegmentMemory<double>& memory : pressed.memory) {
    const double angle = std::numbers::pi / 2.0 + 0.4 * numbers.next();
    memory = {.deflection = 0.3 * numbers.next(),
              .radial = {std::cos(angle), std::sin(angle)},
              .place = 0.5 + 0.5 * numbers.next(),
              .slip_velocity = numbers.next(),
              .state = kStates[static_cast<std::size_t>(2.0 + 1.999 * numbers.next())],
              .gap = numbers.next()};
  }
  return pressed;
}

CircleContact<Dual> with_derivatives(const CircleContact<double>& c) {
  return {.center = {Dual(c.center.x), Dual(c.center.y)},
          .radius = c.radius,
          .turn = Dual::follower(c.turn, kAngle, 1.0),
          .angular_velocity = Dual::follower(c.angular_velocity, kAngle, kRate),
          .surface_offset = c.surface_offset,
          .normal_stiffness = c.normal_stiffness,
          .normal_damping = c.normal_damping,
          .friction = c.friction,
          .bristle_stiffness = c.bristle_stiffness,
          .bristle_damping = c.bristle_damping};
}

SegmentMemory<Dual> with_derivatives(const SegmentMemory<double>& m) {
  return {.deflection = m.deflection,
          .radial = {Dual(m.radial.x), Dual(m.radial.y)},
          .place = m.place,
          .slip_velocity = m.slip_velocity,
          .state = m.state,
          .gap = m.gap};
}

std::vector<ContactPoint> contact_points() {
  std::vector<ContactPoint> points;
  for (int k = 0; k <= kSegments; ++k) {
    const double xi = static_cast<double>(k) / kSegments;
    points.push_back({.position = position_shape(xi, kLength), .slope = slope_shape(xi, kLength)});
  }
  return points;
}

constexpr ContactStep step_with(ContactFrame frame) {
  return {.frame = frame,
          .length = 0.4,
          .implicitness = 0.6,
          .velocity_rate = kRate,
          .segment_length = kLength / kSegments};
}

// How often the states met that the tests are to meet.
struct Met {
  int interior = 0;  // contact between the ends of a segment
  int end = 0;       // at one of them
  int stick = 0;
  int slip = 0;
  int free = 0;  // no contact
};

template <ContactFriction kFriction>
void count(const Pressed& pressed, const ContactStep& step, Met& met) {
  const auto points = contact_points();
  for (std::size_t s = 0; s < kSegments; ++s) {
    const double offset = pressed.circle.surface_offset;
    const auto a = surface_point<false>(points[s].position, points[s].slope, pressed.motion, offset);
    const auto b = surface_point<false>(points[s + 1].position, points[s + 1].slope, pressed.motion, offset);
    const auto k = segment_kinematics(a, b, pressed.circle, step.frame);
    const auto f = segment_force<kFriction>(k, pressed.memory[s], pressed.circle, step);
    if (f.touches == 0.0) {
      ++met.free;
      continue;
    }
    ++(k.interior == 1.0 ? met.interior : met.end);
    ++(f.T_N == 0.0 ? met.stick : met.slip);
  }
}

void check_coupling(const PulleyCoupling<double>& coupling, const PulleyCoupling<Dual>& torque,
                    const ElementSystem<Dual>& residual) {
  CHECK(coupling.torque == torque.torque.value());
  double scale = 0.0;
  for (int k = 0; k <= kAngle; ++k) scale = std::max(scale, std::abs(torque.torque.derivative(k)));
  std::array<double, kCoordinates> row{};
  for (std::size_t j = 0; j < kElementVectors; ++j) {
    row[2 * j] = coupling.d_torque_rows[j].x;
    row[2 * j + 1] = coupling.d_torque_rows[j].y;
    // The tractions on the element and the torque are of the same size: R = 1.
    const Tolerance tolerance{.abs = kTangentTolerance * scale};
    CHECK(close(coupling.d_residual[j].x, residual.residual[j].x.derivative(kAngle), tolerance));
    CHECK(close(coupling.d_residual[j].y, residual.residual[j].y.derivative(kAngle), tolerance));
  }
  check_row(row, torque.torque, scale);
  CHECK(close(coupling.d_torque, torque.torque.derivative(kAngle), {.abs = kTangentTolerance * scale}));
}

// Many contacts with one frame, law and offset; returns what they met.
template <ContactFriction kFriction>
Met check_contacts(ContactFrame frame, double surface_offset) {
  const ContactStep step = step_with(frame);
  const auto points = contact_points();
  Numbers numbers;
  Met met;
  constexpr int kContacts = 200;
  for (int n = 0; n < kContacts; ++n) {
    CAPTURE(n);
    const Pressed pressed = any_contact(numbers, surface_offset);
    count<kFriction>(pressed, step, met);
    ElementSystem<double> system;
    PulleyCoupling<double> coupling;
    add_contact<true, kFriction>(
        std::span<const ContactPoint>(points), pressed.motion, pressed.circle, step,
        [&](std::size_t s) { return pressed.memory[s]; }, system, coupling);
    ElementSystem<Dual> dual;
    PulleyCoupling<Dual> dual_coupling;
    add_contact<false, kFriction>(
        std::span<const ContactPoint>(points), test::with_derivatives(pressed.motion, StepRates{.velocity = kRate}),
        with_derivatives(pressed.circle), step, [&](std::size_t s) { return with_derivatives(pressed.memory[s]); },
        dual, dual_coupling);
    check_system(system, dual);
    check_coupling(coupling, dual_coupling, dual);
  }
  return met;
}

// Each kind of contact often enough.
template <ContactFriction kFriction>
void check_frames_and_offsets() {
  constexpr int kOften = 20;
  for (const ContactFrame frame : {ContactFrame::segment, ContactFrame::center}) {
    CAPTURE(static_cast<int>(frame));
    for (const double offset : {0.0, 0.2, -0.2}) {
      CAPTURE(offset);
      const Met met = check_contacts<kFriction>(frame, offset);
      CHECK(met.interior >= kOften);
      CHECK(met.end >= kOften);
      CHECK(met.free >= kOften);
      CHECK(met.stick >= kOften);
      if (kFriction != ContactFriction::none) CHECK(met.slip >= kOften);
    }
  }
}

}  // namespace

TEST_CASE("ANCF contact without friction: the tangent is the derivative in both frames, with and without an offset") {
  check_frames_and_offsets<ContactFriction::none>();
}

TEST_CASE("ANCF contact with the paper's bristle: tangent, pulley column and torque row are derivatives") {
  check_frames_and_offsets<ContactFriction::paper>();
}

TEST_CASE("ANCF contact with the return map: tangent, pulley column and torque row are derivatives") {
  check_frames_and_offsets<ContactFriction::consistent>();
}

TEST_CASE("ANCF contact: the offset points add to no force, and in the center frame to the moment of the traction") {
  // Σ over the nodes of the forces on r is the contact force; a rigid rotation about the centre does the work
  // R T dα against the traction and none against a normal that points at the centre.
  const ContactStep step = step_with(ContactFrame::center);
  const auto points = contact_points();
  Numbers numbers;
  constexpr int kContacts = 50;
  for (int n = 0; n < kContacts; ++n) {
    Pressed pressed = any_contact(numbers, 0.2);
    ElementSystem<double> system;
    PulleyCoupling<double> coupling;
    add_contact<false, ContactFriction::consistent>(
        std::span<const ContactPoint>(points), pressed.motion, pressed.circle, step,
        [&](std::size_t s) { return pressed.memory[s]; }, system, coupling);
    // Rotation by dα = 1 about the centre: dr = perpendicular(r − c), dr' = perpendicular(r').
    double work = 0.0;
    for (const std::size_t node : {0u, 2u}) {
      work -= dot(system.residual[node], perpendicular(pressed.motion.q[node] - pressed.circle.center));
      work -= dot(system.residual[node + 1], perpendicular(pressed.motion.q[node + 1]));
    }
    double expected = 0.0;
    for (std::size_t s = 0; s < kSegments; ++s) {
      const auto a = surface_point<false>(points[s].position, points[s].slope, pressed.motion, 0.2);
      const auto b = surface_point<false>(points[s + 1].position, points[s + 1].slope, pressed.motion, 0.2);
      const auto k = segment_kinematics(a, b, pressed.circle, step.frame);
      const auto f = segment_force<ContactFriction::consistent>(k, pressed.memory[s], pressed.circle, step);
      expected += f.traction * (k.gap + pressed.circle.radius);
    }
    CHECK(close(work, expected, {.abs = kTangentTolerance}));
  }
}

}  // namespace beltdyn::lagrangian::ancf::test
