// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/friction_loop.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/belt/steady/test/named_contacts.hpp"
#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::friction_loop_test {

using namespace beltdyn::analytic;
using namespace beltdyn::analytic::test;

namespace {

// The accessory drive of a car engine with a sprung tensioner: crank, compressor, alternator, tensioner, water pump.
// The reference numbers were computed independently of this code, from the equations of a string.
constexpr std::array<double, 5> kRadii{0.080, 0.060, 0.030, 0.035, 0.055};
constexpr std::size_t kTensioner = 3;
constexpr double kCrankSpeed = 100.0;  // [rad/s]

// An arm about a pivot with a torsion spring of the moment k (q − q₀).
StringLoopMount arm(std::size_t pulley, const Eigen::Vector2d& pivot, double length, double stiffness,
                    double free_angle, double first_angle) {
  return {
      .pulley = pulley,
      .axis = [=](double q) -> Eigen::Vector2d { return pivot + length * Eigen::Vector2d(std::cos(q), std::sin(q)); },
      .axis_by = [=](double q) -> Eigen::Vector2d { return length * Eigen::Vector2d(-std::sin(q), std::cos(q)); },
      .force = [=](double q) { return stiffness * (q - free_angle); },
      .first = first_angle};
}

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
  loop.string.mounts.push_back(arm(kTensioner, {0.13, 0.29}, 0.09, 30.0, -1.2, -1.5));
  return loop;
}

constexpr std::array<double, 5> kLoads{0.0, 4.0, 3.0, 0.0, 2.5};

// A bar on bristles of this stiffness gets to stick within ℓ_s = √(EA/(k w)) = 2.7e-5 m. On each pulley this takes ½
// ℓ_s² μ T/(R EA), 1e-10 m, of the elongation of the belt, 1.8e-2 m.
const PulleyContact kStiff = coulomb(0.9, 4e15);
constexpr double kStick = 4e-8;

PulleyContact rigid(double coefficient) { return contact_of(CoulombConfig{.coefficient = coefficient}); }

struct StickCase {
  std::string name;
  PulleyContact contact;
  double tolerance{};
};
// Elastic stick of this stiffness, of a stiffness that steps along an arc could not follow, and rigid stick. The
// numbers have 13 digits.
const std::vector<StickCase> kSticks{
    {"stiff", kStiff, kStick}, {"very stiff", coulomb(0.9, 4e20), 1e-10}, {"rigid", rigid(0.9), 1e-10}};

// Two pulleys of different size, the second one with a load that grows with speed, in both forms.
constexpr double kSpeed = 1.2;  // [m/s]
double load_of(double omega) { return 8.0 + 0.6 * omega; }

FrictionLoop two_pulleys(const PulleyContact& driver, const PulleyContact& driven) {
  FrictionLoop loop{.string = {.axial_stiffness = 8000.0,
                               .unstressed_stretch = 0.95,
                               .mass_per_length = 0.8288,
                               .reference_length = 1.2,
                               .offset = 0.004},
                    .pulleys = {{.contact = driver, .label = "1"}, {.contact = driven, .label = "2 (fan)"}},
                    .width = kWidth};
  loop.string.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = 0.1}, .torque = {}},
                         {.place = {.center = {0.35, 0.1}, .radius = 0.07}, .torque = load_of}};
  return loop;
}

// The drive of [Ntarladima 2023] as a string, loaded with 25 N m + 2 N m s ω.
FrictionLoop paper_loop(const PulleyContact& driver, const PulleyContact& driven) {
  constexpr double kPi = std::numbers::pi;
  FrictionLoop loop{.string = {.axial_stiffness = 8000.0,
                               .unstressed_stretch = 0.95,
                               .mass_per_length = 0.8288,
                               .reference_length = 0.4 * kPi},
                    .pulleys = {{.contact = driver, .label = "1"}, {.contact = driven, .label = "2"}},
                    .width = kWidth};
  loop.string.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = 0.1}, .torque = {}},
                         {.place = {.center = {0.1 * kPi, 0.0}, .radius = 0.1},
                          .torque = [](double omega) { return 25.0 + 2.0 * omega; }}};
  return loop;
}
FrictionLoop loaded(FrictionLoop loop, double torque) {
  loop.string.pulleys[1].torque = [torque](double) { return torque; };
  return loop;
}

