// SPDX-License-Identifier: MIT
// `beltdyn new`, which writes example drives.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tests/program/program.hpp"

using namespace program_test;

// The files written by `new` run unchanged, with a clean verdict.
TEST_CASE("command line: new writes a drive of each kind that runs, and never over a file") {
  const Workspace work("new");
  for (const std::string kind : {"two-pulley", "accessory", "elevator", "conveyor", "hoist"}) {
    CAPTURE(kind);
    const std::string file = work.quoted(kind + ".json");
    CHECK(run_beltdyn("new " + kind + " " + file + " --friction 0.95 < /dev/null").exit_code == 0);
    const std::string text = content(work / (kind + ".json"));
    CHECK(text.find("\"coefficient\": 0.95") != std::string::npos);
    CHECK(text.find('@') == std::string::npos);
    // Time steps and meshes are chosen by the program.
    CHECK(text.find("time_step") == std::string::npos);
    const Outcome run = run_beltdyn(file + " --strict --out " + work.quoted("out"));
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    // The string model of the conveyor reports what it neglects.
    if (kind != "conveyor") CHECK(run.output.find("warning") == std::string::npos);
    const Outcome again = run_beltdyn("new " + kind + " " + file + " --friction 0.5 < /dev/null");
    CHECK(again.exit_code == 2);
    CHECK(again.output.find("is already there") != std::string::npos);
    CHECK(content(work / (kind + ".json")) == text);
  }
}

TEST_CASE("command line: a new hoist has its falls, a new belt starts and is loaded when it should") {
  const Workspace work("new_options");
  const auto runs = [&](const std::string& arguments, const std::string& name) {
    const std::string file = work.quoted(name + ".json");
    CHECK(run_beltdyn("new " + arguments.substr(0, arguments.find(' ')) + " " + file +
                      arguments.substr(arguments.find(' ')) + " < /dev/null")
              .exit_code == 0);
    const Outcome run = run_beltdyn("run " + file + " --strict --out " + work.quoted("out"));
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    return nlohmann::json::parse(
               content(work / ("out/" + name + "/" + (name[0] == 'b' ? "belt" : "lift") + "/summary.json")))
        .at("columns");
  };
  for (const int falls : {1, 2, 6}) {
    CAPTURE(falls);
    const nlohmann::json columns =
        runs(fmt::format("hoist --falls {} --load '1 t' --height '2 m'", falls), fmt::format("hoist{}", falls));
    // The winch hauls in the number of falls times the height. Its force is the weight divided by the number of falls,
    // plus bearing friction, which grows with the number of pulleys.
    CHECK(columns.at("end_position_2").at("last").get<double>() == doctest::Approx(-2.0 * falls).epsilon(0.01));
    CHECK(columns.at("end_force_2").at("last").get<double>() == doctest::Approx(9810.0 / falls).epsilon(0.05));
  }
  // A short lift keeps to the acceleration a, with a lower speed: √(a h).
  const nlohmann::json brief = runs("hoist --falls 2 --height '50 mm' --acceleration '0.05 m/s^2'", "hoist_short");
  CHECK(brief.at("end_speed_2").at("least").get<double>() == doctest::Approx(-2.0 * 0.05).epsilon(1e-3));
  const nlohmann::json columns = runs("two-pulley --run-up '0.5 s' --load-time '0.6 s' --load '2 N m'", "belt_drive");
  CHECK(columns.at("torque_2").at("last").get<double>() == doctest::Approx(2.0).epsilon(0.02));
}

// Without load the lost power is a small difference of large numbers.
TEST_CASE("command line: a steady motion without load is clean") {
  const Workspace work("no_load");
  const std::string file = work.quoted("idle.json");
  CHECK(run_beltdyn("new two-pulley " + file + " --load 0 < /dev/null").exit_code == 0);
  for (const char* more : {"", " --set /drive/belt/axial_damping=0", " --set /runs/0/elements_per_pulley=24"}) {
    CAPTURE(more);
    const Outcome run = run_beltdyn("run " + file + " --set '/runs/0/analysis=\"steady\"' --set /runs/0/time_step=0.8" +
                                    more + " --strict --force --out " + work.quoted("out"));
    CAPTURE(run.output);
    CHECK(run.output.find("not closed") == std::string::npos);
    CHECK(run.output.find("balance_losses") == std::string::npos);
  }
}

