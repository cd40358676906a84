// SPDX-License-Identifier: MIT
// The program as a user meets it: exit codes, messages, files.
#include <algorithm>
#include <array>
#include <csignal>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/test/program.hpp"

using namespace program_test;

namespace {

constexpr std::array<const char*, 3> kTables{"history.csv", "profiles.csv", "slip_zones.csv"};

struct Signal {
  int number;
  const char* name;
};

bool tells(const Outcome& outcome, const std::string& text) { return outcome.output.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("command line: help and version are no errors, no command and unknown ones are") {
  CHECK(beltdyn("--help").exit_code == 0);
  CHECK(beltdyn("run --help").output.find("Example: beltdyn run") != std::string::npos);
  CHECK(beltdyn("--version").output.find("beltdyn 0.") == 0);
  CHECK(beltdyn("-V").output == beltdyn("--version").output);
  CHECK(beltdyn("help").output == beltdyn("--help").output);
  CHECK(beltdyn("help sweep").output == beltdyn("sweep --help").output);
  CHECK(beltdyn("help runn").output.find("did you mean \"run\"?") != std::string::npos);
  CHECK(beltdyn("").exit_code == 2);
  const Outcome unknown = beltdyn("runn x.json");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output == "error: unknown command 'runn'; did you mean \"run\"? beltdyn --help lists the commands\n");
  CHECK(beltdyn("--help").output.find("\n  help ") != std::string::npos);
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/contour.json'";
  const Workspace work("file");
  CHECK(beltdyn(config + " --out " + work.quoted("out")).exit_code == 0);
  CHECK(fs::exists(work / "out/contour-demo/report.html"));
  work.write("swept.json", R"({"sweep": 1})");
  CHECK(beltdyn(work.quoted("swept.json")).output.find("swept.json:1: /sweep = 1: must be an object") !=
        std::string::npos);
  CHECK(beltdyn("run").exit_code == 2);
  CHECK(beltdyn("run a.json --no-such-option").exit_code == 2);
}

TEST_CASE("command line: help and info for programs are JSON with every command and formulation") {
  const nlohmann::json help = nlohmann::json::parse(beltdyn("help --json").output);
  CHECK(help.at("exit_codes").at("3") == "a solver did not converge");
  // That of the program itself comes first.
  const std::string listed = beltdyn("--help").output;
  CHECK(help.at("commands").size() == 12);
  for (std::size_t i = 1; i < help.at("commands").size(); ++i) {
    const nlohmann::json& command = help.at("commands")[i];
    const std::string name = command.at("name");
    CAPTURE(name);
    CHECK(listed.find("\n  " + name + " ") != std::string::npos);
    const std::string own = beltdyn("help " + name).output;
    for (const nlohmann::json& option : command.at("options")) {
      CHECK(own.find(option.at("names").back().get<std::string>()) != std::string::npos);
      CHECK(own.find(option.at("meaning").get<std::string>().substr(0, 20)) != std::string::npos);
    }
  }
  const nlohmann::json info = nlohmann::json::parse(beltdyn("info --json").output);
  CHECK(beltdyn("--version").output.find("beltdyn " + info.at("version").get<std::string>()) == 0);
  CHECK(info.at("formulations").contains("eulerian_ale"));
  CHECK(info.at("friction_laws").contains("gms"));
  CHECK(info.at("libraries").contains("Eigen"));
}

TEST_CASE("command line: files that are no configuration give exit code 2 and one line") {
  const Workspace work("files");
  work.write("empty.json", "");
  work.write("truncated.json", R"({"format": "beltdyn/1", "name": "x", "drive": {"type")");
  for (const auto& [file, part] : {std::pair{"missing.json", "file not found"},
                                   {"empty.json", "is empty"},
                                   {"truncated.json", "is not valid JSON"},
                                   {".", "is a directory"}}) {
    const Outcome outcome = beltdyn("run " + work.quoted(file) + " --out " + work.quoted("out"));
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output.find(part) != std::string::npos);
    CHECK(std::count(outcome.output.begin(), outcome.output.end(), '\n') == 1);
    CHECK_FALSE(fs::exists(work / "out"));
  }
}

TEST_CASE("command line: all errors of a configuration are reported and nothing is written") {
  const Workspace work("broken");
  work.write("case.json", contour_configuration("-1", "\"3\"", kEulerian));
  const Outcome outcome = beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.find("/drive/friction_force = -1: must be > 0") != std::string::npos);
  CHECK(outcome.output.find("/end_time = \"3\": has no unit") != std::string::npos);
  CHECK_FALSE(fs::exists(work / "out"));
  CHECK(beltdyn("validate " + work.quoted("case.json")).exit_code == 2);
}

