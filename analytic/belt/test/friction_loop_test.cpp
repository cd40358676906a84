// SPDX-License-Identifier: MIT
#include "analytic/belt/friction_loop.hpp"

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/friction_string.hpp"
#include "core/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::friction_loop_test {

using namespace beltdyn::analytic;

namespace {

PulleyContact contact_of(FrictionLawConfig friction) {
  return {.normal = PenaltyContact{}, .friction = std::move(friction)};
}
PulleyContact coulomb(double coefficient, double stiffness) {
  return contact_of(ElastoplasticCoulombConfig{coefficient, stiffness, 0.0});
}

// The accessory drive of a car engine with a sprung tensioner: crank, compressor, alternator, tensioner, water pump.
// The numbers that the tests compare with were made independently of this code, from the equations of a string.
constexpr std::array<double, 5> kRadii{0.080, 0.060, 0.030, 0.035, 0.055};
constexpr std::size_t kTensioner = 3;
constexpr double kCrankSpeed = 100.0;  // [rad/s]

FrictionLoop accessory_drive(const std::array<double, 5>& torques, const PulleyContact& contact) {
  const std::array<Eigen::Vector2d, 5> centers{{{0.0, 0.0}, {0.24, 0.06}, {0.22, 0.24}, {0.13, 0.20}, {-0.02, 0.26}}};
  FrictionLoop loop{.string = {.axial_stiffness = 60000.0, .mass_per_length = 0.1, .reference_length = 1.405},
                    .pulleys = {},
                    .width = 0.02};
  for (std::size_t i = 0; i < kRadii.size(); ++i) {
    loop.string.pulleys.push_back({.place = {.center = centers[i],
                                             .radius = kRadii[i],
                                             .side = i == kTensioner ? PulleySide::outside : PulleySide::inside},
                                   .torque = [taken = torques[i]](double) { return taken; }});
    loop.pulleys.push_back({.contact = contact, .label = std::to_string(i + 1)});
  }
  loop.string.mounts.push_back(arm_mount(kTensioner, {0.13, 0.29}, 0.09, 30.0, -1.2, -1.5));
  return loop;
}

constexpr std::array<double, 5> kLoads{0.0, 4.0, 3.0, 0.0, 2.5};

// A bar on bristles of this stiffness comes to stick within ℓ_s = √(EA/(k w)) = 8.7e-7 m. That takes ½ ℓ_s² μ T/(R EA)
// of the length of the belt on a pulley, 1.5e-13 m, which is 1e-11 of its elongation.
const PulleyContact kRigid = coulomb(0.9, 4e18);

}  // namespace

// The numbers compared with have ten digits behind the point.
constexpr double kDigits = 1e-9;

TEST_CASE("friction loop: an accessory drive without load runs evenly, and its arm is in equilibrium") {
  const FrictionLoopMotion m = friction_loop_motion(accessory_drive({}, kRigid), kRadii[0] * kCrankSpeed);
  CHECK(std::abs(m.state.mounts[0] + 1.5174491406) < kDigits);
  CHECK(std::abs(m.flux - 7.8945089840) < kDigits);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(close(m.force[i], 801.7548617837, {.rel = kDigits}));
    CHECK(close(m.angular_velocity[i] * kRadii[i], kRadii[0] * kCrankSpeed, {.rel = kDigits}));
    CHECK(m.torque[i] == 0.0);
  }
}

TEST_CASE("friction loop: with rigid stick a loaded accessory drive has the closed form of Coulomb's law") {
  const FrictionLoopMotion m = friction_loop_motion(accessory_drive(kLoads, kRigid), kRadii[0] * kCrankSpeed);
  CHECK(std::abs(m.state.mounts[0] + 1.5448755645) < kDigits);
  CHECK(std::abs(m.flux - 7.8845304872) < kDigits);
  CHECK(close(m.torque[0], -16.969696970, {.rel = kDigits}));
  const std::array<double, 5> force{666.5610984188, 733.2346731146, 833.2450351584, 833.2450351584, 878.7042906328};
  const std::array<double, 5> omega{100.0, 132.868708481483, 266.029466869843, 228.400750054422, 145.345931852814};
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(close(m.force[i], force[i], {.rel = kDigits}));
    CHECK(close(m.angular_velocity[i], omega[i], {.rel = kDigits}));
    CHECK(close(m.torque[i], i == 0 ? -16.969696970 : kLoads[i], {.rel = kDigits, .abs = 1e-12}));
  }
}

}  // namespace beltdyn::friction_loop_test
