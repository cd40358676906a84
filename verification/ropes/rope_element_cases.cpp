// SPDX-License-Identifier: MIT
// Ropes with ends in lagrangian_ancf: the limits of the rigid rope without mass, of the rigid rope with mass and of the
// elastic rope without mass; a rope with mass and bending stiffness against a moving mesh; a wave in an elastic rope
// with mass.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/ropes/rope_drive_runs.hpp"
#include "verification/ropes/rope_element_runs.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kGravity = 9.81;  // [m/s²]

std::string elements(int count, double step) {
  return only_run(fmt::format(
      R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {}, "time_integration": "generalised_alpha")",
      count, step));
}

void two_weights(Record& record) {
  constexpr const char* kRope =
      "the rope weighs 1e-4 of the weights, and swings by its stretch, which is fitted away; observed errors rounded "
      "up";
  for (const double coefficient : {0.0, 0.03, 0.06}) {
    const Weights exact = exact_weights(coefficient);
    const Weights found = weights_of(elements(120, 1e-3), coefficient, 5e-5);
    record.relative(fmt::format("acceleration of the weights, friction {} [m/s^2]", coefficient), found.weights,
                    exact.weights, 1e-3, Rank::headline, kRope);
    if (coefficient == 0.0) continue;
    record.relative(fmt::format("angular acceleration of the wheel, friction {} [rad/s^2]", coefficient), found.wheel,
                    exact.wheel, 1e-3, Rank::headline, kRope);
  }
}

// The emergency stop until the rope has nearly stopped: the elastic string without mass compared with elements.
void against_string(Record& record) {
  const auto stop = [](const std::string& run) {
    return std::vector<std::string>{run, elastic(2e7, 0.02), "/drive/ends/0/position=[-0.3, -10]",
                                    "/drive/ends/1/position=[0.3, -5]"};
  };
  RopeRun reference(embedded::rope_drives("emergency_stop.json"), stop(string_run(0.01)));
  RopeRun run(embedded::rope_drives("emergency_stop.json"), stop(elements(320, 1e-3)));
  for (const double time : {1.0, 3.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    for (const char* column : {"end_position_1", "end_position_2", "slip_energy_1"}) {
      record.relative(fmt::format("{} at {} s", column, time), run[column], reference[column], 1e-3, Rank::headline,
                      "the rope weighs 3e-4 of what friction bears; elements of a sixth of the radius");
    }
  }
  record.relative("energy taken by the brake [J]", run["brake_energy_1"], reference["brake_energy_1"], 0.01,
                  Rank::detail, "the sheave stops within two swings of the rope; observed 6e-3 rounded up");
}

void emergency_stop(Record& record) {
  constexpr const char* kRope =
      "the rope weighs 3e-4 of what friction bears, and swings; on elements of a sixth of the radius 7e-4 were "
      "observed";
  const Lift lift;
  const Stop coarse = stop_with(elements(160, 1e-3), 0.02);
  const Stop fine = stop_with(elements(320, 1e-3), 0.02);
  record.relative("deceleration [m/s^2]", fine.deceleration, lift.deceleration(), 1e-3, Rank::headline, kRope);
  record.relative("force of the car [N]", fine.car_force, lift.car_force(), 1e-3, Rank::headline, kRope);
  record.relative("force of the counterweight [N]", fine.counterweight_force, lift.counterweight_force(), 1e-3,
                  Rank::headline, kRope);
  record.relative("energy taken by the brake [J]", fine.brake_energy,
                  lift.brake * lift.speed / lift.radius * lift.sheave_stop() / 2.0, 0.03, Rank::detail,
                  "the sheave stops within two swings of the rope, whose force comes up meanwhile");
  record.at_most("angular velocity of the sheave that is held [rad/s]", fine.sheave_speed, 1e-3, Rank::detail,
                 "what sticks does not creep; the rope that swings shakes it");
  record.at_most("balance of energy", fine.energy_defect, 1e-3, Rank::detail,
                 "trapezoidal rule of the powers over the steps");
  const auto error = [&lift](const Stop& stop) { return std::abs(stop.deceleration - lift.deceleration()); };
  record.absolute("observed order of the deceleration in the elements", std::log2(error(coarse) / error(fine)), 2.0,
                  0.5, Rank::detail, "elements are off the circle by the second order where the rope meets it");
}

void waves(Record& record) {
  constexpr const char* kStart =
      "particles start with one flux, so that their speeds differ by their strains of 1.2e-3 to 2.2e-3";
  RopeRun run(shaft(), {only_run(R"("formulation": "lagrangian_ancf", "elements": 400, "time_step": 5e-4,
                                    "time_integration": "generalised_alpha", "spectral_radius": 0.3)")});
  for (const Wave& wave : kWaves) {
    run.advance_to(wave.time);
    // The wave has changed the direction of the load's motion as in the reference, so the speed is compared with its
    // sign.
    record.absolute(fmt::format("speed of the load at {} s [m/s]", wave.time), run["end_speed_2"], wave.speed, 2e-3,
                    Rank::headline, kStart);
    record.absolute(fmt::format("force of the wave on the load at {} s [N]", wave.time),
                    run["end_force_2"] - 1500.0 * kGravity, wave.force, 16.0, Rank::headline, kStart);
  }
}

void elastic_lift(Record& record) {
  constexpr const char* kMesh = "the rope weighs 1e-3 of the load; elements of a third of the radius";
  RopeRun reference(embedded::rope_drives("emergency_stop.json"), slowing_lift(string_run(0.01), 0.02));
  RopeRun run(embedded::rope_drives("emergency_stop.json"), slowing_lift(elements(800, 1e-3), 0.02));
  for (const double time : {1.0, 2.0}) {
    reference.advance_to(time);
    run.advance_to(time);
    for (const char* column : {"end_force_1", "end_force_2", "span_length_1", "span_length_2", "end_speed_2"}) {
      record.relative(fmt::format("{} at {} s", column, time), run[column], reference[column], 1e-3, Rank::headline,
                      kMesh);
    }
  }
}

// The largest differences of the ends of two ropes, relative to the ranges of the second.
struct EndDifference {
  double position{};  // [-]
  double force{};     // [-]
};

EndDifference ends_of(const std::vector<std::vector<double>>& rows, const std::vector<std::vector<double>>& reference) {
  EndDifference largest;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    double least = INFINITY;
    double most = -INFINITY;
    double difference = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      least = std::min(least, reference[i][column]);
      most = std::max(most, reference[i][column]);
      difference = std::max(difference, std::abs(rows[i][column] - reference[i][column]));
    }
    double& kept = column < 2 ? largest.position : largest.force;
    kept = std::max(kept, difference / (most - least));
  }
  return largest;
}

// The emergency stop of the demo on an elastic rope with mass and bending stiffness, until it swings at rest: the
// positions of both ends and the forces on them, ten times a second.
std::vector<std::vector<double>> bending_stop(const std::string& formulation) {
  RopeRun run(embedded::rope_drives("emergency_stop.json"),
              {formulation, R"(/drive/belt={"axial_stiffness": 6e6, "axial_damping": 6e4, "bending_stiffness": 3,
                                            "mass_per_length": 3})"});
  std::vector<std::vector<double>> rows;
  for (int i = 1; i <= 30; ++i) {
    run.advance_to(0.1 * i);
    rows.push_back({run["end_position_1"], run["end_position_2"], run["end_force_1"], run["end_force_2"]});
  }
  return rows;
}

void against_mesh(Record& record) {
  constexpr double kStep = 3e-3;
  const auto reference = bending_stop(
      only_run(fmt::format(R"("formulation": "eulerian_ale", "elements_per_pulley": 48, "elements_per_span": 8,
                     "time_step": {}, "time_integration": "generalised_alpha")",
                           kStep)));
  const EndDifference coarse = ends_of(bending_stop(elements(2160, kStep)), reference);
  const EndDifference fine = ends_of(bending_stop(elements(4320, kStep)), reference);
  constexpr const char* kMesh =
      "elements of cable of a sixteenth of the radius; a quarter of the difference with elements twice as long";
  record.at_most("difference of the positions of the ends, of their range", fine.position, 1e-4, Rank::headline, kMesh);
  record.at_most("difference of the forces on the ends, of their range", fine.force, 1e-3, Rank::headline, kMesh);
  record.absolute("order of the difference of positions", std::log2(coarse.position / fine.position), 2.0, 0.5,
                  Rank::detail, "elements are off the circle by the second order where the rope meets it");
}

}  // namespace

