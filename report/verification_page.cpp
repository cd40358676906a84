// SPDX-License-Identifier: MIT
#include "report/verification_page.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "report/html.hpp"
#include "report/refinement_script.hpp"

namespace beltdyn::report {
namespace {

using verification::CaseResult;
using verification::Measurement;

struct Group {
  std::string_view key;  // the first part of the ids of its cases
  std::string_view title;
  bool is_paper;
};
constexpr std::array<Group, 9> kGroups{{
    {"oborin-2018", "[Oborin 2018] contour drive", true},
    {"ntarladima-2023", "[Ntarladima 2023] belt drive", true},
    {"konyukhov-2021", "[Konyukhov 2021] rope on a surface", true},
    {"kubas-2021", "[Kubas 2021] links with GMS friction", true},
    {"friction", "Friction laws", false},
    {"ale", "Eulerian belt with inertia", false},
    {"string-drive", "String on two pulleys", false},
    {"balances", "Balances", false},
    {"rope", "Ropes", false},
}};

std::string group_of(std::string_view id) { return std::string(id.substr(0, id.find('/'))); }

std::string title_of_group(std::string_view key) {
  for (const Group& group : kGroups) {
    if (group.key == key) return std::string(group.title);
  }
  if (key == "cross") return "Formulation pairs";
  if (key == "convergence") return "Convergence";
  return std::string(key);
}

// cross/DRIVE/...
std::string title_of_drive(std::string_view key) {
  if (key == "contour") return "The contour drive of [Oborin 2018]";
  if (key == "belt") return "The belt drive of [Ntarladima 2023]";
  return escape(key);
}

Cell quantity_cell(const Measurement& m) {
  std::string html = escape(m.quantity);
  if (!m.reason.empty()) html += fmt::format("<small class=\"reason\">{}</small>", escape(m.reason));
  return {.html = html, .sort = std::nullopt, .style = "text"};
}

Cell outcome_cell(const Measurement& m) {
  return m.passes() ? Cell{.html = "pass", .sort = std::nullopt, .style = "pass"}
                    : Cell{.html = "FAIL", .sort = std::nullopt, .style = "fail"};
}

// A quantity that is itself an error has no reference to show.
std::vector<Cell> number_cells(const Measurement& m) {
  constexpr int kDigits = 8;
  const bool is_error = m.reference == 0.0 && m.measured == m.error;
  Cell error = number_cell(m.error, 2);
  if (m.relative) error.html += " rel.";
  return {is_error ? Cell{.html = ""} : number_cell(m.measured, kDigits),
          is_error ? Cell{.html = ""} : number_cell(m.reference, kDigits), error, number_cell(m.tolerance, 2)};
}

const std::vector<Column> kNumberColumns{{"BeltDyn", true}, {"reference", true}, {"error", true}, {"tolerance", true}};

std::string case_table(const CaseResult& result) {
  if (result.measurements.empty()) return {};
  Table table{.columns = {{"quantity"}}, .rows = {}};
  table.columns.insert(table.columns.end(), kNumberColumns.begin(), kNumberColumns.end());
  table.columns.push_back({"result"});
  for (const Measurement& m : result.measurements) {
    Row row{.cells = {quantity_cell(m)}, .style = m.passes() ? "" : "failed"};
    for (Cell& cell : number_cells(m)) row.cells.push_back(std::move(cell));
    row.cells.push_back(outcome_cell(m));
    table.rows.push_back(std::move(row));
  }
  return html_of(table);
}

// Empty of nothing that was measured.
std::string outcome_html(const verification::Totals& totals) {
  const int n = totals.passed + totals.failed;
  if (n == 0) return {};
  if (totals.failed == 0) return fmt::format("<span class=\"pass\">{} of {} pass</span>", n, n);
  return fmt::format("<span class=\"fail\">{} of {} FAIL</span>", totals.failed, n);
}

std::string outcome_html(const CaseResult& result) {
  if (!result.skipped.empty()) return "<span class=\"skip-mark\">skipped</span>";
  if (!result.failure.empty()) return "<span class=\"fail\">aborted</span>";
  return outcome_html(verification::count({result}));
}

// The row of a case of which nothing was measured.
Row empty_row(const CaseResult& result) {
  const bool is_skipped = result.failure.empty();
  const std::string why = is_skipped ? "Skipped: " + result.skipped : result.failure;
  return {.cells = {Cell{.html = is_skipped ? "skipped" : "FAIL",
                         .sort = std::nullopt,
                         .style = is_skipped ? "skip-mark" : "fail"},
                    Cell{}, Cell{.html = escape(why), .sort = std::nullopt, .style = "text"}, Cell{}, Cell{}, Cell{},
                    Cell{}},
          .style = is_skipped ? "" : "failed"};
}

Table accuracy_rows(const std::vector<CaseResult>& results) {
  Table table{.caption = "All measurements and their references",
              .columns = {{"result"}, {"case"}, {"quantity"}},
              .rows = {},
              .id = "accuracy-table",
              .is_sortable = true};
  table.columns.insert(table.columns.end(), kNumberColumns.begin(), kNumberColumns.end());
  for (const CaseResult& result : results) {
    const std::string& id = result.item->id;
    std::vector<Row> rows;
    for (const Measurement& m : result.measurements) {
      Row row{.cells = {outcome_cell(m), Cell{}, quantity_cell(m)}, .style = m.passes() ? "" : "failed"};
      if (m.headline) row.style += row.style.empty() ? "headline" : " headline";
      for (Cell& cell : number_cells(m)) row.cells.push_back(std::move(cell));
      row.traits.emplace_back("result", m.passes() ? "pass" : "fail");
      row.traits.emplace_back("rank", m.headline ? "headline" : "detail");
      rows.push_back(std::move(row));
    }
    if (rows.empty() || !result.failure.empty()) {
      rows.push_back(empty_row(result));
      rows.back().traits.emplace_back("result", result.failure.empty() ? "skipped" : "fail");
    }
    for (Row& row : rows) {
      row.cells[1] = {.html = fmt::format("<a href=\"#case-{}\"><code>{}</code></a>", anchor(id), escape(id))};
      row.traits.emplace_back("group", group_of(id));
      row.traits.emplace_back("formulation", fmt::format("{}", fmt::join(formulations_of(id), " ")));
      table.rows.push_back(std::move(row));
    }
  }
  return table;
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
  return "<form class=\"filters\" data-table=\"accuracy-table\" aria-label=\"Filter of the table\">\n" +
         selection("paper or group", "group", groups) + selection("formulation", "formulation", formulations) +
         selection("result", "result", {{"pass", "pass"}, {"FAIL", "fail"}, {"skipped", "skipped"}}) +
         selection("rows", "rank", {{"headline (\u2605)", "headline"}, {"detail", "detail"}}) +
         "<label>words<input type=\"search\" name=\"words\" size=\"18\" autocomplete=\"off\"></label>\n"
         "<button type=\"reset\">Show all</button><output aria-live=\"polite\"></output>\n</form>\n";
}

std::string tile(int number, std::string_view what, std::string_view style = "") {
  return fmt::format("<li{}><strong>{}</strong>{}</li>\n", style.empty() ? "" : fmt::format(" class=\"{}\"", style),
                     number, what);
}

std::string summary_html(const VerificationContent& content) {
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
    failed += fmt::format("<li><a href=\"#case-{}\"><code>{}</code></a> {}</li>\n", anchor(result.item->id),
                          escape(result.item->id), outcome_html(result));
  }
  if (!failed.empty()) html += "<p>Failed cases:</p>\n<ul>\n" + failed + "</ul>\n";
  return html;
}

// Collects the sections; each case appears once, at its first reference.
class Builder {
 public:
  explicit Builder(const VerificationContent& content) : content_(content) {}

