// SPDX-License-Identifier: MIT
#include "report/sweep_page.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/json.hpp"
#include "report/html.hpp"

namespace beltdyn::report {
namespace {

// More members would make the page slow; sweep.csv has all of them.
constexpr std::size_t kMostDrawnMembers = 4000;
constexpr std::size_t kMostListedMembers = 500;
constexpr std::string_view kComplete = "complete";

// An even selection of at most `most` indices.
std::vector<std::size_t> some_of(std::size_t size, std::size_t most) {
  const std::size_t n = std::min(size, most);
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < n; ++i) indices.push_back(i * size / n);
  return indices;
}

// For use in a script element, which "</script>" in a text would end.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump()) c == '<' ? text += "\\u003c" : text += c;
  return text;
}

// The data for the script of the page.
std::string data_of(const SweepContent& content, const std::vector<std::size_t>& drawn) {
  Json json;
  json["name"] = content.name;
  json["file"] = content.file;
  json["configuration"] = Json::parse(content.configuration);
  json["columns"] = content.columns;
  json["pointers"] = Json::array();
  for (const VariedNumber& parameter : content.parameters) json["pointers"].push_back(parameter.pointer);
  json["members"] = Json::array();
  json["status"] = Json::array();
  json["messages"] = Json::object();
  json["numbers"] = Json::array();
  for (std::size_t j = 0; j < content.columns.size(); ++j) json["numbers"].push_back(Json::array());
  for (const std::size_t i : drawn) {
    json["members"].push_back(content.members[i]);
    json["status"].push_back(content.status[i]);
    if (!content.messages[i].empty()) json["messages"][fmt::format("{}", content.members[i])] = content.messages[i];
    // NaN becomes null.
    for (std::size_t j = 0; j < content.columns.size(); ++j) json["numbers"][j].push_back(content.numbers[i][j]);
  }
  return script_text(json);
}

std::string explorer(const SweepContent& content) {
  const std::vector<std::size_t> drawn = some_of(content.members.size(), kMostDrawnMembers);
  const std::string some =
      drawn.size() < content.members.size()
          ? paragraph(fmt::format("{} of {} members are drawn.", drawn.size(), content.members.size()), "note")
          : std::string();
  return fmt::format(
      "{}<div class=\"explorer\">\n<div class=\"controls\">\n<label>across <select class=\"across\" "
      "aria-label=\"Horizontal axis\"></select></label>\n<label>up <select class=\"up\" aria-label=\"Vertical "
      "axis\"></select></label>\n<label>colour <select class=\"colour\" aria-label=\"Colour of the "
      "points\"></select></label>\n</div>\n<canvas role=\"img\" aria-label=\"Members as points; click a point or a row "
      "of the table to show its configuration\"></canvas>\n<div class=\"member\" "
      "aria-live=\"polite\"></div>\n<noscript><p class=\"note\">The diagram needs JavaScript. <code>beltdyn sweep {} "
      "--member N</code> prints the configuration of a member.</p></noscript>\n<script "
      "type=\"application/json\">{}</script>\n</div>\n",
      some, escape(content.file), data_of(content, drawn));
}

std::string parameters_html(const SweepContent& content) {
  Table table{.columns = {{"parameter"}, {"unit"}, {"where"}, {"values"}}, .rows = {}};
  for (const VariedNumber& p : content.parameters) {
    table.rows.push_back({.cells = {text_cell(p.name),
                                    text_cell(p.unit),
                                    {.html = fmt::format("<code>{}</code>", escape(p.pointer))},
                                    text_cell(p.values)}});
  }
  return paragraph(fmt::format("Varied in the run {}. {}.", content.run, content.design)) + html_of(table);
}

std::string members_html(const SweepContent& content) {
  Table table{.caption = "Members", .columns = {{"member", true}}, .rows = {}, .is_sortable = true};
  for (const std::string& column : content.columns) table.columns.push_back({column, true});
  table.columns.push_back({"status"});
  for (const std::size_t i : some_of(content.members.size(), kMostListedMembers)) {
    const std::size_t member = content.members[i];
    Row row{.cells = {
                {.html = fmt::format("<a href=\"#member-{0}\">{0}</a>", member), .sort = static_cast<double>(member)}}};
    for (const double value : content.numbers[i]) row.cells.push_back(number_cell(value));
    row.cells.push_back(text_cell(content.status[i] == kComplete
                                      ? content.status[i]
                                      : fmt::format("{}: {}", content.status[i], content.messages[i])));
    table.rows.push_back(std::move(row));
  }
  const std::size_t hidden = content.members.size() - table.rows.size();
  return paragraph(hidden > 0 ? fmt::format("{} of {} members; all are in sweep.csv.", table.rows.size(),
                                            content.members.size())
                              : std::string(),
                   "note") +
         html_of(table);
}

std::string interval(double value, double low, double high) {
  return std::isfinite(value) ? fmt::format("{} ({} to {})", shown(value, 3), shown(low, 2), shown(high, 2)) : "–";
}

std::string sensitivities_html(const std::vector<plots::SensitivityPanel>& panels) {
  Table table{.columns = {{"quantity"},
                          {"parameter"},
                          {"change per standard deviation", true},
                          {"R² of the regression", true},
                          {"first-order index", true},
                          {"total index", true}},
              .rows = {}};
  for (const plots::SensitivityPanel& panel : panels) {
    for (const plots::SensitivityPanel::Bar& bar : panel.bars) {
      table.rows.push_back(
          {.cells = {text_cell(panel.quantity), text_cell(bar.parameter), number_cell(bar.per_deviation, 4),
                     number_cell(panel.explained, 4), text_cell(interval(bar.first, bar.first_low, bar.first_high)),
                     text_cell(interval(bar.total, bar.total_low, bar.total_high))}});
    }
  }
  return html_of(table) +
         paragraph("In brackets: the 95 % confidence interval of an index, from a bootstrap over samples.", "note");
}

}  // namespace

std::string sweep_page(const SweepContent& content) {
  const auto complete = std::ranges::count(content.status, kComplete);
  const auto n = static_cast<std::ptrdiff_t>(content.members.size());
  Page page{.title = content.name,
            .lead = fmt::format("{} members of a sweep over {} parameter{}, {}.", n, content.parameters.size(),
                                content.parameters.size() == 1 ? "" : "s",
                                complete == n ? "all complete" : fmt::format("{} without results", n - complete)),
            .sections = {},
            .has_explorer = true};
  std::string figures;
  for (const Picture& picture : content.figures) figures += figure(picture);
  page.sections.push_back({.id = "parameters", .title = "What is varied", .html = parameters_html(content)});
  page.sections.push_back({.id = "figures", .title = "Figures", .html = figures});
  page.sections.push_back({.id = "explorer", .title = "Members as points", .html = explorer(content)});
  if (!content.sensitivities.empty()) {
    page.sections.push_back(
        {.id = "sensitivity", .title = "Sensitivity", .html = sensitivities_html(content.sensitivities)});
  }
  page.sections.push_back({.id = "members", .title = "Table of members", .html = members_html(content)});
  page.sections.push_back({.id = "configuration",
                           .title = "Configuration",
                           .html = folded("The configuration without its sweep",
                                          fmt::format("<pre class=\"tall\">{}</pre>",
                                                      escape(Json::parse(content.configuration).dump(2))))});
  page.sections.push_back({.id = "build", .title = "Build", .html = build_part()});
  return html_of(page);
}

}  // namespace beltdyn::report