void add_rope_element_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "rope-drives/elements/two-weights",
                   .claim = "Two weights on a rope of cable elements fall as those on a rigid rope without mass",
                   .reference = "closed form of the inextensible rope",
                   .run = two_weights});
  cases.push_back({.id = "rope-drives/elements/emergency-stop",
                   .claim = "A lift on a rope of cable elements stops by slip as that on a rigid rope without mass",
                   .reference = "closed form of the inextensible rope",
                   .slow = true,
                   .run = emergency_stop});
  cases.push_back({.id = "rope-drives/elements/elastic-stop",
                   .claim = "A lift stops by slip on a rope of cable elements as on an elastic string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .slow = true,
                   .run = against_string,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/elements/bending-stop",
                   .claim =
                       "A lift on a heavy rope with bending stiffness stops by slip alike on cable elements and in a "
                       "moving mesh",
                   .reference = "mixed description, eulerian_ale",
                   .slow = true,
                   .run = against_mesh,
                   .own_reference = true});
  cases.push_back({.id = "rope-drives/elements/waves",
                   .claim = "A rope whose top is stopped at once: speed of the load and force on it",
                   .reference = "waves by characteristics in 30-digit arithmetic, by another program",
                   .run = waves});
  cases.push_back({.id = "rope-drives/elements/elastic-lift",
                   .claim = "A lift that slows down on a rope of cable elements, and on an elastic string",
                   .reference = "elastic rope without mass of analytic_string_dynamics",
                   .run = elastic_lift,
                   .own_reference = true});
}

}  // namespace beltdyn::verification
