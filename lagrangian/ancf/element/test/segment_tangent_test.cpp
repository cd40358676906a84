// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/segment_tangent.hpp"

#include <numbers>
#include <vector>

#include "core/drive/friction_laws.hpp"
#include "lagrangian/ancf/test/element_tangent_check.hpp"

namespace beltdyn::lagrangian::ancf::test::segment_tangent_test {
namespace {

constexpr double kLength = 1.3;
constexpr int kSegments = 3;
constexpr double kRate = 1.7;

constexpr std::size_t kMost = contact::Gms::kMaxElements;

// The memory of a segment, with any law.
struct Remembered {
  SegmentMemory<double> memory;
  std::array<double, kMost> value{};
  std::array<double, kMost> mode{};
};

// An element above a circle with partial contact, with the memory of its segments and the laws of its contact.
struct Pressed {
  ElementMotion<double> motion{};
  CircleContact<double> circle{};
  ContactLaws laws;
  std::array<Remembered, kSegments> segments;
};

// A SegmentStore for the test: returns given memories, and drops trial ones.
template <class Real>
class Store {
 public:
  explicit Store(const Pressed& pressed) : segments_(pressed.segments) {}

  SegmentMemory<Real> memory(std::size_t s) const {
    const SegmentMemory<double>& m = segments_[s].memory;
    return {.radial = {Real(m.radial.x), Real(m.radial.y)},
            .place = Real(m.place),
            .slip_velocity = Real(m.slip_velocity),
            .gap = Real(m.gap)};
  }
  std::size_t n() const { return kMost; }
  Real value(std::size_t s, std::size_t i) const { return Real(segments_[s].value[i]); }
  Real mode(std::size_t s, std::size_t i) const { return Real(segments_[s].mode[i]); }
  void keep(std::size_t, const SegmentTrial<Real>&) const {}
  void keep_variable(std::size_t, std::size_t, bool, const Real&, double) const {}

