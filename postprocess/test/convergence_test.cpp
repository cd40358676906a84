// SPDX-License-Identifier: MIT
// Convergence studies: the runs that they make, all errors in their configuration, and orders of synthetic histories.
#include "postprocess/convergence.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "postprocess/test/study_support.hpp"

namespace beltdyn::convergence_test {

using namespace beltdyn::postprocess;

namespace {

// A formulation that has options only.
class Options final : public RunOptions {
 public:
  explicit Options(bool is_exact, std::string model = "model") : is_exact_(is_exact), model_(std::move(model)) {}
  void visit(config::FieldVisitor& v) override {
    if (!is_exact_) {
      v.integer({"elements", "-", "the number of elements", config::Role::discretisation}, elements_,
                {.low = 2, .high = 1000}, config::Presence::chosen);
      v.integer({"halvings", "-", "the number of halvings", config::Role::discretisation}, halvings_,
                {.low = 0, .high = 9}, config::Presence::chosen);
    }
    v.number({"time_step", "s", "the time step", config::Role::discretisation}, time_step_, config::kPositive,
             config::Presence::required);
  }
  // As for the mesh of a belt: halvings are chosen only if no number is given.
  void choose_left_out(const Drive&, double, double) override {
    const bool is_whole = elements_ == kLeftOut && halvings_ == kLeftOut;
    if (elements_ == kLeftOut) elements_ = 6;
    if (halvings_ == kLeftOut) halvings_ = is_whole ? 3 : 0;
  }
  std::vector<std::string> objections(const Drive&) const override {
    if (elements_ != 13) return {};
    return {"13 elements bring bad luck; choose another number"};
  }
  std::unique_ptr<Simulation> create(const Drive&, double) const override { return nullptr; }
  std::unique_ptr<RunOptions> clone() const override { return std::make_unique<Options>(*this); }
  double time_step() const override { return time_step_; }
  std::string model(const Drive&) const override { return model_; }
  bool is_exact() const override { return is_exact_; }
  int elements() const { return elements_; }
  int halvings() const { return halvings_; }

 private:
  static constexpr int kLeftOut = -1;
  bool is_exact_;
  std::string model_;
  int elements_ = kLeftOut;
  int halvings_ = kLeftOut;
  double time_step_ = 1.0;
};

Formulations formulations() {
  return {{"mesh", "has a mesh", [] { return std::make_unique<Options>(false); }},
          {"solution", "has none", [] { return std::make_unique<Options>(true); }},
          {"other", "of another model", [] { return std::make_unique<Options>(true, "string"); }}};
}

std::string text_of(const std::string& study, const std::string& name = "exact") {
  return postprocess::test::study_text(R"({"name": "mesh", "formulation": "mesh", "elements": 4, "time_step": 0.1},
             {"name": ")" + name + R"(", "formulation": "solution", "time_step": 0.1})",
                                       study);
}

Configuration read(const std::string& study, const std::string& name = "exact") {
  return read_configuration(config::JsonDocument::parse("case.json", text_of(study, name)), formulations());
}

std::vector<std::string> names(const Configuration& configuration) {
  std::vector<std::string> result;
  for (const RunConfig& run : configuration.runs) result.push_back(run.name);
  return result;
}

// All messages, one line each.
std::string mistakes(const std::string& study, const std::string& name = "exact") {
  std::string lines;
  try {
    read(study, name);
  } catch (const ConfigError& error) {
    for (const Problem& problem : error.problems()) lines += to_string(error.file(), problem) + "\n";
  }
  return lines;
}

// Histories of x(t) = t + e with the error e of each run; the last column is the same in all runs.
class Histories : public postprocess::test::StudyHistories {
 public:
  void add(const std::string& name, double error) {
    std::string text = "time [s],x [m],x_other [m],same [-]\n";
    for (const double t : {0.0, 1.0, 2.0}) {
      text += fmt::format("{},{:.17g},{:.17g},5\n", t, t + error, t + 2.0 * error);
    }
    StudyHistories::add(name, text);
  }
};

constexpr double kOrder = 1.5;
double error_of(double elements) { return 0.1 * std::pow(elements, -kOrder); }
// Errors of 1e-3 are differences of numbers of size 2.
constexpr double kTolerance = 1e-11;

const std::string kElements = R"({"parameter": "/runs/0/elements", "values": [16, 4, 8]})";

Histories histories_of_elements() {
  Histories histories;
  for (const double n : {4.0, 8.0, 16.0}) histories.add(member_name("mesh", n), error_of(n));
  return histories;
}

}  // namespace