PulleyContact dahl(double stiffness, double exponent = 1.0) {
  return contact_of(DahlConfig{{.friction_coefficient = 0.5, .stiffness = stiffness, .exponent = exponent}});
}
PulleyContact gms(const SlidingCoefficient& coefficient, std::vector<GmsConfig::Element> elements, double attraction,
                  double viscosity) {
  return contact_of(GmsConfig{
      .coefficient = coefficient, .elements = std::move(elements), .attraction = attraction, .viscosity = viscosity});
}

// The error per step of the integration along an arc is 1e-12, with fewer than 1000 steps.
constexpr double kSolved = 1e-9;

}  // namespace

TEST_CASE("friction loop: an accessory drive without load runs evenly, and its arm is in equilibrium") {
  const FrictionLoopMotion m = friction_loop_motion(accessory_drive({}, kStiff), kRadii[0] * kCrankSpeed);
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
  const std::array<double, 5> force{666.5610984188, 733.2346731146, 833.2450351584, 833.2450351584, 878.7042906328};
  const std::array<double, 5> omega{100.0, 132.868708481483, 266.029466869843, 228.400750054422, 145.345931852814};
  for (const StickCase& stick : kSticks) {
    CAPTURE(stick.name);
    const double tolerance = stick.tolerance;
    const FrictionLoopMotion m = friction_loop_motion(accessory_drive(kLoads, stick.contact), kRadii[0] * kCrankSpeed);
    CHECK(std::abs(m.state.mounts[0] + 1.5448755645) < tolerance);
    CHECK(std::abs(m.flux - 7.8845304872) < tolerance);
    CHECK(close(m.torque[0], -16.969696970, {.rel = tolerance}));
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(i);
      CHECK(close(m.force[i], force[i], {.rel = tolerance}));
      CHECK(close(m.angular_velocity[i], omega[i], {.rel = tolerance}));
      CHECK(close(m.torque[i], i == 0 ? -16.969696970 : kLoads[i], {.rel = tolerance, .abs = 1e-12}));
    }
  }
}

namespace {

// Two fixed pulleys inside of the loop, the second one with a torque, without offset.
struct OpenDrive {
  double radius_1{}, radius_2{}, distance{};  // [m]
  double stiffness{}, mass{}, friction{}, pretension{};
  double speed{};   // of the driver [rad/s]
  double torque{};  // that pulley 2 takes [N m]
  // independent closed form of a string on rigid pulleys
  double speed_2{}, tight{}, slack{}, loss{}, slip_arc{};
};
constexpr double kFanSpeed = 31.373451929716;
const std::array kOpenDrives{
    OpenDrive{0.04, 0.08, 0.4, 5e4, 0.08, 0.5, 200.0, 62.83185307179586, 2.0 + 0.3 * (kFanSpeed - 20.0), kFanSpeed,
              237.493936547875, 169.842809121274, 0.11493703993, 0.6722274887},
    OpenDrive{0.4, 0.4, 200.0, 2e6, 15.0, 0.35, 25e3, 5.0, 5000.0, 4.968846752802, 31271.222867779583,
              18770.850197362826, 77.883117994813, 1.4618577885}};

FrictionLoop open_loop(const OpenDrive& drive) {
  FrictionLoop loop{
      .string = {.axial_stiffness = drive.stiffness,
                 .unstressed_stretch = 1.0 - drive.pretension / drive.stiffness,
                 .mass_per_length = drive.mass},
      .pulleys = {{.contact = rigid(drive.friction), .label = "1"}, {.contact = rigid(drive.friction), .label = "2"}},
      .width = 1.0};
  loop.string.pulleys = {{.place = {.center = {0.0, 0.0}, .radius = drive.radius_1}, .torque = {}},
                         {.place = {.center = {drive.distance, 0.0}, .radius = drive.radius_2},
                          .torque = [taken = drive.torque](double) { return taken; }}};
  loop.string.reference_length = loop_path(loop.string, {}).length();
  return loop;
}

}  // namespace

