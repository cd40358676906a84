// SPDX-License-Identifier: MIT
// The tables of exhibits and discrepancies are complete and refer to existing items only.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "report/configurations.hpp"
#include "report/discrepancies.hpp"
#include "report/error_figure.hpp"
#include "report/errors.hpp"
#include "report/exhibit_list.hpp"
#include "verification/verification_case.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn {
namespace {

using report::planned_exhibits;
using report::PlannedExhibit;

// The figure numbers in a label: "Figs. 14 to 17" has 14, 15, 16, 17; tables and appendices have none.
std::vector<int> figures_of(std::string_view label) {
  if (!label.starts_with("Fig")) return {};
  std::vector<int> numbers;
  bool is_range = false;
  label = label.substr(0, label.find(','));
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label.substr(i).starts_with(" to ")) is_range = true;
    if (std::isdigit(static_cast<unsigned char>(label[i])) == 0) continue;
    int number = 0;
    for (; i < label.size() && std::isdigit(static_cast<unsigned char>(label[i])) != 0; ++i) {
      number = 10 * number + (label[i] - '0');
    }
    if (is_range && !numbers.empty()) {
      for (int between = numbers.back() + 1; between < number; ++between) numbers.push_back(between);
    }
    numbers.push_back(number);
    is_range = false;
    --i;
  }
  return numbers;
}

std::set<int> figures_of_paper(const std::string& paper) {
  std::set<int> figures;
  for (const PlannedExhibit& plan : planned_exhibits()) {
    if (plan.paper != paper) continue;
    for (const int figure : figures_of(plan.label)) figures.insert(figure);
  }
  return figures;
}

std::set<int> range(int from, int to) {
  std::set<int> numbers;
  for (int number = from; number <= to; ++number) numbers.insert(number);
  return numbers;
}

bool has_label(const std::string& paper, const std::string& label) {
  return std::any_of(planned_exhibits().begin(), planned_exhibits().end(),
                     [&](const PlannedExhibit& plan) { return plan.paper == paper && plan.label.starts_with(label); });
}

// Is this a run of the configuration, a varied run, or a curve of others?
bool is_run_of(const PlannedExhibit& plan, const std::string& run) {
  if (run.ends_with("_published") || run.ends_with("another_code")) return !plan.references.empty();
  const auto varied = report::varied_runs(plan.configuration);
  return report::configuration_text(plan.configuration).find("\"name\": \"" + run + "\"") != std::string_view::npos ||
         std::any_of(varied.begin(), varied.end(), [&](const auto& item) { return item.name == run; });
}

plots::Run run_with(const std::string& name, std::vector<double> value, std::vector<double> other) {
  return {
      .name = name,
      .formulation = "any",
      .model = "m",
      .is_exact = false,
      .history = {name, {"time [s]", "value [m]", "other [m]"}, {{0.0, 1.0, 2.0}, std::move(value), std::move(other)}},
      .profiles = {name, {"time [s]", "sigma [m]", "force [N]"}, {{1.0, 1.0, 1.0}, {0.0, 1.0, 2.0}, {0.0, 10.0, 20.0}}},
      .slip_zones = {name, {}, {}}};
}

}  // namespace

TEST_CASE("exhibits: the numbers in a label") {
  CHECK(figures_of("Fig. 8") == std::vector<int>{8});
  CHECK(figures_of("Figs. 14 to 17") == std::vector<int>{14, 15, 16, 17});
  CHECK(figures_of("Figs. 6 and 7") == std::vector<int>{6, 7});
  CHECK(figures_of("Fig. 10, case 2, λ = 1") == std::vector<int>{10});
  CHECK(figures_of("Table 4").empty());
  CHECK(figures_of("Appendix, Figs. A1 and A2").empty());
}

TEST_CASE("exhibits: every figure of the four papers is shown, or omitted with a reason") {
  const std::map<std::string, std::set<int>> figures{{"oborin-2018", range(1, 10)},
                                                     {"ntarladima-2023", range(1, 24)},
                                                     {"konyukhov-2021", range(10, 24)},
                                                     {"kubas-2021", range(1, 23)}};
  for (const auto& paper : figures) {
    CAPTURE(paper.first);
    const std::set<int> found = figures_of_paper(paper.first);
    for (const int number : paper.second) {
      CAPTURE(number);
      CHECK(found.contains(number));
    }
  }
  CHECK(has_label("ntarladima-2023", "Table 4"));
  CHECK(has_label("konyukhov-2021", "Appendix"));
  for (const PlannedExhibit& plan : planned_exhibits()) {
    CAPTURE(plan.paper);
    CAPTURE(plan.label);
    CHECK(!plan.title.empty());
    const bool shows = !plan.pictures.empty() || !plan.cases.empty();
    CHECK(shows == plan.left_out.empty());
    CHECK(plan.pictures.empty() == plan.configuration.empty());
  }
}

