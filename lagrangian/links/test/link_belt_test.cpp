// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_belt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/test/link_runs.hpp"

namespace beltdyn::lagrangian::links::link_belt_test {

using namespace test;

TEST_CASE("links: their values are those of the belt, shared out") {
  const LinkModel model = make_link_model(kubas_drive(), kLinks);
  CHECK(close(model.reference_length, 0.0271386421786, {.rel = 1e-11}));
  CHECK(close(model.link_length, 0.02675151, {.rel = 1e-9}));
  CHECK(close(model.mass, 2.17109e-3, {.rel = 1e-5}));
  CHECK(close(model.inertia, 1.3326e-7, {.rel = 1e-4}));
  CHECK(close(model.axial_stiffness, 3e5, {.rel = 1e-12}));
  CHECK(close(model.axial_damping, 0.5, {.rel = 1e-12}));
  CHECK(close(model.bending_stiffness, 0.0208, {.rel = 1e-12}));
  const auto normal = std::get<contact::KelvinVoigtNormal>(model.pulleys[0].normal);
  CHECK(close(normal.respond(contact::GapState{.gap = -1e-4}).normal_force, 3e5 * 1e-4, {.rel = 1e-12}));
  CHECK(close(normal.damping(), 60.0, {.rel = 1e-12}));
  CHECK(close(model.winding, 2.0 * std::numbers::pi, {.rel = 1e-12}));
}

// In the first 4 ms no element slips, and no link of a well settled belt reaches or leaves a pulley.
TEST_CASE("links: adaptive steps that fail leave the belt unchanged, slip and stick included") {
  BeltDrive drive = kubas_drive();
  const TimeFunction jump(TimeFunction::PiecewiseLinear{{0.5, 0.5001}, {0.0, 1e12}});
  std::get<TorqueMotion>(drive.pulleys[0].motion).torques.push_back({AppliedTorque{jump}});
  LinkBelt belt(drive, parameters_of(0.6, TimeIntegration::adaptive));
  const auto before = bytes_of(belt);
  CHECK_THROWS_AS(belt.advance(0.6), SolverError);
  CHECK(bytes_of(belt) == before);
}

TEST_CASE("links: a drive that lies elsewhere has the same moments") {
  BeltDrive elsewhere = kubas_drive();
  for (Pulley& pulley : elsewhere.pulleys) pulley.center += Eigen::Vector2d(3.0, -2.0);
  LinkBelt here(kubas_drive(), parameters_of(4e-5));
  LinkBelt there(elsewhere, parameters_of(4e-5));
  advance_to(here, 0.02);
  advance_to(there, 0.02);
  const std::vector<double> expected = here.snapshot().moments;
  const std::vector<double> found = there.snapshot().moments;
  // Rounding decides whether a link slips in this step or in the next one: one of 60 on a pulley.
  for (std::size_t p = 0; p < 2; ++p) CHECK(close(found[p], expected[p], {.rel = 1.0 / 60.0}));
  CHECK(std::abs(expected[0]) > 1e-3);
}

TEST_CASE("links: Runge-Kutta steps converge with order 4 where nothing switches") {
  BeltDrive drive = kubas_drive();
  drive.gravity.setZero();
  constexpr double kEnd = 3.84e-3;
  const LinkBelt start(drive, parameters_of(4e-5, TimeIntegration::runge_kutta_4, 0.3));
  const auto bytes = bytes_of(start);  // the same start for all steps
  std::vector<numerics::AlignedVector> states;
  for (const double h : {6e-5, 3e-5, 1.5e-5, 7.5e-6}) {
    LinkBelt belt(drive, parameters_of(h));
    restore_from(bytes, belt);
    advance_to(belt, kEnd);
    CHECK(belt.statistics().status_changes == 0);
    states.push_back(belt.state());
  }
  const auto distance = [&](std::size_t a) {
    double sum = 0.0;
    const std::size_t first = start.layout().field(LinkLayout::x);
    for (std::size_t i = first; i < first + start.layout().n_links(); ++i) {
      sum += std::pow(states[a][i] - states[a + 1][i], 2);
    }
    return std::sqrt(sum);
  };
  for (const std::size_t a : {0U, 1U}) {
    const double order = std::log2(distance(a) / distance(a + 1));
    CHECK(order > 3.8);
    CHECK(order < 4.2);
  }
}

TEST_CASE("links: a belt that has moved and stopped reports it") {
  LinksParameters parameters = parameters_of(4e-5);
  parameters.standstill_speed = 0.5;  // more than the oscillations of the pulleys by the belt at rest
  BeltDrive drive = kubas_drive();
  const TimeFunction push(TimeFunction::PiecewiseLinear{{0.0, 0.01, 0.05, 0.06}, {0.0, 20.0, 20.0, 0.0}});
  drive.pulleys[0].motion = TorqueMotion{.torques = {PulleyTorque{AppliedTorque{push}}}};
  LinkBelt belt(drive, parameters);
  CHECK_FALSE(belt.stands_still());
  advance_to(belt, 0.05);
  CHECK_FALSE(belt.stands_still());
  double stopped = 0.0;
  while (belt.time() < 0.5 && stopped == 0.0) {
    belt.advance(parameters.time_step);
    if (belt.stands_still()) stopped = belt.time();
  }
  // The impulse of 1 N m s is used up when the integral of the resistance, 25 t², equals it: at 0.2 s.
  CHECK(close(stopped, 0.2, {.rel = 0.1}));
}

TEST_CASE("links: a resisting torque does not turn the driven pulley back at rest") {
  LinkBelt belt(kubas_drive(), parameters_of(4e-5));
  const std::size_t driven = belt.layout().pulley_angle(1);
  advance_to(belt, 0.28);
  // Both torques grow alike until 0.3 s: the driven pulley is held, except for creep by regularised friction.
  CHECK(belt.state()[driven] > -2e-3);
  CHECK(belt.state()[driven] < 0.08);
  CHECK(belt.state()[belt.layout().pulley_speed(1)] > 0.0);
}

TEST_CASE("links: a restored belt resumes with bit-identical output") {
  for (const TimeIntegration integration :
       {TimeIntegration::runge_kutta_4, TimeIntegration::adaptive, TimeIntegration::implicit}) {
    const LinksParameters parameters =
        parameters_of(integration == TimeIntegration::runge_kutta_4 ? 4e-5 : 5e-4, integration);
    const double middle = 100 * parameters.time_step;
    LinkBelt through(kubas_drive(), parameters);
    advance_to(through, middle);
    const auto bytes = bytes_of(through);
    LinkBelt again(kubas_drive(), parameters);
    restore_from(bytes, again);
    advance_to(through, 2.0 * middle);
    advance_to(again, 2.0 * middle);
    CHECK(bytes_of(through) == bytes_of(again));
    LinksParameters fewer = parameters;
    fewer.links = 96;
    LinkBelt other(kubas_drive(), fewer);
    CHECK_THROWS_AS(restore_from(bytes, other), IoError);
  }
}

TEST_CASE("links: two calls of one step, and a step of a call in two parts, end at the same switches") {
  LinkBelt whole(kubas_drive(), parameters_of(2e-3, TimeIntegration::adaptive));
  LinkBelt parts(kubas_drive(), parameters_of(1e-3, TimeIntegration::adaptive));
  advance_to(whole, 0.02);
  advance_to(parts, 0.02);
  const std::size_t driving = whole.layout().pulley_speed(0);
  // Error: 1e-6 of velocities of some 0.1 m/s in each of some 400 steps.
  CHECK(close(parts.state()[driving], whole.state()[driving], {.abs = 1e-5}));
}

namespace {

// Largest difference of the places of links [m].
double distance(const LinkBelt& a, const LinkBelt& b) {
  double largest = 0.0;
  for (const LinkLayout::Field field : {LinkLayout::x, LinkLayout::y}) {
    for (std::size_t i = a.layout().field(field); i < a.layout().field(field) + a.layout().n_links(); ++i) {
      largest = std::max(largest, std::abs(a.state()[i] - b.state()[i]));
    }
  }
  return largest;
}

}  // namespace

// Without friction only the polygon shape, weakly, determines where the belt lies along itself. While the belt finds
// this place, which takes long, the mean force in its joints changes from 120.01 N to 119.94 N.
TEST_CASE("links: a belt starts in the equilibrium to which motion brings it" * doctest::skip(kTooSlow)) {
  BeltDrive drive = kubas_drive();
  const auto mean_force = [](const LinkBelt& belt) {
    const LinkBelt::Snapshot now = belt.snapshot();
    double sum = 0.0;
    for (std::size_t i = 0; i < belt.layout().n_links(); ++i) {
      sum += std::hypot(now.forces.joint_x[i], now.forces.joint_y[i]);
    }
    return sum / kLinks;
  };
  const LinkBelt still(drive, parameters_of(4e-5, TimeIntegration::implicit, 0.0));
  const LinkBelt settled(drive, parameters_of(4e-5, TimeIntegration::runge_kutta_4, 4.0));
  CHECK(close(mean_force(still), mean_force(settled), {.rel = 1e-3}));
}

// In 1 ms the weak force of the polygon, some 1e-3 N along a link of 2 g, moves the belt by 0.3 μm if friction does not
// hold it. The force is EA (l/R)²/12 of the arcs over the length of the belt, relative to the pretension; 60 links have
// four times the force of 120.
TEST_CASE("links: the force of the polygon is told, and falls with the square of the links") {
  const auto warning = [](int links) {
    BeltDrive drive = kubas_drive();
    drive.belt.pretension = ReferenceStrain{-0.01};
    LinksParameters parameters = parameters_of(4e-5);
    parameters.links = links;
    const std::vector<std::string> warnings = LinksSimulation(drive, parameters).preflight(1.0);
    const auto found = std::ranges::find_if(
        warnings, [](const std::string& w) { return w.find("polygon of links around") != std::string::npos; });
    return found == warnings.end() ? std::string() : *found;
  };
  const double arcs = 0.4 * std::numbers::pi / (2.0 + 0.4 * std::numbers::pi);
  const double part = arcs * std::pow(2.0 * kReferenceLink / 0.2, 2) / 12.0 / 0.01;
  CHECK(warning(60).find(fmt::format("up to {:.2g} %", 100.0 * part)) != std::string::npos);
  CHECK(warning(60).find(fmt::format("at least {:.0f} links", std::ceil(60.0 * std::sqrt(part / 0.05)))) !=
        std::string::npos);
  CHECK(warning(240).empty());
}

// A torque of 1 N m at a radius of 0.2 m is 5 N, by which a belt of 8.1 kN creeps by 6.1e-4; 60 links turn by 0.27
// rad.
TEST_CASE("links: a polygon that changes much of the creep on rigid pulleys is told") {
  constexpr double kTorque = 1.0;
  constexpr double kPolygonSpeed = 0.002;  // change of speed ratios over the square of the angle of a link [-]
  BeltDrive drive = kubas_drive();
  drive.contact = PulleyContact{.normal = RigidContact{}, .friction = coulomb(0.5)};
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(20.0)};
  drive.pulleys[1].motion = TorqueMotion{.torques = {PulleyTorque{ResistingTorque{TimeFunction(kTorque), 0.05}}}};
  const auto warning = [&drive](int links) {
    LinksParameters parameters = parameters_of(1e-4, TimeIntegration::implicit, 0.0);
    parameters.links = links;
    const std::vector<std::string> warnings = LinksSimulation(rigid_on_links(drive, links), parameters).preflight(1.0);
    const auto found = std::ranges::find_if(
        warnings, [](const std::string& w) { return w.find("changes speed ratios") != std::string::npos; });
    return found == warnings.end() ? std::string() : *found;
  };
  const double creep = kTorque / 0.2 / drive.belt.axial_stiffness;
  constexpr int kFew = kLinks / 2;
  const double angle = 2.0 * kReferenceLink / 0.2;
  const double needed = kFew * std::sqrt(kPolygonSpeed * angle * angle / (0.1 * creep));
  CAPTURE(needed);
  CHECK(warning(kFew).find(fmt::format("({:.2g} % of the {:.3g} that the torques cause)",
                                       100.0 * kPolygonSpeed * angle * angle / creep, creep)) != std::string::npos);
  CHECK(warning(kFew).find(fmt::format("at least {:.0f} links", std::ceil(needed))) != std::string::npos);
  CHECK(warning(static_cast<int>(std::ceil(needed))).empty());
}

