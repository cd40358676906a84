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
  // A trip that is too short for its speed is a triangle: its speed is √(travel · acceleration).
  const nlohmann::json brief = run_of(masses + " --travel 4 --speed 5 --acceleration 1 --jerk 0", "trip");
  CHECK(value(brief, "end_speed_1", "largest") == doctest::Approx(2.0).epsilon(2e-3));
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
  // Half way down, 900 kg and 900 kg are in balance; at the end of 100 m the ropes of the car are 100 m longer, which
  // pulls with 2.2 kg/m g 100 m 0.3 m = 647 N m.
  const std::string balanced = "new elevator " + work.quoted("long.json") +
                               " --load 0 --counterweight 900 --travel=-100 --stop-after 50 --brake ";
  const Outcome weaker = run_beltdyn(balanced + "'640 N m' < /dev/null");
  CHECK(weaker.exit_code == 2);
  CHECK(tells(weaker, "pull with up to 647.5 N m"));
  CHECK(run_beltdyn(balanced + "'660 N m' < /dev/null").exit_code == 0);
  // 6 m down at 2 m/s, 1450 kg against 1150 kg: the counterweight reaches the sheave after 8 m. It is braked from 0.1 m
  // on, since the brake closes in 0.1 s. The work of the brake is the kinetic energy and that of the weights, with
  // ropes that differ by 8 m - 2 m at first, and by 2 * 4.05 m less half way.
  const double mass = 2600.0 + 2.2 * 10.0 + 20.0 / 0.09;
  const double weights = 9.81 * (300.0 + 2.2 * (2.0 * 4.05 - 6.0));
  const double least = 0.3 * (0.5 * mass * 4.0 / 7.9 + weights);
  const std::string short_way =
      "new elevator " + work.quoted("short.json") + " --axial-stiffness '6 MN' --travel=-6 --brake ";
  const Outcome late = run_beltdyn(short_way + fmt::format("{} < /dev/null", 0.995 * least));
  CHECK(late.exit_code == 2);
  CHECK(tells(late, fmt::format("give a --brake above {:.4g} N m", least)));
  CHECK(run_beltdyn(short_way + fmt::format("{} < /dev/null", 1.005 * least)).exit_code == 0);
  CHECK(run_beltdyn("run " + work.quoted("short.json") + " --out " + work.quoted("short")).exit_code == 0);
}

namespace {

// The configuration that `new` writes with these arguments: "KIND OPTIONS".
nlohmann::json written(const Workspace& work, const std::string& name, const std::string& kind,
                       const std::string& options) {
  const Outcome outcome =
      run_beltdyn(fmt::format("new {} {} {} < /dev/null", kind, work.quoted(name + ".json"), options));
  CAPTURE(outcome.output);
  REQUIRE(outcome.exit_code == 0);
  return nlohmann::json::parse(content(work / (name + ".json")), nullptr, true, true);
}

// The summary of the single run of a configuration, which has to be clean.
nlohmann::json clean_summary(const Workspace& work, const std::string& name, const std::string& run,
                             const std::string& options = {}) {
  const Outcome outcome =
      run_beltdyn(fmt::format("run {} {} --strict --out {}", work.quoted(name + ".json"), options, work.quoted("out")));
  CAPTURE(outcome.output);
  REQUIRE(outcome.exit_code == 0);
  return nlohmann::json::parse(content(work / fmt::format("out/{}/{}/summary.json", name, run)));
}

}  // namespace

TEST_CASE("command line: the load of a new belt grows on a ramp, and no gravity is 0") {
  const Workspace work("new_ramp");
  const nlohmann::json file =
      written(work, "ramp", "two-pulley", "--load '2 N m' --load-time '0.4 s' --load-ramp '2 s' --gravity 0");
  CHECK(file["drive"]["gravity"].dump() == "[0,0]");
  const nlohmann::json& ramp = file["drive"]["pulleys"][1]["motion"]["torques"][0]["moment"];
  CHECK(ramp["end_time"] == 2.4);
  CHECK(file["output"]["summary_from"].get<double>() >= 2.4);
}

