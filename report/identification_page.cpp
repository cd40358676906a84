// SPDX-License-Identifier: MIT
#include "report/identification_page.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html.hpp"
#include "report/page.hpp"

namespace beltdyn::report {
namespace {

constexpr int kErrorDigits = 2;
constexpr int kCorrelationDigits = 3;

std::string parameters_table(const IdentificationContent& content) {
  if (content.parameters.empty()) return {};
  Table table{.caption = "The fitted parameters",
              .columns = {{"parameter"},
                          {"unit"},
                          {"value", true},
                          {"standard error", true},
                          {"95 % from", true},
                          {"to", true},
                          {"remark"}},
              .rows = {}};
  for (const IdentifiedParameter& p : content.parameters) {
    table.rows.push_back({.cells = {text_cell(p.name), text_cell(p.unit), number_cell(p.value),
                                    number_cell(p.standard_error, kErrorDigits), number_cell(p.low),
                                    number_cell(p.high), text_cell(p.is_at_bound ? "at a bound" : "")}});
  }
  return html_of(table);
}

std::string correlations_table(const IdentificationContent& content) {
  if (content.correlations.size() < 2) return {};
  Table table{.caption = "Correlations of the fitted parameters", .columns = {{""}}, .rows = {}};
  for (const std::string& name : content.parameter_names) table.columns.push_back({name, true});
  for (std::size_t i = 0; i < content.correlations.size(); ++i) {
    Row row{.cells = {text_cell(content.parameter_names[i])}};
    for (const double value : content.correlations[i]) row.cells.push_back(number_cell(value, kCorrelationDigits));
    table.rows.push_back(std::move(row));
  }
  return html_of(table);
}

std::string identifiability_html(const IdentificationContent& content) {
  std::string html = paragraph(
      "Singular values of the Jacobian of the residuals with respect to the parameters, scaled to the range between "
      "their bounds. The inverse of each is the standard deviation of a combination of parameters, as a fraction of "
      "that range; a standard deviation near 0.29, that of a uniform distribution over the range, means that the data "
      "do not determine the combination.");
  std::string values;
  for (const double s : content.singular_values) values += (values.empty() ? "" : ", ") + shown(s, 3);
  html += paragraph(values);
  for (const std::string& sentence : content.untold) html += paragraph(sentence, "note");
  return html;
}

std::string residuals_table(const IdentificationContent& content) {
  Table table{.caption = "Residuals",
              .columns = {{"series"},
                          {"values", true},
                          {"root mean square", true},
                          {"probability, Ljung-Box", true},
                          {"p-value, runs test", true}},
              .rows = {}};
  for (const SeriesResiduals& s : content.series) {
    table.rows.push_back({.cells = {text_cell(s.column), number_cell(static_cast<double>(s.n_values)),
                                    number_cell(s.root_mean_square, 4), number_cell(s.ljung_box_probability, 2),
                                    number_cell(s.runs_probability, 2)}});
  }
  return html_of(table) +
         paragraph(
             "Residuals are in standard deviations. The probabilities are p-values under the hypothesis of independent "
             "residuals; small values indicate that the model is incomplete.");
}

std::string searches_table(const IdentificationContent& content) {
  Table table{.caption = "Searches", .columns = {{"start", true}}, .rows = {}};
  for (const std::string& name : content.parameter_names) table.columns.push_back({name, true});
  table.columns.insert(table.columns.end(), {{"cost", true}, {"iterations", true}, {"remark"}});
  for (std::size_t i = 0; i < content.searches.size(); ++i) {
    const IdentificationSearch& search = content.searches[i];
    Row row{.cells = {number_cell(static_cast<double>(i + 1))}};
    for (const double value : search.start) row.cells.push_back(number_cell(value, 4));
    row.cells.push_back(number_cell(search.cost));
    row.cells.push_back(number_cell(static_cast<double>(search.iterations)));
    row.cells.push_back(text_cell(i == content.best && search.remark.empty() ? "the best" : search.remark));
    table.rows.push_back(std::move(row));
  }
  return html_of(table);
}

}  // namespace

std::string identification_page(const IdentificationContent& content) {
  Page page{.title = content.name,
            .lead = fmt::format("Parameters of {} {}, fitted to measured data with {} runs.",
                                content.runs.size() == 1 ? "the run" : "the runs", fmt::join(content.runs, ", "),
                                content.n_runs),
            .sections = {}};
  const auto add = [&page](std::string id, std::string title, std::string html) {
    if (!html.empty())
      page.sections.push_back({.id = std::move(id), .title = std::move(title), .html = std::move(html)});
  };
  std::string remarks;
  for (const std::string& remark : content.remarks) remarks += paragraph(remark, "note");
  add("parameters", "Parameters", parameters_table(content) + remarks);
  add("figure", "Data and fit", figure(content.figure));
  add("residuals", "Residuals", residuals_table(content));
  add("correlations", "Correlations", correlations_table(content));
  add("identifiability", "Identifiability", identifiability_html(content));
  add("searches", "Searches", searches_table(content));
  const std::string command =
      content.command.empty() ? "" : fmt::format("<p><code>{}</code></p>\n", escape(content.command));
  add("provenance", "Provenance",
      command + folded("The fitted configuration", "<pre>" + escape(content.configuration) + "</pre>\n") +
          build_part());
  return html_of(page);
}

}  // namespace beltdyn::report
