// SPDX-License-Identifier: MIT
#include "verification/exact/two_pulley_string.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "analytic/belt/steady/friction_loop.hpp"
#include "core/base/error.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::two_pulley_string_test {

using namespace beltdyn::exact;
using beltdyn::BeltPath;
using beltdyn::close;
using beltdyn::SolverError;
using beltdyn::UsageError;

namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kEps = 2.220446049250313e-16;

// An open belt on pulleys of radii R_k at the distance D, stretched from its reference length by the factor `stretch`.
StringDrive open_belt(const std::array<double, 2>& radius, double distance, double stretch) {
  const std::array<beltdyn::PathPulley, 2> pulleys{
      {{.center = {0.0, 0.0}, .radius = radius[0]}, {.center = {distance, 0.0}, .radius = radius[1]}}};
  const BeltPath path(pulleys, beltdyn::LoopDirection::counterclockwise, 0.0);
  StringDrive drive;
  drive.radius = radius;
  for (std::size_t k = 0; k < 2; ++k) {
    drive.wrap[k] = path.arcs()[k].wrap;
    drive.span_length[k] = path.spans()[k].length;
  }
  drive.reference_length = path.length() / stretch;
  return drive;
}

// Equal pulleys with a belt force of 400 N at rest.
StringDrive equal_pulleys() {
  StringDrive drive = open_belt({0.1, 0.1}, 0.1 * kPi, 1.05);
  drive.axial_stiffness = 8000.0;
  drive.mass_per_length = 0.8288;
  drive.coefficient = {0.5, 0.5};
  return drive;
}

StringDrive unequal_pulleys() {
  StringDrive drive = open_belt({0.05, 0.1}, 0.4, 1.04);
  drive.axial_stiffness = 5000.0;
  drive.mass_per_length = 0.5;
  drive.coefficient = {0.4, 0.4};
  return drive;
}

// The references are an independent evaluation, printed to these last digits.
constexpr beltdyn::Tolerance kForce{.abs = 0.6e-6};  // [N]
constexpr beltdyn::Tolerance kEightDigits{.abs = 0.6e-8};

}  // namespace

TEST_CASE("string drive: forces, flux, slip and creep of two equal pulleys at all speeds") {
  struct Row {
    double v1, torque, flux, N1, N2, tau1, tau2, beta, creep_ratio;
  };
  for (const Row& row : {
           Row{0.0, 20.0, 0.0, 502.423749, 302.423749, 502.423749, 302.423749, 1.01522942, 0.976477296},
           Row{5.0, 20.0, 4.70433244, 502.800452, 302.340849, 483.305698, 283.305698, 1.06824570, 0.976424285},
           Row{10.0, 20.0, 9.40721494, 504.110994, 302.260396, 426.143996, 226.143996, 1.26721072, 0.976264351},
           Row{15.0, 20.0, 14.10497351, 507.637390, 303.428387, 332.284359, 132.284359, 1.84207453, 0.975996979},
           Row{18.0, 20.0, 16.91167801, 514.826261, 308.719290, 262.531084, 62.531084, 2.86941143, 0.975794342},
           Row{10.0, 10.0, 9.46632102, 451.012792, 350.075720, 372.555923, 272.555923, 0.62508668, 0.988056216},
       }) {
    CAPTURE(row.v1);
    const SteadyStringMotion motion = steady_string_motion(equal_pulleys(), row.v1, row.torque);
    CHECK(close(motion.flux, row.flux, kEightDigits));
    CHECK(close(motion.force[0], row.N1, kForce));
    CHECK(close(motion.force[1], row.N2, kForce));
    CHECK(close(motion.effective_force[0], row.tau1, kForce));
    CHECK(close(motion.effective_force[1], row.tau2, kForce));
    CHECK(close(motion.slip_arc[0], row.beta, kEightDigits));
    CHECK(close(motion.slip_arc[1], row.beta, kEightDigits));
    CHECK(close(motion.efficiency(), row.creep_ratio, {.abs = 0.6e-9}));
    CHECK(close(motion.speed[0], row.v1, {.rel = 2.0 * kEps}));
  }
}

TEST_CASE("string drive: unequal pulleys") {
  const StringDrive drive = unequal_pulleys();
  CHECK(close(drive.contour_length(), 1.27749707, kEightDigits));
  CHECK(close(drive.wrap[0], 2.8909370, {.abs = 0.6e-7}));
  const SteadyStringMotion motion = steady_string_motion(drive, 10.0, 8.0);
  CHECK(close(motion.flux, 9.53238808, kEightDigits));
  CHECK(close(motion.force[0], 245.275325, kForce));
  CHECK(close(motion.force[1], 164.541728, kForce));
  CHECK(close(motion.slip_arc[0], 1.29727418, kEightDigits));
  CHECK(close(motion.angular_velocity[0], 200.0, {.rel = 1e-14}));
  CHECK(close(motion.angular_velocity[1], 98.46083204, kEightDigits));
  CHECK(close(motion.driver_torque, 4.0, {.rel = 1e-15}));
}

