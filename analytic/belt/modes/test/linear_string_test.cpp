// SPDX-License-Identifier: MIT
#include "analytic/belt/modes/linear_string.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/modes/linear_string_shape.hpp"
#include "analytic/belt/modes/test/two_pulley_response.hpp"
#include "analytic/belt/steady/friction_loop.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::linear_string_test {

using namespace beltdyn::analytic;
using analytic::test::kStringMode;
using analytic::test::kStringResponses;
using analytic::test::near;
using analytic::test::StringResponse;

namespace {

using Complex = std::complex<double>;
constexpr double kPi = std::numbers::pi;

// The drive of two_pulley_response.hpp.
constexpr double kSlope = 2.0;
StringLoop two_pulleys() {
  StringLoop loop{.axial_stiffness = 8000.0, .unstressed_stretch = 0.95, .reference_length = 0.4 * kPi};
  loop.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = 0.1}, .coefficient = 0.5, .torque = {}},
                  {.place = {.center = {0.1 * kPi, 0.0}, .radius = 0.1},
                   .coefficient = 0.5,
                   .torque = [](double omega) { return 25.0 + kSlope * omega; }}};
  return loop;
}

FrictionLoopMotion motion_of(const StringLoop& loop, double driver_speed) {
  FrictionLoop drive{.string = loop, .pulleys = {}, .width = 1.0};
  for (const StringLoopPulley& pulley : loop.pulleys) {
    drive.pulleys.push_back({.contact = {.normal = PenaltyContact{}, .friction = coulomb(pulley.coefficient)}});
  }
  return friction_loop_motion(drive, driver_speed);
}

LinearString small_motions(const StringLoop& loop, const FrictionLoopMotion& motion,
                           const std::vector<LinearPulleyTerms>& pulleys,
                           const std::vector<LinearMountTerms>& mounts = {}) {
  return LinearString(linear_string_of(loop, motion.flux, motion.force, motion.state.mounts, pulleys, mounts));
}

LinearString two_pulley_string() {
  const StringLoop loop = two_pulleys();
  return small_motions(loop, motion_of(loop, 1.2), {{.is_prescribed = true}, {.inertia = 0.25, .resistance = kSlope}});
}

// The accessory drive of friction_loop_test.cpp, massless; torques of pulleys may grow with their speed.
constexpr std::size_t kArm = 3;
constexpr std::array<double, 5> kInertia{0.0, 4e-3, 3e-3, 2e-4, 2e-3};
struct Accessory {
  std::array<double, 5> torque{};
  std::array<double, 5> slope{};
  double crank_speed = 100.0;
};
// An arm of 0.09 m with a spring.
StringLoopMount arm() {
  return {.pulley = kArm,
          .axis = [](double q) -> Eigen::Vector2d {
            return Eigen::Vector2d(0.13, 0.29) + 0.09 * Eigen::Vector2d(std::cos(q), std::sin(q));
          },
          .axis_by = [](double q) -> Eigen::Vector2d { return 0.09 * Eigen::Vector2d(-std::sin(q), std::cos(q)); },
          .force = [](double q) { return 30.0 * (q + 1.2); },
          .first = -1.5};
}
StringLoop loop_of(const Accessory& drive) {
  const std::array<Eigen::Vector2d, 5> centers{{{0.0, 0.0}, {0.24, 0.06}, {0.22, 0.24}, {0.13, 0.20}, {-0.02, 0.26}}};
  const std::array<double, 5> radii{0.080, 0.060, 0.030, 0.035, 0.055};
  StringLoop loop{.axial_stiffness = 60000.0, .reference_length = 1.405};
  for (std::size_t i = 0; i < radii.size(); ++i) {
    loop.pulleys.push_back({.place = {.center = centers[i],
                                      .radius = radii[i],
                                      .side = i == kArm ? PulleySide::outside : PulleySide::inside},
                            .coefficient = 0.9,
                            .torque = [torque = drive.torque[i], slope = drive.slope[i]](double omega) {
                              return torque + slope * omega;
                            }});
  }
  loop.mounts.push_back(arm());
  return loop;
}
FrictionLoopMotion steady(const Accessory& drive) { return motion_of(loop_of(drive), 0.08 * drive.crank_speed); }
LinearString linear(const Accessory& drive) {
  const FrictionLoopMotion motion = steady(drive);
  std::vector<LinearPulleyTerms> pulleys;
  for (std::size_t i = 0; i < 5; ++i) {
    pulleys.push_back({.inertia = kInertia[i], .resistance = drive.slope[i], .is_prescribed = i == 0});
  }
  const double q = motion.state.mounts[0];
  return small_motions(loop_of(drive), motion, pulleys,
                       {{.axis_by_twice = -0.09 * Eigen::Vector2d(std::cos(q), std::sin(q)),
                         .inertia = 1.5e-3,
                         .damping = 0.0,
                         .stiffness = 30.0}});
}
constexpr Accessory kLoaded{.torque = {0.0, 3.0, 2.0, 0.0, 2.0}, .slope = {0.0, 0.01, 0.004, 0.0, 0.005}};

}  // namespace