// A ramp to v and one back cover v t_ramp, with the S-curve t_ramp = v/a + a/j of the acceleration a and the jerk j:
// 1 m needs v (v + 2/3) = 1. A hoist has straight ramps: v²/a = 0.15.
TEST_CASE("command line: a trip too short for its speed, and a stop too long for the travel, are told") {
  const Workspace work("new_short");
  const auto told = [&work](const std::string& arguments) {
    const Outcome outcome = run_beltdyn(fmt::format("new {} < /dev/null", arguments));
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 0);
    return outcome;
  };
  CHECK(tells(told("elevator " + work.quoted("a.json") + " --travel 1 --speed 3"),
              "Note: the speed reaches 0.7208 m/s, not 3 m/s: the trip of 1 m is too short"));
  CHECK(tells(told("hoist " + work.quoted("b.json") + " --height 0.15 --speed 1"),
              "Note: the speed reaches 0.15 m/s, not 1 m/s: the trip of 0.15 m is too short"));
  CHECK(told("elevator " + work.quoted("c.json")).output.find("Note:") == std::string::npos);
  CHECK(tells(told("elevator " + work.quoted("d.json") + " --brake '1.5 kN m' --stop-after 9"),
              "more than the 1 m that are left of the travel"));
}

// Reduced to the speed of the ropes the sheave has the mass J/r²; half of it in the car and half in the counterweight
// leaves the imbalance as it is. (2000 − 20) kg m²/(0.3 m)² = 2 · 11 000 kg.
TEST_CASE("command line: a new lift whose sheave is heavy stops as late as one whose car and counterweight are") {
  const Workspace work("new_heavy");
  const auto end_time = [&work](const std::string& name, const std::string& options) {
    return written(work, name, "elevator", "--brake '3 kN m' " + options)["end_time"].get<double>();
  };
  const double sheave = end_time("sheave", "--inertia 2000");
  CHECK(sheave == end_time("masses", "--car 11900 --counterweight 12150"));
  CHECK(sheave > 2.0 * end_time("light", ""));
}

TEST_CASE("command line: ropes of a new lift that stretch may be damped") {
  const Workspace work("new_damped");
  const nlohmann::json file =
      written(work, "damped", "elevator", "--axial-stiffness '8 MN' --damping-time '2 ms' --travel 5");
  CHECK(file["drive"]["belt"]["axial_damping"] == 16000);
  (void)clean_summary(work, "damped", "trip");
  const Outcome rigid = run_beltdyn("new elevator " + work.quoted("rigid.json") + " --damping-time '2 ms' < /dev/null");
  CHECK(rigid.exit_code == 2);
  CHECK(tells(rigid, "--damping-time: only ropes that stretch have damping"));
}

// The wall of a drum has a mass in proportion to its radius, so that its inertia follows the cube of the radius. All
// numbers are rounded to two digits.
TEST_CASE("command line: drums of a new conveyor follow their radius, its damping its length") {
  const Workspace work("new_drums");
  const nlohmann::json near = written(
      work, "near", "conveyor", "--start '8 s' --take-up-distance '5 m' --drive-inertia 0 --length '250 m' --lift 0");
  const nlohmann::json& pulleys = near["drive"]["pulleys"];
  const double head = pulleys[0]["inertia"].get<double>();
  CHECK(pulleys[4]["inertia"].get<double>() == head);
  for (const std::size_t bend : {1U, 2U, 3U})
    CHECK(pulleys[bend]["inertia"].get<double>() == doctest::Approx(head / 8.0).epsilon(0.03));
  const nlohmann::json far = written(work, "far", "conveyor", "--start '8 s' --length '1000 m' --lift 0");
  CHECK(far["drive"]["pulleys"][0]["inertia"].get<double>() == doctest::Approx(head + 50.0).epsilon(1e-12));
  const auto damping = [](const nlohmann::json& file) { return file["drive"]["belt"]["axial_damping"].get<double>(); };
  const nlohmann::json farther = written(work, "farther", "conveyor", "--start '8 s' --length '2000 m' --lift 0");
  CHECK(damping(farther) == doctest::Approx(2.0 * damping(far)).epsilon(0.1));
  // Of a short one three quarters of the time in which the belt moves by the radius of the bends.
  CHECK(damping(near) == doctest::Approx(20e6 * 0.75 * 0.2 / 4.0).epsilon(0.03));
  const Outcome both =
      run_beltdyn("new conveyor " + work.quoted("both.json") + " --capacity '500 t/h' --load 50 < /dev/null");
  CHECK(both.exit_code == 2);
  CHECK(tells(both, "--capacity, --load: both give the mass of the load"));
  const Outcome light = run_beltdyn("new conveyor " + work.quoted("light.json") + " --capacity '500 kg/h' < /dev/null");
  CHECK(light.exit_code == 0);
  CHECK(tells(light, "check its unit"));
}

