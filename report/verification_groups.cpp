// SPDX-License-Identifier: MIT
#include "report/verification_groups.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "report/refinement_script.hpp"

namespace beltdyn::report {

using verification::CaseResult;
using verification::Measurement;

namespace {

struct Title {
  std::string_view key;
  std::string_view title;
  bool is_paper;
};
constexpr std::array<Title, 20> kTitles{{
    {"oborin-2018", "[Oborin 2018] contour drive", true},
    {"ntarladima-2023", "[Ntarladima 2023] belt drive", true},
    {"konyukhov-2021", "[Konyukhov 2021] rope on a surface", true},
    {"kubas-2021", "[Kubas 2021] links with GMS friction", true},
    {"cross", "Formulation pairs", false},
    {"convergence", "Convergence", false},
    {"ale", "Eulerian belt with inertia", false},
    {"balances", "Balances", false},
    {"friction", "Friction laws", false},
    {"invariance", "Invariance", false},
    {"linear", "Small motions", false},
    {"manufactured", "Manufactured solutions", false},
    {"mounts", "Mounts of pulleys", false},
    {"string-drive", "String on two pulleys", false},
    {"string-dynamics", "String in motion", false},
    {"accessories", "Accessories", false},
    {"bearings", "Bearings", false},
    {"keys", "Configuration keys", false},
    {"rope", "Ropes", false},
    {"running", "Running belts", false},
}};

// The title of the cases cross/DRIVE/...
std::string title_of_drive(std::string_view key) {
  if (key == "contour") return "The contour drive of [Oborin 2018]";
  if (key == "belt") return "The belt drive of [Ntarladima 2023]";
  return std::string(key);
}

std::string case_table(const CaseResult& result) {
  if (result.measurements.empty()) return {};
  const std::vector<Column> numbers = number_columns();
  Table table{.columns = {{"quantity"}}, .rows = {}};
  table.columns.insert(table.columns.end(), numbers.begin(), numbers.end());
  table.columns.push_back({"result"});
  for (const Measurement& m : result.measurements) {
    Row row{.cells = {quantity_cell(m)}, .style = m.passes() ? "" : "failed"};
    for (Cell& cell : number_cells(m)) row.cells.push_back(std::move(cell));
    row.cells.push_back(outcome_cell(m));
    table.rows.push_back(std::move(row));
  }
  return html_of(table);
}

// Collects the groups; each case appears once, at its first reference.
class Builder {
 public:
  explicit Builder(const VerificationContent& content) : content_(content) {}

  std::vector<Group> groups() {
    for (const Title& title : kTitles) {
      if (title.is_paper) add(title.key, true);
    }
    for (const Title& title : kTitles) {
      if (!title.is_paper) add(title.key, false);
    }
    for (const CaseResult& result : content_.results) {
      if (!shown_.contains(result.item->id)) add(group_of(result.item->id), false);
    }
    return std::move(groups_);
  }

 private:
  void add(std::string_view key, bool is_paper) {
    Group group{.key = std::string(key), .title = title_of_group(key), .is_paper = is_paper};
    for (const Exhibit& exhibit : content_.exhibits) {
      if (exhibit.paper == key && exhibit.left_out.empty()) group.blocks.push_back(block_of(exhibit));
    }
    const bool has_exhibits = !group.blocks.empty();
    for (const CaseResult& result : content_.results) {
      const std::string& id = result.item->id;
      if (group_of(id) != key || shown_.contains(id)) continue;
      std::string chapter = has_exhibits ? "Further cases" : "Cases";
      if (key == "cross") chapter = title_of_drive(group_of(id.substr(id.find('/') + 1)));
      group.blocks.push_back({.chapter = std::move(chapter), .html = case_html(result), .cases = {&result}});
    }
    Block left_out{.chapter = "Not recomputed", .html = left_out_html(key)};
    if (!left_out.html.empty()) group.blocks.push_back(std::move(left_out));
    if (!group.blocks.empty()) groups_.push_back(std::move(group));
  }

  std::string case_html(const CaseResult& result) {
    const std::string& id = result.item->id;
    shown_.insert(id);
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
                       folded(head, html + case_table(result) + series_of(result), fails));
  }

  bool names(const Exhibit& exhibit, const std::string& id) const {
    return std::any_of(exhibit.cases.begin(), exhibit.cases.end(), [&id](const std::string& name) {
      return name == id || (name.ends_with('/') && id.starts_with(name));
    });
  }