  std::vector<Section> sections() {
    add("summary", "Summary", summary_html(content_));
    add("accuracy", "Accuracy",
        paragraph("All verification measurements. The error is the difference from the reference, relative where "
                  "stated; a measurement passes if the error does not exceed the tolerance. \u2605 marks the rows "
                  "shown in the README.") +
            filters(content_.results) + "<div class=\"tall\">" + html_of(accuracy_rows(content_.results)) + "</div>\n");
    for (const Group& group : kGroups) {
      if (group.is_paper) add_paper(group);
    }
    add_players();
    add_pairs();
    add_convergence();
    add_other_groups();
    add_discrepancies();
    add("provenance", "Provenance", build_part() + machine_part(content_.machine));
    return std::move(sections_);
  }

 private:
  void add(std::string id, std::string title, std::string html, int level = 1) {
    if (html.empty()) return;
    sections_.push_back({.id = std::move(id), .title = std::move(title), .html = std::move(html), .level = level});
  }

  std::string case_html(const CaseResult& result) {
    const std::string& id = result.item->id;
    told_.insert(id);
    const std::string head = fmt::format("<h4>{} {}</h4>", escape(id), outcome_html(result));
    std::string html =
        fmt::format("<p>{}</p>\n<p class=\"note\">Reference: {}{}.</p>\n", escape(result.item->claim),
                    escape(result.item->reference),
                    result.item->own_reference ? " (BeltDyn itself, or a prototype of the same formulation)" : "");
    if (!result.item->tolerances.empty()) {
      html += fmt::format("<p class=\"note\">Tolerances: {}.</p>\n", escape(result.item->tolerances));
    }
    if (!result.skipped.empty()) html += paragraph("Skipped: " + result.skipped + ".", "note");
    html += paragraph(result.failure, "fail");
    const bool fails = verification::count({result}).failed > 0;
    return fmt::format("<article class=\"case\" id=\"case-{}\">{}</article>\n", anchor(id),
                       folded(head, html + case_table(result), fails));
  }