TEST_CASE("links: a belt in equilibrium stays where it is, however it moves") {
  for (const TimeIntegration integration : {TimeIntegration::runge_kutta_4, TimeIntegration::implicit}) {
    BeltDrive drive = kubas_drive();
    for (Pulley& pulley : drive.pulleys) pulley.motion = TorqueMotion{};
    const double step = integration == TimeIntegration::implicit ? 1e-3 : 4e-5;
    const LinkBelt still(drive, parameters_of(step, integration, 0.0));
    LinkBelt later(drive, parameters_of(step, integration, 0.0));
    advance_to(later, 1e-3);
    CHECK(distance(later, still) < 3e-7);
  }
}

namespace {

// Without slip (2 I + m L r²) ω is the integral of the torques, [1.5 - 0.25 + 2] N m s at 0.5 s minus the value at the
// start.
void check_carried_torque(const BeltDrive& drive) {
  CAPTURE(drive.contact_of(0).friction_name());
  CAPTURE(drive.contact_of(1).friction_name());
  CAPTURE(drive.contact_of(0).normal_name());
  LinkBelt belt(drive, parameters_of(4e-5));
  if (kTooSlow) {  // some hundred steps suffice for a sanitizer
    advance_to(belt, 0.02);
    return;
  }
  advance_to(belt, 0.5);
  const double driving = belt.state()[belt.layout().pulley_speed(0)];
  const double driven = belt.state()[belt.layout().pulley_speed(1)];
  CHECK(close(driven, driving, {.rel = 0.1}));
  CHECK(close(driving, 14.0, {.rel = 0.05}));
}

}  // namespace