TEST_CASE("linear string: the response of a two-pulley drive agrees with an independent program") {
  const LinearString string = two_pulley_string();
  for (const StringResponse& row : kStringResponses) {
    CAPTURE(row.frequency);
    const LinearString::Response x = string.response(Complex(0.0, 2.0 * kPi * row.frequency), {.at = 0});
    CHECK(near(x.angular_velocity[0], 1.0, 1e-15));
    // its last digits
    CHECK(near(x.angular_velocity[1], row.speed, 1e-9));
    CHECK(near(x.force[1], row.tight, 1e-7));
    CHECK(near(x.force[0], row.slack, 1e-7));
  }
}

TEST_CASE("linear string: its modes are the roots of the determinant, without the spurious root of the belt length") {
  const LinearString string = two_pulley_string();
  const std::vector<Complex> roots = string.roots({.highest_frequency = 20.0});
  REQUIRE(!roots.empty());
  int found = 0;
  for (const Complex s : roots) {
    CHECK(std::abs(s) > 1.0);
    CHECK(s.imag() >= 0.0);
    if (near(s, kStringMode, 1e-9)) ++found;
    // At a root the response has a pole: it falls with the inverse of the distance.
    const double at_once = std::abs(string.response(s * (1.0 + 1e-6), {.at = 0}).force[0]);
    const double further = std::abs(string.response(s * (1.0 + 2e-6), {.at = 0}).force[0]);
    CHECK(close(at_once / further, 2.0, {.rel = 1e-3}));
  }
  CHECK(found == 1);
  // The number of roots of a chain of transport in a larger region: one for each 2π of the phase of exp(−s τ).
  CHECK(string.roots({.highest_frequency = 40.0, .highest_rate = 250.0}).size() > roots.size());
}

TEST_CASE("linear string: with friction of a given size it is the contour drive of [Oborin 2018]") {
  // L = 6, contacts of 1, b = 1, f = 0.002, V₁ = 1.001, V₂ = 1: λ₁/λ₂ = V₁/V₂ and ∮ dσ/λ = L, by bisection.
  constexpr double kFriction = 0.002;
  constexpr double kRatio = 1.001;
  const auto natural_length = [](double slack) {
    const double tight = kRatio * slack;
    const double slip = (tight - slack) / kFriction;
    return (2.0 + 1.0 - slip) * (1.0 / tight + 1.0 / slack) + 2.0 * std::log(kRatio) / kFriction;
  };
  double low = 0.99;
  double high = 1.01;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (natural_length(middle) > 6.0 ? low : high) = middle;
  }
  const std::array<double, 2> stretch{low, kRatio * low};  // behind the driver, behind the driven pulley
  LinearStringDrive drive{.axial_stiffness = 1.0, .flux = kRatio / stretch[1], .pulleys = {}, .spans = {}};
  for (std::size_t k = 0; k < 2; ++k) {
    const double sign = k == 0 ? -1.0 : 1.0;
    drive.pulleys.push_back({.radius = 1.0,
                             .stick_length = 1.0 - (stretch[1] - stretch[0]) / kFriction,
                             .slip_yield = sign / kFriction * (1.0 / stretch[k] - 1.0 / stretch[1 - k]),
                             .is_prescribed = true});
    drive.spans.push_back({.length = 2.0, .force = stretch[k] - 1.0, .stretch = stretch[k]});
  }
  const LinearString string(drive);
  const std::array<std::pair<double, Complex>, 4> expected{{{0.5, {0.403369095, -0.205254331}},
                                                            {1.0, {0.246935933, -0.265559135}},
                                                            {2.0, {0.078397643, -0.211537522}},
                                                            {5.0, {0.001402545, -0.084028258}}}};
  for (const auto& [omega, tight] : expected) {
    CHECK(near(string.response(Complex(0.0, omega), {.at = 0}).force[1], tight, 1e-9));
  }
}

