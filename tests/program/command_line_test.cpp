// SPDX-License-Identifier: MIT
// The program as the user sees it: exit codes, messages, files.
#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/program/program.hpp"

using namespace program_test;

TEST_CASE("command line: help and version are no errors, no command and unknown ones are") {
  CHECK(run_beltdyn("--help").exit_code == 0);
  CHECK(run_beltdyn("run --help").output.find("Example: beltdyn run") != std::string::npos);
  CHECK(run_beltdyn("--version").output.find("beltdyn 0.") == 0);
  CHECK(run_beltdyn("-V").output == run_beltdyn("--version").output);
  CHECK(run_beltdyn("help").output == run_beltdyn("--help").output);
  CHECK(run_beltdyn("help sweep").output == run_beltdyn("sweep --help").output);
  CHECK(run_beltdyn("help runn").output.find("did you mean \"run\"?") != std::string::npos);
  const std::string hoist = run_beltdyn("help new hoist").output;
  CHECK(hoist == run_beltdyn("new hoist --help").output);
  CHECK(hoist == run_beltdyn("new hoist -h").output);
  CHECK(hoist.find("--falls") != std::string::npos);
  CHECK(hoist.find("--take-up") == std::string::npos);
  // Each mistake has a line.
  const Outcome refused = run_beltdyn("new conveyor /nowhere/c.json --belt-mass '14 kg' --load '500 t/h'");
  CHECK(refused.exit_code == 2);
  CHECK(refused.output.find("error: --load 500 t/h: t/h cannot be") != std::string::npos);
  CHECK(run_beltdyn("").exit_code == 2);
  const Outcome unknown = run_beltdyn("runn x.json");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output == "error: unknown command 'runn'; did you mean \"run\"? beltdyn --help lists the commands\n");
  CHECK(run_beltdyn("--help").output.find("\n  help ") != std::string::npos);
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/contour.json'";
  const Workspace work("file");
  CHECK(run_beltdyn(config + " --out " + work.quoted("out")).exit_code == 0);
  CHECK(fs::exists(work / "out/contour-demo/report.html"));
  work.write("swept.json", R"({"sweep": 1})");
  CHECK(run_beltdyn(work.quoted("swept.json")).output.find("swept.json:1: /sweep = 1: must be an object") !=
        std::string::npos);
  CHECK(run_beltdyn("run").exit_code == 2);
  CHECK(run_beltdyn("run a.json --no-such-option").exit_code == 2);
}

TEST_CASE("command line: figures have the size that plot is given") {
  const Workspace work("sizes");
  REQUIRE(run_beltdyn("compare '" BELTDYN_SOURCE_DIR "/configs/demo/contour.json' --quiet --out " + work.quoted("out"))
              .exit_code == 0);
  for (const auto& [option, part] :
       {std::pair{"--width 120", "--width 120: has no unit; give a length such as 120mm"},
        {"--width 3kg", "--width 3kg: kg cannot be converted to m; give a length such as 120mm"},
        {"--width 20mm", "--width 20mm: must be from 80 mm to 1000 mm"},
        {"--height '2 m'", "--height 2 m: must be from 40 mm to 1000 mm"},
        {"--from 2kg", "--from 2kg: kg cannot be converted to s; give a time such as 0.5s"},
        {"--from 0.2 --to 100ms",
         "--from and --to: the figures would show the time from 0.2 s to 0.1 s; let it begin at 0 s or later and end "
         "after its begin"}}) {
    const Outcome outcome = run_beltdyn("plot " + work.quoted("out") + " " + option);
    CAPTURE(outcome.output);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output == "error: " + std::string(part) + "\n");
  }
  const Outcome late = run_beltdyn("plot " + work.quoted("out") + " --from 1e6");
  CHECK(late.exit_code == 2);
  CHECK(late.output.ends_with("\nerror: no run has two rows in the time to be drawn; the results end at 1 s\n"));
  REQUIRE(run_beltdyn("plot " + work.quoted("out") + " --width 120mm --height '10 cm'").exit_code == 0);
  const auto text_of = [&work](const std::string& file) {
    std::ifstream stream(work / ("out/contour-demo/figures/" + file));
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  // 96 pixels per inch.
  CHECK(text_of("history_strain.gp").starts_with("picture_width = 454\npicture_height = 378\n"));
  const std::string picture = text_of("history_strain.svg");
  if (picture.empty()) return;  // gnuplot is not installed
  CHECK(picture.find("width=\"454\" height=\"378\"") != std::string::npos);
}