  bool names(const Exhibit& exhibit, const std::string& id) const {
    return std::any_of(exhibit.cases.begin(), exhibit.cases.end(), [&id](const std::string& name) {
      return name == id || (name.ends_with('/') && id.starts_with(name));
    });
  }

  std::string exhibit_html(const Exhibit& exhibit) {
    std::string html = paragraph(exhibit.text);
    verification::Totals totals{};
    for (const Picture& picture : exhibit.pictures) html += figure(picture);
    if (!exhibit.errors.empty()) html += folded("Differences between the curves", error_table(exhibit.errors), true);
    for (const CaseResult& result : content_.results) {
      if (!names(exhibit, result.item->id)) continue;
      const verification::Totals of_case = verification::count({result});
      totals.passed += of_case.passed;
      totals.failed += of_case.failed;
      html += told_.contains(result.item->id)
                  ? fmt::format("<p class=\"note\">See <a href=\"#case-{}\"><code>{}</code></a> {}.</p>\n",
                                anchor(result.item->id), escape(result.item->id), outcome_html(result))
                  : case_html(result);
    }
    if (!exhibit.command.empty())
      html += fmt::format("<p class=\"note\"><code>{}</code></p>\n", escape(exhibit.command));
    const std::string head = fmt::format("<h4><span class=\"label\">{}</span>{}{}</h4>", escape(exhibit.label),
                                         escape(exhibit.title), outcome_html(totals));
    return "<article class=\"exhibit\">" + folded(head, html, totals.failed > 0) + "</article>\n";
  }

  std::string rest_of(std::string_view group) {
    std::string html;
    for (const CaseResult& result : content_.results) {
      if (group_of(result.item->id) == group && !told_.contains(result.item->id)) html += case_html(result);
    }
    return html;
  }

  void add_paper(const Group& group) {
    std::string html;
    Table left_out{.columns = {{"figure or table"}, {"what it shows"}, {"why it is not reproduced"}}, .rows = {}};
    for (const Exhibit& exhibit : content_.exhibits) {
      if (exhibit.paper != group.key) continue;
      if (exhibit.left_out.empty()) {
        html += exhibit_html(exhibit);
      } else {
        left_out.rows.push_back({.cells = {text_cell(exhibit.label),
                                           {.html = escape(exhibit.title), .sort = {}, .style = "text"},
                                           {.html = escape(exhibit.left_out), .sort = {}, .style = "text"}}});
      }
    }
    const std::string rest = rest_of(group.key);
    if (!rest.empty()) html += (html.empty() ? "" : "<h3>Further cases</h3>\n") + rest;
    if (!left_out.rows.empty()) html += "<h3>Not recomputed</h3>\n" + html_of(left_out);
    add(std::string(group.key), std::string(group.title), html);
  }

  void add_players() {
    std::string html;
    for (const Player& player : content_.players) html += html_of(player);
    if (html.empty()) return;
    add("players", "Drives in motion",
        paragraph("The belt as stored in the result files, with a diagram of slip along the path over time. Space "
                  "plays and pauses, the arrow keys step, Home and End jump to the ends.") +
            html);
  }