TEST_CASE("string drive: the largest torque has slip on a whole wrap, and is the end of the steady motions") {
  struct Row {
    double v1, torque, N1, N2;
  };
  const StringDrive drive = equal_pulleys();
  for (const Row& row : {Row{10.0, 47.238925695, 672.8108, 196.2204}, Row{20.0, 12.899017240, 475.7530, 341.8182}}) {
    CAPTURE(row.v1);
    const SteadyStringMotion motion = full_slip_motion(drive, row.v1);
    CHECK(close(motion.driven_torque, row.torque, {.abs = 0.6e-9}));
    CHECK(close(motion.force[0], row.N1, {.abs = 0.6e-4}));
    CHECK(close(motion.force[1], row.N2, {.abs = 0.6e-4}));
    // β = ln(τ₁/τ₂)/μ, where τ₂ is a difference of numbers of the size of EA and carries their rounding.
    const double rounding = 4.0 * kEps * drive.axial_stiffness / motion.effective_force[1] / drive.coefficient[0];
    CHECK(close(motion.slip_arc[0], kPi, {.abs = rounding}));
    CHECK_NOTHROW(steady_string_motion(drive, row.v1, largest_torque(drive, row.v1)));
    CHECK_NOTHROW(steady_string_motion(drive, row.v1, -largest_torque(drive, row.v1, PowerFlow::to_driver)));
    CHECK_THROWS_WITH_AS(steady_string_motion(drive, row.v1, row.torque * (1.0 + 1e-9)),
                         doctest::Contains("slips over the whole wrap of the"), SolverError);
  }
  // On unequal pulleys with equal friction the smaller wrap slips first; with more friction on that pulley the larger
  // wrap does.
  StringDrive unequal = unequal_pulleys();
  const SteadyStringMotion small = full_slip_motion(unequal, 10.0);
  CHECK(close(small.slip_arc[0], unequal.wrap[0], {.rel = 1e-12}));
  CHECK(small.slip_arc[1] < unequal.wrap[1]);
  unequal.coefficient[0] = 0.6;
  CHECK(close(full_slip_motion(unequal, 10.0).slip_arc[1], unequal.wrap[1], {.rel = 1e-12}));
  CHECK(full_slip_motion(unequal, 10.0).slip_arc[0] < unequal.wrap[0]);
  // At gross slip β reaches the wrap: μ dβ = dτ₁/τ₁ − dτ₂/τ₂ ≤ (dτ₁ − dτ₂)/τ₂ = dM/(R τ₂), as τ₂ ≤ τ₁ falls with the
  // torque.
  const double lacking = 1e-6 * 47.238925695;
  const SteadyStringMotion near = steady_string_motion(drive, 10.0, 47.238925695 - lacking);
  CHECK(near.slip_arc[0] < kPi);
  CHECK(near.slip_arc[0] > kPi - lacking / (0.1 * 0.5 * full_slip_motion(drive, 10.0).effective_force[1]));
}

TEST_CASE("string drive: the drive of Ntarladima 2023 as a string, its load grows with the speed") {
  StringDrive drive = open_belt({0.1, 0.1}, 0.1 * kPi, 1.0);
  drive.axial_stiffness = 8000.0;
  drive.unstressed_stretch = 0.95;
  drive.mass_per_length = 0.8288;
  drive.coefficient = {0.5, 0.5};
  const SteadyStringMotion motion =
      steady_string_motion_under_load(drive, 1.2, [](double omega) { return 25.0 + 2.0 * omega; });
  CHECK(close(motion.force[0], 663.1702, {.abs = 0.6e-4}));
  CHECK(close(motion.force[1], 186.9356, {.abs = 0.6e-4}));
  CHECK(close(motion.angular_velocity[1], 11.308399, {.abs = 0.6e-6}));
  CHECK(close(motion.driver_torque, 47.616798, {.abs = 0.6e-6}));
  CHECK(close(motion.flux, 1.1617817, {.abs = 0.6e-7}));
  CHECK(close(motion.slip_arc[0], 2.5407306, {.abs = 0.6e-7}));
  CHECK(close(motion.speed[1], 1.1308399, {.abs = 0.6e-7}));
  CHECK_THROWS_WITH_AS(steady_string_motion_under_load(drive, 1.2, [](double omega) { return 50.0 + 2.0 * omega; }),
                       doctest::Contains("slips over the whole wrap"), SolverError);
}