TEST_CASE("links: every friction law carries the torque that the drive takes") {
  for (const FrictionLawConfig& friction : all_friction_laws()) {
    BeltDrive drive = kubas_drive();
    drive.contact->friction = friction;
    check_carried_torque(drive);
  }
}

TEST_CASE("links: pulleys with different laws, of friction and of the normal force, carry it as well") {
  const std::vector<FrictionLawConfig> laws = all_friction_laws();
  for (std::size_t i = 0; i < laws.size(); ++i) {
    BeltDrive drive = kubas_drive();
    const auto spring = std::get<KelvinVoigtContact>(drive.contact->normal);
    drive.pulleys[0].contact = PulleyContact{.normal = spring, .friction = laws[i]};
    drive.pulleys[1].contact = PulleyContact{.normal = PenaltyContact{.stiffness_per_area = spring.stiffness_per_area,
                                                                      .damping_per_area = spring.damping_per_area},
                                             .friction = laws[(i + 1) % laws.size()]};
    check_carried_torque(drive);
  }
}

// The joints of the drive are stretched by a tenth of a link. Forces per length at the points of the belt, times the
// distance of neighbouring points, must equal the forces on the links: R Σ T is the moment on the pulley.
TEST_CASE("links: pressure and traction are per length of the stretched belt") {
  const BeltDrive drive = kubas_drive();
  LinksSimulation simulation(drive, parameters_of(6e-5));
  while (simulation.time() < 0.35) simulation.advance(6e-5);
  const BeltMap belt = simulation.belt();
  const std::vector<PulleyState> pulleys = simulation.pulley_states();
  const auto points = belt.points();
  const auto contacts = belt.contacts();
  REQUIRE(contacts.size() == points.size());
  for (std::size_t k = 0; k < 2; ++k) {
    double moment = 0.0;
    double force = 0.0;      // Σ p, towards the other pulley [N]
    double stretched = 0.0;  // mean force where the belt touches [N]
    int n = 0;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      if (contacts[i].pulley != static_cast<int>(k)) continue;
      const Eigen::Vector2d piece = points[(i + 1) % points.size()].position - points[i].position;
      const Eigen::Vector2d outward =
          (0.5 * (points[i].position + points[(i + 1) % points.size()].position) - drive.pulleys[k].center)
              .normalized();
      moment -= drive.pulleys[k].radius * contacts[i].traction * piece.norm();
      force += contacts[i].pressure * piece.norm() * outward.x() + contacts[i].traction * piece.x();
      stretched += points[i].force;
      ++n;
    }
    REQUIRE(n > 15);
    CHECK(std::abs(pulleys[k].contact_moment) > 1.0);
    // The points lie between the ends of links that turn by 0.13 rad; their chord is shorter by 0.13²/8.
    CHECK(close(moment, pulleys[k].contact_moment, {.rel = 5e-3}));
    // Both spans pull at the pulley with the mean force of the belt on it.
    CHECK(close(std::abs(force), 2.0 * stretched / n, {.rel = 0.05}));
  }
}