TEST_CASE("friction loop: rigid Coulomb friction has forces, slip arcs and losses of the closed form") {
  // Rounding of the drive's data is a thousandth of this accuracy of 1e-9 of the forces.
  constexpr double kSame = 1e-9;
  for (const OpenDrive& drive : kOpenDrives) {
    CAPTURE(drive.distance);
    const FrictionLoop loop = open_loop(drive);
    const FrictionLoopMotion m = friction_loop_motion(loop, drive.radius_1 * drive.speed);
    CHECK(close(m.angular_velocity[1], drive.speed_2, {.rel = 1e-12}));
    CHECK(close(m.force[1], drive.tight, {.rel = kSame}));
    CHECK(close(m.force[0], drive.slack, {.rel = kSame}));
    for (std::size_t k = 0; k < 2; ++k) {
      CAPTURE(k);
      CHECK(close(m.friction_power[k], drive.loss, {.rel = 1e-8}));
      REQUIRE(m.state_change[k].size() == 1);
      const PathArc& arc = m.path->arcs()[k];
      CHECK(close((arc.length() - m.state_change[k][0]) / arc.radius, drive.slip_arc, {.rel = kSame}));
    }
    // The place of the belt and the forces on it agree with the exits.
    const double begin = m.state_change[0][0];
    const double end = m.path->arcs()[0].length();
    const std::array<double, 4> places{0.5 * begin, begin, 0.5 * (begin + end), end + 1e-9};
    const std::vector<StringPoint> points = friction_loop_points(loop, m, places);
    CHECK(points[0].state == contact::ContactState::stick);
    CHECK(points[0].force == doctest::Approx(drive.tight).epsilon(kSame));
    CHECK(points[2].state == contact::ContactState::slip_backward);
    CHECK(close(points[2].traction, drive.friction * points[2].pressure, {.rel = 1e-12}));
    CHECK(close(points[3].force, drive.slack, {.rel = 1e-8}));
    CHECK(close(points[3].material, m.arc_material[0], {.rel = 1e-8}));
  }
}

TEST_CASE("friction loop: rigid stick ends where slip takes the whole of a pulley, and goes on with given speeds") {
  const OpenDrive& drive = kOpenDrives[0];
  FrictionLoop loop = open_loop(drive);
  loop.string.pulleys[1].torque = [](double) { return 500.0; };
  CHECK_THROWS_AS(friction_loop_motion(loop, drive.radius_1 * drive.speed), SolverError);
  // Elastic stick that is almost rigid has the same motion, up to √(EA/(k w))/R.
  FrictionLoop elastic = loop;
  for (FrictionLoopPulley& pulley : elastic.pulleys) pulley.contact = coulomb(drive.friction, 1e14);
  const double belt = drive.radius_1 * drive.speed;
  for (const double creep : {0.001, 0.05, -0.002, -0.05}) {
    CAPTURE(creep);
    for (FrictionLoop* one : {&loop, &elastic}) one->pulleys[1].surface_speed = (1.0 - creep) * belt;
    const FrictionLoopMotion m = friction_loop_motion(loop, belt);
    const FrictionLoopMotion near = friction_loop_motion(elastic, belt);
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(close(m.force[i], near.force[i], {.rel = 1e-3}));
      CHECK(close(m.friction_power[i], near.friction_power[i], {.rel = 1e-2, .abs = 1e-6}));
    }
    CHECK(m.flux == doctest::Approx(near.flux).epsilon(1e-5));
    // A start from a motion nearby gives the same motion.
    const FrictionLoopMotion again = friction_loop_motion(loop, belt, &m.state);
    CHECK(close(again.force[0], m.force[0], {.rel = 1e-12}));
  }
}

