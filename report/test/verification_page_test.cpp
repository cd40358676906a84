// SPDX-License-Identifier: MIT
#include "report/verification_page.hpp"

#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "report/refinement_script.hpp"

namespace beltdyn::verification_page_test {

using namespace beltdyn::report;
using verification::CaseResult;
using verification::Record;
using verification::VerificationCase;

namespace {

const VerificationCase kCase{.id = "oborin-2018/abel",
                             .claim = "One < two.",
                             .reference = "theory",
                             .slow = false,
                             .run = {},
                             .tolerances = "eps < 1"};
const VerificationCase kOther{
    .id = "cross/belt/ancf-ale", .claim = "Both agree.", .reference = "each other", .slow = false, .run = {}};
const VerificationCase kThird{
    .id = "friction/dahl", .claim = "Loops.", .reference = "theory", .slow = false, .run = {}};

VerificationContent some_content() {
  Record record;
  record.relative("ratio", 1.01, 1.0, 0.02, Record::Rank::headline, "rounding & mesh");
  record.at_most("not a number", std::numeric_limits<double>::quiet_NaN(), 1.0);
  Record pair;
  pair.series({.title = "driven speed",
               .parameter = "elements",
               .error = "relative error",
               .values = {10, 20, 40},
               .errors = {4e-2, 1e-2, 2.5e-3},
               .expected_order = 2.0,
               .orders = {}});
  VerificationContent content{.results = {{.item = &kCase, .measurements = record.measurements()},
                                          {.item = &kOther, .series = pair.all_series()},
                                          {.item = &kThird, .skipped = "needs <data>"}}};
  content.exhibits.push_back(
      {.paper = "oborin-2018",
       .label = "Fig. 2",
       .title = "Strain",
       .text = "Our curve.",
       .pictures = {{.name = "fig2", .title = "Strain in time", .alt = "rises", .svg = ""}},
       .errors = {{.quantity = "strain", .run = "a", .reference = "b", .maximum = 1e-3, .l2 = 1e-4}},
       .cases = {"oborin-2018/"}});
  content.exhibits.push_back(
      {.paper = "oborin-2018", .label = "Fig. 1", .title = "Sketch", .left_out = "nothing to compute"});
  content.discrepancies.push_back({.paper = "oborin-2018",
                                   .place = "Eq. (24)",
                                   .found = "a < b",
                                   .reading = "a > b",
                                   .evidence = "oborin-2018/abel"});
  content.machine.times.emplace_back("all", 12.5);
  return content;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::string without_machine(std::string page) {
  const std::size_t begin = page.find(kMachineBegin);
  const std::size_t end = page.find(kMachineEnd);
  REQUIRE(begin < end);
  REQUIRE(end != std::string::npos);
  return page.erase(begin, end - begin);
}

}  // namespace

TEST_CASE("verification page: every text is escaped, failures and skipped cases are reported") {
  const std::string page = verification_page(some_content());
  CHECK(page.find("One &lt; two.") != std::string::npos);
  CHECK(page.find("rounding &amp; mesh") != std::string::npos);
  CHECK(page.find("Tolerances: eps &lt; 1.") != std::string::npos);
  CHECK(page.find("needs &lt;data&gt;") != std::string::npos);
  CHECK(page.find("a &lt; b") != std::string::npos);
  CHECK(page.find("<td class=\"fail\">FAIL</td>") != std::string::npos);
  CHECK(page.find("nothing to compute") != std::string::npos);
}

TEST_CASE("verification page: numbers of a case that fails are unfolded, those of one that passes are not") {
  // The markup of the fold around the last place of a text.
  const auto fold_around = [](const VerificationContent& content, const char* text) {
    const std::string page = verification_page(content);
    const std::size_t begin = page.rfind("<details", page.rfind(text));
    REQUIRE(begin != std::string::npos);
    return page.substr(begin, page.find('>', begin) + 1 - begin);
  };
  CHECK(fold_around(some_content(), "<td class=\"fail\">FAIL</td>") == "<details open>");
  Record record;
  record.relative("ratio that holds", 1.01, 1.0, 0.02);
  CHECK(fold_around({.results = {{.item = &kThird, .measurements = record.measurements()}}}, "ratio that holds") ==
        "<details>");
}

TEST_CASE("verification page: cases and exhibits are folded, with their results beside their names") {
  const std::string page = verification_page(some_content());
  CHECK(page.find("<p class=\"verdict fail\">1 of 2 measurements are not within their tolerances.</p>") !=
        std::string::npos);
  CHECK(page.find("<details open><summary><h4><span class=\"label\">Fig. 2</span>Strain<span class=\"fail\">1 of 2 "
                  "FAIL</span></h4></summary>") != std::string::npos);
  CHECK(page.find("<article class=\"case\" id=\"case-friction-dahl\"><details><summary>") != std::string::npos);
}

TEST_CASE("verification page: a case appears once, under the exhibit that names it") {
  const std::string page = verification_page(some_content());
  for (const char* id : {"case-oborin-2018-abel", "case-cross-belt-ancf-ale", "case-friction-dahl"}) {
    CHECK(count_of(page, std::string("id=\"") + id + "\"") == 1);
  }
  CHECK(page.find("id=\"case-oborin-2018-abel\"") > page.find("Strain in time"));
}

TEST_CASE("verification page: the same content gives the same bytes, but for the machine and its times") {
  VerificationContent other = some_content();
  other.machine = {.host = "elsewhere", .processor = "slow", .times = {{"all", 99.0}}};
  CHECK(verification_page(some_content()) == verification_page(some_content()));
  CHECK(verification_page(some_content()) != verification_page(other));
  CHECK(without_machine(verification_page(some_content())) == without_machine(verification_page(other)));
}

TEST_CASE("verification page: a study has its table without gnuplot, with observed orders") {
  const std::string page = verification_page(some_content());
  CHECK(page.find("driven speed") != std::string::npos);
  CHECK(page.find(">0.0025<") != std::string::npos);
}

// Errors e of n elements, e = 4 n⁻² at n = 10, 20, 40; then of steps h, e = 3 h.
TEST_CASE(
    "verification page: the picture of a study spans its points, the triangle of its order starts at the coarsest") {
  const auto has = [](const Refinement& study, const std::string& line) {
    CAPTURE(line);
    CHECK(refinement_script(study).text.find("\n" + line + "\n") != std::string::npos);
  };
  const Refinement elements{.id = "a",
                            .title = "b",
                            .parameter = "elements",
                            .error = "c",
                            .values = {10, 20, 40},
                            .errors = {4e-2, 1e-2, 2.5e-3},
                            .expected_order = 2.0};
  for (const char* line : {"least = 10", "largest = 40", "least_error = 0.0025", "largest_error = 0.04",
                           "first_value = 10", "first_error = 0.04", "slope = -2", "falls = 1"}) {
    has(elements, line);
  }
  const Refinement steps{.id = "a",
                         .title = "b",
                         .parameter = "time_step [s]",
                         .error = "c",
                         .values = {0.2, 0.1},
                         .errors = {0.6, 0.3},
                         .expected_order = 1.0};
  for (const char* line :
       {"least = 0.1", "largest = 0.2", "first_value = 0.2", "first_error = 0.6", "slope = 1", "falls = 0"}) {
    has(steps, line);
  }
  CHECK(refinement_script(
            {.id = "a", .title = "b", .parameter = "c", .error = "d", .values = {1.0, 2.0}, .errors = {0.1, 0.0}})
            .text.empty());
}

TEST_CASE("verification page: the id of a case gives its formulations") {
  using Names = std::vector<std::string>;
  CHECK(formulations_of("oborin-2018/dde/midpoint") == Names{"analytic_dde"});
  CHECK(formulations_of("ntarladima-2023/section-3/tables") == Names{"lagrangian_ancf_static"});
  CHECK(formulations_of("ntarladima-2023/table-4") == Names{"lagrangian_ancf"});
  CHECK(formulations_of("cross/belt/ancf-ale") == Names{"lagrangian_ancf", "eulerian_ale"});
  CHECK(formulations_of("cross/belt/stiff-contact") == Names{"eulerian_ale", "lagrangian_ancf"});
  CHECK(formulations_of("something/else").empty());
}

}  // namespace beltdyn::verification_page_test