  std::string series_of(const CaseResult& result) {
    std::string html;
    for (const Refinement& study : refinements_of(result)) {
      const auto svg = content_.refinement_svg.find(picture_name(study));
      std::optional<Picture> picture;
      if (svg != content_.refinement_svg.end()) picture = refinement_picture(study, svg->second);
      html += refinement(study, picture);
    }
    return html.empty() ? html : "<div class=\"studies\">\n" + html + "</div>\n";
  }

  std::string folded_series(const CaseResult& result) {
    const std::string series = series_of(result);
    if (series.empty()) return series;
    return folded(fmt::format("Convergence of <code>{}</code>", escape(result.item->id)), series);
  }

  void add_pairs() {
    std::string html;
    std::string drive;
    for (const CaseResult& result : content_.results) {
      const std::string& id = result.item->id;
      if (group_of(id) != "cross") continue;
      const std::string next = group_of(id.substr(id.find('/') + 1));
      if (next != drive) html += fmt::format("<h3>{}</h3>\n", title_of_drive(next));
      drive = next;
      html += case_html(result) + folded_series(result);
    }
    if (html.empty()) return;
    add("pairs", "Formulation pairs",
        paragraph("The same drive in two formulations: the remaining difference and its decrease with refinement.") +
            html);
  }

  void add_convergence() {
    std::string html;
    for (const CaseResult& result : content_.results) {
      const std::string group = group_of(result.item->id);
      if (group == "convergence") html += case_html(result);
      if (group != "cross") html += folded_series(result);
    }
    add("convergence", "Convergence", html);
  }

  void add_other_groups() {
    std::set<std::string> rest;
    for (const CaseResult& result : content_.results) {
      if (!told_.contains(result.item->id)) rest.insert(group_of(result.item->id));
    }
    for (const std::string& group : rest) add(anchor("group-" + group), title_of_group(group), rest_of(group));
  }

  std::string evidence_html(const std::string& evidence) const {
    const bool is_case = std::any_of(content_.results.begin(), content_.results.end(),
                                     [&evidence](const CaseResult& result) { return result.item->id == evidence; });
    if (!is_case) return escape(evidence);
    return fmt::format("<a href=\"#case-{}\"><code>{}</code></a>", anchor(evidence), escape(evidence));
  }

  void add_discrepancies() {
    std::string html;
    for (const Group& group : kGroups) {
      Table table{.columns = {{"place"}, {"as printed"}, {"used by BeltDyn, and why"}, {"evidence"}}, .rows = {}};
      for (const Discrepancy& item : content_.discrepancies) {
        if (item.paper != group.key) continue;
        table.rows.push_back({.cells = {text_cell(item.place),
                                        text_cell(item.found),
                                        text_cell(item.reading),
                                        {.html = evidence_html(item.evidence)}}});
      }
      if (table.rows.empty()) continue;
      html += folded(fmt::format("<strong>{}</strong>, {}", escape(group.title), table.rows.size()),
                     "<div class=\"prose\">" + html_of(table) + "</div>\n");
    }
    if (html.empty()) return;
    add("discrepancies", "Discrepancies",
        paragraph("Inconsistencies, omissions and errors in papers, their code and their data, and what BeltDyn uses "
                  "instead.") +
            html);
  }

  const VerificationContent& content_;
  std::set<std::string> told_;
  std::vector<Section> sections_;
};

// One line for who reads no further.
std::string verdict_line(const VerificationContent& content) {
  const verification::Totals totals = verification::count(content.results);
  const int n = totals.passed + totals.failed;
  const std::string text =
      totals.failed == 0 ? fmt::format("All {} measurements are within their tolerances.", n)
                         : fmt::format("{} of {} measurements are not within their tolerances.", totals.failed, n);
  return paragraph(text, totals.failed == 0 ? "verdict pass" : "verdict fail");
}

}  // namespace

std::string verification_page(const VerificationContent& content) {
  return html_of(Page{.title = "BeltDyn: verification",
                      .lead = "BeltDyn compared with theory, with four papers, and between formulations.",
                      .verdict = verdict_line(content),
                      .sections = Builder(content).sections()});
}

}  // namespace beltdyn::report