// The force at the drum is G/n and, of the n pulleys between, the friction (1/η − 1) G/n of each spread over the falls:
// G/n + (n + 1)/2 (1/η − 1) G/n. Over six seconds of the lift, the mean of its swing is small.
TEST_CASE("command line: the pulleys of a new hoist have an efficiency, its rope a mass") {
  const Workspace work("new_hoist");
  (void)written(work, "lossy", "hoist", "--load '1 t' --falls 4 --efficiency 0.96");
  const nlohmann::json lossy =
      clean_summary(work, "lossy", "lift", "--set /end_time=12 --set '/output={\"summary_from\": 6}'");
  const double fall = 9810.0 / 4.0;
  CHECK(lossy["columns"]["end_force_2"]["mean"].get<double>() ==
        doctest::Approx(fall * (1.0 + 2.5 * (1.0 / 0.96 - 1.0))).epsilon(1e-3));
  const nlohmann::json heavy = written(work, "heavy", "hoist", "--rope-mass '0.8 kg/m' --height '1 m'");
  CHECK(heavy["drive"]["belt"]["mass_per_length"] == "0.8 kg/m");
  const Outcome modes =
      run_beltdyn(fmt::format("run {} --out {} --set '/runs/0/analysis=\"linear\"' "
                              "--set '/runs/0/linear={{\"modes\": {{\"highest_frequency\": 5}}}}'",
                              work.quoted("heavy.json"), work.quoted("modes")));
  CAPTURE(modes.output);
  CHECK(modes.exit_code == 0);
}

TEST_CASE("command line: a new lift has ropes that stretch, and stops where it is told to") {
  const Workspace work("new_stop");
  const std::string ropes = "--axial-stiffness '8 MN' --travel 5 --wrap '150 deg' --friction 0.5";
  (void)written(work, "soft", "elevator", ropes);
  const nlohmann::json trip = clean_summary(work, "soft", "trip");
  const auto& car = trip["columns"]["end_position_1"];
  // The stretch of the ropes changes by less than F l/EA = 14.3 kN 5 m/8 MN = 9 mm.
  CHECK(car["last"].get<double>() - car["first"].get<double>() == doctest::Approx(5.0).epsilon(2e-3));
  const nlohmann::json stop =
      written(work, "stop", "elevator", "--travel=-20 --stop-after '15 m' --brake '2 kN m' --friction 0.9");
  // Downwards, the car starts 2 m below the sheave; car and counterweight are 24 m together. The stop begins after
  // 0.1 s, or 0.2 m.
  CHECK(stop["drive"]["ends"][0]["position"][1] == -16.8);
  CHECK(stop["drive"]["ends"][1]["position"][1] == -7.2);
  // The motor holds what hangs on the sheave at that place until the brake closes. Meanwhile the car only gains from
  // the ropes that pass to its side: 2 ρ g v t²/2 over the moved mass of 2.9 t, 3 mm/s.
  const nlohmann::json held = clean_summary(work, "stop", "stop", "--set /end_time=0.1");
  CHECK(held["columns"]["end_speed_1"]["last"].get<double>() == doctest::Approx(-2.0).epsilon(2e-3));
}