// Central differences of motions that are solved to 1e-11.
TEST_CASE(
    "linear string: without time it is the difference between two steady motions, with an arm and torques over speed") {
  constexpr double kStep = 1e-3;
  constexpr double kBound = 1e-6;
  const LinearString string = linear(kLoaded);
  const auto hub_load = [](const FrictionLoopMotion& motion, std::size_t i) {
    const std::size_t before = (i + 4) % 5;
    const auto pull = [&](std::size_t span) { return motion.force[span] * motion.path->spans()[span].tangent; };
    return Eigen::Vector2d(pull(i) - pull(before)).norm();
  };
  const auto compare = [&](const LinearString::Response& x, const FrictionLoopMotion& above,
                           const FrictionLoopMotion& below, double step) {
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(i);
      const auto rate = [step](double a, double b) { return (a - b) / (2.0 * step); };
      const double force = rate(above.force[i], below.force[i]);
      CHECK(std::abs(x.force[i] - force) < kBound * (1.0 + std::abs(force)));
      const double speed = rate(above.angular_velocity[i], below.angular_velocity[i]);
      CHECK(std::abs(x.angular_velocity[i] - speed) < kBound * (1.0 + std::abs(speed)));
      const double hub = rate(hub_load(above, i), hub_load(below, i));
      CHECK(std::abs(string.hub_load(i, x) - hub) < kBound * (1.0 + std::abs(hub)));
    }
    const double q = (above.state.mounts[0] - below.state.mounts[0]) / (2.0 * step);
    CHECK(std::abs(x.mount[0] - q) < kBound * std::abs(q));
  };
  Accessory above = kLoaded;
  Accessory below = kLoaded;
  above.crank_speed += kStep;
  below.crank_speed -= kStep;
  compare(string.response(0.0, {.at = 0}), steady(above), steady(below), kStep);
  for (const std::size_t k : {std::size_t{1}, std::size_t{4}}) {
    above = kLoaded;
    below = kLoaded;
    // An additional torque on the pulley along the belt reduces the torque that it takes.
    above.torque[k] -= kStep;
    below.torque[k] += kStep;
    compare(string.response(0.0, {.quantity = LinearQuantity::torque, .at = k}), steady(above), steady(below), kStep);
  }
}

// Five frequencies of the stuck belt at rest, with four pulleys and the arm, from another program to ten digits. There
// a span of length ℓ is a spring of EA/ℓ, which is a string of stretch 1 under the same forces. A belt this slow
// transports nothing, except G/(ℓ ω), 1e-9.
TEST_CASE("linear string: an unloaded creeping belt has the modes of a sticking belt") {
  Accessory slow;
  slow.crank_speed = 1e-7;
  LinearStringDrive drive = linear(slow).drive();
  CHECK(close(drive.spans[0].force, 799.97578516, {.rel = 1e-10}));
  for (LinearStringSpan& span : drive.spans) span.stretch = 1.0;
  const LinearString string(drive);
  const auto response = [&string](double frequency) {
    return string.response(Complex(0.0, 2.0 * kPi * frequency), {.quantity = LinearQuantity::torque, .at = 1})
        .angular_velocity[3]
        .imag();
  };
  for (const double f : {17.9371651766, 43.0660190259, 120.2397863095, 146.6732090107, 500.8124698277}) {
    CAPTURE(f);
    // The pole lies between these two frequencies: the responses have opposite signs, and both are large. The place of
    // the arm and the second derivatives of the path, which both programs solve for, have errors of some 1e-8, half of
    // which a frequency has.
    constexpr double kSolved = 5e-7;
    const double below = response(f * (1.0 - kSolved));
    const double above = response(f * (1.0 + kSolved));
    CHECK(below * above < 0.0);
    CHECK(std::abs(below) > 1e3 * std::abs(response(f * 1.02)));
  }
}

