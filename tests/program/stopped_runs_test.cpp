// SPDX-License-Identifier: MIT
// Runs that are interrupted, are killed, have no access to their folder or cannot write.
#include <csignal>
#include <string>

#include <doctest/doctest.h>

#include "tests/program/program.hpp"

using namespace program_test;

namespace {

struct Signal {
  int number;
  const char* name;
};

}  // namespace

TEST_CASE("command line: a run that is interrupted or killed resumes with bit-identical output") {
  const Workspace work("resume");
  work.write("case.json", contour_configuration("0.002", "60", kLagrangian));
  // Of twelve checkpoints the first one comes early, so that most of the run is left when the signal arrives.
  const std::string run = "run " + work.quoted("case.json") + " --set /output/checkpoint_interval=5 --out ";
  REQUIRE(run_beltdyn(run + work.quoted("whole")).exit_code == 0);
  for (const Signal& signal : {Signal{SIGINT, "INT"}, Signal{SIGKILL, "KILL"}}) {
    CAPTURE(signal.name);
    const std::string out = work.quoted(signal.name);
    const fs::path folder = work / signal.name / "case/lagrange";
    const int exit_code = stop_beyond_checkpoint(run + out, folder, signal.number);
    REQUIRE_MESSAGE(exit_code != 0, "the run was over before the signal; it needs a later end_time");
    CHECK(exit_code == 128 + signal.number);
    CHECK(run_beltdyn(run + out).exit_code == 2);
    CHECK(run_beltdyn(run + out + " --resume").exit_code == 0);
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

TEST_CASE("command line: a second process is kept out of a folder that a run writes into") {
  const Workspace work("locked");
  work.write("case.json", contour_configuration("0.002", "60", kLagrangian));
  const std::string run = "run " + work.quoted("case.json") + " --out " + work.quoted("out");
  std::string refused;
  const auto second_is_refused = [&] {
    if (!fs::exists(work / "out/case/lagrange/manifest.json")) return false;
    const Outcome second = run_beltdyn(run + " --force");
    CHECK(second.exit_code == 5);
    refused = second.output;
    return true;
  };
  CHECK(stop_when(second_is_refused, run, SIGTERM) == 130);
  CHECK(refused.find("another BeltDyn process (process ") != std::string::npos);
  CHECK(run_beltdyn(run + " --resume --quiet").exit_code == 0);
}

TEST_CASE("command line: a run that cannot write is reported, and the others still run") {
  const Workspace work("full");
  work.write("case.json", contour_configuration("0.002", "2", kEulerian + "," + kLagrangian));
  // Files are limited to 20 kB, as on a full disk; one table is longer.
  const Outcome outcome = shell("ulimit -f 20; trap '' XFSZ; " + kProgram + "run " + work.quoted("case.json") +
                                " --set /output/history_interval=1e-3 --set /runs/0/time_step=1e-3 --set "
                                "/output/profile_times=[] --jobs 1 --out " +
                                work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 5);
  CHECK(content(work / "out/case/euler/manifest.json").find("\"status\": \"failed\"") != std::string::npos);
  CHECK(content(work / "out/case/lagrange/manifest.json").find("\"status\": \"") != std::string::npos);
}