TEST_CASE("command line: validate --explain prints a configuration that is valid again") {
  const Workspace work("explain");
  work.write("case.json", contour_configuration("0.002", "3", kEulerian));
  const Outcome explained = beltdyn("validate --explain " + work.quoted("case.json"));
  CHECK(explained.exit_code == 0);
  CHECK(explained.output.find("\"scheme\": \"midpoint_energy\"") != std::string::npos);
  work.write("again.json", explained.output);
  CHECK(beltdyn("validate --explain " + work.quoted("again.json")).output == explained.output);
  CHECK(beltdyn("validate --explain - < " + work.quoted("again.json")).output == explained.output);
  const Outcome empty = beltdyn("validate - < /dev/null");
  CHECK(empty.exit_code == 2);
  CHECK(empty.output.find("standard input: is empty") != std::string::npos);
}

TEST_CASE("command line: run writes the result files and does not overwrite existing results") {
  const Workspace work("run");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian));
  const std::string command = "run " + work.quoted("case.json") + " --out " + work.quoted("out");
  CHECK(beltdyn(command).exit_code == 0);
  const fs::path folder = work / "out/case/euler";
  const std::string history = content(folder / "history.csv");
  CHECK(history.starts_with(
      "time [s],strain_tight [-],strain_slack [-],slip_length_1 [m],slip_length_2 [m],slip_direction_1 [-],"
      "slip_direction_2 [-]"));
  CHECK(history.find("nan") == std::string::npos);
  CHECK(content(folder / "manifest.json").find("\"status\": \"complete\"") != std::string::npos);

  const Outcome second = beltdyn(command + " --set /end_time=2");
  CHECK(second.exit_code == 2);
  CHECK(second.output.find("already contains results; choose another folder with --out, replace them with --force") !=
        std::string::npos);
  CHECK(content(folder / "history.csv") == history);

  std::array<std::string, 3> before;
  for (std::size_t i = 0; i < kTables.size(); ++i) before[i] = content(folder / kTables[i]);
  CHECK(beltdyn(command + " --force").exit_code == 0);
  for (std::size_t i = 0; i < kTables.size(); ++i) CHECK(content(folder / kTables[i]) == before[i]);
}

TEST_CASE("command line: --json prints what came out of each run, and nothing else on the standard output") {
  const Workspace work("json");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian + "," + kLagrangian));
  const auto summary = [&work](const std::string& command) {
    const Outcome outcome =
        shell("{ " + kProgram + command + " --json --out " + work.quoted("out") + " 2>/dev/null; }");
    CAPTURE(outcome.output);
    nlohmann::json json = nlohmann::json::parse(outcome.output);
    CHECK(json.at("exit_code") == outcome.exit_code);
    return json;
  };
  const std::string config = work.quoted("case.json");
  const nlohmann::json one = summary("run " + config + " --only lagrange");
  REQUIRE(one.at("runs").size() == 1);
  CHECK(one.at("runs")[0].at("formulation") == "lagrangian_contour");
  CHECK(one.at("runs")[0].at("status") == "complete");
  CHECK(one.at("runs")[0].at("steps") == 1000);
  // A run that was complete before counts as well.
  const nlohmann::json both = summary("compare " + config + " --resume");
  CHECK(both.at("runs").size() == 2);
  CHECK(fs::exists(both.at("report").get<std::string>()));
  CHECK(fs::exists(both.at("comparison").get<std::string>()));
  const nlohmann::json failed =
      summary("run " + config + " --only euler --force --set /drive/friction_force=0.0009 --set /end_time=6");
  CHECK(failed.at("exit_code") == 3);
  CHECK(failed.at("runs")[0].at("status") == "failed");
  CHECK(failed.at("runs")[0].at("clean") == false);
  CHECK_FALSE(failed.at("runs")[0].at("message").get<std::string>().empty());
}

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

TEST_CASE("command line: near misses of meaning are told by run, validate and sweep, and no configuration has any") {
  const Workspace work("near_misses");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/contour.json'";
  const std::string late = " --set '/output={\"history_interval\": 3}' --set /end_time=0.01";
  const std::string told = "longer than the run of 0.01 s";
  CHECK(tells(beltdyn("validate " + config + late), told));
  CHECK(tells(beltdyn("run " + config + late + " --out " + work.quoted("run")), told));
  CHECK(tells(
      beltdyn("sweep '" BELTDYN_SOURCE_DIR "/configs/demo/creep_sweep.json' --set '/output={\"history_interval\": 1e9}'"
              " --set /sweep/parameters/0/count=2 --out " +
              work.quoted("sweep")),
      "output/history_interval is 1e+09 s"));
  for (const auto& entry : fs::recursive_directory_iterator(BELTDYN_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().string());
    // Its load drives on purpose.
    if (entry.path().stem() == "overrunning") continue;
    CHECK(!tells(beltdyn("validate '" + entry.path().string() + "'"), "warning"));
  }
}