TEST_CASE("command line: help and info for programs are JSON with every command and formulation") {
  const nlohmann::json help = nlohmann::json::parse(run_beltdyn("help --json").output);
  CHECK(help.at("exit_codes").at("3") == "a solver did not converge");
  // The help of the program itself is listed first.
  const std::string listed = run_beltdyn("--help").output;
  CHECK(help.at("commands").size() == 12);
  for (std::size_t i = 1; i < help.at("commands").size(); ++i) {
    const nlohmann::json& command = help.at("commands")[i];
    const std::string name = command.at("name");
    CAPTURE(name);
    CHECK(listed.find("\n  " + name + " ") != std::string::npos);
    const std::string own = run_beltdyn("help " + name).output;
    for (const nlohmann::json& option : command.at("options")) {
      CHECK(own.find(option.at("names").back().get<std::string>()) != std::string::npos);
      CHECK(own.find(option.at("meaning").get<std::string>().substr(0, 20)) != std::string::npos);
    }
  }
  const nlohmann::json info = nlohmann::json::parse(run_beltdyn("info --json").output);
  CHECK(run_beltdyn("--version").output.find("beltdyn " + info.at("version").get<std::string>()) == 0);
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
    const Outcome outcome = run_beltdyn("run " + work.quoted(file) + " --out " + work.quoted("out"));
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
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output.find("/drive/friction_force = -1: must be > 0") != std::string::npos);
  CHECK(outcome.output.find("/end_time = \"3\": has no unit") != std::string::npos);
  CHECK_FALSE(fs::exists(work / "out"));
  CHECK(run_beltdyn("validate " + work.quoted("case.json")).exit_code == 2);
}

TEST_CASE("command line: validate --explain prints a configuration that is valid again") {
  const Workspace work("explain");
  work.write("case.json", contour_configuration("0.002", "3", kEulerian));
  const Outcome explained = run_beltdyn("validate --explain " + work.quoted("case.json"));
  CHECK(explained.exit_code == 0);
  CHECK(explained.output.find("\"scheme\": \"midpoint_energy\"") != std::string::npos);
  work.write("again.json", explained.output);
  CHECK(run_beltdyn("validate --explain " + work.quoted("again.json")).output == explained.output);
  CHECK(run_beltdyn("validate --explain - < " + work.quoted("again.json")).output == explained.output);
  const Outcome empty = run_beltdyn("validate - < /dev/null");
  CHECK(empty.exit_code == 2);
  CHECK(empty.output.find("standard input: is empty") != std::string::npos);
}

TEST_CASE("command line: run writes the result files and does not overwrite existing results") {
  const Workspace work("run");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian));
  const std::string command = "run " + work.quoted("case.json") + " --out " + work.quoted("out");
  CHECK(run_beltdyn(command).exit_code == 0);
  const fs::path folder = work / "out/case/euler";
  const std::string history = content(folder / "history.csv");
  CHECK(history.starts_with(
      "time [s],strain_tight [-],strain_slack [-],slip_length_1 [m],slip_length_2 [m],slip_direction_1 [-],"
      "slip_direction_2 [-]"));
  CHECK(history.find("nan") == std::string::npos);
  CHECK(content(folder / "manifest.json").find("\"status\": \"complete\"") != std::string::npos);

  const Outcome second = run_beltdyn(command + " --set /end_time=2");
  CHECK(second.exit_code == 2);
  CHECK(second.output.find("already contains results; choose another folder with --out, replace them with --force") !=
        std::string::npos);
  CHECK(content(folder / "history.csv") == history);

  std::array<std::string, 3> before;
  for (std::size_t i = 0; i < kTables.size(); ++i) before[i] = content(folder / kTables[i]);
  CHECK(run_beltdyn(command + " --force").exit_code == 0);
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
  // A run that was already complete counts as well.
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

