// SPDX-License-Identifier: MIT
#include "report/verification_page.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "report/html.hpp"
#include "report/verification_groups.hpp"

namespace beltdyn::report {
namespace {

using verification::CaseResult;
using verification::Measurement;

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kVerifyGenerator = "beltdyn verify";
// Largest size of the blocks of a page, except for a page with a single block; pages of this size load without delay.
constexpr std::size_t kMostBytes = 1'000'000;

// A page that the index links to.
struct Sheet {
  std::string file;
  std::string title;
  std::string lead{};
  std::string verdict{};
  verification::Totals totals{};
  std::size_t n_cases = 0;
  std::vector<Section> sections{};
};

// The page file of each case, by its id.
using Places = std::map<std::string, std::string>;

std::string link_to(const std::string& id, const Places& places) {
  return fmt::format("<a href=\"{}#case-{}\"><code>{}</code></a>", escape(places.at(id)), anchor(id), escape(id));
}

// One line for readers in a hurry; empty if nothing was measured.
std::string verdict_line(const verification::Totals& totals, std::string_view where = "") {
  const int n = totals.passed + totals.failed;
  if (n == 0) return {};
  const std::string text =
      totals.failed == 0
          ? fmt::format("All {} measurements{} are within their tolerances.", n, where)
          : fmt::format("{} of {} measurements{} are not within their tolerances.", totals.failed, n, where);
  return paragraph(text, totals.failed == 0 ? "verdict pass" : "verdict fail");
}

// A file name that is valid in every file system: lower case, and different from all names in `taken`.
std::string file_name(std::string_view key, std::set<std::string>& taken) {
  std::string stem = "cases-" + anchor(key);
  std::ranges::transform(stem, stem.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::string name = stem + ".html";
  // Other stems have no underscore.
  for (int n = 2; !taken.insert(name).second; ++n) name = fmt::format("{}_{}.html", stem, n);
  return name;
}

// The blocks of a group in parts of about kMostBytes, each a range of [begin, end).
std::vector<std::pair<std::size_t, std::size_t>> parts_of(const std::vector<Block>& blocks) {
  std::vector<std::pair<std::size_t, std::size_t>> parts;
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::size_t more = blocks[i].html.size() + blocks[i].tail.size();
    if (parts.empty() || bytes + more > kMostBytes) {
      parts.emplace_back(i, i);
      bytes = 0;
    }
    bytes += more;
    parts.back().second = i + 1;
  }
  return parts;
}

std::string html_of(const Block& block, const Places& places) {
  std::string html = block.html;
  for (const CaseResult* result : block.elsewhere) {
    html += fmt::format("<p class=\"note\">See {} {}.</p>\n", link_to(result->item->id, places), outcome_html(*result));
  }
  return html + block.tail;
}

// The content of the page of a part; it is written when the places of all cases are known.
struct Part {
  Sheet sheet;
  const Block* begin;
  const Block* end;
};

std::vector<Part> parts_of(const std::vector<Group>& groups) {
  std::vector<Part> parts;
  std::set<std::string> taken;
  for (const Group& group : groups) {
    const auto ranges = parts_of(group.blocks);
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      Part part{.sheet = {.file = file_name(group.key, taken), .title = group.title},
                .begin = group.blocks.data() + ranges[i].first,
                .end = group.blocks.data() + ranges[i].second};
      if (ranges.size() > 1) part.sheet.title += fmt::format(", part {} of {}", i + 1, ranges.size());
      for (const Block* block = part.begin; block != part.end; ++block) {
        for (const CaseResult* result : block->cases) {
          const verification::Totals totals = verification::count({*result});
          part.sheet.totals.passed += totals.passed;
          part.sheet.totals.failed += totals.failed;
        }
        part.sheet.n_cases += block->cases.size();
      }
      parts.push_back(std::move(part));
    }
  }
  return parts;
}

Sheet sheet_of(Part part, const Places& places) {
  Sheet sheet = std::move(part.sheet);
  for (const Block* block = part.begin; block != part.end; ++block) {
    if (sheet.sections.empty() || sheet.sections.back().title != block->chapter) {
      sheet.sections.push_back(
          {.id = "chapter-" + anchor(block->chapter), .title = block->chapter, .html = std::string()});
    }
    sheet.sections.back().html += html_of(*block, places);
  }
  sheet.verdict = verdict_line(sheet.totals, " on this page");
  return sheet;
}

// The measurements that README.md and docs/accuracy.md show, and those that fail.
std::optional<Sheet> headline_sheet(const std::vector<CaseResult>& results, const Places& places) {
  Table table{.caption = "Headline measurements and their references",
              .columns = {{"result"}, {"case"}, {"quantity"}},
              .rows = {},
              .id = "headline-table",
              .is_sortable = true};
  const std::vector<Column> numbers = number_columns();
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  for (const CaseResult& result : results) {
    for (const Measurement& m : result.measurements) {
      if (!m.headline && m.passes()) continue;
      Row row{.cells = {outcome_cell(m), {.html = link_to(result.item->id, places)}, quantity_cell(m)},
              .style = m.passes() ? "" : "failed"};
      for (Cell& cell : number_cells(m)) row.cells.push_back(std::move(cell));
      table.rows.push_back(std::move(row));
    }
  }
  if (table.rows.empty()) return std::nullopt;
  return Sheet{.file = "headlines.html",
               .title = "Headline measurements",
               .lead = "The measurements that are shown in docs/accuracy.md, and those that fail.",
               .sections = {{.id = "measurements", .title = "Measurements", .html = html_of(table)}}};
}

std::optional<Sheet> player_sheet(const std::vector<Player>& players) {
  if (players.empty()) return std::nullopt;
  std::string html;
  for (const Player& player : players) html += html_of(std::span(&player, 1));
  return Sheet{.file = "players.html",
               .title = "Drives in motion",
               .lead =
                   "The belt as stored in the result files, with a diagram of slip along the path over time. Space "
                   "plays and pauses, the arrow keys step, Home and End jump to the ends.",
               .sections = {{.id = "players", .title = "Drives", .html = html}}};
}

std::optional<Sheet> discrepancy_sheet(const VerificationContent& content, const std::vector<Group>& groups,
                                       const Places& places) {
  Sheet sheet{.file = "discrepancies.html",
              .title = "Discrepancies",
              .lead =
                  "Inconsistencies, omissions and errors in papers, their code and their data, and what BeltDyn uses "
                  "instead."};
  std::vector<std::string> papers;  // papers with cases first, in the order of the pages
  for (const Group& group : groups) papers.push_back(group.key);
  for (const Discrepancy& item : content.discrepancies) {
    if (std::ranges::find(papers, item.paper) == papers.end()) papers.push_back(item.paper);
  }
  for (const std::string& paper : papers) {
    Table table{.columns = {{"place"}, {"as printed"}, {"used by BeltDyn, and why"}, {"evidence"}}, .rows = {}};
    for (const Discrepancy& item : content.discrepancies) {
      if (item.paper != paper) continue;
      const bool is_case = places.contains(item.evidence);
      table.rows.push_back({.cells = {text_cell(item.place),
                                      text_cell(item.found),
                                      text_cell(item.reading),
                                      {.html = is_case ? link_to(item.evidence, places) : escape(item.evidence)}}});
    }
    if (table.rows.empty()) continue;
    sheet.sections.push_back({.id = "paper-" + anchor(paper),
                              .title = title_of_group(paper),
                              .html = "<div class=\"prose\">" + html_of(table) + "</div>\n"});
  }
  if (sheet.sections.empty()) return std::nullopt;
  return sheet;
}

std::string page_table(const std::vector<Sheet>& sheets) {
  Table table{.columns = {{"page"}, {"cases", true}, {"measurements"}}, .rows = {}};
  for (const Sheet& sheet : sheets) {
    const auto n_cases = sheet.n_cases > 0 ? std::optional(static_cast<double>(sheet.n_cases)) : std::nullopt;
    table.rows.push_back(
        {.cells = {{.html = fmt::format("<a href=\"{}\">{}</a>", escape(sheet.file), escape(sheet.title))},
                   number_cell(n_cases),
                   {.html = outcome_html(sheet.totals)}},
         .style = sheet.totals.failed > 0 ? "failed" : ""});
  }
  return html_of(table);
}

// The largest error of a case over its tolerance; NaN if one is not finite or nothing was measured.
double largest_share(const CaseResult& result) {
  double largest = result.measurements.empty() ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  for (const Measurement& m : result.measurements) {
    const double share = m.error == 0.0 ? 0.0 : m.error / m.tolerance;
    if (!std::isfinite(share)) return std::numeric_limits<double>::quiet_NaN();
    largest = std::max(largest, share);
  }
  return largest;
}

Cell state_cell(const CaseResult& result) {
  if (verification::count({result}).failed > 0) return {.html = "FAIL", .sort = std::nullopt, .style = "fail"};
  if (result.measurements.empty()) return {.html = "skipped", .sort = std::nullopt, .style = "skip-mark"};
  return {.html = "pass", .sort = std::nullopt, .style = "pass"};
}

std::string case_table(const std::vector<CaseResult>& results, const Places& places) {
  Table table{.caption = "All cases",
              .columns = {{"result"}, {"case"}, {"claim"}, {"measurements", true}, {"error / tolerance", true}},
              .rows = {},
              .id = "case-table",
              .is_sortable = true};
  for (const CaseResult& result : results) {
    const std::string& id = result.item->id;
    const Cell state = state_cell(result);
    std::string claim = escape(result.item->claim);
    const std::string& why = result.skipped.empty() ? result.failure : result.skipped;
    if (!why.empty()) claim += fmt::format("<small class=\"reason\">{}</small>", escape(why));
    table.rows.push_back({.cells = {state,
                                    {.html = link_to(id, places)},
                                    {.html = claim, .sort = std::nullopt, .style = "text"},
                                    number_cell(static_cast<double>(result.measurements.size())),
                                    number_cell(largest_share(result), 2)},
                          .traits = {{"result", state.html},
                                     {"group", group_of(id)},
                                     {"formulation", fmt::format("{}", fmt::join(formulations_of(id), " "))}},
                          .style = state.html == "FAIL" ? "failed" : ""});
  }
  return html_of(table);
}

std::string selection(std::string_view label, std::string_view name,
                      const std::set<std::pair<std::string, std::string>>& options) {
  std::string html = fmt::format("<label>{}<select name=\"{}\"><option value=\"\">all</option>", label, name);
  for (const auto& [title, value] : options) {
    html += fmt::format("<option value=\"{}\">{}</option>", escape(value), escape(title));
  }
  return html + "</select></label>\n";
}

std::string filters(const std::vector<CaseResult>& results) {
  std::set<std::pair<std::string, std::string>> groups;
  std::set<std::pair<std::string, std::string>> formulations;
  for (const CaseResult& result : results) {
    const std::string group = group_of(result.item->id);
    groups.emplace(title_of_group(group), group);
    for (const std::string& name : formulations_of(result.item->id)) formulations.emplace(name, name);
  }
  return "<form class=\"filters\" data-table=\"case-table\" aria-label=\"Filter of the table\">\n" +
         selection("paper or group", "group", groups) + selection("formulation", "formulation", formulations) +
         selection("result", "result", {{"pass", "pass"}, {"FAIL", "FAIL"}, {"skipped", "skipped"}}) +
         "<label>words<input type=\"search\" name=\"words\" size=\"18\" autocomplete=\"off\"></label>\n"
         "<button type=\"reset\">Show all</button><output aria-live=\"polite\"></output>\n</form>\n";
}

std::string tile(int number, std::string_view what, std::string_view style = "") {
  return fmt::format("<li{}><strong>{}</strong>{}</li>\n", style.empty() ? "" : fmt::format(" class=\"{}\"", style),
                     number, what);
}

std::string summary_html(const VerificationContent& content, const Places& places) {
  const verification::Totals totals = verification::count(content.results);
  const auto shown_exhibits = std::count_if(content.exhibits.begin(), content.exhibits.end(),
                                            [](const Exhibit& exhibit) { return exhibit.left_out.empty(); });
  std::string html = "<ul class=\"tiles\">\n" + tile(totals.passed, "measurements pass") +
                     tile(totals.failed, "fail", totals.failed > 0 ? "fail" : "") +
                     tile(totals.skipped, "cases skipped") + tile(static_cast<int>(content.results.size()), "cases");
  if (shown_exhibits > 0) html += tile(static_cast<int>(shown_exhibits), "figures and tables of papers");
  html += "</ul>\n";
  if (content.is_selection) html += paragraph("This is a selection: not every case was run.", "note");
  std::string failed;
  for (const CaseResult& result : content.results) {
    if (verification::count({result}).failed == 0) continue;
    failed += fmt::format("<li>{} {}</li>\n", link_to(result.item->id, places), outcome_html(result));
  }
  if (!failed.empty()) html += "<p>Failed cases:</p>\n<ul>\n" + failed + "</ul>\n";
  return html;
}

std::string index_html(const VerificationContent& content, const std::vector<Sheet>& sheets, const Places& places) {
  std::vector<Section> sections{{.id = "summary", .title = "Summary", .html = summary_html(content, places)},
                                {.id = "pages", .title = "Pages", .html = page_table(sheets)}};
  sections.push_back(
      {.id = "cases",
       .title = "Cases",
       .html = paragraph("A case passes if no error exceeds its tolerance. The last column is the largest "
                         "error of the case over its tolerance.") +
               filters(content.results) + "<div class=\"tall\">" + case_table(content.results, places) + "</div>\n"});
  sections.push_back({.id = "provenance",
                      .title = "Provenance",
                      .html = build_part() + folded("Machine and times", machine_part(content.machine))});
  return html_of(Page{.title = "BeltDyn: verification",
                      .lead = "BeltDyn compared with theory, with four papers, and between formulations.",
                      .verdict = verdict_line(verification::count(content.results)),
                      .sections = std::move(sections),
                      .generator = std::string(kVerifyGenerator)});
}

}  // namespace