TEST_CASE("links: the history has the memory of every law, on its pulley") {
  BeltDrive drive = kubas_drive();
  const DahlConfig dahl{{.friction_coefficient = 0.95, .stiffness = 1600.0}};
  drive.pulleys[1].contact = PulleyContact{.normal = drive.contact->normal, .friction = dahl};
  constexpr int kProbes = 12;
  for (int i = 0; i < kProbes; ++i) {
    drive.probes.push_back(
        {.name = "p" + std::to_string(i), .place = ParticleProbe{.sigma = drive.path().length() * i / kProbes}});
  }
  LinksSimulation simulation(drive, parameters_of(4e-5));
  for (int i = 0; i < 5000; ++i) simulation.advance(4e-5);
  const std::vector<std::string> columns = simulation.history_columns();
  std::vector<double> values(columns.size());
  simulation.history_values(values);
  const auto value = [&](const std::string& name) {
    const auto found = std::find(columns.begin(), columns.end(), name);
    REQUIRE(found != columns.end());
    return values[static_cast<std::size_t>(found - columns.begin())];
  };
  const LinkBelt& belt = simulation.links();
  const LinkForces forces = belt.snapshot().forces;
  std::array<int, 2> touching{};
  for (int i = 0; i < kProbes; ++i) {
    const auto link = static_cast<std::size_t>(kLinks * i / kProbes);
    const double pulley = forces.pulley[link];
    if (pulley >= 0.0) ++touching[static_cast<std::size_t>(pulley)];
    const double memory = belt.state()[belt.layout().memory(0) + link];
    const std::string name = "p" + std::to_string(i);
    CHECK(value(name + "_friction_1 [-]") == (pulley == 0.0 ? memory : 0.0));
    CHECK(value(name + "_displacement_1 [m]") == (pulley == 0.0 ? memory / 1200.0 : 0.0));
    CHECK(value(name + "_friction_memory [-]") == (pulley == 1.0 ? memory : 0.0));
  }
  CHECK(touching[0] > 1);
  CHECK(touching[1] > 1);
}

}  // namespace beltdyn::lagrangian::links::link_belt_test