TEST_CASE("command line: validate --json lists the mistakes with their places") {
  const Workspace work("validate_json");
  work.write("case.json", contour_configuration("-1", "\"3\"", kEulerian));
  const Outcome broken = beltdyn("validate --json " + work.quoted("case.json"));
  CHECK(broken.exit_code == 2);
  const nlohmann::json json = nlohmann::json::parse(broken.output);
  CHECK(json.at("valid") == false);
  REQUIRE(json.at("problems").size() == 2);
  CHECK(json.at("problems")[0].at("pointer") == "/end_time");
  CHECK(json.at("problems")[1].at("pointer") == "/drive/friction_force");
  const Outcome valid =
      beltdyn("validate --json " + work.quoted("case.json") + " --set /drive/friction_force=1 --set /end_time=3");
  CHECK(valid.exit_code == 0);
  CHECK(nlohmann::json::parse(valid.output).at("runs").at("euler") == "eulerian_contour");
}

TEST_CASE("command line: run and compare take a configuration from the standard input") {
  const Workspace work("stdin");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  for (const char* command : {"run", "compare"}) {
    CAPTURE(command);
    const std::string out = work.quoted(command);
    CHECK(beltdyn(std::string(command) + " - --quiet --out " + out + " < " + work.quoted("case.json")).exit_code == 0);
    CHECK(fs::exists(work / command / "case/euler/history.csv"));
  }
}

TEST_CASE("command line: compare with one run says that there is nothing to compare, and shows the run") {
  const Workspace work("alone");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  const Outcome alone = beltdyn("compare " + work.quoted("case.json") + " --quiet --out " + work.quoted("out"));
  CHECK(alone.exit_code == 0);
  CHECK(alone.output.find(
            "euler is the only run with results: figures and page show it, and there is no comparison.") == 0);
  CHECK(std::count(alone.output.begin(), alone.output.end(), '\n') == 1);
  CHECK(fs::exists(work / "out/case/report.html"));
}

TEST_CASE("command line: plot finds the results one folder below, if they are the only ones") {
  const Workspace work("below");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  const std::string run = "run " + work.quoted("case.json") + " --quiet --out " + work.quoted("out");
  REQUIRE(beltdyn(run).exit_code == 0);
  CHECK(beltdyn("plot " + work.quoted("out")).exit_code == 0);
  CHECK(fs::exists(work / "out/case/report.html"));
  REQUIRE(beltdyn(run + " --set /name=other").exit_code == 0);
  const Outcome several = beltdyn("plot " + work.quoted("out"));
  CHECK(several.exit_code == 2);
  CHECK(several.output.find("holds several results; name one of them: ") != std::string::npos);
  CHECK(several.output.find("out/case, ") != std::string::npos);
  CHECK(several.output.find("out/other") != std::string::npos);
  CHECK(beltdyn("plot " + work.quoted("nowhere")).exit_code == 5);
}

TEST_CASE("command line: the module with Ceres Solver is found by a program that is called by its name") {
  const Workspace work("by_name");
  const Outcome found =
      shell("cd " + work.quoted("") + " && PATH=$(dirname " + kProgram +
            "):$PATH beltdyn identify '" BELTDYN_SOURCE_DIR "/configs/demo/identify_friction.json' --quiet --out out");
  CAPTURE(found.output);
  CHECK(found.exit_code == 0);
}

TEST_CASE("command line: --only and --set are checked against the configuration") {
  const Workspace work("only");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian + "," + kLagrangian));
  const std::string command = "run " + work.quoted("case.json") + " --quiet --out " + work.quoted("out");
  const Outcome unknown = beltdyn(command + " --only eule");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output == "error: --only eule: there is no such run; did you mean \"euler\"?\n");
  CHECK(beltdyn(command + " --set /no/where=1").exit_code == 2);
  CHECK(beltdyn(command + " --set /runs/0/time_step=-1").exit_code == 2);
  CHECK_FALSE(fs::exists(work / "out"));
  const Outcome quiet = beltdyn(command + " --only euler");
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.output.empty());
  CHECK_FALSE(fs::exists(work / "out/case/lagrange"));
}

TEST_CASE("command line: an output folder that cannot be made is an input/output error") {
  const Workspace work("io");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian));
  work.write("in_the_way", "a file");
  const Outcome outcome = beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("in_the_way"));
  CHECK(outcome.exit_code == 5);
  CHECK(outcome.output.find("cannot be created") != std::string::npos);
}