TEST_CASE("friction loop: a loaded drive with each law against another program") {
  struct Row {
    std::string name;
    PulleyContact contact;
    double driven_speed, tight, slack;
  };
  const PulleyContact trilinear = contact_of(RegularisedCoulombConfig{{.friction_coefficient = 0.5, .velocity = 0.1}});
  const PulleyContact lugre =
      contact_of(LuGreConfig{.coefficient = kFalling, .stiffness = 2e3, .damping = 2.0, .viscosity = 1.0});
  for (const Row& row : {
           Row{"trilinear", trilinear, 10.3621817904, 653.48898151, 196.18583316},
           Row{"elastoplastic", coulomb(0.5, 5e7), 11.2498542128, 662.83087557, 187.76788676},
           Row{"dahl", dahl(1e3), 11.2010767299, 662.38418278, 188.29686161},
           Row{"lugre", lugre, 11.2811194131, 662.96615316, 187.27735553},
           Row{"gms", gms(kFalling, {{4000, 0.4}, {2000, 0.3}, {1000, 0.2}, {500, 0.1}}, 20.0, 0.5), 11.2909760258,
               664.22864381, 188.34267754},
       }) {
    CAPTURE(row.name);
    FrictionLoop loop = paper_loop(row.contact, row.contact);
    loop.area = LawArea::deformed;
    const FrictionLoopMotion m = friction_loop_motion(loop, kSpeed);
    CHECK(close(m.angular_velocity[1], row.driven_speed, {.rel = kSolved}));
    CHECK(close(m.force[1], row.tight, {.rel = kSolved}));
    CHECK(close(m.force[0], row.slack, {.rel = kSolved}));
    CHECK(close(m.torque[1], 25.0 + 2.0 * row.driven_speed, {.rel = kSolved}));
  }
}

TEST_CASE("friction loop: one element of generalised Maxwell slip is the law of Dahl with the exponent 0") {
  const PulleyContact one = gms(kConstant, {{5e3, 1.0}}, 0.0, 0.0);
  const FrictionLoopMotion a = friction_loop_motion(paper_loop(one, one), kSpeed);
  const FrictionLoopMotion b = friction_loop_motion(paper_loop(dahl(5e3, 0.0), dahl(5e3, 0.0)), kSpeed);
  CHECK(close(a.angular_velocity[1], b.angular_velocity[1], {.rel = kSolved}));
  CHECK(close(a.force[1], b.force[1], {.rel = kSolved}));
}

TEST_CASE("friction loop: laws may differ, the belt obeys its equations, either pulley may drive") {
  const PulleyContact lugre = contact_of(LuGreConfig{.coefficient = kFalling, .stiffness = 2e3});
  const PulleyContact bristles = contact_of(ElastoplasticCoulombConfig{0.5, 5e7, 1e3});
  for (const double torque : {30.0, -30.0}) {
    CAPTURE(torque);
    FrictionLoop loop = loaded(paper_loop(lugre, bristles), torque);
    const FrictionLoopMotion m = friction_loop_motion(loop, kSpeed);
    CHECK(close(m.torque[1], torque, {.rel = kSolved}));
    CHECK((torque > 0.0) == (m.angular_velocity[1] < 12.0));
    // The power of the pulleys equals the power of slip.
    const double supplied = -m.torque[0] * 12.0 - torque * m.angular_velocity[1];
    CHECK(close(m.friction_power[0] + m.friction_power[1], supplied, {.rel = kSolved}));
    // dτ/dσ = −traction by differences: truncation (k h)²/6 with k = √(K w/EA) = 22/m, and rounding of τ over h.
    constexpr double kStep = 1e-4;
    for (const double sigma : {0.05, 0.15, 0.3, 0.7, 0.8, 0.9}) {
      CAPTURE(sigma);
      const std::array<double, 3> places{sigma - kStep, sigma, sigma + kStep};
      const std::vector<StringPoint> p = friction_loop_points(loop, m, places);
      const double inertia = loop.string.mass_per_length * m.flux * m.flux;
      const double slope =
          (p[2].force - p[0].force - inertia * (p[2].stretch - p[0].stretch)) / (places[2] - places[0]);
      CHECK(close(slope, -p[1].traction, {.rel = 1e-5, .abs = 1e-6}));
    }
    const std::array<double, 1> end{m.path->length()};
    CHECK(close(friction_loop_points(loop, m, end)[0].material, loop.string.reference_length, {.rel = 1e-11}));
    // The motion is the same with and without a motion nearby to start from.
    const FrictionLoopMotion near = friction_loop_motion(loaded(loop, 0.9 * torque), kSpeed);
    CHECK(close(friction_loop_motion(loop, kSpeed, &near.state).angular_velocity[1], m.angular_velocity[1],
                {.rel = kSolved}));
  }
}