// Exhibits required by the acceptance of the report are not omitted.
TEST_CASE("exhibits: results of the papers are computed") {
  std::map<std::string, std::set<int>> results{{"oborin-2018", {2, 3, 4, 5, 8, 9, 10}},
                                               {"ntarladima-2023", range(12, 24)},
                                               {"konyukhov-2021", {16, 17, 20, 22, 24}},
                                               {"kubas-2021", range(6, 23)}};
  results["ntarladima-2023"].insert({6, 7, 10});
  for (const PlannedExhibit& plan : planned_exhibits()) {
    if (plan.pictures.empty()) continue;
    for (const int figure : figures_of(plan.label)) results[plan.paper].erase(figure);
  }
  for (const auto& paper : results) {
    CAPTURE(paper.first);
    CHECK(paper.second.empty());
  }
}

TEST_CASE("exhibits: configurations, figures, runs and cases exist") {
  for (const PlannedExhibit& plan : planned_exhibits()) {
    CAPTURE(plan.paper);
    CAPTURE(plan.label);
    if (!plan.configuration.empty()) CHECK(!report::configuration_text(plan.configuration).empty());
    for (const report::PlannedPicture& picture : plan.pictures) {
      CAPTURE(picture.figure);
      CHECK(!picture.alt.empty());
      CHECK_NOTHROW(embedded::plot_script(picture.figure + ".gp"));
      for (const std::string& run : picture.runs) {
        CAPTURE(run);
        CHECK(is_run_of(plan, run));
      }
    }
  }
  CHECK_THROWS(report::configuration_text("papers/oborin-2018/nothing.json"));
  CHECK_THROWS(report::configuration_text("elsewhere/fig8.json"));
}

TEST_CASE("exhibits: two with the same label would have pictures of the same name") {
  std::set<std::string> labels;
  for (const PlannedExhibit& plan : planned_exhibits()) {
    CAPTURE(plan.label);
    CHECK(labels.insert(plan.paper + plan.label).second);
  }
}

TEST_CASE("discrepancies: each has a reading and evidence") {
  std::set<std::string> papers;
  for (const report::Discrepancy& item : report::discrepancies()) {
    CAPTURE(item.paper);
    CAPTURE(item.place);
    papers.insert(item.paper);
    CHECK(!item.found.empty());
    CHECK(!item.reading.empty());
    CHECK(!item.evidence.empty());
  }
  CHECK(papers.size() == 4);
}

TEST_CASE("errors under a picture: of a run from the exact one, and from a published curve without what that lacks") {
  plots::Result result{.drive = {}, .end_time = 2.0, .runs = {}, .marks = {}};
  const double none = std::numeric_limits<double>::quiet_NaN();
  result.runs.push_back(run_with("ours", {0.0, 1.5, 2.0}, {1.0, 1.0, 1.0}));
  result.runs.push_back(run_with("exact", {0.0, 1.0, 2.0}, {1.0, 1.0, 1.25}));
  result.runs.back().is_exact = true;
  result.runs.push_back(run_with("published", {0.0, 1.75, 2.0}, {none, none, none}));
  result.runs.back().is_published = true;
  result.runs.back().model = "ours";
  const std::vector<std::string> value{"value", "other"};
  const auto lines = report::errors_of(result, value);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].reference == "exact");
  CHECK(lines[0].maximum == 0.5);
  CHECK(*lines[0].maximum_relative == 0.25);
  CHECK(lines[1].quantity == "other [m]");
  CHECK(lines[1].maximum == 0.25);
  CHECK(lines[2].reference == "published");
  CHECK(lines[2].maximum == 0.25);
}

