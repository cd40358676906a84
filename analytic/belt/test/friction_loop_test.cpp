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

// A bar on bristles of this stiffness comes to stick within ℓ_s = √(EA/(k w)) = 2.7e-5 m. On each pulley that takes
// ½ ℓ_s² μ T/(R EA), 1e-10 m, of the elongation of the belt, 1.8e-2 m.
const PulleyContact kRigid = coulomb(0.9, 4e15);
constexpr double kStick = 4e-8;

// What each law answers to the slip of a belt.
const SlidingCoefficient kConstant{.form = ConstantCoefficient{0.5}};
const SlidingCoefficient kFalling{.form = contact::StribeckCurve::Parameters{0.6, 0.45, 0.02}};
struct NamedContact {
  std::string name;
  PulleyContact contact;
};
const std::vector<NamedContact> kContacts{
    {"elastoplastic", coulomb(0.5, 5e8)},
    {"regularised", contact_of(RegularisedCoulombConfig{{.friction_coefficient = 0.5, .velocity = 0.02}})},
    {"bristle", contact_of(BristleConfig{.coefficient = kConstant, .stiffness = 1e8, .damping = 1e3})},
    {"dahl", contact_of(DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}})},
    {"lugre", contact_of(LuGreConfig{.coefficient = kFalling, .stiffness = 2e3, .damping = 2.0, .viscosity = 1.0})},
    {"bliman-sorine",
     contact_of(BlimanSorineConfig{{.friction_coefficient = 0.5, .excess = 0.1, .way = 1e-3, .ratio = 0.3}})},
    {"gms", contact_of(GmsConfig{.coefficient = kFalling,
                                 .elements = {{4000, 0.4}, {2000, 0.3}, {1000, 0.2}, {500, 0.1}},
                                 .attraction = 20.0,
                                 .viscosity = 0.5})}};

// Two pulleys of different sizes, the second one with a load that grows with speed, in both forms.
constexpr double kWidth = 0.08;
constexpr double kSpeed = 1.2;  // [m/s]
double load_of(double omega) { return 8.0 + 0.6 * omega; }

struct TwoPulleys {
  FrictionLoop loop;
  FrictionString string;
};

TwoPulleys two_pulleys(const PulleyContact& driver, const PulleyContact& driven) {
  FrictionLoop loop{.string = {.axial_stiffness = 8000.0,
                               .unstressed_stretch = 0.95,
                               .mass_per_length = 0.8288,
                               .reference_length = 1.2,
                               .offset = 0.004},
                    .pulleys = {{.contact = driver, .label = "1"}, {.contact = driven, .label = "2 (fan)"}},
                    .width = kWidth};
  loop.string.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = 0.1}, .torque = {}},
                         {.place = {.center = {0.35, 0.1}, .radius = 0.07}, .torque = load_of}};
  const BeltPath path = loop_path(loop.string, {});
  StringDrive drive{.axial_stiffness = 8000.0,
                    .unstressed_stretch = 0.95,
                    .mass_per_length = 0.8288,
                    .reference_length = 1.2,
                    .coefficient = {0.5, 0.5}};
  for (std::size_t k = 0; k < 2; ++k) {
    drive.radius[k] = path.arcs()[k].radius;
    drive.wrap[k] = path.arcs()[k].wrap;
    drive.span_length[k] = path.spans()[k].length;
    drive.share[k] = loop.string.pulleys[k].place.radius / drive.radius[k];
  }
  return {loop, {drive, {driver, driven}, kWidth}};
}

// Both integrate arcs to 1e-12 a step and find their unknowns to rounding.
void check_same(const FrictionLoopMotion& m, const FrictionStringMotion& exact) {
  constexpr double kSame = 1e-10;
  CHECK(close(m.flux, exact.flux, {.rel = kSame}));
  CHECK(close(-m.torque[0], exact.driver_torque, {.rel = kSame}));
  CHECK(close(m.torque[1], exact.driven_torque, {.rel = kSame}));
  for (std::size_t k = 0; k < 2; ++k) {
    CAPTURE(k);
    // Entry k of the string is the span that comes to pulley k.
    CHECK(close(m.force[1 - k], exact.force[k], {.rel = kSame}));
    CHECK(close(m.effective_force[1 - k], exact.effective_force[k], {.rel = kSame}));
    CHECK(close(m.angular_velocity[k], exact.angular_velocity[k], {.rel = kSame}));
    CHECK(close(m.arc_material[k], exact.arc_material[k], {.rel = kSame}));
    CHECK(close(m.friction_power[k], exact.friction_power[k], {.rel = 1e-8}));
  }
}

}  // namespace

TEST_CASE("friction loop: an accessory drive without load runs evenly, and its arm is in equilibrium") {
  const FrictionLoopMotion m = friction_loop_motion(accessory_drive({}, kRigid), kRadii[0] * kCrankSpeed);
  CHECK(std::abs(m.state.mounts[0] + 1.5174491406) < kStick);
  CHECK(std::abs(m.flux - 7.8945089840) < kStick);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(close(m.force[i], 801.7548617837, {.rel = kStick}));
    CHECK(close(m.angular_velocity[i] * kRadii[i], kRadii[0] * kCrankSpeed, {.rel = kStick}));
    CHECK(m.torque[i] == 0.0);
  }
}

TEST_CASE("friction loop: with rigid stick a loaded accessory drive has the closed form of Coulomb's law") {
  const FrictionLoopMotion m = friction_loop_motion(accessory_drive(kLoads, kRigid), kRadii[0] * kCrankSpeed);
  CHECK(std::abs(m.state.mounts[0] + 1.5448755645) < kStick);
  CHECK(std::abs(m.flux - 7.8845304872) < kStick);
  CHECK(close(m.torque[0], -16.969696970, {.rel = kStick}));
  const std::array<double, 5> force{666.5610984188, 733.2346731146, 833.2450351584, 833.2450351584, 878.7042906328};
  const std::array<double, 5> omega{100.0, 132.868708481483, 266.029466869843, 228.400750054422, 145.345931852814};
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(close(m.force[i], force[i], {.rel = kStick}));
    CHECK(close(m.angular_velocity[i], omega[i], {.rel = kStick}));
    CHECK(close(m.torque[i], i == 0 ? -16.969696970 : kLoads[i], {.rel = kStick, .abs = 1e-12}));
  }
}

TEST_CASE("friction loop: on two pulleys it is the string with friction, whatever law they have") {
  for (const NamedContact& row : kContacts) {
    CAPTURE(row.name);
    for (const NamedContact& other : {row, kContacts[0]}) {
      CAPTURE(other.name);
      const TwoPulleys two = two_pulleys(row.contact, other.contact);
      check_same(friction_loop_motion(two.loop, kSpeed), two.string.under_load(kSpeed, load_of));
    }
  }
}

}  // namespace beltdyn::friction_loop_test