TEST_CASE("command line: a belt that slides everywhere ends with exit code 3, a reason and the results so far") {
  const Workspace work("slide");
  work.write("case.json", contour_configuration("0.0009", "6", kEulerian));
  const Outcome outcome = beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.output.find("error: euler: ") != std::string::npos);
  const std::string history = content(work / "out/case/euler/history.csv");
  CHECK(std::count(history.begin(), history.end(), '\n') > 200);
  CHECK(history.find("nan") == std::string::npos);
  CHECK(content(work / "out/case/euler/manifest.json").find("\"status\": \"failed\"") != std::string::npos);
}

// A driven pulley almost at rest, on which the belt only drags while the driver turns.
TEST_CASE("command line: a run that fails before its first state is reported, and the others still run") {
  const Workspace work("unstarted");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/belt_characteristic.json'";
  const std::string creep =
      R"( --set '/drive/pulleys/1/motion/angular_velocity={"type": "constant", "value": 0.5}' --set /end_time=0.02)";
  const std::string string = R"({"name": "string", "formulation": "analytic_string", "time_step": 0.01})";
  const std::string ancf = R"({"name": "ancf", "formulation": "lagrangian_ancf", "elements": 60, "time_step": 0.001})";
  const Outcome alone =
      beltdyn("compare " + config + creep + " --set '/runs=[" + string + "]' --out " + work.quoted("a"));
  CHECK(alone.exit_code == 3);
  CHECK(content(work / "a/belt-characteristic/report.html").find("slips over the whole wrap") != std::string::npos);
  CHECK(beltdyn("plot " + work.quoted("a/belt-characteristic")).exit_code == 0);
  const Outcome both =
      beltdyn("compare " + config + creep + " --set '/runs=[" + string + ", " + ancf + "]' --out " + work.quoted("b"));
  CHECK(both.exit_code == 3);
  CHECK(fs::exists(work / "b/belt-characteristic/ancf/history.csv"));
  CHECK(content(work / "b/belt-characteristic/report.html").find("slips over the whole wrap") != std::string::npos);
}

TEST_CASE(
    "command line: the summary lists the balances, a warning those that do not close, even if all else is quiet") {
  const Workspace work("balances");
  work.write("case.json", contour_configuration("0.002", "0.4", R"({"name": "abel", "formulation": "analytic_abel",
        "time_step": 0.01})"));
  const std::string run = "run " + work.quoted("case.json") + " --force --out " + work.quoted("out");
  const Outcome closed = beltdyn(run);
  CAPTURE(closed.output);
  CHECK(closed.output.find("info: abel: balances: length_error ") != std::string::npos);
  CHECK(closed.output.find("violated") == std::string::npos);
  // Beyond its range the formula loses length.
  const Outcome open = beltdyn(run + " --quiet --set /end_time=3");
  CAPTURE(open.output);
  CHECK(open.exit_code == 0);
  CHECK(open.output.find("warning: abel: length_error [-] = ") != std::string::npos);
  CHECK(open.output.find("balances:") == std::string::npos);
  const std::string manifest = content(work / "out/case/abel/manifest.json");
  CHECK(manifest.find("\"column\": \"length_error [-]\"") != std::string::npos);
  CHECK(manifest.find("\"open\": true") != std::string::npos);
}

TEST_CASE(
    "command line: a run of more than 10 GB of results starts only with --force-large, other runs start without it") {
  const Workspace work("large");
  const std::string abel = R"({"name": "abel", "formulation": "analytic_abel", "time_step": 0.01})";
  work.write("case.json", contour_configuration("0.002", "0.4", kEulerian + "," + abel));
  // A row takes at least two bytes of each of its numbers, so that rows of 1e10 steps take 20 GB or more.
  const std::string large = " --set /runs/0/time_step=4e-11";
  const std::string run = "run " + work.quoted("case.json") + " --out " + work.quoted("out") + large;
  const Outcome refused = beltdyn(run);
  CAPTURE(refused.output);
  CHECK(refused.exit_code == 2);
  CHECK(refused.output.find("error: euler: its results would take about ") != std::string::npos);
  CHECK(refused.output.find(" GB, more than 10 GB; increase output/history_interval") != std::string::npos);
  CHECK_FALSE(fs::exists(work / "out/case/euler/manifest.json"));
  CHECK(content(work / "out/case/abel/manifest.json").find("\"status\": \"complete\"") != std::string::npos);
  // What is written counts, not how long it takes.
  CHECK(beltdyn("validate --preflight " + work.quoted("case.json") + large).output.find("--force-large") !=
        std::string::npos);
  CHECK(beltdyn("validate --preflight " + work.quoted("case.json") + large + " --set /output/history_interval=0.1")
            .output.find("--force-large") == std::string::npos);
  const Outcome started =
      shell("timeout --preserve-status --signal INT 1 " + kProgram + run + " --only euler --force-large");
  CHECK(started.exit_code == 130);
  CHECK(fs::exists(work / "out/case/euler/history.csv"));
  // Going on asks again, and leaves what is there.
  const std::string history = content(work / "out/case/euler/history.csv");
  CHECK(beltdyn(run + " --only euler --resume").exit_code == 2);
  CHECK(content(work / "out/case/euler/history.csv") == history);
}