TEST_CASE("errors under a picture: of a profile, at the places of the reference") {
  plots::Result result{.drive = {}, .end_time = 2.0, .runs = {}, .marks = {}};
  result.runs.push_back(run_with("ours", {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}));
  result.runs.push_back(run_with("exact", {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}));
  result.runs.back().is_exact = true;
  // The force of "ours" is 10 σ: 5 N, then 15 N.
  result.runs.back().profiles = {
      "exact", {"time [s]", "sigma [m]", "force [N]"}, {{1.0, 1.0}, {0.5, 1.5}, {5.0, 18.0}}};
  const std::vector<std::string> force{"profile force [N]"};
  const auto lines = report::errors_of(result, force);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].maximum == doctest::Approx(3.0));
  CHECK(*lines[0].maximum_relative == doctest::Approx(3.0 / 13.0));
  CHECK(lines[0].l2 == doctest::Approx(std::sqrt((0.0 + 3.0 * 3.0) / 2.0)));
  // An earlier instant adds a line, but not for the last profile.
  result.runs.back().profiles = {"exact",
                                 {"time [s]", "sigma [m]", "force [N]"},
                                 {{0.5, 0.5, 1.0, 1.0}, {0.5, 1.5, 0.5, 1.5}, {5.0, 15.0, 5.0, 19.0}}};
  result.runs.front().profiles = {"ours",
                                  {"time [s]", "sigma [m]", "force [N]"},
                                  {{0.5, 0.5, 1.0, 1.0}, {0.0, 2.0, 0.0, 2.0}, {0.0, 20.0, 0.0, 20.0}}};
  CHECK(report::errors_of(result, force).size() == 2);
  const std::vector<std::string> last_force{"last profile force [N]"};
  const auto last_lines = report::errors_of(result, last_force);
  REQUIRE(last_lines.size() == 1);
  CHECK(last_lines[0].maximum == doctest::Approx(4.0));
  CHECK(last_lines[0].l2 == doctest::Approx(std::sqrt((0.0 + 4.0 * 4.0) / 2.0)));
}

TEST_CASE("figure of errors: over the range of the reference, without what vanishes, a panel for each quantity") {
  plots::Result result{.drive = {}, .end_time = 2.0, .runs = {}, .marks = {}};
  result.runs.push_back(run_with("ours", {0.0, 1.5, 2.0}, {1.0, 1.0, 1.0}));
  result.runs.push_back(run_with("exact", {0.0, 1.0, 2.0}, {1.0, 1.0, 1.25}));
  result.runs.back().is_exact = true;
  const std::vector<std::string> quantities{"value", "other", "nothing"};
  const plots::FigureFiles files = report::error_figure(result, quantities);
  REQUIRE(files.data.size() == 2);
  CHECK(files.data[0].path == "data/pair1.error1.dat");
  CHECK(files.data[0].text == "0 NaN\n1 0.25\n2 NaN\n");
  CHECK(files.data[1].text == "0 NaN\n1 NaN\n2 1\n");
  REQUIRE(files.scripts.size() == 1);
  CHECK(files.scripts[0].text.find("n_panels = 2\n") != std::string::npos);
  CHECK(files.scripts[0].text.find("'ours − exact'") != std::string::npos);
  CHECK(report::error_figure(result, std::vector<std::string>{"nothing"}).scripts.empty());
}

TEST_CASE("figure of errors: that of a profile is of the last instant, over the range of the reference then") {
  plots::Result result{.drive = {}, .end_time = 2.0, .runs = {}, .marks = {}};
  result.runs.push_back(run_with("ours", {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}));
  result.runs.push_back(run_with("exact", {0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}));
  result.runs.back().is_exact = true;
  // The force of "ours" is 10 σ; the reference differs by 2 at the end.
  result.runs.back().profiles = {"exact",
                                 {"time [s]", "sigma [m]", "force [N]"},
                                 {{0.5, 0.5, 1.0, 1.0}, {0.5, 1.5, 0.5, 1.5}, {5.0, 15.0, 5.0, 17.0}}};
  result.runs.front().profiles = {"ours",
                                  {"time [s]", "sigma [m]", "force [N]"},
                                  {{0.5, 0.5, 1.0, 1.0}, {0.0, 2.0, 0.0, 2.0}, {0.0, 20.0, 0.0, 20.0}}};
  const plots::FigureFiles files = report::error_figure(result, std::vector<std::string>{"profile force [N]"});
  REQUIRE(files.data.size() == 1);
  CHECK(files.data[0].text == "0.5 NaN\n1.5 0.1667\n");
}

}  // namespace beltdyn
