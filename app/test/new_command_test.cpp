// SPDX-License-Identifier: MIT
// `beltdyn new`: drives to start from.
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/test/program.hpp"

using namespace program_test;

// What `new` writes runs as it is, with a clean verdict.
TEST_CASE("command line: new writes a drive of each kind that runs, and never over a file") {
  const Workspace work("new");
  for (const std::string kind : {"two-pulley", "accessory", "elevator", "conveyor", "hoist"}) {
    CAPTURE(kind);
    const std::string file = work.quoted(kind + ".json");
    CHECK(beltdyn("new " + kind + " " + file + " --friction 0.95 < /dev/null").exit_code == 0);
    const std::string text = content(work / (kind + ".json"));
    CHECK(text.find("\"coefficient\": 0.95") != std::string::npos);
    CHECK(text.find('@') == std::string::npos);
    // Steps and meshes follow from the drive.
    CHECK(text.find("time_step") == std::string::npos);
    const Outcome run = beltdyn(file + " --strict --out " + work.quoted("out"));
    CAPTURE(run.output);
    CHECK(run.exit_code == 0);
    // The string of the conveyor names what it neglects.
    if (kind != "conveyor") CHECK(run.output.find("warning") == std::string::npos);
    const Outcome again = beltdyn("new " + kind + " " + file + " --friction 0.5 < /dev/null");
    CHECK(again.exit_code == 2);
    CHECK(again.output.find("is already there") != std::string::npos);
    CHECK(content(work / (kind + ".json")) == text);
  }
}

TEST_CASE("command line: a new hoist has its falls, a new belt starts and is loaded when it should") {
  const Workspace work("new_options");
  const auto runs = [&](const std::string& arguments, const std::string& name) {
    const std::string file = work.quoted(name + ".json");
    CHECK(beltdyn("new " + arguments.substr(0, arguments.find(' ')) + " " + file +
                  arguments.substr(arguments.find(' ')) + " < /dev/null")
              .exit_code == 0);
    const Outcome run = beltdyn("run " + file + " --strict --out " + work.quoted("out"));
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
    // The winch hauls in falls times the height; its force is the weight over the falls and what bearings take, which
    // grows with the number of pulleys.
    CHECK(columns.at("end_position_2").at("last").get<double>() == doctest::Approx(-2.0 * falls).epsilon(0.01));
    CHECK(columns.at("end_force_2").at("last").get<double>() == doctest::Approx(9810.0 / falls).epsilon(0.05));
  }
  const nlohmann::json columns = runs("two-pulley --run-up '0.5 s' --load-time '0.6 s' --load '2 N m'", "belt_drive");
  CHECK(columns.at("torque_2").at("last").get<double>() == doctest::Approx(2.0).epsilon(0.02));
}

// Without load the power that is lost is a small difference of large ones.
TEST_CASE("command line: a steady motion without load is clean") {
  const Workspace work("no_load");
  const std::string file = work.quoted("idle.json");
  CHECK(beltdyn("new two-pulley " + file + " --load 0 < /dev/null").exit_code == 0);
  for (const char* more : {"", " --set /drive/belt/axial_damping=0", " --set /runs/0/elements_per_pulley=24"}) {
    CAPTURE(more);
    const Outcome run = beltdyn("run " + file + " --set '/runs/0/analysis=\"steady\"' --set /runs/0/time_step=0.8" +
                                more + " --strict --force --out " + work.quoted("out"));
    CAPTURE(run.output);
    CHECK(run.output.find("not closed") == std::string::npos);
    CHECK(run.output.find("balance_losses") == std::string::npos);
  }
}

TEST_CASE("command line: new refuses what is no drive, each mistake by its option, and writes nothing") {
  const Workspace work("new_refusals");
  const std::string file = work.quoted("drive.json");
  const auto refusal = [&](const std::string& arguments) {
    const Outcome outcome = beltdyn("new " + arguments + " < /dev/null");
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
  // Pulleys that overlap.
  CHECK(tells({2, refusal("two-pulley " + file + " --distance '10 mm'")}, "drive.json:"));
}
