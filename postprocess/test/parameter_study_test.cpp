// SPDX-License-Identifier: MIT
// Studies of a physical parameter: results over the parameter, without orders of convergence.
#include "postprocess/parameter_study.hpp"

#include <cmath>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "postprocess/test/study_support.hpp"

namespace beltdyn::parameter_study_test {

using namespace beltdyn::postprocess;

namespace {

// A formulation with an option of each role.
class Options final : public RunOptions {
 public:
  void visit(config::FieldVisitor& v) override {
    v.number({"viscosity", "N s/m", "a physical number"}, viscosity_, config::kPositive, config::Presence::required);
    v.number({"time_step", "s", "the time step", config::Role::discretisation}, time_step_, config::kPositive,
             config::Presence::required);
  }
  std::vector<std::string> objections(const Drive&) const override { return {}; }
  std::unique_ptr<Simulation> create(const Drive&, double) const override { return nullptr; }
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<Options>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override { return "model"; }

 private:
  double viscosity_ = 1.0;
  double time_step_ = 1.0;
};

Formulations formulations() {
  return {{"mesh", "has options", [] { return std::make_unique<Options>(); }}};
}

std::string text_of(const std::string& study) {
  return postprocess::test::study_text(R"({"name": "mesh", "formulation": "mesh", "viscosity": 3, "time_step": 0.1},
             {"name": "other", "formulation": "mesh", "viscosity": 3, "time_step": 0.1})",
                                       study);
}

Configuration read(const std::string& study) {
  return read_configuration(config::JsonDocument::parse("case.json", text_of(study)), formulations());
}

std::string mistake(const std::string& study) {
  try {
    read(study);
  } catch (const ConfigError& error) {
    return to_string(error.file(), error.problems().front());
  }
  return {};
}

// Histories of runs for a value v: x(t) = v² t, a column with the sign of −1/v, and a constant one.
class Histories : public postprocess::test::StudyHistories {
 public:
  void add(double v) {
    std::string text = "time [s],x [m],y [N],same [-],balance_z [-],contact_state [-]\n";
    for (const double t : {0.0, 1.0, 2.0})
      text += fmt::format("{},{:.17g},{:.17g},5,{},1\n", t, v * v * t, -1.0 / v, v);
    StudyHistories::add(member_name("mesh", v), text);
  }
};

const std::string kViscosity = R"({"parameter": "/runs/0/viscosity", "values": [2, 4, 1]})";
constexpr double kRounding = 1e-14;

}  // namespace

TEST_CASE("study: a discretisation has orders, physics has none unless the file names a limit and its order") {
  CHECK(read(R"({"parameter": "/runs/0/time_step", "values": [2, 4, 1]})").study->has_orders);
  CHECK_FALSE(read(kViscosity).study->has_orders);
  CHECK(read(R"({"parameter": "/runs/0/viscosity", "values": [2, 4, 1], "reference": "other", "expected_order": 1})")
            .study->has_orders);
  CHECK(mistake(R"({"parameter": "/runs/0/viscosity", "values": [2, 4, 1], "expected_order": 1})") ==
        "case.json:8: /study/expected_order = 1: viscosity is not a discretisation parameter, so results have no order "
        "of convergence over it; omit this key, or give as reference the run of the limit that results tend to");
  CHECK(
      mistake(R"({"parameter": "/runs/0/viscosity", "values": [2, 4, 1], "reference": "other"})") ==
      "case.json:8: /study/reference = \"other\": viscosity is not a discretisation parameter, so differences between "
      "results are not errors; omit this key, or give as expected_order the order at which results tend to this run");
}

TEST_CASE("study over physics: results at the end, their change and sensitivity, in the order of the file") {
  Histories histories;
  for (const double v : {1.0, 2.0, 4.0}) histories.add(v);
  const ParameterStudy study = compare_over_parameter(read(kViscosity), histories.runs());
  CHECK(study.name == "viscosity");
  CHECK(study.remarks.empty());
  REQUIRE(study.runs.size() == 1);
  const RunOverParameter& run = study.runs[0];
  CHECK(run.values == std::vector{2.0, 4.0, 1.0});
  CHECK(run.members == std::vector<std::string>{"mesh-2", "mesh-4", "mesh-1"});
  // Balances and states are not results.
  REQUIRE(run.columns.size() == 3);
  const ColumnOverParameter& x = run.columns[0];
  CHECK(x.column == "x [m]");
  CHECK(x.final_values == std::vector{8.0, 32.0, 2.0});
  CHECK(x.means == std::vector{4.0, 16.0, 1.0});
  CHECK(x.changes == std::vector{0.0, 3.0, -0.75});
  CHECK(x.is_affected);
  for (const double slope : x.sensitivities) CHECK(std::abs(slope - 2.0) <= kRounding);
  CHECK(std::abs(x.overall_sensitivity - 2.0) <= kRounding);
  CHECK(std::abs(run.columns[1].overall_sensitivity + 1.0) <= kRounding);
  CHECK_FALSE(run.columns[2].is_affected);
}

// v² of the members 2 and 4; a third one does not come to rest.
TEST_CASE("study over physics: conclusions of the runs are results, of those members that have them") {
  Histories histories;
  for (const double v : {2.0, 4.0, 1.0}) histories.add(v);
  std::vector<RunHistory> runs = histories.runs();
  runs[0].conclusions = {{"stopping_distance", "m", 4.0, "way"}};
  runs[1].conclusions = {{"stopping_distance", "m", 16.0, "way"}};
  const ParameterStudy study = compare_over_parameter(read(kViscosity), runs);
  REQUIRE(study.runs.size() == 1);
  const ColumnOverParameter& column = study.runs[0].columns.back();
  CHECK(column.column == "stopping_distance [m]");
  CHECK(column.final_values[1] == 16.0);
  CHECK(std::isnan(column.final_values[2]));
  CHECK(column.is_affected);
  CHECK(std::abs(column.sensitivities[0] - 2.0) < kRounding);
}

TEST_CASE("study over physics: a result that is 0 or changes its sign has no sensitivity") {
  CHECK(std::isnan(sensitivity(1.0, 0.0, 2.0, 1.0)));
  CHECK(std::isnan(sensitivity(1.0, -1.0, 2.0, 1.0)));
}

TEST_CASE("study over physics: JSON, CSV and table agree, without an order") {
  Histories histories;
  for (const double v : {1.0, 2.0}) histories.add(v);
  const ParameterStudy study = compare_over_parameter(read(kViscosity), histories.runs());
  REQUIRE(study.remarks.size() == 1);
  CHECK(study.remarks[0] == "mesh-4 has no complete result and is omitted");
  const auto json = nlohmann::json::parse(parameter_study_json(study));
  CHECK(json["parameter"] == "/runs/0/viscosity");
  CHECK(json["runs"][0]["columns"][0]["final"] == std::vector{8.0, 2.0});
  const std::string csv = parameter_study_csv(study);
  CHECK(csv.find("mesh,/runs/0/viscosity,1,mesh-1,x [m],2,1,-0.75,2\n") != std::string::npos);
  const std::string table = parameter_study_table(study);
  CHECK(table.find("Results of mesh over viscosity, which is not a discretisation parameter") == 0);
  CHECK(table.find("-75.00 %") != std::string::npos);
  CHECK(table.find("The same for all values: same [-].") != std::string::npos);
  CHECK(table.find(study.remarks[0]) != std::string::npos);
}

}  // namespace beltdyn::parameter_study_test