TEST_CASE("command line: a run that is interrupted or killed resumes with bit-identical output") {
  const Workspace work("resume");
  work.write("case.json", contour_configuration("0.002", "60", kLagrangian));
  // Of twelve checkpoints the first leaves almost all of the run for the signal to come in time.
  const std::string run = "run " + work.quoted("case.json") + " --set /output/checkpoint_interval=5 --out ";
  REQUIRE(beltdyn(run + work.quoted("whole")).exit_code == 0);
  for (const Signal& signal : {Signal{SIGINT, "INT"}, Signal{SIGKILL, "KILL"}}) {
    CAPTURE(signal.name);
    const std::string out = work.quoted(signal.name);
    const fs::path folder = work / signal.name / "case/lagrange";
    const int exit_code = stop_beyond_checkpoint(run + out, folder, signal.number);
    REQUIRE_MESSAGE(exit_code != 0, "the run was over before the signal; it needs a later end_time");
    CHECK(exit_code == 128 + signal.number);
    CHECK(beltdyn(run + out).exit_code == 2);
    CHECK(beltdyn(run + out + " --resume").exit_code == 0);
    for (const char* table : kTables) {
      CHECK(content(folder / table) == content(work / "whole/case/lagrange" / table));
    }
  }
}

TEST_CASE("command line: a signal is heeded before the first step too, and SIGHUP stops as SIGTERM does") {
  const Workspace work("settling");
  const std::string run = "run '" BELTDYN_SOURCE_DIR
                          "/configs/papers/kubas-2021/regression_1.json' --set "
                          "/runs/0/settling_time=1e5 --out ";
  for (const Signal& signal : {Signal{SIGINT, "INT"}, Signal{SIGHUP, "HUP"}}) {
    CAPTURE(signal.name);
    const fs::path manifest = work / signal.name / "kubas-2021-regression-1/links/manifest.json";
    const auto has_begun = [&manifest] { return fs::exists(manifest); };
    CHECK(stop_when(has_begun, run + work.quoted(signal.name), signal.number) == 130);
    CHECK(content(manifest).find("\"status\": \"interrupted\"") != std::string::npos);
  }
}

// 1 s of settling is some 25 000 steps with the links of this drive, 4 s take a part of a second.
TEST_CASE("command line: long preparations are announced and show their progress") {
  const Workspace work("preparation");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/papers/kubas-2021/regression_1.json' --set ";
  const Outcome ahead = beltdyn("validate --preflight " + config + "/runs/0/settling_time=4");
  CHECK(ahead.exit_code == 0);
  for (const char* text : {"settles for 4 s in ", "preparing,  10 %", "preparing,  90 %", " s left", "prepared in "}) {
    CAPTURE(text);
    CHECK(tells(ahead, text));
  }
  CHECK_FALSE(tells(beltdyn("validate --preflight " + config + "/runs/0/settling_time=0.01"), "prepar"));
  const std::string short_run =
      "run " + config + "/runs/0/settling_time=4 --set /end_time=0.01 --set '/output={}' --out ";
  CHECK(tells(beltdyn(short_run + work.quoted("told")), "preparing,  50 %"));
  CHECK_FALSE(tells(beltdyn(short_run + work.quoted("quiet") + " --quiet"), "preparing, "));
}

TEST_CASE("command line: a second process is kept out of a folder that a run writes into") {
  const Workspace work("locked");
  work.write("case.json", contour_configuration("0.002", "60", kLagrangian));
  const std::string run = "run " + work.quoted("case.json") + " --out " + work.quoted("out");
  std::string refused;
  const auto second_is_refused = [&] {
    if (!fs::exists(work / "out/case/lagrange/manifest.json")) return false;
    const Outcome second = beltdyn(run + " --force");
    CHECK(second.exit_code == 5);
    refused = second.output;
    return true;
  };
  CHECK(stop_when(second_is_refused, run, SIGTERM) == 130);
  CHECK(refused.find("another BeltDyn process (process ") != std::string::npos);
  CHECK(beltdyn(run + " --resume --quiet").exit_code == 0);
}