// From the take-up up to the first bend, 4 radii higher, the force grows by m_G g per height, and back to the head by
// m_G g sin δ − w per length.
TEST_CASE("command line: a new conveyor has its take-up in the return run, a start and a stop") {
  const Workspace work("new_conveyor");
  const std::string belt =
      "--length 200 --lift 4 --take-up '40 kN' --belt-mass 15 --idler-spacing 1.5 --idler-mass '15 kg' --resistance "
      "0.02 "
      "--speed 2 --friction 0.8";
  (void)written(work, "hanging", "conveyor", belt + " --take-up-distance '60 m'");
  const nlohmann::json hanging = clean_summary(work, "hanging", "string")["columns"];
  const double slope = 4.0 / 200.0;
  const double w = 0.02 * 9.81 * (5.0 + 15.0 * std::sqrt(1.0 - slope * slope));
  const double force = 20e3 + 15.0 * 4.0 + 15.0 * 9.81 * 1.6 + 60.0 * (15.0 * 9.81 * slope - w);
  // The belt is stretched by 0.1 %, and so are its weight and its flux of momentum.
  CHECK(hanging["span_entry_force_1"]["last"].get<double>() == doctest::Approx(force).epsilon(1e-3));
  // Behind a take-up at the tail the belt with its load sags by the weight on half of its force; spacing 1.5 m.
  (void)written(work, "at_tail", "conveyor", belt);
  const double ratio = (15.0 + 80.0) * 9.81 * std::sqrt(1.0 - slope * slope) * 1.5 / (8.0 * 20e3);
  CHECK(clean_summary(work, "at_tail", "string")["conclusions"]["sag_ratio"]["value"].get<double>() ==
        doctest::Approx(ratio).epsilon(1e-3));
  (void)written(work, "moving", "conveyor", belt + " --start '3 s' --stop '4 s'");
  const nlohmann::json moving = clean_summary(work, "moving", "belt")["columns"]["angular_velocity_1"];
  CHECK(moving["first"] == 0.0);
  CHECK(moving["largest"].get<double>() == doctest::Approx(2.0 / 0.4).epsilon(1e-6));
  CHECK(std::abs(moving["last"].get<double>()) <= 1e-9);
  const nlohmann::json braked = written(work, "braked", "conveyor", belt + " --stop '4 s'");
  CHECK(braked["drive"]["initial_state"] == "running");
}

