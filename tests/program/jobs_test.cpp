// SPDX-License-Identifier: MIT
// Parallel runs: messages and files equal those of sequential runs.
#include <csignal>
#include <map>
#include <sstream>
#include <string>

#include "tests/program/program.hpp"

using namespace program_test;

namespace {

// The text without the timing lines of a run.
std::string without_times(const std::string& text) {
  std::istringstream stream(text);
  std::string rest;
  for (std::string line; std::getline(stream, line);) {
    const bool is_time = line.starts_with("  \"wall_time") || line.starts_with("  \"cpu_time");
    if (!is_time) rest += line + '\n';
  }
  return rest;
}

// All files below a folder.
std::map<std::string, std::string> files_below(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), folder).string();
    files[name] = name.ends_with("manifest.json") ? without_times(content(entry.path())) : content(entry.path());
  }
  return files;
}

// The level and the subject of each message, "info: euler", "warning: abel", ..., without durations.
std::string subjects(const std::string& output) {
  std::istringstream stream(output);
  std::string text;
  for (std::string line; std::getline(stream, line);) {
    const std::size_t level = line.find(": ");
    if (line.starts_with("info: ") || line.starts_with("warning: ") || line.starts_with("error: ")) {
      text += line.substr(0, line.find(": ", level + 2)) + '\n';
    }
  }
  return text;
}

// Three runs. The first one takes longest; the second one fails because it must not iterate.
std::string three_runs() {
  return contour_configuration("0.002", "3",
                               kLagrangian + R"(, {"name": "lost", "formulation": "eulerian_contour",
        "elements_per_contact": 50, "stick_penalty": 1e6, "max_newton_iterations": 1, "time_step": 0.01}, )" +
                                   kEulerian);
}

}  // namespace

TEST_CASE("jobs: two parallel runs write the same bytes as sequential ones and are reported in the same order") {
  const Workspace work("jobs");
  work.write("case.json", three_runs());
  const std::string run = "run " + work.quoted("case.json") + " --out ";
  const Outcome one = run_beltdyn(run + work.quoted("one") + " --jobs 1");
  const Outcome two = run_beltdyn(run + work.quoted("two") + " --jobs 2");
  CAPTURE(one.output);
  CAPTURE(two.output);
  CHECK(one.exit_code == 3);
  CHECK(two.exit_code == 3);
  CHECK(one.output.find("error: lost: ") != std::string::npos);
  CHECK(subjects(one.output).starts_with("info: lagrange\ninfo: lagrange\n"));
  CHECK(subjects(two.output) == subjects(one.output));
  CHECK(files_below(work / "one").size() == 15);
  CHECK(files_below(work / "two") == files_below(work / "one"));
  // The default is one job per processor.
  CHECK(run_beltdyn(run + work.quoted("default") + " --quiet").exit_code == 3);
  CHECK(files_below(work / "default") == files_below(work / "one"));
}

TEST_CASE("jobs: a study of members at a time compares them as one of members in turn") {
  const Workspace work("jobs_study");
  std::string text = contour_configuration("0.002", "1", kEulerian + R"(,
    {"name": "exact", "formulation": "analytic_dde", "strain": "finite_contour", "time_step": 0.01})");
  text.replace(text.rfind('}'), 1, R"(, "study": {"parameter": "/runs/0/elements_per_contact", "values": [20, 40, 80],
                                                "quantity": "strain_", "expected_order": 2}})");
  work.write("case.json", text);
  const std::string compare = "compare " + work.quoted("case.json") + " --out ";
  CHECK(run_beltdyn(compare + work.quoted("one") + " --jobs 1").exit_code == 0);
  CHECK(run_beltdyn(compare + work.quoted("two") + " --jobs 2").exit_code == 0);
  for (const char* file : {"convergence.csv", "comparison.csv", "euler-20/history.csv", "euler-80/profiles.csv"}) {
    CAPTURE(file);
    CHECK(content(work / "two/case" / file) == content(work / "one/case" / file));
  }
}

TEST_CASE("jobs: an interrupt stops all runs with checkpoints, and all resume with bit-identical output") {
  const Workspace work("jobs_stop");
  const std::string second = R"(, {"name": "second", "formulation": "lagrangian_contour", "elements": 600,
                                   "time_step": 1e-3})";
  const std::string third = R"(, {"name": "third", "formulation": "lagrangian_contour", "elements": 60,
                                  "time_step": 1e-2})";
  work.write("case.json", contour_configuration("0.002", "40", kLagrangian + second + third));
  const std::string run = "run " + work.quoted("case.json") + " --jobs 2 --set /output/checkpoint_interval=5 --out ";
  REQUIRE(run_beltdyn(run + work.quoted("whole")).exit_code == 0);
  const fs::path folder = work / "stopped/case";
  CHECK(stop_beyond_checkpoint(run + work.quoted("stopped"), folder / "lagrange", SIGINT) == 130);
  for (const char* name : {"lagrange", "second"}) CHECK(fs::exists(folder / name / "checkpoint.cbor"));
  CHECK_FALSE(fs::exists(folder / "third/manifest.json"));
  CHECK(run_beltdyn(run + work.quoted("stopped") + " --resume").exit_code == 0);
  CHECK(files_below(work / "stopped") == files_below(work / "whole"));
}

TEST_CASE("jobs: a write error ends the command, and started runs are kept") {
  const Workspace work("jobs_io");
  work.write("case.json", three_runs());
  // A folder where a file should be written.
  fs::create_directories(work / "out/case/lost/history.csv");
  const Outcome outcome = run_beltdyn("run " + work.quoted("case.json") + " --jobs 2 --out " + work.quoted("out"));
  CAPTURE(outcome.output);
  CHECK(outcome.exit_code == 5);
  CHECK(outcome.output.find("history.csv: cannot be written") != std::string::npos);
  CHECK(content(work / "out/case/lagrange/manifest.json").find("\"status\": \"complete\"") != std::string::npos);
}

TEST_CASE("jobs: an invalid number of jobs is an error") {
  const Workspace work("jobs_number");
  work.write("case.json", three_runs());
  for (const char* jobs : {"0", "-1", "two", "1.5", "99999999999999999999"}) {
    CAPTURE(jobs);
    const Outcome outcome =
        run_beltdyn("run " + work.quoted("case.json") + " --out " + work.quoted("out") + " --jobs " + jobs);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.output ==
          "error: --jobs: must be a positive integer, not '" + std::string(jobs) + "'; see beltdyn run --help\n");
    CHECK_FALSE(fs::exists(work / "out"));
  }
}