TEST_CASE("study: each value creates a run in place of the varied one, other runs are kept") {
  const Configuration configuration = read(kElements);
  CHECK(names(configuration) == std::vector<std::string>{"mesh-16", "mesh-4", "mesh-8", "exact"});
  CHECK(configuration.declared_runs.size() == 2);
  CHECK(dynamic_cast<const Options&>(*configuration.runs[1].options).elements() == 4);
  CHECK(configuration.runs[1].member_of == "mesh");
  CHECK(configuration.runs[3].member_of.empty());
  CHECK(names(read(R"({"parameter": "/runs/1/time_step", "values": [1e-5, 0.25, 1e20]})")) ==
        std::vector<std::string>{"mesh", "exact-1e-05", "exact-0.25", "exact-1e20"});
}

TEST_CASE("study: a number that the file leaves out can be varied, and the rest of its mesh stays as it is chosen") {
  const auto members = [](const std::string& mesh, const std::string& parameter) {
    const std::string text = postprocess::test::study_text(
        fmt::format(R"({{"name": "mesh", "formulation": "mesh"{}, "time_step": 0.1}})", mesh),
        fmt::format(R"({{"parameter": "/runs/0/{}", "values": [2, 4, 8]}})", parameter));
    const Configuration configuration =
        read_configuration(config::JsonDocument::parse("case.json", text), formulations());
    const std::string resolved = resolved_configuration(configuration, formulations());
    const Configuration again = read_configuration(config::JsonDocument::parse("again.json", resolved), formulations());
    std::vector<std::pair<int, int>> meshes;
    for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
      const auto& options = dynamic_cast<const Options&>(*configuration.runs[i].options);
      meshes.emplace_back(options.elements(), options.halvings());
      CHECK(dynamic_cast<const Options&>(*again.runs[i].options).halvings() == options.halvings());
    }
    return meshes;
  };
  using Meshes = std::vector<std::pair<int, int>>;
  CHECK(members("", "elements") == Meshes{{2, 3}, {4, 3}, {8, 3}});
  CHECK(members("", "halvings") == Meshes{{6, 2}, {6, 4}, {6, 8}});
  // A file that gives a number gives the whole mesh.
  CHECK(members(R"(, "elements": 5)", "elements") == Meshes{{2, 0}, {4, 0}, {8, 0}});
  CHECK(members(R"(, "halvings": 1)", "elements") == Meshes{{2, 1}, {4, 1}, {8, 1}});
}

TEST_CASE("study: the resolved configuration has the runs of the file and creates the same members") {
  const Configuration configuration = read(kElements);
  const std::string resolved = resolved_configuration(configuration, formulations());
  const auto json = nlohmann::json::parse(resolved);
  CHECK(json["runs"].size() == 2);
  CHECK(json["study"]["parameter"] == "/runs/0/elements");
  CHECK(json["study"]["finer"] == "automatic");
  const Configuration again = read_configuration(config::JsonDocument::parse("again", resolved), formulations());
  CHECK(names(again) == names(configuration));
  CHECK(resolved_configuration(again, formulations()) == resolved);
}

