// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_energy.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "lagrangian/ancf/test/small_belt.hpp"

namespace beltdyn::lagrangian::ancf::belt_energy_test {
namespace {

using std::numbers::pi;

constexpr int kElements = 120;
constexpr int kWaves = 2;

// A ring of radius R around (x, y), stretched by λ, whose particles move outwards with V cos(m φ) and around with Ω R.
// The belt may go around it twice.
struct Ring {
  double x = 0.0;
  double y = 0.0;
  double stretch = 1.03;
  int turns = 1;
  double outward = 0.0;  // V [m/s]
  double spin = 0.0;     // Ω [rad/s]
};

double length_of(const AncfBelt& belt) { return kElements * belt.equations().model().rule.length; }
double radius_of(const AncfBelt& belt, const Ring& ring = {}) {
  return ring.stretch * length_of(belt) / (2.0 * pi * ring.turns);
}

void lay(AncfBelt& belt, const Ring& ring) {
  const double R = radius_of(belt, ring);
  std::vector<double> q;
  std::vector<double> v;
  for (int i = 0; i < kElements; ++i) {
    const double phi = 2.0 * pi * ring.turns * i / kElements;
    const double c = std::cos(phi);
    const double s = std::sin(phi);
    const double out = ring.outward * std::cos(kWaves * phi);
    const double along = ring.spin * R;
    // d/dσ = λ/R d/dφ of r = R e_r and of v = V cos(m φ) e_r + Ω R e_φ
    const double per = ring.stretch / R;
    const double d_out = -kWaves * ring.outward * std::sin(kWaves * phi) - along;
    q.insert(q.end(), {ring.x + R * c, ring.y + R * s, -ring.stretch * s, ring.stretch * c});
    v.insert(v.end(),
             {out * c - along * s, out * s + along * c, per * (d_out * c - out * s), per * (d_out * s + out * c)});
  }
  BeltArrays& arrays = belt.equations().arrays();
  arrays.scatter(q, 4, arrays.q);
  arrays.scatter(v, 4, arrays.v);
}

BeltDrive damped_drive(double axial, double bending) {
  BeltDrive drive = small_drive();
  drive.belt.axial_damping = axial;
  drive.belt.bending_damping = bending;
  return drive;
}

AncfParameters parameters_of(IntegrationScheme integration) {
  return {.elements = kElements, .integration = integration, .time_step = 1e-3};
}

double lost_power(const AncfBelt& belt) { return drive_flow(belt.equations(), {}, 0.0).lost; }

// Relative error of cubics: at most (m h)²/12 of the second derivative, h the angle of an element; twice that in
// squares.
constexpr double kCubics = kWaves * kWaves * (2.0 * pi / kElements) * (2.0 * pi / kElements) / 6.0;

}  // namespace

// With the tangent angle θ the rate of curvature is dθ'/dt = λ m² V cos(m φ)/R², and the rate of stretch V λ cos(m
// φ)/R.
TEST_CASE(
    "ANCF energy: a ring that swells into waves loses what its dampers take of both rates, one that turns nothing") {
  for (const IntegrationScheme integration : {IntegrationScheme::a, IntegrationScheme::b, IntegrationScheme::c}) {
    CAPTURE(static_cast<int>(integration));
    constexpr double kAxial = 0.3;     // [N s]
    constexpr double kBending = 2e-4;  // [N m² s]
    AncfBelt stretched(damped_drive(kAxial, 0.0), parameters_of(integration));
    AncfBelt bent(damped_drive(0.0, kBending), parameters_of(integration));
    const double R = radius_of(bent);
    const double half_length = 0.5 * length_of(bent);
    const double V = 0.7;
    for (AncfBelt* belt : {&stretched, &bent}) lay(*belt, {.outward = V, .spin = 5.0});
    const double stretch_rate = Ring{}.stretch * V / R;
    const double bending_rate = Ring{}.stretch * kWaves * kWaves * V / (R * R);
    CHECK(close(lost_power(stretched), kAxial * stretch_rate * stretch_rate * half_length, {.rel = kCubics}));
    CHECK(close(lost_power(bent), kBending * bending_rate * bending_rate * half_length, {.rel = kCubics}));
    const double of_the_swelling = lost_power(bent) + lost_power(stretched);
    for (AncfBelt* belt : {&stretched, &bent}) {
      lay(*belt, {.spin = 5.0});
      CHECK(std::abs(lost_power(*belt)) <= kCubics * of_the_swelling);
    }
  }
}

TEST_CASE("ANCF energy: a ring that is lifted and turned gains weight times height and half of m R² Ω²") {
  const BeltDrive drive = small_drive();
  AncfBelt belt(drive, parameters_of(IntegrationScheme::c));
  const double R = radius_of(belt);
  const double mass = drive.belt.mass_per_length * length_of(belt);
  const auto energy = [&belt](const Ring& ring, bool has_inertia) {
    lay(belt, ring);
    return drive_energy(belt.equations(), has_inertia);
  };
  constexpr double kHeight = 0.4;
  constexpr double kSpin = 7.0;
  const double resting = energy({}, true);
  CHECK(close(energy({.x = 0.3, .y = kHeight}, true) - resting, mass * 9.81 * kHeight, {.rel = 1e-10}));
  CHECK(close(energy({.spin = kSpin}, true) - resting, 0.5 * mass * R * R * kSpin * kSpin, {.rel = kCubics}));
  CHECK(energy({.spin = kSpin}, false) == energy({}, false));
}

// E = ½ EA (λ − 1 − ε₀)² L + ½ EI K² L, where K = 2π/L per turn at any stretch. The energy of the contacts of the
// static start is constant.
TEST_CASE(
    "ANCF energy: a ring stores its stretch beyond the strain of reference, and four times as much bending in two "
    "turns") {
  const BeltDrive drive = small_drive();
  AncfBelt belt(drive, parameters_of(IntegrationScheme::c));
  const double L = length_of(belt);
  const auto energy = [&belt](const Ring& ring) {
    lay(belt, ring);
    return drive_energy(belt.equations(), true);
  };
  const auto axial = [&drive, L](double stretch) {
    const double strain = stretch - 1.0 + 0.02;
    return 0.5 * drive.belt.axial_stiffness * strain * strain * L;
  };
  // A cubic deviates from a circle by h⁴/384, 2e-8.
  CHECK(close(energy({.stretch = 1.03}) - energy({.stretch = 1.01}), axial(1.03) - axial(1.01), {.rel = 1e-5}));
  const double K = 2.0 * pi / L;
  CHECK(close(energy({.turns = 2}) - energy({.turns = 1}), 0.5 * drive.belt.bending_stiffness * (4.0 - 1.0) * K * K * L,
              {.rel = 4.0 * kCubics}));
}

}  // namespace beltdyn::lagrangian::ancf::belt_energy_test