// The same at rest, as modes: quantities that the other program solves for have errors of some 1e-8.
TEST_CASE("linear string: a belt at rest has the modes of a sticking belt") {
  Accessory slow;
  slow.crank_speed = 1e-7;
  LinearStringDrive drive = linear(slow).drive();
  drive.flux = 0.0;
  for (LinearStringSpan& span : drive.spans) span.stretch = 1.0;
  const std::vector<Complex> roots = LinearString(drive).roots({.highest_frequency = 520.0});
  constexpr std::array<double, 5> kStuck{17.9371651766, 43.0660190259, 120.2397863095, 146.6732090107, 500.8124698277};
  REQUIRE(roots.size() == kStuck.size());
  for (std::size_t i = 0; i < roots.size(); ++i) {
    CAPTURE(i);
    CHECK(close(roots[i].imag(), 2.0 * kPi * kStuck[i], {.rel = 5e-7}));
    CHECK(std::abs(roots[i].real()) < 1e-9 * roots[i].imag());
  }
}

// An arm that its spring pushes away grows faster than the search looks for decay. At a pole the response changes sign.
TEST_CASE("linear string: a mount without stable equilibrium grows, however fast") {
  LinearStringDrive drive = linear(kLoaded).drive();
  const ModeSearch search{.highest_frequency = 60.0};
  drive.mounts[0].damping = 0.0;
  drive.mounts[0].stiffness = -150.0;
  const LinearString string(drive);
  double fastest = 0.0;
  for (const Complex root : string.roots(search)) fastest = std::max(fastest, root.real());
  CAPTURE(fastest);
  CHECK(fastest > 2.0 * search.bound_of_rate());
  constexpr double kStep = 1e-7;
  const auto response = [&](double s) {
    return string.response(Complex(s, 0.0), {.quantity = LinearQuantity::torque, .at = 1}).angular_velocity[3].real();
  };
  CHECK(response(fastest * (1.0 - kStep)) * response(fastest * (1.0 + kStep)) < 0.0);
}

// The equations of an accessory by itself, compared with its elimination in LinearString.
TEST_CASE("linear string: an accessory on a spring has the torque of its own motion") {
  LinearStringDrive drive = linear(kLoaded).drive();
  const LinearStringAccessory accessory{.inertia = 2e-3, .resistance = 5e-3, .stiffness = 15.0, .damping = 0.02};
  drive.pulleys[2].accessory = accessory;
  const LinearString string(drive);
  const auto hold = [&](Complex s, const LinearString::Input& input, Complex on_pulley, Complex on_accessory) {
    const LinearString::Response x = string.response(s, input);
    const LinearStringPulley& pulley = drive.pulleys[2];
    const Complex own = s * accessory.inertia + accessory.resistance;
    const Complex torque = own * x.accessory[2] - on_accessory;
    const Complex spring = (accessory.stiffness / s + accessory.damping) * (x.angular_velocity[2] - x.accessory[2]);
    const double size = std::abs(spring) + std::abs(on_accessory);
    CHECK(std::abs(spring - torque) < 1e-10 * size);
    const Complex rest = (s * pulley.inertia + pulley.resistance) * x.angular_velocity[2] + torque - on_pulley -
                         pulley.radius * (x.force[2] - x.force[1]);
    CHECK(std::abs(rest) < 1e-10 * (size + std::abs(on_pulley)));
  };
  for (const Complex s : {Complex(0.0, 30.0), Complex(-5.0, 400.0), Complex(2.0, 1500.0)}) {
    CAPTURE(s);
    hold(s, {.at = 0}, 0.0, 0.0);
    hold(s, {.quantity = LinearQuantity::torque, .at = 2}, 1.0, 0.0);
    hold(s, {.quantity = LinearQuantity::accessory_torque, .at = 2}, 0.0, 1.0);
  }
  // The derivative of the determinant leads Newton's method to a root, where the response has a pole.
  const std::optional<Complex> root = string.root_near(Complex(-1.0, std::sqrt(15.0 / 2e-3)));
  REQUIRE(root);
  const double beside = std::abs(string.response(*root * (1.0 + 1e-6), {.at = 0}).accessory[2]);
  const double further = std::abs(string.response(*root * (1.0 + 2e-6), {.at = 0}).accessory[2]);
  CHECK(close(beside, 2.0 * further, {.rel = 1e-3}));
}