TEST_CASE("study: every error has its location, value and remedy") {
  struct Row {
    std::string study;
    std::string name;
    std::vector<std::string> messages;
  };
  const std::string file = "case.json:8: ";
  const std::array<Row, 18> rows{{
      {R"({"parameter": "/runs/0/elemnts", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/0/elemnts": does not exist in this file; did you mean /runs/0/elements?)"}},
      {R"({"parameter": "/runs/7/elements", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/7/elements": does not exist in this file; check the path (list entries are counted from 0))"}},
      {R"({"parameter": "/runs/x/elements", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/x/elements": does not exist in this file; check the path (list entries are counted from 0))"}},
      {R"({"parameter": "/runs/0/quantum", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/0/quantum": does not exist in this file; check the path (list entries are counted from 0))"}},
      {R"({"parameter": "/runs/0/halvngs", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/0/halvngs": does not exist in this file; did you mean /runs/0/halvings?)"}},
      {R"({"parameter": "elements", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "elements": is not a JSON pointer; use one such as /runs/0/elements)"}},
      {R"({"parameter": "", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "": is not a JSON pointer; use one such as /runs/0/elements)"}},
      {R"({"parameter": "/runs/0/name", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/0/name": does not point to a number; give the pointer of the number to vary)"}},
      {R"({"parameter": "/runs/0", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/runs/0": does not point to a number; give the pointer of the number to vary)"}},
      {R"({"parameter": "/end_time", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/end_time": is shared by all runs of a result folder; vary an option of a run, e.g. /runs/0/time_step, or the contact of a belt drive, and use a sweep for anything else)"}},
      {R"({"parameter": "/drive/friction_force", "values": [2, 4, 8]})",
       "exact",
       {R"(/study/parameter = "/drive/friction_force": is shared by all runs of a result folder; vary an option of a run, e.g. /runs/0/time_step, or the contact of a belt drive, and use a sweep for anything else)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, 4]})",
       "exact",
       {R"(/study/values = [2,4]: must be a list of at least 3 entries; give the values of the parameter, one run per value)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, "4", -8]})",
       "exact",
       {R"(/study/values/1 = "4": is a string; write 4 without quotes; give the values of the parameter, one run per value)",
        R"(/study/values/2 = -8: must be > 0; give the values of the parameter, one run per value)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, 4, 2.0]})",
       "exact",
       {R"(/study/values = [2,4,2.0]: duplicate value; give each value once)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, 4, 8], "order": 2, "finer": "bigger"})",
       "exact",
       {R"(/study/finer = "bigger": is not an option for whether larger or smaller values are finer; automatic: the larger values if all are integers; choose one of automatic, larger, smaller)",
        R"(/study/order: unknown key "order"; did you mean "expected_order"?)"}},
      {R"({"parameter": "/runs/0/elements", "values": [1, 4.5, 13, 4]})",
       "exact",
       {R"(/study/values/0 = 1: must be >= 2 and <= 1000; give the number of elements)",
        R"(/study/values/1 = 4.5: must be an integer >= 2 and <= 1000; give the number of elements)",
        R"(/study/values/2 = 13: /runs/0/formulation: 13 elements bring bad luck; choose another number)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, 4, 8], "reference": "exat"})",
       "exact",
       {R"(/study/reference = "exat": there is no such run; did you mean "exact"?)"}},
      {R"({"parameter": "/runs/0/elements", "values": [2, 4, 8], "reference": "mesh"})",
       "mesh-4",
       {R"(/study/values/1 = 4: creates a run named mesh-4, but another run has this name; rename that run)",
        R"(/study/reference = "mesh": is the run varied by the study; name another run or one of its members, e.g. mesh-8)"}},
  }};
  for (const Row& row : rows) {
    CAPTURE(row.study);
    std::string expected;
    for (const std::string& message : row.messages) expected += file + message + "\n";
    CHECK(mistakes(row.study, row.name) == expected);
  }
}

TEST_CASE("study: errors from an exact run of the model fall with their order, whatever the order of the values") {
  Histories histories = histories_of_elements();
  histories.add("exact", 0.0);
  const Convergence convergence = measure_convergence(read(kElements), histories.runs());
  CHECK(convergence.larger_is_finer);
  REQUIRE(convergence.runs.size() == 1);
  const RunConvergence& run = convergence.runs[0];
  CHECK(run.kind == ReferenceKind::exact);
  CHECK(run.reference == "exact");
  CHECK(run.values == std::vector{4.0, 8.0, 16.0});
  CHECK(run.members == std::vector<std::string>{"mesh-4", "mesh-8", "mesh-16"});
  REQUIRE(run.columns.size() == 3);
  for (const ErrorSeries* series :
       {&run.columns[0].maximum, &run.columns[0].l2, &run.columns[0].final_value, &run.columns[1].l2}) {
    REQUIRE(series->orders.size() == 2);
    CHECK(std::abs(series->orders[0] - kOrder) <= kTolerance);
    CHECK(std::abs(series->orders[1] - kOrder) <= kTolerance);
    CHECK(std::abs(series->fitted_order - kOrder) <= kTolerance);
  }
  CHECK(std::abs(run.columns[0].l2.errors[0] - error_of(4.0)) <= 1e-15);
  CHECK(run.columns[0].size == doctest::Approx(2.0));
  CHECK_FALSE(run.columns[0].is_constant);
  // The column is the same in all runs: it has no errors.
  CHECK(std::isnan(run.columns[2].l2.fitted_order));
  CHECK_FALSE(run.columns[2].size.has_value());
}

TEST_CASE("study: without an exact run the finest member is the reference, and its own error is allowed for") {
  const Convergence convergence = measure_convergence(read(kElements), histories_of_elements().runs());
  const RunConvergence& run = convergence.runs[0];
  CHECK(run.kind == ReferenceKind::finest);
  CHECK(run.reference == "mesh-16");
  CHECK(run.values == std::vector{4.0, 8.0});
  CHECK(std::abs(run.columns[0].l2.orders[0] - kOrder) <= kTolerance);
  CHECK(std::abs(run.columns[0].l2.fitted_order - kOrder) <= kTolerance);
}

TEST_CASE("study: a named reference, a quantity and the direction are as asked for") {
  Histories histories = histories_of_elements();
  histories.add("exact", 0.0);
  const Convergence convergence = measure_convergence(
      read(R"({"parameter": "/runs/0/elements", "values": [16, 4, 8], "reference": "mesh-4", "quantity": "x_o",
               "finer": "smaller", "expected_order": 2})"),
      histories.runs());
  const RunConvergence& run = convergence.runs[0];
  CHECK(run.kind == ReferenceKind::named);
  CHECK(run.values == std::vector{16.0, 8.0});
  REQUIRE(run.columns.size() == 1);
  CHECK(run.columns[0].column == "x_other [m]");
  CHECK(std::abs(run.columns[0].l2.errors[1] - 2.0 * (error_of(4.0) - error_of(8.0))) <= 1e-15);
}

TEST_CASE("study: numbers that are not whole are sizes, of which the smaller are the finer") {
  Histories histories;
  for (const double h : {0.4, 0.2, 0.1}) histories.add(member_name("mesh", h), 0.1 * h * h);
  histories.add("exact", 0.0);
  const Convergence convergence =
      measure_convergence(read(R"({"parameter": "/runs/0/time_step", "values": [0.1, 0.2, 0.4]})"), histories.runs());
  CHECK_FALSE(convergence.larger_is_finer);
  CHECK(convergence.runs[0].values == std::vector{0.4, 0.2, 0.1});
  CHECK(std::abs(convergence.runs[0].columns[0].l2.fitted_order - 2.0) <= kTolerance);
}

TEST_CASE("study: missing measurements are reported") {
  Histories histories;
  histories.add("mesh-4", 0.1);
  histories.add("exact", 0.0);
  const Convergence one = measure_convergence(read(kElements), histories.runs());
  REQUIRE(one.remarks.size() == 2);
  CHECK(one.remarks[0] == "mesh-16, mesh-8 have no complete result and are omitted");
  CHECK(one.remarks[1] ==
        "mesh: fewer than two members can be compared with exact, but an order of convergence needs two");
  Histories all = histories_of_elements();
  all.add("exact", 0.0);
  const Convergence none = measure_convergence(
      read(R"({"parameter": "/runs/0/elements", "values": [16, 4, 8], "quantity": "y"})"), all.runs());
  REQUIRE(none.remarks.size() == 1);
  CHECK(none.remarks[0] == "mesh: has no history column in common with exact that starts with \"y\"");
  CHECK(convergence_table(none).find(none.remarks[0]) != std::string::npos);
}

TEST_CASE("study: a run that does not approach its reference is remarked") {
  Histories histories;
  for (const double n : {4.0, 8.0, 16.0}) histories.add(member_name("mesh", n), 0.1 - 0.1 / n);
  histories.add("exact", 0.0);
  const Convergence convergence = measure_convergence(read(kElements), histories.runs());
  REQUIRE(convergence.remarks.size() == 1);
  CHECK(convergence.remarks[0].starts_with(
      "mesh: from coarse to fine, x [m], x_other [m] come no closer to exact; either their errors depend on something "
      "else than elements, or all members are too coarse"));
}

TEST_CASE("study: an exact run of another model is no reference unless named, and the study says so") {
  const auto measure = [](const std::string& reference) {
    const std::string text = postprocess::test::study_text(
        R"({"name": "mesh", "formulation": "mesh", "time_step": 0.1},
           {"name": "string", "formulation": "other", "time_step": 0.1})",
        R"({"parameter": "/runs/0/elements", "values": [4, 8, 16])" + reference + "}");
    postprocess::test::StudyHistories histories;
    // The members approach 1.1, the string is at 1.
    for (const double n : {4.0, 8.0, 16.0}) {
      histories.add(member_name("mesh", n), fmt::format("time [s],x [m]\n0,{0:.17g}\n1,{0:.17g}\n", 1.1 - 0.1 / n));
    }
    histories.add("string", "time [s],x [m]\n0,1\n1,1\n");
    std::vector<RunHistory> runs = histories.runs();
    runs.back().model = "string";
    return measure_convergence(read_configuration(config::JsonDocument::parse("case.json", text), formulations()),
                               runs);
  };
  const Convergence finest = measure("");
  CHECK(finest.runs[0].kind == ReferenceKind::finest);
  REQUIRE(finest.remarks.size() == 1);
  CHECK(finest.remarks[0] ==
        "mesh: the exact run string has another model, string instead of model, so errors are from mesh-16; to use it "
        "nevertheless, give \"reference\": \"string\"");
  const Convergence named = measure(R"(, "reference": "string")");
  CHECK(named.runs[0].kind == ReferenceKind::named);
  REQUIRE(named.remarks.size() == 1);
  CHECK(named.remarks[0].find("either both are different models") != std::string::npos);
}

TEST_CASE("study: errors of constant results are relative to their magnitude, those of rounding have no size") {
  postprocess::test::StudyHistories histories;
  for (const double n : {4.0, 8.0, 16.0}) {
    // The load has an error of 1e-11 of its magnitude.
    histories.add(member_name("mesh", n),
                  fmt::format("time [s],creep [-],load [N]\n0,{0:.17g},{1:.17g}\n1,{0:.17g},{1:.17g}\n",
                              5.0 + error_of(n), 20.0 + 2e-10 / n));
  }
  histories.add("exact", "time [s],creep [-],load [N]\n0,5,20\n1,5,20\n");
  const Convergence convergence = measure_convergence(read(kElements), histories.runs());
  const RunConvergence& run = convergence.runs[0];
  REQUIRE(run.columns.size() == 2);
  CHECK(run.columns[0].size == doctest::Approx(5.0));
  CHECK(run.columns[0].is_constant);
  CHECK(run.columns[0].has_relative_errors());
  CHECK_FALSE(run.columns[1].has_relative_errors());
  CHECK(convergence.remarks.empty());
}

TEST_CASE("study: JSON, CSV and table agree") {
  Histories histories = histories_of_elements();
  histories.add("exact", 0.0);
  const Convergence convergence = measure_convergence(read(kElements), histories.runs());
  const auto json = nlohmann::json::parse(convergence_json(convergence));
  const auto& column = json["runs"][0]["columns"][0];
  CHECK(json["expected_order"].is_null());
  CHECK(column["column"] == "x [m]");
  CHECK(column["l2"]["errors"] == convergence.runs[0].columns[0].l2.errors);
  CHECK(json["runs"][0]["columns"][2]["l2"]["orders"][0].is_null());
  const std::string csv = convergence_csv(convergence);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1 + 3 * 3);
  CHECK(csv.find("mesh,exact,exact run of the same model,/runs/0/elements,8,mesh-8,x [m],") != std::string::npos);
  CHECK(csv.find(",1.5,1.5,1.5\n") != std::string::npos);
  const std::string table = convergence_table(convergence);
  CHECK(table.find("Convergence of mesh with elements from 4 to 16, errors from exact") == 0);
  CHECK(table.find("  1.50   1.50   1.50\n") != std::string::npos);
}

}  // namespace beltdyn::convergence_test