TEST_CASE("command line: a run that cannot write is reported, and the others still run") {
  const Workspace work("full");
  work.write("case.json", contour_configuration("0.002", "2", kEulerian + "," + kLagrangian));
  // Files of at most 20 kB, as on a disk that is full: one table is longer.
  const Outcome outcome = shell("ulimit -f 20; trap '' XFSZ; " + kProgram + "run " + work.quoted("case.json") +
                                " --set /output/history_interval=1e-3 --set /runs/0/time_step=1e-3 --set "
                                "/output/profile_times=[] --jobs 1 --out " +
                                work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 5);
  CHECK(content(work / "out/case/euler/manifest.json").find("\"status\": \"failed\"") != std::string::npos);
  CHECK(content(work / "out/case/lagrange/manifest.json").find("\"status\": \"") != std::string::npos);
}

TEST_CASE("command line: a belt drive in two formulations has shapes, shared columns and pictures") {
  const Workspace work("belt");
  const std::string pulley = R"({"radius": 0.1, "side": "inside", "inertia": 1, "center": )";
  work.write(
      "case.json",
      R"({"format": "beltdyn/1", "name": "case", "end_time": 0.2,
    "drive": {"type": "belt_drive", "direction": "counterclockwise", "gravity": [0, 0],
      "pulleys": [)" +
          pulley + R"([0, 0], "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 10}}},
                  )" +
          pulley +
          R"([0.5, 0], "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 9.9}}}],
      "belt": {"axial_stiffness": 8000, "bending_stiffness": 0, "mass_per_length": 0, "width": 0.02, "contact_offset": 0,
               "pretension": {"type": "reference_strain", "strain": -0.05}},
      "contact": {"normal": {"type": "penalty", "stiffness_per_area": 4e9},
                  "friction": {"type": "elastoplastic_coulomb", "coefficient": 0.5, "stiffness_per_area": 5e9}}},
    "output": {"profile_times": [0, 0.1, 0.2]},
    "runs": [{"name": "euler", "formulation": "eulerian_contour", "elements_per_contact": 50, "stick_penalty": 1e9,
              "time_step": 0.01},
             {"name": "front", "formulation": "analytic_front_tracking", "strain": "finite_contour",
              "time_step": 0.01}]})");
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.find("Largest difference of each pair of runs, relative to the range of the second one (of "
                            "steady motions, to its magnitude):\n") != std::string::npos);
  // Of the speeds, which are constant and the same.
  CHECK(outcome.output.find(" front" + std::string(24, ' ') + "0.00e+00 ") != std::string::npos);
  const fs::path folder = work / "out/case";
  CHECK(content(folder / "euler/history.csv").starts_with("time [s],angular_velocity_1 [rad/s],torque_1 [N m],"));
  const std::string comparison = content(folder / "comparison.csv");
  for (const char* column : {"torque_1 [N m]", "slip_arc_2 [rad]", "span_force_1 [N]", "span_speed_2 [m/s]"}) {
    CHECK(comparison.find(column) != std::string::npos);
  }
  CHECK(fs::exists(folder / "euler/belt/00002.vtp"));
  CHECK(fs::exists(folder / "figures/belt_force.gp"));
  if (shell("command -v gnuplot").exit_code == 0) {
    // A picture is of the format that its name says, and the same bytes each time.
    const fs::path figures = folder / "figures";
    CHECK(content(figures / "belt_force.svg").find("<svg") < 200);
    CHECK(content(figures / "belt_force.png").starts_with("\x89PNG\r\n"));
    const std::string pdf = content(figures / "belt_force.pdf");
    CHECK(pdf.starts_with("%PDF-"));
    CHECK(pdf.find("CreationDate (20000101000000") != std::string::npos);
    const Outcome other = shell("cd '" + figures.string() + "' && gnuplot -e 'format=\"eps\"' belt_force.gp");
    CHECK(other.exit_code != 0);
    CHECK(other.output.find("must be svg, png or pdf") != std::string::npos);
    CHECK_FALSE(fs::exists(figures / "belt_force.eps"));
  }

  // Runs whose contact differs are in one picture, those whose drive differs in more are not.
  const std::string more = "run " + work.quoted("case.json") + " --out " + work.quoted("out") +
                           " --only more --set '/runs/0/name=\"more\"' --set ";
  const std::string plot = "plot " + work.quoted("out/case");
  CHECK(beltdyn(more + "/drive/contact/friction/coefficient=0.6").exit_code == 0);
  CHECK(beltdyn(plot).exit_code == 0);
  CHECK(content(folder / "figures/belt_torque.gp").find("['euler', 'more', 'front']") != std::string::npos);
  CHECK(beltdyn(more + "/drive/belt/axial_stiffness=9000 --force").exit_code == 0);
  const Outcome different = beltdyn(plot);
  CHECK(different.exit_code == 5);
  CHECK(different.output.find("were computed with a different drive") != std::string::npos);
  fs::remove_all(folder / "more");

  // What a run with fewer instants leaves alone is not that of the run before.
  CHECK(beltdyn(command + " --force --set /output/profile_times=[0.2]").exit_code == 0);
  CHECK(fs::exists(folder / "euler/belt/00000.vtp"));
  CHECK_FALSE(fs::exists(folder / "euler/belt/00001.vtp"));
}