 private:
  const std::array<Remembered, kSegments>& segments_;
};

Pressed any_contact(Numbers& numbers, double surface_offset, const FrictionLaw& law, const NormalLaw& normal) {
  Pressed pressed{
      .motion = {},
      .circle = {},
      .laws = {.normal = contact::LawTable<NormalLaw>({normal}), .friction = contact::LawTable<FrictionLaw>({law})},
      .segments = {}};
  auto& [q, v, a] = pressed.motion;
  q = {{{0.0, 0.0}, {1.0, 0.0}, {kLength, 0.0}, {1.0, 0.0}}};
  for (std::size_t i = 0; i < kElementVectors; ++i) {
    q[i] = multiply_add(0.15, numbers.vector(), q[i]);
    v[i] = numbers.vector();
  }
  // The surface lies up to 0.4 below the top of the circle, and beside it some tenths above the circle.
  pressed.circle = {.center = {0.5 * kLength + 0.8 * numbers.next(), surface_offset - 0.8 + 0.2 * numbers.next()},
                    .radius = 0.9,
                    .contact_radius = 1.0,
                    .turn = 0.3 * numbers.next(),
                    .angular_velocity = numbers.next(),
                    .surface_offset = surface_offset};
  const bool is_bristle = std::holds_alternative<contact::Bristle>(law);
  constexpr std::array kModes{-1.0, 0.0, 1.0, contact::Bristle::kUndefined};
  for (Remembered& segment : pressed.segments) {
    const double angle = std::numbers::pi / 2.0 + 0.4 * numbers.next();
    segment.memory = {.radial = {std::cos(angle), std::sin(angle)},
                      .place = 0.5 + 0.5 * numbers.next(),
                      .slip_velocity = numbers.next(),
                      .gap = numbers.next()};
    for (std::size_t i = 0; i < kMost; ++i) {
      segment.value[i] = 0.3 * numbers.next();
      segment.mode[i] =
          kModes[static_cast<std::size_t>((is_bristle ? 2.0 : 1.5) + (is_bristle ? 1.999 : 1.499) * numbers.next())];
    }
  }
  return pressed;
}

CircleContact<Dual> with_derivatives(const CircleContact<double>& c) {
  return {.center = {Dual(c.center.x), Dual(c.center.y)},
          .radius = c.radius,
          .contact_radius = c.contact_radius,
          .rolling_radius = c.rolling_radius,
          .turn = Dual::follower(c.turn, kAngle, 1.0),
          .angular_velocity = Dual::follower(c.angular_velocity, kAngle, kRate),
          .surface_offset = c.surface_offset};
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

// Number of occurrences of the states that the tests have to cover.
struct Met {
  int interior = 0;  // contact between the ends of a segment
  int end = 0;       // contact at an end of a segment
  int stick = 0;
  int slip = 0;
  int free = 0;  // no contact
};

void count(const ContactScratch<double>& scratch, Met& met) {
  for (std::size_t s = 0; s < kSegments; ++s) {
    const SegmentForce<double>& f = scratch.forces[s];
    if (f.touches == 0.0) {
      ++met.free;
      continue;
    }
    ++(scratch.kinematics[s].interior == 1.0 ? met.interior : met.end);
    ++(std::abs(f.state) == 1.0 ? met.slip : met.stick);
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

// Many contacts with one frame, law and offset; returns the states that occurred.
template <ContactFriction kFriction>
Met check_contacts(ContactFrame frame, double surface_offset, const FrictionLaw& law, const NormalLaw& normal,
                   double rolling_radius) {
  const ContactStep step = step_with(frame);
  const auto points = contact_points();
  const std::span<const ContactPoint> ends(points);
  Numbers numbers;
  Met met;
  constexpr int kContacts = 200;
  for (int n = 0; n < kContacts; ++n) {
    CAPTURE(n);
    Pressed pressed = any_contact(numbers, surface_offset, law, normal);
    pressed.circle.rolling_radius = rolling_radius;
    ElementSystem<double> system{};
    PulleyCoupling<double> coupling{};
    ContactScratch<double> scratch(kSegments);
    add_contact<true, kFriction>(ends, pressed.motion, pressed.circle, 0.0, pressed.laws, step, Store<double>(pressed),
                                 scratch, system, coupling);
    count(scratch, met);
    ElementSystem<Dual> dual{};
    PulleyCoupling<Dual> dual_coupling{};
    ContactScratch<Dual> dual_scratch(kSegments);
    add_contact<false, kFriction>(ends, ancf::test::with_derivatives(pressed.motion, StepRates{.velocity = kRate}),
                                  with_derivatives(pressed.circle), Dual(0.0), pressed.laws, step, Store<Dual>(pressed),
                                  dual_scratch, dual, dual_coupling);
    check_system(system, dual);
    check_coupling(coupling, dual_coupling, dual);
  }
  return met;
}

// Each kind of contact occurs often enough.
template <ContactFriction kFriction>
void check_frames_and_offsets(const FrictionLaw& law, const NormalLaw& normal, bool slips,
                              double rolling_radius = 0.0) {
  constexpr int kOften = 20;
  for (const ContactFrame frame : {ContactFrame::segment, ContactFrame::center}) {
    CAPTURE(static_cast<int>(frame));
    for (const double offset : {0.0, 0.2, -0.2}) {
      CAPTURE(offset);
      const Met met = check_contacts<kFriction>(frame, offset, law, normal, rolling_radius);
      CHECK(met.interior >= kOften);
      CHECK(met.end >= kOften);
      CHECK(met.free >= kOften);
      CHECK(met.stick >= kOften);
      if (slips) CHECK(met.slip >= kOften);
    }
  }
}

const contact::StribeckCurve kConstant(1.0);
const contact::StribeckCurve kFalling({.static_coefficient = 1.3, .kinetic_coefficient = 0.6, .velocity = 0.7});
const NormalLaw kPenalty = contact::PenaltyNormal({.stiffness = 2.4, .damping = 0.2});
const FrictionLaw kBristle = contact::Bristle({.limit = kConstant, .stiffness = 1.9, .damping = 0.7});

}  // namespace

TEST_CASE("ANCF contact without friction: the tangent is the derivative in both frames, with and without an offset") {
  check_frames_and_offsets<ContactFriction::none>(kBristle, kPenalty, false);
}

TEST_CASE("ANCF contact with the paper's bristle: tangent, pulley column and torque row are derivatives") {
  check_frames_and_offsets<ContactFriction::paper>(kBristle, kPenalty, true);
}

TEST_CASE("ANCF contact with every friction law: tangent, pulley column and torque row are derivatives") {
  const std::array<FrictionLaw, 6> laws{
      contact::ElastoplasticCoulomb({.friction_coefficient = 1.0, .stiffness = 1.9, .damping = 0.7}),
      contact::RegularisedCoulomb(
          {.friction_coefficient = 0.8, .velocity = 0.9, .form = contact::Regularisation::trilinear}),
      contact::Dahl({.friction_coefficient = 0.8, .stiffness = 1.9, .exponent = 1.5}),
      contact::LuGre({.stribeck = kFalling, .stiffness = 1.9, .damping = 0.3, .viscosity = 0.2}),
      contact::Gms(
          {.stribeck = kFalling, .stiffness = {2.0, 5.0}, .share = {0.4, 0.6}, .attraction = 0.7, .viscosity = 0.1}),
      contact::Gms({.stribeck = kConstant, .stiffness = {3.0}, .share = {1.0}, .attraction = 0.0})};
  for (const FrictionLaw& law : laws) {
    CAPTURE(law.index());
    // Laws with decreasing stiffness seldom report slip after one step.
    const bool slips = law.index() == FrictionLaw(contact::ElastoplasticCoulomb({1.0, 1.0})).index();
    check_frames_and_offsets<ContactFriction::consistent>(law, kPenalty, slips);
  }
}

TEST_CASE("ANCF contact with Kelvin-Voigt pressure: tangent, pulley column and torque row are derivatives") {
  const NormalLaw normal =
      contact::KelvinVoigtNormal({.quadratic_stiffness = 1.3, .linear_stiffness = 2.4, .damping = 0.2});
  const FrictionLaw law =
      contact::ElastoplasticCoulomb({.friction_coefficient = 1.0, .stiffness = 1.9, .damping = 0.7});
  check_frames_and_offsets<ContactFriction::consistent>(law, normal, true);
}

TEST_CASE("ANCF contact with a rigid surface: tangent, pulley column and torque row are derivatives") {
  const FrictionLaw law =
      contact::ElastoplasticCoulomb({.friction_coefficient = 1.0, .stiffness = 1.9, .damping = 0.7});
  constexpr double kRolling = 0.95;
  check_frames_and_offsets<ContactFriction::consistent>(law, kPenalty, true, kRolling);
}

TEST_CASE("ANCF contact with a rigid surface: what rolls has no slip however deep it is") {
  // A straight segment past the centre moves along itself at the speed of a belt on the rolling circle.
  const CircleContact<double> circle{
      .center = {0.0, 0.0}, .radius = 0.9, .contact_radius = 1.05, .rolling_radius = 0.97, .angular_velocity = 2.0};
  const double speed = circle.angular_velocity * circle.rolling_radius;
  for (const double depth : {0.0, 0.02, 0.1}) {
    CAPTURE(depth);
    const double y = circle.contact_radius - depth;
    SurfacePoint<double> a{};
    a.p = {0.1, y};
    a.v = {-speed, 0.0};
    SurfacePoint<double> b{};
    b.p = {-0.1, y};
    b.v = {-speed, 0.0};
    const auto k = segment_kinematics(a, b, circle, ContactFrame::center, SlipMeasure::angle);
    CHECK(close(k.gap, -depth, {.abs = 1e-15}));
    CHECK(close(k.v_t, 0.0, {.abs = 1e-15}));
    CHECK(k.share_rate == 0.0);
  }
}

TEST_CASE("ANCF contact: the offset points add to no force, and in the center frame to the moment of the traction") {
  // The sum of the nodal forces on r is the contact force. A rigid rotation about the centre does the work R T dα
  // against the traction, and none against a normal force through the centre.
  const ContactStep step = step_with(ContactFrame::center);
  const auto points = contact_points();
  Numbers numbers;
  constexpr int kContacts = 50;
  for (int n = 0; n < kContacts; ++n) {
    const Pressed pressed = any_contact(
        numbers, 0.2, contact::ElastoplasticCoulomb({.friction_coefficient = 1.0, .stiffness = 1.9, .damping = 0.7}),
        kPenalty);
    ElementSystem<double> system{};
    PulleyCoupling<double> coupling{};
    ContactScratch<double> scratch(kSegments);
    add_contact<false, ContactFriction::consistent>(std::span<const ContactPoint>(points), pressed.motion,
                                                    pressed.circle, 0.0, pressed.laws, step, Store<double>(pressed),
                                                    scratch, system, coupling);
    // Rotation by dα = 1 about the centre: dr = perpendicular(r − c), dr' = perpendicular(r').
    double work = 0.0;
    for (const std::size_t node : {0u, 2u}) {
      work -= dot(system.residual[node], perpendicular(pressed.motion.q[node] - pressed.circle.center));
      work -= dot(system.residual[node + 1], perpendicular(pressed.motion.q[node + 1]));
    }
    double expected = 0.0;
    for (std::size_t s = 0; s < kSegments; ++s) {
      expected += scratch.forces[s].traction * pressed.circle.radius;
    }
    CHECK(close(work, expected, {.abs = kTangentTolerance}));
  }
}

}  // namespace beltdyn::lagrangian::ancf::test::segment_tangent_test
