// SPDX-License-Identifier: MIT
#include "report/verification_page.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "plots/test/figure_support.hpp"
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

std::string page_of(const std::vector<NamedPage>& pages, std::string_view file) {
  for (const NamedPage& page : pages) {
    if (page.file == file) return page.html;
  }
  FAIL("there is no page ", file);
  return {};
}

// The text of all pages, one after another.
std::string text_of(const std::vector<NamedPage>& pages) {
  std::string text;
  for (const NamedPage& page : pages) text += page.html;
  return text;
}

// The values of an attribute on the page, for example href or id.
std::vector<std::string> values_of(const std::string& page, const std::string& attribute) {
  std::vector<std::string> values;
  const std::string begin = " " + attribute + "=\"";
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
    const std::size_t first = at + begin.size();
    values.push_back(page.substr(first, page.find('"', first) - first));
  }
  return values;
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

TEST_CASE("verification pages: every text is escaped, failures and skipped cases are reported") {
  const std::string page = text_of(verification_pages(some_content()));
  CHECK(page.find("One &lt; two.") != std::string::npos);
  CHECK(page.find("rounding &amp; mesh") != std::string::npos);
  CHECK(page.find("Tolerances: eps &lt; 1.") != std::string::npos);
  CHECK(page.find("needs &lt;data&gt;") != std::string::npos);
  CHECK(page.find("a &lt; b") != std::string::npos);
  CHECK(page.find("<td class=\"fail\">FAIL</td>") != std::string::npos);
  CHECK(page.find("nothing to compute") != std::string::npos);
}

TEST_CASE("verification pages: numbers of a case that fails are unfolded, those of one that passes are not") {
  // The opening tag of the fold around the last occurrence of a text.
  const auto fold_around = [](const VerificationContent& content, const char* file, const char* text) {
    const std::string page = page_of(verification_pages(content), file);
    const std::size_t begin = page.rfind("<details", page.rfind(text));
    REQUIRE(begin != std::string::npos);
    return page.substr(begin, page.find('>', begin) + 1 - begin);
  };
  CHECK(fold_around(some_content(), "cases-oborin-2018.html", "<td class=\"fail\">FAIL</td>") == "<details open>");
  Record record;
  record.relative("ratio that holds", 1.01, 1.0, 0.02);
  CHECK(fold_around({.results = {{.item = &kThird, .measurements = record.measurements()}}}, "cases-friction.html",
                    "ratio that holds") == "<details>");
}

TEST_CASE("verification pages: cases and exhibits are folded, with their results beside their names") {
  const std::vector<NamedPage> pages = verification_pages(some_content());
  const std::string page = text_of(pages);
  CHECK(page_of(pages, "index.html")
            .find("<p class=\"verdict fail\">1 of 2 measurements are not within their tolerances.</p>") !=
        std::string::npos);
  CHECK(page_of(pages, "cases-oborin-2018.html")
            .find("<p class=\"verdict fail\">1 of 2 measurements on this page are not within their tolerances.</p>") !=
        std::string::npos);
  CHECK(page.find("<details open><summary><h4><span class=\"label\">Fig. 2</span>Strain<span class=\"fail\">1 of 2 "
                  "FAIL</span></h4></summary>") != std::string::npos);
  CHECK(page.find("<article class=\"case\" id=\"case-friction-dahl\"><details><summary>") != std::string::npos);
}

TEST_CASE("verification pages: a case appears once, under the exhibit that names it") {
  const std::string page = text_of(verification_pages(some_content()));
  for (const char* id : {"case-oborin-2018-abel", "case-cross-belt-ancf-ale", "case-friction-dahl"}) {
    CHECK(count_of(page, std::string("id=\"") + id + "\"") == 1);
  }
  const std::string paper = page_of(verification_pages(some_content()), "cases-oborin-2018.html");
  CHECK(paper.find("id=\"case-oborin-2018-abel\"") > paper.find("Strain in time"));
}

TEST_CASE("verification pages: the same content gives the same bytes, but for the machine and its times") {
  VerificationContent other = some_content();
  other.machine = {.host = "elsewhere", .processor = "slow", .times = {{"all", 99.0}}};
  CHECK(text_of(verification_pages(some_content())) == text_of(verification_pages(some_content())));
  CHECK(text_of(verification_pages(some_content())) != text_of(verification_pages(other)));
  CHECK(without_machine(text_of(verification_pages(some_content()))) ==
        without_machine(text_of(verification_pages(other))));
}

TEST_CASE("verification pages: a study has its table without gnuplot, with observed orders") {
  const std::string page = text_of(verification_pages(some_content()));
  CHECK(page.find("driven speed") != std::string::npos);
  CHECK(page.find(">0.0025<") != std::string::npos);
}