TEST_CASE("linear string: mode shapes are continuous at stick-slip transitions, entries and exits") {
  const FrictionLoopMotion motion = steady(kLoaded);
  const LinearString string = linear(kLoaded);
  const BeltPath path = loop_path(loop_of(kLoaded), motion.state.mounts);
  std::vector<double> slip_lengths;
  for (std::size_t k = 0; k < 5; ++k) {
    slip_lengths.push_back(path.arcs()[k].length() - string.drive().pulleys[k].stick_length);
  }
  const std::vector<Complex> roots = string.roots({.highest_frequency = 200.0});
  REQUIRE(roots.size() > 4);
  for (const Complex s : roots) {
    CAPTURE(s);
    const LinearString::Response mode = string.mode(s);
    const LinearStringShape shape(string.drive(), slip_lengths, mode, s);
    double size = 0.0;
    for (std::size_t k = 0; k < 5; ++k) size = std::max(size, 0.1 * std::abs(mode.angular_velocity[k] / s));
    // The accuracy of a root, 1e-12 of the range, matters with the delays; so does the step past a place.
    constexpr double kPast = 1e-12;
    const double bound = 1e-7 * size;
    for (std::size_t k = 0; k < 5; ++k) {
      CAPTURE(k);
      const PathArc& arc = path.arcs()[k];
      const PathSpan& span = path.spans()[k];
      const double stick = string.drive().pulleys[k].stick_length;
      const auto on_arc = [&](double local) {
        return shape.at({.pulley = k, .local = local, .tangent = path.point(arc.start + local).tangent});
      };
      if (slip_lengths[k] > 1e-6) {
        CHECK(std::abs(on_arc(stick - kPast).along - on_arc(stick + kPast).along) < bound);
      }
      const StringDisplacement exit =
          shape.at({.pulley = k, .is_on_span = true, .local = 0.0, .tangent = span.tangent});
      const StringDisplacement last = on_arc(arc.length() - kPast);
      CHECK(std::abs(exit.along - last.along) < bound);
      CHECK(std::abs(exit.across - last.across) < bound);
      const StringDisplacement end =
          shape.at({.pulley = k, .is_on_span = true, .local = span.length, .tangent = span.tangent});
      const StringDisplacement entry = shape.at({.pulley = (k + 1) % 5, .local = 0.0, .tangent = span.tangent});
      CHECK(std::abs(end.along - entry.along) < bound);
      CHECK(std::abs(end.across - entry.across) < bound);
    }
  }
}

TEST_CASE("linear string: a belt at rest sticks on whole wraps, one in gross slip has no small motions") {
  const StringLoop loop = two_pulleys();
  const std::vector<LinearPulleyTerms> terms(2);
  const LinearStringDrive rests = linear_string_of(loop, 0.0, {200.0, 600.0}, {}, terms, {});
  const BeltPath path = loop_path(loop, {});
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(rests.pulleys[k].stick_length == path.arcs()[k].radius * path.arcs()[k].wrap);
    CHECK(rests.pulleys[k].slip_yield == 0.0);
  }
  CHECK_THROWS_WITH_AS(linear_string_of(loop, 1.0, {100.0, 900.0}, {}, terms, {}),
                       doctest::Contains("slips over the whole wrap of pulley 1"), SolverError);
}

}  // namespace beltdyn::linear_string_test
