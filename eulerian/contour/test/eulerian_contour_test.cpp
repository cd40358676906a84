// SPDX-License-Identifier: MIT
#include "eulerian/contour/eulerian_contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/contour/eulerian_contour_options.hpp"
#include "eulerian/contour/test/contour_drives.hpp"

namespace beltdyn::eulerian_contour_test {

using namespace beltdyn::eulerian;
using namespace beltdyn::eulerian::test;

namespace {

constexpr std::array kSchemes{Scheme::paper, Scheme::partially_implicit, Scheme::transported, Scheme::midpoint_energy};

// Parameters for which each scheme is stable.
EulerianContourParameters run(Scheme scheme, int elements = 20) {
  return {.scheme = scheme, .elements_per_contact = elements, .stick_penalty = 1e5, .time_step = 4e-3};
}

std::string advance_until_failure(EulerianContour& simulation, double end_time) {
  try {
    advance_to(simulation, end_time);
  } catch (const SolverError& error) {
    return error.what();
  }
  return {};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("Eulerian contour: with equal speeds nothing moves, bit for bit") {
  for (const Scheme scheme : kSchemes) {
    for (const int elements : {8, 9}) {
      EulerianContour simulation(oborin_62(TimeFunction(1.0), TimeFunction(1.0)), run(scheme, elements));
      for (int i = 0; i < 10'000; ++i) simulation.advance(simulation.time_step());
      const ContourState state = simulation.state();
      CHECK(state.strain_tight == 0.0);
      CHECK(state.strain_slack == 0.0);
      CHECK(state.slip_length[0] == 0.0);
      CHECK(state.slip_length[1] == 0.0);
      CHECK(state.length_error == 0.0);
      for (const ProfilePoint& point : simulation.profile(simulation.natural_profile_points())) {
        CHECK(point.strain == 0.0);
        CHECK(point.traction == 0.0);
        // The last step is the difference of two times near 40 s, rounded to 7e-15 s, relative to τ = 4e-3 s.
        CHECK(close(point.speed, 1.0, {.rel = 4e-12}));
      }
    }
  }
}

TEST_CASE("Eulerian contour: a loaded belt that comes to rest with its pulleys keeps its slip state and strains") {
  // Both speeds become equal at t = 1; strains then travel along and decay to the value that the length requires.
  const TimeFunction speed(TimeFunction::PiecewiseLinear{.time = {0.0, 0.9, 1.0}, .value = {0.999, 0.999, 1.0}});
  EulerianContour simulation(oborin_62(TimeFunction(1.0), speed), run(Scheme::midpoint_energy));
  advance_to(simulation, 200.0);
  const ContourState state = simulation.state();
  CHECK(std::abs(state.strain_tight) < 1e-12);
  CHECK(std::abs(state.strain_slack) < 1e-12);
  CHECK(state.slip_length[0] == 0.0);
  CHECK(state.slip_length[1] == 0.0);
  CHECK(std::abs(state.length_error) < 1e-14);
}

TEST_CASE("Eulerian contour: a restored simulation resumes with bit-identical output") {
  for (const Scheme scheme : kSchemes) {
    for (const StatusUpdate update : {StatusUpdate::at_end, StatusUpdate::active_set}) {
      EulerianContourParameters parameters = run(scheme, 21);
      parameters.status_update = update;
      EulerianContour original(unequal_drive(), parameters);
      advance_to(original, 1.0);
      EulerianContour restored(unequal_drive(), parameters);
      const std::vector<std::uint8_t> checkpoint = bytes(original);
      StateReader reader(checkpoint);
      restored.restore(reader);
      CHECK(bytes(restored) == checkpoint);
      original.advance(0.5 * original.time_step());
      restored.advance(0.5 * restored.time_step());
      advance_to(original, 2.0);
      advance_to(restored, 2.0);
      CHECK(bytes(restored) == bytes(original));
      CHECK(restored.profile(std::array<double, 1>{1.1}).front().traction ==
            original.profile(std::array<double, 1>{1.1}).front().traction);
    }
  }
}

TEST_CASE("Eulerian contour: a checkpoint of another mesh is refused") {
  EulerianContour one(oborin_62(), run(Scheme::paper, 20));
  EulerianContour other(oborin_62(), run(Scheme::paper, 30));
  const std::vector<std::uint8_t> checkpoint = bytes(one);
  StateReader reader(checkpoint);
  CHECK_THROWS_AS(other.restore(reader), IoError);
}

TEST_CASE("Eulerian contour: sliding on both pulleys is reported with the force it would take") {
  ContourDrive drive = oborin_62();
  drive.friction_force = {0.0009, 0.0009};
  const EulerianContourParameters paper{
      .scheme = Scheme::paper, .elements_per_contact = 50, .stick_penalty = 1e5, .time_step = 1e-3};
  EulerianContourParameters consistent = paper;
  consistent.status_update = StatusUpdate::active_set;
  // Here the last element at an entry would stick for ever, at its friction limit.
  const EulerianContourParameters midpoint{.elements_per_contact = 50, .stick_penalty = 1e6, .time_step = 1e-2};
  for (const EulerianContourParameters& parameters : {paper, consistent, midpoint}) {
    EulerianContour simulation(drive, parameters);
    const std::string message = advance_until_failure(simulation, 5.0);
    CHECK(contains(message, "slips over the whole of both pulleys"));
    CHECK(contains(message, "steady friction force of 0.001001 N"));
    CHECK(contains(message, "only 0.0009 and 0.0009 N are available"));
    CHECK(contains(message, "increase friction_force"));
    // The delay equations and front tracking end at 2.599, when slip zones fill the contacts.
    CHECK(close(simulation.time(), 2.599, {.abs = 0.03}));
    CHECK(std::isfinite(simulation.state().strain_tight));
  }
}

TEST_CASE("Eulerian contour: a failed step leaves the state bit-identical") {
  for (const StatusUpdate update : {StatusUpdate::at_end, StatusUpdate::active_set}) {
    for (const Scheme scheme : kSchemes) {
      EulerianContourParameters parameters = run(scheme);
      parameters.status_update = update;
      // From t = 2 on the pulley pulls at the belt suddenly.
      const TimeFunction speed(TimeFunction::PiecewiseLinear{.time = {2.0, 2.001}, .value = {0.999, 9e5}});
      EulerianContour simulation(oborin_62(TimeFunction(1.0), speed), parameters);
      EulerianContour undisturbed(oborin_62(TimeFunction(1.0), speed), parameters);
      advance_to(simulation, 1.2);
      advance_to(undisturbed, 1.2);
      const std::vector<std::uint8_t> before = bytes(simulation);
      CHECK_THROWS_AS(simulation.advance(5.0), SolverError);
      CHECK(bytes(simulation) == before);
      advance_to(simulation, 1.9);
      advance_to(undisturbed, 1.9);
      CHECK(bytes(simulation) == bytes(undisturbed));
    }
  }
}

TEST_CASE("Eulerian contour: no convergence is reported with the last correction") {
  EulerianContourParameters parameters = run(Scheme::midpoint_energy);
  parameters.newton_tolerance = 1e-25;
  parameters.max_newton_iterations = 4;
  EulerianContour simulation(oborin_62(), parameters);
  const std::string message = advance_until_failure(simulation, 0.1);
  CHECK(contains(message, "did not converge after 4 iterations"));
  CHECK(contains(message, "the last correction"));
  CHECK(simulation.time() == 0.0);
}

TEST_CASE("Eulerian contour: a surface that moves backward is refused") {
  const TimeFunction speed(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.01, -0.01}});
  EulerianContour simulation(oborin_62(TimeFunction(0.01), speed), run(Scheme::paper));
  CHECK(contains(advance_until_failure(simulation, 1.0), "pulley 2 moves backward"));
}

TEST_CASE("Eulerian contour: states that run in a cycle are reported") {
  EulerianContour simulation(oborin_62(), {.scheme = Scheme::paper,
                                           .status_update = StatusUpdate::active_set,
                                           .elements_per_contact = 50,
                                           .stick_penalty = 1e6,
                                           .time_step = 5e-3});
  std::vector<std::uint8_t> before;
  std::string message;
  while (message.empty() && simulation.time() < 3.0) {
    before = bytes(simulation);
    message = advance_until_failure(simulation, simulation.time() + simulation.time_step());
  }
  CHECK(contains(message, "active-set search cycles"));
  CHECK(contains(message, "midpoint_energy"));
  // The states tried in the cycle are discarded.
  CHECK(bytes(simulation) == before);
}

TEST_CASE("Eulerian contour: material coordinates stay small however far the belt has moved") {
  EulerianContour simulation(oborin_62(), run(Scheme::midpoint_energy));
  advance_to(simulation, 100.0);
  const std::vector<std::uint8_t> checkpoint = bytes(simulation);
  StateReader reader(checkpoint);
  const std::vector<double>& material = reader.numbers("material");
  CHECK(material.front() == 0.0);
  // At most strain times length, though the belt has moved by 100 m.
  const double bound = 5.1e-4 * simulation.contour_length();
  CHECK(std::all_of(material.begin(), material.end(), [bound](double s) { return std::abs(s) < bound; }));
}

TEST_CASE("Eulerian contour: the profile balances forces and follows the surface in stick") {
  const ContourDrive drive = unequal_drive();
  const int n = 40;
  EulerianContour simulation(drive, {.elements_per_contact = n, .stick_penalty = 1e7, .time_step = 0.01});
  advance_to(simulation, 1.5);
  const std::vector<ProfilePoint> points = simulation.profile(simulation.natural_profile_points());
  REQUIRE(points.size() == 2 * static_cast<std::size_t>(n) + 2);
  CHECK(std::is_sorted(points.begin(), points.end(),
                       [](const ProfilePoint& a, const ProfilePoint& b) { return a.sigma < b.sigma; }));
  const ContourState state = simulation.state();
  for (std::size_t pulley = 0; pulley < 2; ++pulley) {
    const double h = drive.contact_length[pulley] / n;
    double force = 0.0;
    for (int i = 0; i < n; ++i) {
      const ProfilePoint& point = points[pulley * (static_cast<std::size_t>(n) + 1) + static_cast<std::size_t>(i)];
      force += h * point.traction;
      if (point.contact_state == 0) {
        CHECK(std::abs(point.traction) <= drive.friction_force[pulley]);
        CHECK(close(point.speed, drive.surface_speed[pulley].value(1.5), {.rel = 1e-5}));
      } else {
        CHECK(point.contact_state == (pulley == 0 ? -1 : 1));
        CHECK(close(point.traction, -point.contact_state * drive.friction_force[pulley], {.rel = 1e-12}));
        CHECK(point.contact_state * (point.speed - drive.surface_speed[pulley].value(1.5)) > 0.0);
      }
      CHECK(point.force == drive.axial_stiffness * point.strain);
    }
    // b (ε_exit − ε_entry) = −∮ q dσ is exact in the paper's scheme; here there is a dipole of the order f V τ at the
    // exit.
    const double jump = pulley == 0 ? state.strain_slack - state.strain_tight : state.strain_tight - state.strain_slack;
    CHECK(close(drive.axial_stiffness * jump, -force, {.abs = drive.friction_force[pulley] * 0.01}));
  }
  CHECK(points[static_cast<std::size_t>(n)].strain == state.strain_slack);
  CHECK(points.back().strain == state.strain_tight);
  CHECK(points.back().contact_state == 2);
}

TEST_CASE("Eulerian contour: slip zones add up to the slip lengths") {
  EulerianContour simulation(unequal_drive(), run(Scheme::midpoint_energy, 40));
  advance_to(simulation, 1.5);
  const std::vector<SlipZone> zones = simulation.slip_zones();
  const ContourState state = simulation.state();
  REQUIRE(zones.size() == 2);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(zones[k].pulley == static_cast<int>(k));
    CHECK(zones[k].direction == state.slip_direction[k]);
    CHECK(zones[k].end == simulation.drive().exit(static_cast<int>(k)));
    CHECK(close(zones[k].end - zones[k].begin, state.slip_length[k], {.rel = 1e-14}));
    CHECK(state.slip_length[k] > 0.0);
  }
}

TEST_CASE("Eulerian contour: preflight names the stability limit, the creep and a mesh that is too coarse") {
  const auto warnings = [](Scheme scheme, int elements, double penalty, double step) {
    return EulerianContour(
               oborin_62(),
               {.scheme = scheme, .elements_per_contact = elements, .stick_penalty = penalty, .time_step = step})
        .preflight(3.0);
  };
  CHECK(warnings(Scheme::paper, 50, 1e5, 1e-3).empty());
  CHECK(warnings(Scheme::paper, 50, 2e6, 1e-3).empty());  // on the limit
  CHECK(warnings(Scheme::midpoint_energy, 50, 1e8, 0.02).empty());

  const auto unstable = warnings(Scheme::paper, 50, 4e6, 1e-3);
  REQUIRE(unstable.size() == 1);
  CHECK(contains(unstable[0], "K tau^2 V^2 = 4 N exceeds 2 b = 2 N"));
  CHECK(contains(unstable[0], "time_step <= 0.0007071 s"));

  const auto creeping = warnings(Scheme::paper, 50, 5e3, 1e-3);
  REQUIRE(creeping.size() == 1);
  CHECK(contains(creeping[0], "K tau = 5 N s/m^2"));
  CHECK(contains(creeping[0], "an error of about 12 %"));  // the error is 10 %
  CHECK(warnings(Scheme::transported, 50, 5e3, 1e-3).empty());

  const auto coarse = warnings(Scheme::midpoint_energy, 15, 1e8, 0.02);
  REQUIRE(coarse.size() == 2);
  CHECK(contains(coarse[0], "pulley 1: the slip zone covers at most 7.5 elements"));
  CHECK(contains(coarse[0], "elements_per_contact >= 20"));
}

TEST_CASE("Eulerian contour: the options select their model and run any contour drive") {
  const EulerianContourOptions options;
  CHECK(options.model(*as_drive(ContourDrive{})) == "finite_contour");
  CHECK(options.objections(*as_drive(oborin_62())).empty());
}

}  // namespace beltdyn::eulerian_contour_test