TEST_CASE("command line: a study creates a run per value, evaluates them, and can be extended by further values") {
  const Workspace work("study");
  std::string text = contour_configuration("0.002", "1", kEulerian + R"(,
    {"name": "exact", "formulation": "analytic_dde", "strain": "finite_contour", "time_step": 0.01})");
  text.replace(text.rfind('}'), 1, R"(, "study": {"parameter": "/runs/0/elements_per_contact", "values": [20, 40, 80],
                                                "quantity": "strain_", "expected_order": 2}})");
  work.write("case.json", text);
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  CHECK(
      outcome.output.find("Convergence of euler with elements_per_contact from 20 to 80, errors from exact (exact run "
                          "of the same model), theoretical order 2:\n") != std::string::npos);
  const fs::path folder = work / "out/case";
  CHECK_FALSE(fs::exists(folder / "euler"));
  CHECK(content(folder / "euler-40/manifest.json").find("\"status\": \"complete\"") != std::string::npos);
  CHECK(content(folder / "convergence.json").find("\"reference\": \"exact\"") != std::string::npos);
  CHECK(content(folder / "convergence.csv").find("\neuler,exact,") != std::string::npos);
  CHECK(content(folder / "figures/convergence.gp").find("n_curves = 2\n") != std::string::npos);

  const std::string unchanged = content(folder / "euler-40/manifest.json");
  const Outcome more = beltdyn(command + " --resume --set /study/values=[20,40,80,160]");
  CAPTURE(more.output);
  CHECK(more.exit_code == 0);
  CHECK(content(folder / "euler-40/manifest.json") == unchanged);
  CHECK(content(folder / "convergence.csv").find(",euler-160,strain_tight [-],") != std::string::npos);
  // What is not the value of the study makes another run.
  CHECK(beltdyn(command + " --resume --set /runs/0/time_step=0.02").exit_code == 2);
  CHECK(beltdyn("plot " + work.quoted("out/case")).exit_code == 0);
  const Outcome wrong = beltdyn("validate " + work.quoted("case.json") + " --set /study/reference=euler");
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.output.find("/study/reference = \"euler\": is the run varied by the study; ") != std::string::npos);
}

TEST_CASE("command line: each run is computed with each variant of the drive, and the page tells what they differ in") {
  const Workspace work("variants");
  std::string text = contour_configuration("0.002", "1", kEulerian + R"(,
    {"name": "exact", "formulation": "analytic_dde", "strain": "finite_contour", "time_step": 0.01})");
  text.replace(text.rfind('}'), 1, R"(, "variants": [{"name": "dry"}, {"name": "oily",
                                                "set": {"/drive/friction_force": 0.001}}]})");
  work.write("case.json", text);
  const std::string command = "compare " + work.quoted("case.json") + " --out " + work.quoted("out");
  const Outcome outcome = beltdyn(command);
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 0);
  const fs::path folder = work / "out/case";
  CHECK_FALSE(fs::exists(folder / "euler"));
  const std::string comparison = content(folder / "comparison.csv");
  CHECK(comparison.find("\neuler-oily,exact-oily,finite_contour,finite_contour,true,") != std::string::npos);
  CHECK(comparison.find("\neuler-oily,euler-dry,finite_contour,finite_contour,false,") != std::string::npos);
  CHECK(comparison.find("euler-oily,exact-dry") == std::string::npos);
  const std::string page = content(folder / "report.html");
  CHECK(page.find("/drive/friction_force</th>") != std::string::npos);

  // With half the friction the same difference of strains takes a longer arc.
  const auto slip_length = [&folder](const std::string& run) {
    const std::string history = content(folder / run / "history.csv");
    const std::string row = history.substr(history.rfind('\n', history.size() - 2) + 1);
    std::size_t comma = 0;
    for (int i = 0; i < 3; ++i) comma = row.find(',', comma) + 1;
    return std::stod(row.substr(comma));
  };
  CHECK(slip_length("exact-oily") > slip_length("exact-dry"));

  const std::string unchanged = content(folder / "euler-dry/manifest.json");
  CHECK(beltdyn(command + " --resume").exit_code == 0);
  CHECK(content(folder / "euler-dry/manifest.json") == unchanged);
  const Outcome other = beltdyn(command + " --resume --set /variants/1/set/~1drive~1friction_force=0.003");
  CHECK(other.exit_code == 2);
  CHECK(other.output.find("euler-oily: contains the results of another configuration;") != std::string::npos);
  CHECK(beltdyn("plot " + work.quoted("out/case")).exit_code == 0);

  const std::string one = "run " + work.quoted("case.json") + " --out " + work.quoted("one") + " --only ";
  CHECK(beltdyn(one + "exact").exit_code == 0);
  CHECK(fs::exists(work / "one/case/exact-oily"));
  CHECK(fs::exists(work / "one/case/exact-dry"));
  CHECK_FALSE(fs::exists(work / "one/case/euler-dry"));
  CHECK(beltdyn(one + "exac").output.find("there is no such run") != std::string::npos);
}

