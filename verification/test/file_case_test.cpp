// SPDX-License-Identifier: MIT
#include "verification/file_case.hpp"

#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "core/base/error.hpp"

namespace beltdyn::verification::file_case_test {
namespace {

// A block on a rig that moves with the position 2 t: after 0.5 s its position is 1.
std::string text(const std::string& reference, const std::string& more = "") {
  return R"({
    "claim": "A position", "source": "closed form",
    "configuration": {
      "format": "beltdyn/1", "name": "rig", "end_time": 1,
      "drive": {"type": "friction_rig", "normal_force": 1, "motion": {"type": "prescribed_velocity", "velocity": 2}},
      "runs": [{"name": "run", "formulation": "friction_rig", "time_step": 0.1,
                "law": {"type": "dahl", "coefficient": 1, "stiffness": 2000}}]
    },
    "checks": [{"run": "run", "column": "position", "time": 0.5, "reference": )" +
         reference + R"(, "tolerance": 1e-9, "reason": "rounding")" + more + "}]}";
}

}  // namespace

TEST_CASE("file case: a value is measured where the file says, and a wrong reference fails") {
  for (const auto& [reference, passes] : {std::pair("1", true), std::pair("1.01", false)}) {
    const VerificationCase item = file_case("rig.json", text(reference));
    CHECK(item.id == "files/rig");
    CHECK(item.claim == "A position");
    Record record;
    item.run(record);
    REQUIRE(record.measurements().size() == 1);
    CHECK(record.measurements()[0].measured == doctest::Approx(1.0));
    CHECK(record.measurements()[0].reason == "rounding");
    CHECK(record.measurements()[0].passes() == passes);
  }
}

TEST_CASE("file case: what is no description is refused with file and place") {
  CHECK_THROWS_WITH_AS(file_case("a.json", "{"), doctest::Contains("a.json: "), UsageError);
  CHECK_THROWS_WITH_AS(file_case("a.json", text("1", R"(, "unit": "m")")),
                       doctest::Contains("a.json: checks/0: unknown key \"unit\"; the keys are run, column"),
                       UsageError);
  CHECK_THROWS_WITH_AS(file_case("a.json", text("\"1\"")), doctest::Contains("checks/0: needs \"reference\", a number"),
                       UsageError);
  CHECK_THROWS_WITH_AS(file_case("a.json", R"({"claim": "c"})"), doctest::Contains("needs \"configuration\""),
                       UsageError);
  std::string other_run = text("1");
  other_run.replace(other_run.find("\"run\": \"run\""), 12, "\"run\": \"two\"");
  Record record;
  CHECK_THROWS_WITH_AS(file_case("a.json", other_run).run(record), doctest::Contains("there is no run two"),
                       UsageError);
}

}  // namespace beltdyn::verification::file_case_test