// Errors e of n elements, e = 4 n⁻² at n = 10, 20, 40; then of steps h, e = 3 h.
TEST_CASE(
    "verification pages: the picture of a study spans its points, the triangle of its order starts at the coarsest") {
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
  CHECK(test::names_set_again(refinement_script(elements).text) == std::vector<std::string>{});
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

TEST_CASE("verification pages: the id of a case gives its formulations") {
  using Names = std::vector<std::string>;
  CHECK(formulations_of("oborin-2018/dde/midpoint") == Names{"analytic_dde"});
  CHECK(formulations_of("ntarladima-2023/section-3/tables") == Names{"lagrangian_ancf_static"});
  CHECK(formulations_of("ntarladima-2023/table-4") == Names{"lagrangian_ancf"});
  CHECK(formulations_of("cross/belt/ancf-ale") == Names{"lagrangian_ancf", "eulerian_ale"});
  CHECK(formulations_of("cross/belt/stiff-contact") == Names{"eulerian_ale", "lagrangian_ancf"});
  CHECK(formulations_of("something/else").empty());
}

// Every link leads to an existing id of an existing page.
void check_links(const std::vector<NamedPage>& pages) {
  for (const NamedPage& page : pages) {
    CAPTURE(page.file);
    for (const std::string& href : values_of(page.html, "href")) {
      if (href == "data:,") continue;
      CAPTURE(href);
      const std::size_t hash = std::min(href.find('#'), href.size());
      const std::string target = page_of(pages, hash == 0 ? page.file : href.substr(0, hash));
      if (hash == href.size()) continue;
      const std::vector<std::string> ids = values_of(target, "id");
      CHECK(std::count(ids.begin(), ids.end(), href.substr(hash + 1)) == 1);
    }
  }
}

TEST_CASE("verification pages: links lead to pages and cases that are there, and back to the index") {
  VerificationContent content = some_content();
  // A second exhibit that names a case of the first, on another page.
  content.exhibits.push_back(
      {.paper = "kubas-2021", .label = "Fig. 3", .title = "The same", .cases = {"oborin-2018/abel"}});
  const std::vector<NamedPage> pages = verification_pages(content);
  check_links(pages);
  REQUIRE(pages.back().file == "index.html");
  const std::string link = "href=\"cases-oborin-2018.html#case-oborin-2018-abel\"";
  CHECK(page_of(pages, "cases-kubas-2021.html").find("See <a " + link) != std::string::npos);
  CHECK(page_of(pages, "discrepancies.html").find(link) != std::string::npos);
  // Links of the failed case, in the summary and in the table of all cases.
  CHECK(count_of(pages.back().html, link) == 2);
  for (const NamedPage& page : pages) {
    CHECK(is_verification_page(page.html));
    const std::string to_page = "href=\"" + page.file + "\"";
    if (page.file == "index.html") continue;
    CHECK(page.html.find("href=\"index.html\"") != std::string::npos);
    CHECK(pages.back().html.find(to_page) != std::string::npos);
  }
}

TEST_CASE("verification pages: a text is one of them by its head, not by what it speaks of") {
  CHECK(!is_verification_page(""));
  CHECK(!is_verification_page(
      html_of(Page{.title = "<meta name=\"generator\" content=\"beltdyn verify\">", .lead = "", .sections = {}})));
  CHECK(!is_verification_page("<html><title>mine</title><meta name=\"generator\" content=\"beltdyn verify\">"));
}

TEST_CASE("verification pages: files have harmless names that no two ids share, whatever the ids are") {
  std::vector<VerificationCase> cases;
  for (const char* id :
       {"../../etc/passwd", "a b/x", "a-b/x", "A-B/y", "index/x", "a\"b<c>&/z", "CON/x", "\u00e9/x", "x"}) {
    cases.push_back({.id = id, .claim = "c", .reference = "r", .slow = false, .run = {}});
  }
  VerificationContent content{.results = {}};
  for (const VerificationCase& item : cases) content.results.push_back({.item = &item, .skipped = "no"});
  const std::vector<NamedPage> pages = verification_pages(content);
  std::set<std::string> files;
  for (const NamedPage& page : pages) {
    CAPTURE(page.file);
    CHECK(files.insert(page.file).second);
    CHECK(page.file.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-._") == std::string::npos);
    CHECK((page.file == "index.html" || page.file.starts_with("cases-")));
  }
  CHECK(pages.size() == cases.size() + 1);
  check_links(pages);
}

// Pages must stay small enough to load without delay: each case of this group has 0.3 MB of measurements.
TEST_CASE("verification pages: a long group has several pages, the index stays short") {
  Record record;
  const std::string reason(3000, 'r');
  for (int i = 0; i < 100; ++i) record.relative("quantity", 1.0, 1.0, 0.02, Record::Rank::detail, reason);
  std::vector<VerificationCase> cases(20, kThird);
  VerificationContent content{.results = {}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    cases[i].id = "friction/" + std::to_string(i);
    content.results.push_back({.item = &cases[i], .measurements = record.measurements()});
  }
  const std::vector<NamedPage> pages = verification_pages(content);
  constexpr std::size_t kMostOfPage = 2'000'000;
  constexpr std::size_t kMostOfIndex = 500'000;
  std::size_t n_parts = 0;
  for (const NamedPage& page : pages) {
    CHECK(page.html.size() < kMostOfPage);
    n_parts += page.file.starts_with("cases-friction") ? 1 : 0;
  }
  CHECK(n_parts >= 4);  // 20 times 0.3 MB
  CHECK(pages.back().html.size() < kMostOfIndex);
  CHECK(page_of(pages, "cases-friction_2.html").find("Friction laws, part 2 of ") != std::string::npos);
  check_links(pages);
}

}  // namespace beltdyn::verification_page_test