// With the motor off, the belt of the mass m is braked by F = w L + m_L g H + M_B/R and by the load, which takes up the
// speed by m_L v²: its distance is m/(2 m_L) ln(1 + m_L v²/F). The belt itself shortens by less than 3 cm.
TEST_CASE("command line: the motor of a new conveyor is switched off, with a brake or a holdback") {
  const Workspace work("new_trip");
  const std::string belt =
      "--length 200 --belt-mass 15 --idler-spacing 1.5 --idler-mass '15 kg' --resistance 0.02 --speed 2 --friction 0.8 "
      "--take-up '80 kN' --trip '10 ms' ";
  const auto distance = [&work](const std::string& name) {
    return clean_summary(work, name, "belt")["conclusions"]["stopping_distance"]["value"].get<double>();
  };
  const double mass = 200.0 * (95.0 + 10.0 + 15.0 + 5.0);
  const auto expected = [mass](double lift, double brake, double drums) {
    const double slope = lift / 200.0;
    const double resistance = 0.02 * 9.81 * 200.0 * (15.0 + 110.0 * std::sqrt(1.0 - slope * slope));
    const double force = resistance + 80.0 * 9.81 * lift + brake / 0.4;
    return (mass + drums / 0.16) / 160.0 * std::log1p(320.0 / force);
  };
  const nlohmann::json level = written(work, "level", "conveyor", belt + "--lift 0");
  const double drums =
      level["drive"]["pulleys"][0]["inertia"].get<double>() + level["drive"]["pulleys"][1]["inertia"].get<double>();
  // Torques and brakes change within 10 ms, 2 cm of the way.
  CHECK(distance("level") == doctest::Approx(expected(0.0, 0.0, drums)).epsilon(0.01));
  (void)written(work, "braked", "conveyor", belt + "--lift 4 --brake '2 kN m' --brake-time '10 ms'");
  CHECK(distance("braked") == doctest::Approx(expected(4.0, 2000.0, drums)).epsilon(0.02));
  (void)written(work, "held", "conveyor", belt + "--lift 20 --holdback 1");
  CHECK(distance("held") == doctest::Approx(expected(20.0, 0.0, drums)).epsilon(0.05));
  const Outcome steep = run_beltdyn("new conveyor " + work.quoted("steep.json") + " --lift 40 --trip 0.2 < /dev/null");
  CHECK(steep.exit_code == 2);
  CHECK(tells(steep, "--holdback: after the trip the load would pull the belt back with "));
  CHECK(run_beltdyn("new conveyor " + work.quoted("back.json") + " --lift 40 --trip 0.2 --holdback 0").exit_code == 0);
  const Outcome alone = run_beltdyn("new conveyor " + work.quoted("alone.json") + " --brake 100 --holdback 2");
  CHECK(alone.exit_code == 2);
  CHECK(tells(alone, "--holdback 2: must be 1, or 0 for none"));
  const Outcome motor = run_beltdyn("new conveyor " + work.quoted("motor.json") + " --brake 100 --holdback 1");
  CHECK(tells(motor, "--brake: only a trip has it; give --trip"));
  CHECK(tells(motor, "--holdback: only a trip has it; give --trip"));
  CHECK(tells(run_beltdyn("new conveyor " + work.quoted("both.json") + " --trip 0.2 --stop 5"),
              "--trip, --stop: a conveyor stops either by a trip or by its drive"));
}

TEST_CASE("command line: an option of new that does not exist is told with the one that was meant") {
  const Outcome misspelt = run_beltdyn("new conveyor --raduis 0.3 --take_up=5000");
  CHECK(misspelt.exit_code == 2);
  CHECK(tells(misspelt, "did you mean --radius? did you mean --take-up? see beltdyn new conveyor --help"));
  // Only properties of the kind are suggested, also for those of other kinds.
  CHECK(tells(run_beltdyn("new two-pulley --mass 3"), "see beltdyn new two-pulley --help"));
  CHECK(tells(run_beltdyn("new hoist --rope-mas 3"), "did you mean --rope-mass?"));
  CHECK(
      tells(run_beltdyn("new hoist --car 3"), "--car: hoist has no such property; beltdyn help new hoist lists them"));
  CHECK(tells(run_beltdyn("run x.json --otu results"), "did you mean --out? see beltdyn run --help"));
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
  CHECK(tells({2, refusal("hoist " + file + " --efficiency 1.2")}, "--efficiency 1.2: must be more than 0.5"));
  CHECK(tells({2, refusal("elevator " + file + " --stop-after 3")}, "--stop-after: only an emergency stop has it"));
  CHECK(tells({2, refusal("elevator " + file + " --brake 2000 --stop-after 30")}, "30 m are more than the 10 m"));
  const std::string stretching =
      refusal("elevator " + file + " --axial-stiffness 1e7 --compensation 2.2 --deflector-inertia 0");
  CHECK(tells({2, stretching}, "--compensation: with --axial-stiffness"));
  CHECK(tells({2, stretching}, "--deflector-inertia: with --axial-stiffness"));
  CHECK(tells({2, refusal("conveyor " + file + " --take-up-distance 1")}, "must be 0, or from 1.6 m to 998.4 m"));
  CHECK(tells({2, refusal("hoist " + file + " --falls 3")}, "--falls 3: must be 1, or an even number up to 12"));
  // The pulleys overlap.
  CHECK(tells({2, refusal("two-pulley " + file + " --distance '10 mm'")}, "drive.json:"));
}