TEST_CASE("string drive: exchanging the roles of the pulleys exchanges the motion") {
  const StringDrive drive = unequal_pulleys();
  const SteadyStringMotion motion = steady_string_motion(drive, 10.0, 8.0);
  const StringDrive exchanged{.axial_stiffness = drive.axial_stiffness,
                              .unstressed_stretch = drive.unstressed_stretch,
                              .mass_per_length = drive.mass_per_length,
                              .reference_length = drive.reference_length,
                              .radius = {0.1, 0.05},
                              .wrap = {drive.wrap[1], drive.wrap[0]},
                              .span_length = {drive.span_length[1], drive.span_length[0]},
                              .coefficient = drive.coefficient};
  const SteadyStringMotion back = steady_string_motion(exchanged, motion.speed[1], -motion.driver_torque);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(close(back.force[k], motion.force[1 - k], {.rel = 1e-12}));
    CHECK(close(back.slip_arc[k], motion.slip_arc[1 - k], {.rel = 1e-12}));
  }
  CHECK(close(back.flux, motion.flux, {.rel = 1e-14}));
  CHECK(close(back.efficiency() * motion.efficiency(), 1.0, {.rel = 1e-14}));
}

TEST_CASE("string drive: without torque there is no slip") {
  const StringDrive drive = equal_pulleys();
  for (const double speed : {0.0, 10.0}) {
    for (const double tiny : {0.0, 1e-14, -1e-300}) {
      const SteadyStringMotion rest = steady_string_motion_under_load(drive, speed, [tiny](double) { return tiny; });
      CHECK(close(rest.stretch[1], 1.05, {.rel = 8.0 * kEps}));
      CHECK(rest.slip_arc[0] < 1e-13);
    }
  }
}

// Elastic stick builds up over the length √(EA/(k w)) = 1.4 cm, 5 % of the wrap, where friction is not yet fully
// mobilised.
TEST_CASE("string drive: a belt that sticks elastically slips at the largest torque, too") {
  const StringDrive drive = equal_pulleys();
  const PulleyContact contact{.normal = PenaltyContact{}, .friction = ElastoplasticCoulombConfig{0.5, 5e8, 0.0}};
  analytic::FrictionLoop loop{.string = {.axial_stiffness = drive.axial_stiffness,
                                         .unstressed_stretch = drive.unstressed_stretch,
                                         .mass_per_length = drive.mass_per_length,
                                         .reference_length = drive.reference_length},
                              .pulleys = {{.contact = contact, .label = "1"}, {.contact = contact, .label = "2"}},
                              .width = 0.08};
  const auto with_torque = [&loop](double torque) {
    loop.string.pulleys = {
        {.place = {.center = {0.0, 0.0}, .radius = 0.1}, .torque = {}},
        {.place = {.center = {0.1 * kPi, 0.0}, .radius = 0.1}, .torque = [torque](double) { return torque; }}};
    return analytic::friction_loop_motion(loop, 1.2);
  };
  const double most = largest_torque(drive, 1.2);
  CHECK_NOTHROW(with_torque(0.98 * most));
  CHECK_THROWS_WITH_AS(with_torque(1.02 * most), doctest::Contains("the belt slips over the whole wrap of"),
                       SolverError);
}

TEST_CASE("string drive: with very rough pulleys the slack span gives all its force away") {
  StringDrive drive = equal_pulleys();
  drive.coefficient = {20.0, 20.0};
  const SteadyStringMotion motion = full_slip_motion(drive, 0.0);
  CHECK(motion.effective_force[1] < 1e-12 * motion.effective_force[0]);
  CHECK(motion.effective_force[1] >= 0.0);
  CHECK(std::isfinite(motion.slip_arc[0]));
}

TEST_CASE("string drive: a belt without sense or pressure is refused") {
  StringDrive drive = equal_pulleys();
  // At τ = 0 the belt with 400 N at rest runs with λ = 1.05 and EA 0.05 = ρA v²/1.05: v = 22.51 m/s.
  CHECK_NOTHROW(steady_string_motion(drive, 22.51, 0.0));
  CHECK_THROWS_WITH_AS(steady_string_motion(drive, 22.52, 0.0), doctest::Contains("does not press"), SolverError);
  CHECK_THROWS_WITH_AS(full_slip_motion(drive, 22.52), doctest::Contains("does not press"), SolverError);
  drive.coefficient[1] = 0.0;
  CHECK_THROWS_WITH_AS(steady_string_motion(drive, 1.0, 0.0), "string drive: coefficient[1] = 0; it must be > 0",
                       UsageError);
}

}  // namespace beltdyn::two_pulley_string_test