TEST_CASE("command line: verify lists cases, selects by prefix, and rejects unknown cases") {
  const Outcome list = beltdyn("verify --list");
  CHECK(list.exit_code == 0);
  CHECK(list.output.find("oborin-2018/abel\n") != std::string::npos);
  const Outcome one = beltdyn("verify oborin-2018/abel");
  CHECK(one.exit_code == 0);
  CHECK(one.output.find("PASS oborin-2018/abel ") == 0);
  CHECK(one.output.find(" passed, 0 failed\n") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(beltdyn("verify --json oborin-2018/abel").output);
  CHECK(json.at("failed") == 0);
  CHECK(json.at("cases")[0].at("measurements")[0].at("pass") == true);
  const Outcome unknown = beltdyn("verify oborin-2018/abell");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output.find("did you mean \"oborin-2018/abel\"?") != std::string::npos);
}

TEST_CASE("command line: verify without its program says how to come by it") {
  const Workspace work("alone");
  fs::copy_file(BELTDYN_PROGRAM, work / "beltdyn");
  const Outcome outcome = shell(work.quoted("beltdyn") + " verify --list");
  CHECK(outcome.exit_code == 5);
  CHECK(outcome.output ==
        "error: " + (work / "beltdyn-verify").string() +
            ": cannot be started (No such file or directory); verify is a program of its own: build it "
            "with scripts/build release beltdyn-verify\n");
}

TEST_CASE("command line: verify gives exit code 4 where results and reference differ, and where data are broken") {
  const Workspace work("wrong_data");
  fs::create_directories(work / "ntarladima-2023");
  const std::string force = "ntarladima-2023/stored_n60_force.csv";
  const std::string history = "ntarladima-2023/stored_n60_time.csv";
  const std::string command = "verify ntarladima-2023/published/n60 --data " + work.quoted("");
  work.write(force, "0,1\n0.01,1\n");
  work.write(history, "0,0,0,0\n2.45,0,1,1\n");
  const Outcome wrong = beltdyn(command);
  CHECK(wrong.exit_code == 4);
  CHECK(wrong.output.find("FAIL ntarladima-2023/published/n60 largest_difference_of_the_driven_speed") !=
        std::string::npos);
  CHECK(wrong.output.find("0 passed, 5 failed\n") != std::string::npos);
  work.write(history, "0,0\n");
  const Outcome broken = beltdyn(command);
  CHECK(broken.exit_code == 4);
  CHECK(broken.output.find("has 2 columns and 1 rows, 4 columns and 2 rows are needed") != std::string::npos);
  CHECK(broken.output.find("0 passed, 1 failed\n") != std::string::npos);
}

TEST_CASE("command line: a missing folder of published data is an error, by option and by variable") {
  const std::string message =
      "error: /nonexistent: is not a folder of published data; correct --data or BELTDYN_DATA\n";
  CHECK(beltdyn("verify oborin-2018/abel --data /nonexistent").output == message);
  const Outcome outcome = shell("BELTDYN_DATA=/nonexistent " + kProgram + "verify oborin-2018/abel");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output == message);
}

TEST_CASE("command line: schema and info print") {
  CHECK(beltdyn("schema").output.find("\"$schema\": \"http://json-schema.org/draft-07/schema#\"") != std::string::npos);
  CHECK(beltdyn("info").output.find("eulerian_contour") != std::string::npos);
  CHECK(beltdyn("info --json").output.find("\"eulerian_contour\": \"") != std::string::npos);
  CHECK(beltdyn("info --columns").output.find("slip_margin_k                part of the friction") !=
        std::string::npos);
}