std::vector<NamedPage> verification_pages(const VerificationContent& content) {
  const std::vector<Group> groups = groups_of(content);
  std::vector<Part> parts = parts_of(groups);
  Places places;
  for (const Part& part : parts) {
    for (const Block* block = part.begin; block != part.end; ++block) {
      for (const CaseResult* result : block->cases) places.emplace(result->item->id, part.sheet.file);
    }
  }
  std::vector<Sheet> sheets;
  const auto add = [&sheets](std::optional<Sheet> sheet) {
    if (sheet) sheets.push_back(std::move(*sheet));
  };
  add(headline_sheet(content.results, places));
  for (Part& part : parts) sheets.push_back(sheet_of(std::move(part), places));
  add(player_sheet(content.players));
  add(discrepancy_sheet(content, groups, places));

  std::vector<NamedPage> pages;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    Page page{.title = sheets[i].title,
              .lead = sheets[i].lead,
              .verdict = sheets[i].verdict,
              .sections = sheets[i].sections,
              .links = {{.text = "All cases", .file = std::string(kIndex)}},
              .generator = std::string(kVerifyGenerator)};
    if (i > 0) page.links.push_back({.text = "Previous: " + sheets[i - 1].title, .file = sheets[i - 1].file});
    if (i + 1 < sheets.size())
      page.links.push_back({.text = "Next: " + sheets[i + 1].title, .file = sheets[i + 1].file});
    pages.push_back({.file = sheets[i].file, .html = html_of(page)});
  }
  pages.push_back({.file = std::string(kIndex), .html = index_html(content, sheets, places)});
  return pages;
}

bool is_verification_page(std::string_view html) {
  return html.substr(0, html.find("<title>")).find(generator_mark(kVerifyGenerator)) != std::string_view::npos;
}

}  // namespace beltdyn::report