TEST_CASE("command line: near misses of meaning are told by run, validate and sweep, and no configuration has any") {
  const Workspace work("near_misses");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/contour.json'";
  const std::string late = " --set '/output={\"history_interval\": 3}' --set /end_time=0.01";
  const std::string told = "longer than the run of 0.01 s";
  CHECK(tells(run_beltdyn("validate " + config + late), told));
  CHECK(tells(run_beltdyn("run " + config + late + " --out " + work.quoted("run")), told));
  CHECK(tells(run_beltdyn("sweep '" BELTDYN_SOURCE_DIR
                          "/configs/demo/creep_sweep.json' --set '/output={\"history_interval\": 1e9}'"
                          " --set /sweep/parameters/0/count=2 --out " +
                          work.quoted("sweep")),
              "output/history_interval is 1e+09 s"));
  for (const auto& entry : fs::recursive_directory_iterator(BELTDYN_SOURCE_DIR "/configs")) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().string());
    // In this configuration the load drives intentionally.
    if (entry.path().stem() == "overrunning") continue;
    CHECK(!tells(run_beltdyn("validate '" + entry.path().string() + "'"), "warning"));
  }
}

TEST_CASE("command line: validate --json lists the mistakes with their places") {
  const Workspace work("validate_json");
  work.write("case.json", contour_configuration("-1", "\"3\"", kEulerian));
  const Outcome broken = run_beltdyn("validate --json " + work.quoted("case.json"));
  CHECK(broken.exit_code == 2);
  const nlohmann::json json = nlohmann::json::parse(broken.output);
  CHECK(json.at("valid") == false);
  REQUIRE(json.at("problems").size() == 2);
  CHECK(json.at("problems")[0].at("pointer") == "/end_time");
  CHECK(json.at("problems")[1].at("pointer") == "/drive/friction_force");
  const Outcome valid =
      run_beltdyn("validate --json " + work.quoted("case.json") + " --set /drive/friction_force=1 --set /end_time=3");
  CHECK(valid.exit_code == 0);
  CHECK(nlohmann::json::parse(valid.output).at("runs").at("euler") == "eulerian_contour");
}

TEST_CASE("command line: run and compare take a configuration from the standard input") {
  const Workspace work("stdin");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  for (const char* command : {"run", "compare"}) {
    CAPTURE(command);
    const std::string out = work.quoted(command);
    CHECK(run_beltdyn(std::string(command) + " - --quiet --out " + out + " < " + work.quoted("case.json")).exit_code ==
          0);
    CHECK(fs::exists(work / command / "case/euler/history.csv"));
  }
}

TEST_CASE("command line: plot finds the results one folder below, if they are the only ones") {
  const Workspace work("below");
  work.write("case.json", contour_configuration("0.002", "0.2", kEulerian));
  const std::string run = "run " + work.quoted("case.json") + " --quiet --out " + work.quoted("out");
  REQUIRE(run_beltdyn(run).exit_code == 0);
  CHECK(run_beltdyn("plot " + work.quoted("out")).exit_code == 0);
  CHECK(fs::exists(work / "out/case/report.html"));
  REQUIRE(run_beltdyn(run + " --set /name=other").exit_code == 0);
  const Outcome several = run_beltdyn("plot " + work.quoted("out"));
  CHECK(several.exit_code == 2);
  CHECK(several.output.find("holds several results; name one of them: ") != std::string::npos);
  CHECK(several.output.find("out/case, ") != std::string::npos);
  CHECK(several.output.find("out/other") != std::string::npos);
  CHECK(run_beltdyn("plot " + work.quoted("nowhere")).exit_code == 5);
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
  const Outcome unknown = run_beltdyn(command + " --only eule");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.output == "error: --only eule: there is no such run; did you mean \"euler\"?\n");
  const Outcome nowhere = run_beltdyn(command + " --set /no/where=1");
  CHECK(nowhere.exit_code == 2);
  CHECK(tells(nowhere, "/no: "));
  CHECK(tells(run_beltdyn(command + " --set /runs/7/name=x"),
              "is a list of 2 entries, 0 to 1, so there is no entry '7'"));
  CHECK(run_beltdyn(command + " --set /runs/0/time_step=-1").exit_code == 2);
  CHECK_FALSE(fs::exists(work / "out"));
  const Outcome quiet = run_beltdyn(command + " --only euler");
  CHECK(quiet.exit_code == 0);
  CHECK(quiet.output.empty());
  CHECK_FALSE(fs::exists(work / "out/case/lagrange"));
}