TEST_CASE("friction loop: with the torque that a prescribed speed takes, the second pulley has this speed") {
  for (const NamedContact& row : kContacts) {
    CAPTURE(row.name);
    for (const double creep : {0.0, 0.004, -0.01}) {
      CAPTURE(creep);
      FrictionLoop loop = two_pulleys(row.contact, row.contact);
      loop.pulleys[1].surface_speed = kSpeed - creep;
      const FrictionLoopMotion given = friction_loop_motion(loop, kSpeed);
      CHECK(given.torque[1] * creep >= 0.0);
      loop.pulleys[1].surface_speed.reset();
      const FrictionLoopMotion m = friction_loop_motion(loaded(loop, given.torque[1]), kSpeed);
      CHECK(close(m.angular_velocity[1], given.angular_velocity[1], {.rel = 1e-10}));
      for (std::size_t k = 0; k < 2; ++k) {
        CHECK(close(m.force[k], given.force[k], {.rel = 1e-8}));
        CHECK(close(m.friction_power[k], given.friction_power[k], {.rel = 1e-7, .abs = 1e-10}));
      }
    }
  }
  FrictionLoop two = two_pulleys(kContacts[0].contact, kContacts[0].contact);
  two.pulleys[1].surface_speed = 0.1;
  CHECK_THROWS_WITH_AS(friction_loop_motion(two, 0.0),
                       "no steady motion: pulley 2 (fan) has a prescribed speed or torque, but the driver (the first "
                       "pulley of prescribed speed) is at rest",
                       SolverError);
}

TEST_CASE("friction loop: prescribing the torque found at a given speed reproduces the speed") {
  const PulleyContact soft = coulomb(0.9, 2e10);
  const double speed = kRadii[0] * kCrankSpeed;
  FrictionLoop loop = accessory_drive(kLoads, soft);
  const FrictionLoopMotion loaded = friction_loop_motion(loop, speed);
  for (const std::size_t i : {std::size_t{2}, std::size_t{4}})
    loop.pulleys[i].surface_speed = kRadii[i] * loaded.angular_velocity[i];
  const FrictionLoopMotion given = friction_loop_motion(loop, speed);
  // A speed gives the stretch, with the error of a force over EA: 1e-12 of the integration is 1e-10 of the forces.
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(close(given.torque[i], loaded.torque[i], {.rel = 2e-8, .abs = 1e-9}));
    CHECK(close(given.force[i], loaded.force[i], {.rel = 2e-9}));
  }
  CHECK(close(given.state.mounts[0], loaded.state.mounts[0], {.rel = 2e-9}));
}

// The whole belt slips on the second pulley, whose wrap is the smaller one. There τ grows by exp(μ α) of the surface,
// with the trilinear law from the entry on, since slip is faster than its velocity.
TEST_CASE("friction loop: with a speed-dependent load the belt may slip over the whole of a pulley") {
  // Three times the torque at which the belt slips, at the speed without slip.
  const auto fan = [](double omega) { return 0.6 * omega * omega; };
  for (const NamedContact& row : {kContacts[0], kContacts[1]}) {
    CAPTURE(row.name);
    FrictionLoop two = two_pulleys(row.contact, row.contact);
    two.string.pulleys[1].torque = fan;
    const FrictionLoopMotion m = friction_loop_motion(two, kSpeed);
    CHECK(m.angular_velocity[1] < 0.9 * kSpeed / 0.074);
    CHECK(close(m.torque[1], fan(m.angular_velocity[1]), {.rel = kSolved}));
    const double growth = std::log(m.effective_force[1] / m.effective_force[0]);
    const double capstan = 0.5 * (0.07 / 0.074) * m.path->arcs()[1].wrap;
    // Bristles reach their limit μ p/K, 7e-5 m, within 1e-3 m of the arc of 0.2 m.
    CHECK(close(growth, capstan, {.rel = row.name == "regularised" ? kSolved : 1e-2}));
  }
}

