// SPDX-License-Identifier: MIT
// `beltdyn verify` as the user sees it.
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/program/program.hpp"

using namespace program_test;

TEST_CASE("command line: verify lists cases, selects by prefix, and rejects unknown cases") {
  const Outcome list = run_beltdyn("verify --list");
  CHECK(list.exit_code == 0);
  CHECK(list.output.find("oborin-2018/abel\n") != std::string::npos);
  const Outcome quick = run_beltdyn("verify --list --quick");
  CHECK(quick.exit_code == 0);
  CHECK(quick.output.find("oborin-2018/abel\n") != std::string::npos);
  CHECK(quick.output.size() < list.output.size());
  const Outcome one = run_beltdyn("verify oborin-2018/abel");
  CHECK(one.exit_code == 0);
  CHECK(one.output.find("PASS oborin-2018/abel ") == 0);
  CHECK(one.output.find(" passed, 0 failed\n") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(run_beltdyn("verify --json oborin-2018/abel").output);
  CHECK(json.at("failed") == 0);
  CHECK(json.at("cases")[0].at("measurements")[0].at("pass") == true);
  const Outcome unknown = run_beltdyn("verify oborin-2018/abell");
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
  const Outcome wrong = run_beltdyn(command);
  CHECK(wrong.exit_code == 4);
  CHECK(wrong.output.find("FAIL ntarladima-2023/published/n60 largest_difference_of_the_driven_speed") !=
        std::string::npos);
  CHECK(wrong.output.find("0 passed, 5 failed\n") != std::string::npos);
  work.write(history, "0,0\n");
  const Outcome broken = run_beltdyn(command);
  CHECK(broken.exit_code == 4);
  CHECK(broken.output.find("has 2 columns and 1 rows, 4 columns and 2 rows are needed") != std::string::npos);
  CHECK(broken.output.find("0 passed, 1 failed\n") != std::string::npos);
}

TEST_CASE("command line: a missing folder of published data is an error, by option and by variable") {
  const std::string message =
      "error: /nonexistent: is not a folder of published data; correct --data or BELTDYN_DATA\n";
  CHECK(run_beltdyn("verify oborin-2018/abel --data /nonexistent").output == message);
  const Outcome outcome = shell("BELTDYN_DATA=/nonexistent " + kProgram + "verify oborin-2018/abel");
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.output == message);
}