TEST_CASE("command line: errors of runs that --only leaves out are warnings, and other errors stay errors") {
  const Workspace work("only_errors");
  const std::string unknown = R"({"name": "odd", "formulation": "none"})";
  const std::string coarse = R"({"name": "coarse", "formulation": "eulerian_ale"})";
  work.write("case.json", contour_configuration("0.002", "1", unknown + "," + kEulerian + "," + coarse));
  const std::string command = "run " + work.quoted("case.json") + " --out " + work.quoted("out");
  CHECK(run_beltdyn(command).exit_code == 2);
  const Outcome selected = run_beltdyn(command + " --only euler --set /output/history_interval=0.1");
  CAPTURE(selected.output);
  CHECK(selected.exit_code == 0);
  CHECK(tells(selected, "/runs/0/formulation = \"none\": "));
  CHECK(tells(selected, "(this run is not selected and is left out)"));
  CHECK(fs::exists(work / "out/case/euler/history.csv"));
  // Errors of the selected run itself, of the drive, and of a run that does not exist.
  CHECK(run_beltdyn(command + " --force --only odd").exit_code == 2);
  CHECK(run_beltdyn(command + " --force --only euler --set /end_time=-1").exit_code == 2);
  CHECK(run_beltdyn(command + " --force --only nobody").exit_code == 2);
}

TEST_CASE("command line: an output folder that cannot be made is an input/output error") {
  const Workspace work("io");
  work.write("case.json", contour_configuration("0.002", "1", kEulerian));
  work.write("in_the_way", "a file");
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("in_the_way"));
  CHECK(outcome.exit_code == 5);
  CHECK(outcome.output.find("cannot be created") != std::string::npos);
}

TEST_CASE("command line: a belt that slides everywhere ends with exit code 3, a reason and the results so far") {
  const Workspace work("slide");
  work.write("case.json", contour_configuration("0.0009", "6", kEulerian));
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 3);
  CHECK(outcome.output.find("error: euler: ") != std::string::npos);
  const std::string history = content(work / "out/case/euler/history.csv");
  CHECK(std::count(history.begin(), history.end(), '\n') > 200);
  CHECK(history.find("nan") == std::string::npos);
  CHECK(content(work / "out/case/euler/manifest.json").find("\"status\": \"failed\"") != std::string::npos);
}

// A driven pulley almost at rest, on which the belt only slips while the driver turns.
TEST_CASE("command line: a run that fails before its first state is reported, and the others still run") {
  const Workspace work("unstarted");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/demo/belt_characteristic.json'";
  const std::string creep =
      R"( --set '/drive/pulleys/1/motion/angular_velocity={"type": "constant", "value": 0.5}' --set /end_time=0.02)";
  const std::string string = R"({"name": "string", "formulation": "analytic_string", "time_step": 0.01})";
  const std::string ancf = R"({"name": "ancf", "formulation": "lagrangian_ancf", "elements": 60, "time_step": 0.001})";
  const Outcome alone =
      run_beltdyn("compare " + config + creep + " --set '/runs=[" + string + "]' --out " + work.quoted("a"));
  CHECK(alone.exit_code == 3);
  CHECK(content(work / "a/belt-characteristic/report.html").find("slips over the whole wrap") != std::string::npos);
  CHECK(run_beltdyn("plot " + work.quoted("a/belt-characteristic")).exit_code == 0);
  const Outcome both = run_beltdyn("compare " + config + creep + " --set '/runs=[" + string + ", " + ancf +
                                   "]' --out " + work.quoted("b"));
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
  const Outcome closed = run_beltdyn(run);
  CAPTURE(closed.output);
  CHECK(closed.output.find("info: abel: balances: length_error ") != std::string::npos);
  CHECK(closed.output.find("violated") == std::string::npos);
  // Beyond its range of validity the formula violates the length balance.
  const Outcome open = run_beltdyn(run + " --quiet --set /end_time=3");
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
  // A row takes at least two bytes per number, so 1e10 rows, one per step, take 20 GB or more.
  const std::string large = " --set /runs/0/time_step=4e-11";
  const std::string run = "run " + work.quoted("case.json") + " --out " + work.quoted("out") + large;
  const Outcome refused = run_beltdyn(run);
  CAPTURE(refused.output);
  CHECK(refused.exit_code == 2);
  CHECK(refused.output.find("error: euler: its results would take about ") != std::string::npos);
  CHECK(refused.output.find(" GB, more than 10 GB; increase output/history_interval") != std::string::npos);
  CHECK_FALSE(fs::exists(work / "out/case/euler/manifest.json"));
  CHECK(content(work / "out/case/abel/manifest.json").find("\"status\": \"complete\"") != std::string::npos);
  // The amount of output counts, not the duration of the run.
  CHECK(run_beltdyn("validate --preflight " + work.quoted("case.json") + large).output.find("--force-large") !=
        std::string::npos);
  CHECK(run_beltdyn("validate --preflight " + work.quoted("case.json") + large + " --set /output/history_interval=0.1")
            .output.find("--force-large") == std::string::npos);
  const Outcome started =
      shell("timeout --preserve-status --signal INT 1 " + kProgram + run + " --only euler --force-large");
  CHECK(started.exit_code == 130);
  CHECK(fs::exists(work / "out/case/euler/history.csv"));
  // A resumed run asks again and keeps the existing files.
  const std::string history = content(work / "out/case/euler/history.csv");
  CHECK(run_beltdyn(run + " --only euler --resume").exit_code == 2);
  CHECK(content(work / "out/case/euler/history.csv") == history);
}

