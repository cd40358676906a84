// SPDX-License-Identifier: MIT
#include "core/dynamics/step_scales.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::step_scales_test {
namespace {

Belt unit_belt() {
  return {.axial_stiffness = 1.0,
          .bending_stiffness = 0.0,
          .mass_per_length = 1.0,
          .width = 1.0,
          .pretension = ReferenceStrain{-0.1}};
}

Pulley free_pulley() {
  Pulley pulley;
  pulley.radius = 0.5;
  pulley.motion = FreeMotion{};
  return pulley;
}

BeltDrive drive_with(const PulleyContact& contact) {
  BeltDrive drive;
  drive.pulleys = {free_pulley(), free_pulley()};
  drive.pulleys[1].center = {2.0, 0.0};
  drive.belt = unit_belt();
  drive.contact = contact;
  return drive;
}

}  // namespace

// Eigenvalues of cubic polynomials u on [-1, 1] with ∫u'v' = κ ∫uv for all cubic v: κ = 15 for the even ones, κ² - 45 κ
// + 105 = 0 for the odd ones; an element of length 1 has 4 κ.
TEST_CASE("step scales: a stretching element swings as its cubic polynomials do") {
  const double exact = std::sqrt(2.0 * (45.0 + std::sqrt(1605.0)));
  CHECK(hermite_element_frequency(unit_belt(), 1.0) == doctest::Approx(exact).epsilon(1e-12));
  CHECK(hermite_element_frequency(unit_belt(), 0.5) == doctest::Approx(2.0 * exact).epsilon(1e-12));
}

// The free cubic beam element has ω² = 720 and 8400 EI/(ρA l⁴).
TEST_CASE("step scales: a bending element swings as the cubic beam element does") {
  Belt belt = unit_belt();
  belt.axial_stiffness = 0.0;
  belt.bending_stiffness = 3.0;
  CHECK(hermite_element_frequency(belt, 0.5) == doctest::Approx(4.0 * std::sqrt(3.0 * 8400.0)).epsilon(1e-12));
}

TEST_CASE("step scales: the stiffest contact counts, normal or tangential") {
  const auto soft = elastoplastic_coulomb(0.5, 100.0);
  CHECK(contact_frequency(drive_with({.normal = PenaltyContact{.stiffness_per_area = 400.0}, .friction = soft})) ==
        doctest::Approx(20.0));
  CHECK(contact_frequency(drive_with({.normal = PenaltyContact{.stiffness_per_area = 25.0}, .friction = soft})) ==
        doctest::Approx(10.0));
  // The normal stiffness counts, however soft it is.
  const auto softest = elastoplastic_coulomb(0.5, 0.04);
  CHECK(contact_frequency(drive_with({.normal = PenaltyContact{.stiffness_per_area = 0.09}, .friction = softest})) ==
        doctest::Approx(0.3));
}

// For the pressure c1 P² + c2 P = p the slope is 2 c1 P + c2. The pretension causes the pressure
// 0.1 N/(0.5 m 1 m) = 0.2 N/m²; with c1 = 3 and c2 = 0.7 the penetration is P = 0.16664.
TEST_CASE("step scales: a Kelvin-Voigt contact is as stiff as where the pretension holds it") {
  const KelvinVoigtContact normal{.stiffness_per_area = 0.7, .quadratic_stiffness_per_area = 3.0};
  const double penetration = (-0.7 + std::sqrt(0.49 + 12.0 * 0.2)) / 6.0;
  const PulleyContact contact{.normal = normal, .friction = elastoplastic_coulomb(0.5, 0.0)};
  CHECK(contact_frequency(drive_with(contact)) == doctest::Approx(std::sqrt(6.0 * penetration + 0.7)).epsilon(1e-6));
}

TEST_CASE("step scales: a belt without mass has no frequencies") {
  Belt belt = unit_belt();
  belt.mass_per_length = 0.0;
  CHECK(hermite_element_frequency(belt, 1.0) == 0.0);
  CHECK(wave_speed(belt) == 0.0);
}

TEST_CASE("step scales: a prescribed pulley passes a length at its fastest, others do not limit a step") {
  Pulley pulley = free_pulley();
  pulley.motion = PrescribedMotion{TimeFunction(-4.0)};
  CHECK(passing_time(pulley, 0.1, 1.0) == doctest::Approx(0.05));
  pulley.motion = FreeMotion{};
  CHECK(passing_time(pulley, 0.1, 1.0) == 0.0);
  CHECK(shorter_step(0.0, 0.2) == 0.2);
  CHECK(shorter_step(0.2, 0.0) == 0.2);
  CHECK(shorter_step(0.3, 0.2) == 0.2);
  CHECK(shorter_step(0.0, 0.0) == 0.0);
}

TEST_CASE("step scales: strain follows force within the way of the belt in the relaxation time") {
  BeltDrive drive = drive_with({});
  drive.belt.axial_stiffness = 50.0;
  drive.belt.axial_damping = 2.0;
  CHECK(damping_layer(drive, 1.0) == 0.0);
  // 8 rad/s at a radius of 0.5 m, times 0.04 s.
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(-8.0)};
  CHECK(damping_layer(drive, 1.0) == doctest::Approx(0.16).epsilon(1e-12));
}

}  // namespace beltdyn::step_scales_test
