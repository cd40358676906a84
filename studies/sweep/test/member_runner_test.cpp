// SPDX-License-Identifier: MIT
#include "studies/sweep/member_runner.hpp"

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/numerics/close.hpp"
#include "formulations/all_formulations.hpp"
#include "studies/test/braked_rope.hpp"

namespace beltdyn::studies::member_runner_test {
namespace {

std::string document(const std::string& quantities) {
  return beltdyn::test::braked_rope(1.0, R"(,
    "sweep": {
      "design": {"type": "grid"},
      "parameters": [{"pointer": "/drive/pulleys/0/brake/capacity/value", "name": "brake", "type": "values",
                      "values": [1000, 2000, 100]}],
      "quantities": )" + quantities + "}");
}

std::vector<Member> members_of(const MemberRunner& runner) {
  std::vector<Member> members(runner.size());
  for (std::size_t first = 0; first < runner.size(); first += runner.chain_length()) {
    runner.run_chain(first, [&](std::size_t i, const Member& member) { members[i] = member; });
  }
  return members;
}

}  // namespace

// From v = 2 m/s the rope with the moved mass m stops after m v R/M and m v² R/(2 M), and the brake takes m v²/2. A
// brake of 100 N m needs 22 s.
TEST_CASE("sweep: how a rope stops are quantities, empty where it does not come to rest") {
  const config::JsonDocument file = config::JsonDocument::parse("stops.json", document(R"([
    {"column": "stopping_distance", "reduction": "conclusion"},
    {"column": "end_speed_1", "reduction": "first"},
    {"column": "stopping_time", "reduction": "conclusion", "name": "rest"},
    {"column": "brake_energy", "reduction": "conclusion"}])"));
  const MemberRunner runner(file, all_formulations());
  const std::vector<std::string> columns = runner.columns();
  REQUIRE(columns.size() == 8);
  CHECK(columns[2] == "stopping_distance [m]");
  CHECK(columns[3] == "end_speed_1_first [m/s]");
  CHECK(columns[4] == "rest [s]");
  CHECK(columns[5] == "brake_energy [J]");
  const std::vector<Member> members = members_of(runner);
  constexpr double kEnergy = 0.5 * 2200.0 * 4.0;
  for (const std::size_t i : {0U, 1U}) {
    const double force = members[i].values[0] / 0.5;
    CHECK(close(members[i].results[0].value(), kEnergy / force, {.rel = 1e-7}));
    CHECK(members[i].results[1] == 2.0);
    CHECK(close(members[i].results[2].value(), 2200.0 * 2.0 / force, {.rel = 1e-7}));
    CHECK(close(members[i].results[3].value(), kEnergy, {.rel = 1e-7}));
  }
  CHECK(members[2].status == Member::Status::complete);
  CHECK(!members[2].results[0]);
  CHECK(!members[2].results[2]);
  // A force of 200 N slows the rope down for 5 s: the distance is v t − a t²/2.
  CHECK(close(members[2].results[3].value(), 200.0 * (2.0 * 5.0 - 0.5 * 200.0 / 2200.0 * 25.0), {.rel = 1e-7}));
}

TEST_CASE("sweep: the configuration of a member is the file with its numbers and nothing of the sweep") {
  const auto resolved = [](const std::string& text) {
    return resolved_configuration(
        read_configuration(config::JsonDocument::parse("stops.json", text), all_formulations()), all_formulations());
  };
  const MemberRunner runner(
      config::JsonDocument::parse("stops.json", document(R"([{"column": "end_speed_1", "reduction": "last"}])")),
      all_formulations());
  CHECK(runner.configuration_of(1) == resolved(beltdyn::test::braked_rope(2000.0, "")));
}

TEST_CASE("sweep: an unknown conclusion is told with those that a run has") {
  const config::JsonDocument file = config::JsonDocument::parse(
      "stops.json", document(R"([{"column": "stoping_distance", "reduction": "conclusion"}])"));
  CHECK_THROWS_WITH_AS(MemberRunner(file, all_formulations()).columns(),
                       doctest::Contains("did you mean \"stopping_distance\""), UsageError);
}

TEST_CASE("sweep: a number of the mesh that the file leaves out varies alone, the others stay as they are chosen") {
  // The belt bends, so that elements at the pulleys are halved unless a number of the mesh is given.
  const config::JsonDocument file = config::JsonDocument::parse("bends.json", R"({
    "format": "beltdyn/1", "name": "bends", "end_time": 1,
    "drive": {"type": "belt_drive", "direction": "counterclockwise", "pulleys": [
        {"center": [0, 0], "radius": 0.06, "side": "inside", "inertia": 0.001,
         "motion": {"type": "prescribed", "angular_velocity": 90}},
        {"center": [0.42, 0], "radius": 0.11, "side": "inside", "inertia": 0.005,
         "motion": {"type": "torque", "torques": [{"type": "applied", "moment": -10}]}}],
      "belt": {"axial_stiffness": 11200, "bending_stiffness": 0.0024, "mass_per_length": 0.037, "width": 0.02, "contact_offset": 0,
               "axial_damping": 0, "pretension": {"type": "force", "force": 180}},
      "contact": {"friction": {"type": "coulomb", "coefficient": 0.42}}, "gravity": [0, 0]},
    "runs": [{"name": "ale", "formulation": "eulerian_ale", "analysis": "steady"}]})");
  const VariedRun run(file, 0, all_formulations());
  const Json chosen = Json::parse(run.text({})).at("runs").at(0);
  const Change change{.pointer = "/runs/0/elements_per_pulley", .value = 12.0};
  Json varied = Json::parse(run.text(std::span(&change, 1))).at("runs").at(0);
  REQUIRE(chosen.at("touching_refinement").get<int>() > 0);
  CHECK(varied.at("elements_per_pulley").get<int>() == 12);
  varied["elements_per_pulley"] = chosen.at("elements_per_pulley");
  CHECK(varied == chosen);
}

}  // namespace beltdyn::studies::member_runner_test