TEST_CASE("command line: a new lift keeps to its speed programme and starts and stops as it should") {
  const Workspace work("new_lift");
  int count = 0;
  const auto run_of = [&](const std::string& arguments, const std::string& run) {
    const std::string name = fmt::format("lift{}", ++count);
    const std::string file = work.quoted(name + ".json");
    const Outcome written = run_beltdyn("new elevator " + file + " " + arguments + " < /dev/null");
    CAPTURE(written.output);
    CHECK(written.exit_code == 0);
    const Outcome outcome = run_beltdyn("run " + file + " --out " + work.quoted("out"));
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 0);
    return nlohmann::json::parse(content(work / ("out/" + name + "/" + run + "/summary.json")));
  };
  const auto value = [](const nlohmann::json& summary, const std::string& column, const char* kind) {
    return summary.at("columns").at(column).at(kind).get<double>();
  };
  // At rest M = (G_2 − G_1) R. With compensation ropes as heavy as the ropes, this holds at the top and at the bottom.
  const std::string masses =
      "--car '1 t' --load 0 --counterweight '1.2 t' --radius '0.25 m' --rope-mass 3 --compensation 3";
  for (const char* jerk : {"0", "1.5"}) {
    CAPTURE(jerk);
    const nlohmann::json trip = run_of(masses + " --travel 12 --speed 1.6 --acceleration 0.9 --jerk " + jerk, "trip");
    CHECK(value(trip, "end_position_1", "last") - value(trip, "end_position_1", "first") ==
          doctest::Approx(12.0).epsilon(1e-6));
    CHECK(value(trip, "end_speed_1", "largest") == doctest::Approx(1.6).epsilon(1e-3));
    CHECK(value(trip, "drive_torque_1", "first") == doctest::Approx(200.0 * 9.81 * 0.25).epsilon(1e-6));
    CHECK(value(trip, "drive_torque_1", "last") == doctest::Approx(200.0 * 9.81 * 0.25).epsilon(1e-6));
    // The largest acceleration is prescribed and acts on all moving masses, including the compensation ropes.
    const double moved = 2200.0 + 6.0 * 16.0 + 20.0 / (0.25 * 0.25);
    const double peak = 0.5 * (value(trip, "drive_torque_1", "largest") - value(trip, "drive_torque_1", "least"));
    CHECK(peak <= 1.02 * moved * 0.9 * 0.25);
    CHECK(peak >= 0.8 * moved * 0.9 * 0.25);
  }
  // Downwards, over a deflector that leaves a wrap of 150 degrees on the sheave; T_1/T_2 at rest is not affected.
  const nlohmann::json down = run_of("--travel=-5 --wrap '150 deg' --friction 0.5", "trip");
  CHECK(value(down, "end_position_1", "last") - value(down, "end_position_1", "first") ==
        doctest::Approx(-5.0).epsilon(1e-6));
  // The slip margin 1 − ln(T_1/T_2)/(μ φ) with 900 + 550 kg and 1150 kg, and with ropes of 2 m and 7 m.
  const double ratio = (1450.0 + 2.2 * 2.0) / (1150.0 + 2.2 * 7.0);
  CHECK(value(down, "slip_margin_1", "first") ==
        doctest::Approx(1.0 - std::log(ratio) / (0.5 * 5.0 / 6.0 * std::acos(-1.0))).epsilon(2e-3));
  // A stop without slip: the distance follows from the brake force and the weight difference.
  const nlohmann::json stop =
      run_of(masses + " --friction 0.9 --travel=-20 --speed 2 --brake '1 kN m' --brake-time '1 ms'", "stop");
  const double deceleration = (1000.0 / 0.25 + 200.0 * 9.81) / (2200.0 + 6.0 * 24.0 + 20.0 / (0.25 * 0.25));
  CHECK(stop.at("conclusions").at("stopping_distance").at("value").get<double>() ==
        doctest::Approx(2.0 / deceleration).epsilon(0.01));
  const Outcome weak = run_beltdyn("new elevator " + work.quoted("weak.json") + " --brake '100 N m' < /dev/null");
  CHECK(weak.exit_code == 2);
  CHECK(tells(weak, "--brake: 100 N m do not stop the lift"));
}

TEST_CASE("command line: new refuses what is no drive, each mistake by its option, and writes nothing") {
  const Workspace work("new_refusals");
  const std::string file = work.quoted("drive.json");
  const auto refusal = [&](const std::string& arguments) {
    const Outcome outcome = run_beltdyn("new " + arguments + " < /dev/null");
    CHECK(outcome.exit_code == 2);
    CHECK(!fs::exists(work / "drive.json"));
    return outcome.output;
  };
  CHECK(tells({2, refusal("")}, "Give one of two-pulley, accessory, elevator"));
  CHECK(tells({2, refusal("crane " + file)}, "crane: there is no such kind of drive"));
  const std::string several = refusal("two-pulley " + file + " --load '4 kg' --speed -3 --car 5");
  CHECK(tells({2, several}, "--load 4 kg: "));
  CHECK(tells({2, several}, "--speed -3: must be positive; give for example \"1500 rpm\""));
  CHECK(tells({2, several}, "--car: two-pulley has no such property"));
  CHECK(tells({2, refusal("hoist " + file + " --falls 3")}, "--falls 3: must be 1, or an even number up to 12"));
  // The pulleys overlap.
  CHECK(tells({2, refusal("two-pulley " + file + " --distance '10 mm'")}, "drive.json:"));
}