TEST_CASE("command line: a run that cannot be started leaves nothing, and says which it is") {
  const Workspace work("unstarted");
  const std::string abel = R"({"name": "abel", "formulation": "analytic_abel", "time_step": 0.01})";
  work.write("case.json", contour_configuration("0.002", "0.4", kEulerian + "," + abel));
  const Outcome refused =
      run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out") +
                  R"( --set '/output/order_tracking={"columns": [{"column": "none"}], "orders": [1], "period": 0.1}')");
  CAPTURE(refused.output);
  CHECK(refused.exit_code == 2);
  for (const std::string run : {"euler", "abel"}) {
    CHECK(refused.output.find("error: " + run + ": output.order_tracking refers to the column none") !=
          std::string::npos);
    CHECK_FALSE(fs::exists(work / ("out/case/" + run + "/manifest.json")));
  }
}

// 1 s of settling is about 25 000 steps with the links of this drive; 4 s take a fraction of a second.
TEST_CASE("command line: long preparations are announced and show their progress") {
  const Workspace work("preparation");
  const std::string config = "'" BELTDYN_SOURCE_DIR "/configs/papers/kubas-2021/regression_1.json' --set ";
  const Outcome ahead = run_beltdyn("validate --preflight " + config + "/runs/0/settling_time=4");
  CHECK(ahead.exit_code == 0);
  for (const char* text : {"N in all spans stretch the belt from ", "settles for 4 s in ", "preparing,  10 %",
                           "preparing,  90 %", " s left", "prepared in "}) {
    CAPTURE(text);
    CHECK(tells(ahead, text));
  }
  CHECK_FALSE(tells(run_beltdyn("validate --preflight " + config + "/runs/0/settling_time=0.01"), "prepar"));
  const std::string short_run =
      "run " + config + "/runs/0/settling_time=4 --set /end_time=0.01 --set '/output={}' --out ";
  CHECK(tells(run_beltdyn(short_run + work.quoted("told")), "preparing,  50 %"));
  CHECK_FALSE(tells(run_beltdyn(short_run + work.quoted("quiet") + " --quiet"), "preparing, "));
}

TEST_CASE("command line: schema and info print") {
  CHECK(run_beltdyn("schema").output.find("\"$schema\": \"http://json-schema.org/draft-07/schema#\"") !=
        std::string::npos);
  CHECK(run_beltdyn("info").output.find("eulerian_contour") != std::string::npos);
  CHECK(run_beltdyn("info --json").output.find("\"eulerian_contour\": \"") != std::string::npos);
  CHECK(run_beltdyn("info --columns").output.find("slip_margin_k                part of the friction") !=
        std::string::npos);
}
