// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"
#include "lagrangian/links/links_simulation.hpp"
#include "lagrangian/links/test/link_runs.hpp"

namespace beltdyn::lagrangian::links::link_implicit_test {

using namespace test;

// Explicit steps would have to be shorter than 1e-6 s: 2.785 m/b of the contact.
TEST_CASE("links: implicit steps bear stiff contact" * doctest::skip(kTooSlow)) {
  BeltDrive stiff = kubas_drive();
  auto& normal = std::get<KelvinVoigtContact>(stiff.contact->normal);
  normal.stiffness_per_area *= 100.0;
  normal.damping_per_area *= 100.0;
  LinkBelt belt(stiff, parameters_of(2e-4, TimeIntegration::implicit));
  advance_to(belt, 0.36);
  const double driven = belt.state()[belt.layout().pulley_speed(1)];
  // The pulleys oscillate against each other on the belt.
  CHECK(close(driven, belt.state()[belt.layout().pulley_speed(0)], {.rel = 0.1}));
  // Until 0.3 s the torques balance, except for creep of up to 0.35 rad/s, by which the second pulley resists; then
  // 0.09 N m s accelerate 0.0548 kg m².
  CHECK(driven > 0.09 / 0.0548);
  CHECK(driven < 0.09 / 0.0548 + 0.5);
}

// Links that move by a fifth of their length in a step stay on the pulley: the moment of the belt oscillates as much as
// with explicit steps of an eighth of the length. The passage of links excites it.
TEST_CASE("links: implicit steps keep links on a fast pulley" * doctest::skip(kTooSlow)) {
  constexpr double kStep = 2e-4;
  BeltDrive drive = kubas_drive();
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(TimeFunction::PiecewiseLinear{{0.0, 0.2}, {0.0, 130.0}})};
  drive.pulleys[1].motion = TorqueMotion{};
  const auto largest_moment = [&drive](TimeIntegration integration, double step) {
    LinksSimulation simulation(drive, parameters_of(step, integration));
    double largest = 0.0;
    while (simulation.time() < 0.4) {
      simulation.advance(step);
      if (simulation.time() < 0.25) continue;
      largest = std::max(largest, std::abs(simulation.pulley_states()[0].contact_moment));
    }
    return largest;
  };
  const double exact = largest_moment(TimeIntegration::runge_kutta_4, kStep / 8.0);
  CHECK(exact > 10.0);
  CHECK(close(largest_moment(TimeIntegration::implicit, kStep), exact, {.rel = 0.2}));
}

TEST_CASE("links: implicit steps converge with order 2 where nothing switches") {
  BeltDrive drive = kubas_drive();
  drive.gravity.setZero();
  const LinkBelt start(drive, parameters_of(4e-5, TimeIntegration::runge_kutta_4, 0.3));
  const auto bytes = bytes_of(start);
  const auto speed_after = [&](double h, TimeIntegration integration) {
    LinksParameters parameters = parameters_of(h, integration);
    parameters.step_tolerance = 0.0;
    LinkBelt belt(drive, parameters);
    restore_from(bytes, belt);
    advance_to(belt, 8e-3);
    CHECK(belt.statistics().status_changes == 0);
    return belt.state()[belt.layout().pulley_speed(0)];
  };
  const double exact = speed_after(1e-5, TimeIntegration::runge_kutta_4);
  const double coarse = std::abs(speed_after(5e-5, TimeIntegration::implicit) - exact);
  const double fine = std::abs(speed_after(2.5e-5, TimeIntegration::implicit) - exact);
  const double order = std::log2(coarse / fine);
  CHECK(order > 1.7);
  CHECK(order < 2.3);
}

// The tangent is the exact derivative of the equations of Newton's method, including internal variables of friction:
// one tangent serves both stages of a step, with three to four corrections each.
TEST_CASE("links: implicit steps take one tangent and few corrections with every law of friction") {
  for (const FrictionLawConfig& friction : all_friction_laws()) {
    BeltDrive drive = kubas_drive();
    drive.contact->friction = friction;
    CAPTURE(drive.contact_of(0).friction_name());
    LinkBelt belt(drive, parameters_of(5e-4, TimeIntegration::implicit, 0.0));
    advance_to(belt, 0.05);
    const SolverStatistics& n = belt.statistics();
    const auto steps = static_cast<double>(n.steps);
    CHECK(static_cast<double>(n.factorisations) < 1.05 * steps);
    CHECK(static_cast<double>(n.newton_iterations) < 4.0 * steps);
  }
}

// The error of a step is of the third order.
TEST_CASE("links: the steps that error control takes fall with the third root of the tolerance") {
  std::vector<double> steps;
  for (const double tolerance : {1e-5, 1e-5 / 64.0}) {
    LinksParameters parameters = parameters_of(1e-2, TimeIntegration::implicit);
    parameters.step_tolerance = tolerance;
    LinkBelt belt(kubas_drive(), parameters);
    advance_to(belt, 0.2);
    steps.push_back(static_cast<double>(belt.statistics().steps));
  }
  // Steps are changed by factors of 2, so that they differ by at most one factor.
  CHECK(steps[1] > 2.0 * steps[0]);
  CHECK(steps[1] < 8.0 * steps[0]);
}

TEST_CASE("links: implicit steps that fail leave the belt unchanged") {
  BeltDrive drive = kubas_drive();
  const TimeFunction jump(TimeFunction::PiecewiseLinear{{0.01, 0.010001}, {0.0, 1e15}});
  std::get<TorqueMotion>(drive.pulleys[0].motion).torques.push_back({AppliedTorque{jump}});
  LinkBelt belt(drive, parameters_of(0.02, TimeIntegration::implicit));
  const auto before = bytes_of(belt);
  const std::string message = failure(belt, 0.02);
  CHECK(message.find("no step from t = ") != std::string::npos);
  CHECK(message.find("more links") != std::string::npos);
  CHECK(bytes_of(belt) == before);
}

}  // namespace beltdyn::lagrangian::links::link_implicit_test