TEST_CASE("friction loop: a torque beyond the friction limit is reported with pulley and torque") {
  const auto message = [](const auto& find) {
    try {
      find();
    } catch (const SolverError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const FrictionLoop two = two_pulleys(kContacts[0].contact, kContacts[0].contact);
  const std::string found = message([&] { friction_loop_motion(loaded(two, 500.0), kSpeed); });
  CHECK(found.starts_with("no steady motion: the belt slips over the whole wrap of pulley 2 (fan) at "));
  CHECK(found.ends_with(
      " N m, 500 N m are prescribed; reduce the torque or the creep, or increase friction or pretension"));
  // The search ends at steps of a thousandth of the load.
  const double limit = std::stod(found.substr(found.find(" at ") + 4));
  CHECK_NOTHROW(friction_loop_motion(loaded(two, 0.999 * limit), kSpeed));
  CHECK_THROWS_AS(friction_loop_motion(loaded(two, 1.002 * limit), kSpeed), SolverError);
  FrictionLoop mounted = two;
  mounted.string.mounts.push_back(arm(1, {0.35, 0.4}, 0.3, 100.0, -3.0, -1.6));
  CHECK(message([&] { friction_loop_motion(mounted, kSpeed); }).find("no equilibrium of the mounts") !=
        std::string::npos);
}

// At 1e-4 m/s the inertia of the belt is 8e-9 N, and slip of 1e-6 m/s deflects bristles by damping/stiffness times
// that: 1e-11 m of 3e-5 m.
TEST_CASE("friction loop: at rest it is the limit of slow motion") {
  for (const NamedContact& row : kContacts) {
    // A law of the velocity alone creeps under any load, and rates matter in laws with viscosity or attraction.
    if (row.name == "regularised" || row.is_viscous) continue;
    CAPTURE(row.name);
    const FrictionLoop two = loaded(two_pulleys(row.contact, row.contact), 8.0);
    const FrictionLoopMotion m = friction_loop_motion(two, 0.0);
    const FrictionLoopMotion slow = friction_loop_motion(two, 1e-4);
    CHECK(m.flux == 0.0);
    CHECK(m.angular_velocity[1] == 0.0);
    CHECK(close(m.torque[1], 8.0, {.rel = 1e-10}));
    for (std::size_t k = 0; k < 2; ++k) CHECK(close(m.force[k], slow.force[k], {.rel = 1e-7}));
    const std::array<double, 1> middle{0.2};
    const StringPoint point = friction_loop_points(two, m, middle)[0];
    CHECK(point.speed == 0.0);
    CHECK(close(point.traction, friction_loop_points(two, slow, middle)[0].traction, {.rel = 1e-5}));
  }
}

TEST_CASE("friction loop: slip grows with a load too small to be resolved in the belt force, its power by the square") {
  const FrictionLoop two = two_pulleys(coulomb(0.5, 5e7), gms(kConstant, {{2e3, 1.0}}, 5.0, 0.0));
  const FrictionLoopMotion even = friction_loop_motion(loaded(two, 0.0), kSpeed);
  CHECK(even.force[0] == even.force[1]);
  const double tiny = friction_loop_motion(loaded(two, 1e-9), kSpeed).friction_power[0];
  const double small = friction_loop_motion(loaded(two, 1e-5), kSpeed).friction_power[0];
  CHECK(close(small, 1e8 * tiny, {.rel = 1e-5}));
}

TEST_CASE("friction loop: starting values from another motion or speed give the same solution") {
  const PulleyContact soft = coulomb(0.9, 2e10);
  const FrictionLoop loop = accessory_drive(kLoads, soft);
  const FrictionLoopMotion m = friction_loop_motion(loop, 8.0);
  for (const double speed : {7.9, 0.5, 0.0}) {
    CAPTURE(speed);
    const FrictionLoopMotion other = friction_loop_motion(loop, speed);
    const FrictionLoopMotion again = friction_loop_motion(loop, 8.0, &other.state);
    CHECK(close(again.state.mounts[0], m.state.mounts[0], {.rel = 1e-10}));
    for (std::size_t i = 0; i < 5; ++i) {
      CAPTURE(i);
      CHECK(close(again.force[i], m.force[i], {.rel = 1e-10}));
      CHECK(close(again.angular_velocity[i], m.angular_velocity[i], {.rel = 1e-12}));
    }
  }
}

}  // namespace beltdyn::friction_loop_test