  Block block_of(const Exhibit& exhibit) {
    Block block{.chapter = "Figures and tables"};
    std::string html = paragraph(exhibit.text);
    verification::Totals totals{};
    for (const Picture& picture : exhibit.pictures) html += figure(picture);
    if (!exhibit.errors.empty()) html += folded("Differences between the curves", error_table(exhibit.errors), true);
    for (const CaseResult& result : content_.results) {
      if (!names(exhibit, result.item->id)) continue;
      const verification::Totals of_case = verification::count({result});
      totals.passed += of_case.passed;
      totals.failed += of_case.failed;
      const bool is_first = !shown_.contains(result.item->id);
      if (is_first) html += case_html(result);
      (is_first ? block.cases : block.elsewhere).push_back(&result);
    }
    const std::string head = fmt::format("<h4><span class=\"label\">{}</span>{}{}</h4>", escape(exhibit.label),
                                         escape(exhibit.title), outcome_html(totals));
    block.html = fmt::format("<article class=\"exhibit\"><details{}><summary>{}</summary>\n{}",
                             totals.failed > 0 ? " open" : "", head, html);
    if (!exhibit.command.empty()) {
      block.tail = fmt::format("<p class=\"note\"><code>{}</code></p>\n", escape(exhibit.command));
    }
    block.tail += "</details>\n</article>\n";
    return block;
  }

  std::string left_out_html(std::string_view paper) const {
    Table table{.columns = {{"figure or table"}, {"what it shows"}, {"why it is not reproduced"}}, .rows = {}};
    for (const Exhibit& exhibit : content_.exhibits) {
      if (exhibit.paper != paper || exhibit.left_out.empty()) continue;
      table.rows.push_back({.cells = {text_cell(exhibit.label),
                                      {.html = escape(exhibit.title), .sort = {}, .style = "text"},
                                      {.html = escape(exhibit.left_out), .sort = {}, .style = "text"}}});
    }
    return table.rows.empty() ? std::string() : html_of(table);
  }

  std::string series_of(const CaseResult& result) const {
    std::string html;
    for (const Refinement& study : refinements_of(result)) {
      const auto svg = content_.refinement_svg.find(picture_name(study));
      std::optional<Picture> picture;
      if (svg != content_.refinement_svg.end()) picture = refinement_picture(study, svg->second);
      html += refinement(study, picture);
    }
    if (html.empty()) return html;
    return folded("Convergence", "<div class=\"studies\">\n" + html + "</div>\n");
  }

  const VerificationContent& content_;
  std::set<std::string> shown_;
  std::vector<Group> groups_;
};

}  // namespace

std::vector<Group> groups_of(const VerificationContent& content) { return Builder(content).groups(); }

std::string title_of_group(std::string_view key) {
  for (const Title& title : kTitles) {
    if (title.key == key) return std::string(title.title);
  }
  return std::string(key);
}

std::string group_of(std::string_view id) { return std::string(id.substr(0, id.find('/'))); }

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

Cell quantity_cell(const Measurement& m) {
  std::string html = escape(m.quantity);
  if (!m.reason.empty()) html += fmt::format("<small class=\"reason\">{}</small>", escape(m.reason));
  return {.html = html, .sort = std::nullopt, .style = "text"};
}

Cell outcome_cell(const Measurement& m) {
  return m.passes() ? Cell{.html = "pass", .sort = std::nullopt, .style = "pass"}
                    : Cell{.html = "FAIL", .sort = std::nullopt, .style = "fail"};
}

// A quantity that is itself an error has no reference.
std::vector<Cell> number_cells(const Measurement& m) {
  constexpr int kDigits = 8;
  const bool is_error = m.reference == 0.0 && m.measured == m.error;
  Cell error = number_cell(m.error, 2);
  if (m.relative) error.html += " rel.";
  return {is_error ? Cell{.html = ""} : number_cell(m.measured, kDigits),
          is_error ? Cell{.html = ""} : number_cell(m.reference, kDigits), error, number_cell(m.tolerance, 2)};
}

std::vector<Column> number_columns() {
  return {{"BeltDyn", true}, {"reference", true}, {"error", true}, {"tolerance", true}};
}

}  // namespace beltdyn::report
