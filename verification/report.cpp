// SPDX-License-Identifier: MIT
#include "verification/report.hpp"

#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.hpp"
#include "core/text_file.hpp"
#include "core/version.hpp"

namespace beltdyn::verification {
namespace {

constexpr std::string_view kBeginMark = "<!-- accuracy:begin -->\n";
constexpr std::string_view kEndMark = "<!-- accuracy:end -->";

std::string escape_html(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// "3.6e-07 (relative)"; an error is never shown with more digits than it means anything to
std::string shown_error(const Measurement& m) { return fmt::format("{:.1e}{}", m.error, m.relative ? " rel." : ""); }

// A quantity that is itself an error has nothing to stand beside it.
std::string readme_row(const std::string& id, const Measurement& m) {
  std::string quantity;
  for (const char c : m.quantity) quantity += c == '*' ? std::string("\\*") : std::string(1, c);
  const bool is_error = m.reference == 0.0;
  const std::string values = is_error ? "|" : fmt::format("{:.10g} | {:.10g}", m.measured, m.reference);
  return fmt::format("| `{}` | {} | {} | {} |\n", id, quantity, values, shown_error(m));
}

constexpr std::string_view kPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>BeltDyn: verification</title>
<style>
:root { color-scheme: light dark; --line: #8884; --good: #1a7f37; --bad: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --good: #56d364; --bad: #ff7b72; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td { text-align: left; padding: 0.3rem 0.6rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.pass { color: var(--good); } .fail { color: var(--bad); font-weight: bold; }
h2 { margin: 2rem 0 0.2rem; font-size: 1.05rem; font-family: ui-monospace, monospace; }
p { margin: 0.2rem 0 0.6rem; } .scroll { overflow-x: auto; }
</style>
</head>
<body>
)";

std::string html_case(const CaseResult& result) {
  std::string html = fmt::format("<h2 id=\"{0}\">{0}</h2>\n<p>{1} Reference: {2}.</p>\n", escape_html(result.item->id),
                                 escape_html(result.item->claim), escape_html(result.item->reference));
  if (!result.skipped.empty()) html += fmt::format("<p>Skipped: {}.</p>\n", escape_html(result.skipped));
  if (!result.failure.empty()) html += fmt::format("<p class=\"fail\">{}</p>\n", escape_html(result.failure));
  if (result.measurements.empty()) return html;
  html +=
      "<div class=\"scroll\"><table><tr><th>quantity</th><th class=\"number\">measured</th>"
      "<th class=\"number\">reference</th><th class=\"number\">error</th><th class=\"number\">tolerance</th>"
      "<th></th></tr>\n";
  for (const Measurement& m : result.measurements) {
    html += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{:.10g}</td><td class=\"number\">{:.10g}</td>"
        "<td class=\"number\">{}</td><td class=\"number\">{:.1e}</td><td class=\"{}\">{}</td></tr>\n",
        escape_html(m.quantity), m.measured, m.reference, shown_error(m), m.tolerance, m.passes() ? "pass" : "fail",
        m.passes() ? "pass" : "FAIL");
  }
  return html + "</table></div>\n";
}

// A line for each case, that leads to its table.
std::string html_contents(const std::vector<CaseResult>& results) {
  std::string html = "<div class=\"scroll\"><table><tr><th>case</th><th>claim</th><th></th></tr>\n";
  for (const CaseResult& result : results) {
    const Totals totals = count({result});
    const std::string outcome = totals.failed > 0    ? fmt::format("{} failed", totals.failed)
                                : totals.skipped > 0 ? "skipped"
                                                     : "pass";
    html += fmt::format("<tr><td><a href=\"#{0}\">{0}</a></td><td>{1}</td><td class=\"{2}\">{3}</td></tr>\n",
                        escape_html(result.item->id), escape_html(result.item->claim),
                        totals.failed == 0 ? "pass" : "fail", outcome);
  }
  return html + "</table></div>\n";
}

// JSON has no NaN; a number that is none is written as null.
nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json numbers(const std::vector<double>& values) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

nlohmann::ordered_json json_series(const std::vector<Series>& all_series) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Series& series : all_series) {
    nlohmann::ordered_json expected = nullptr;
    if (series.expected_order) expected = *series.expected_order;
    list.push_back({{"title", series.title},
                    {"parameter", series.parameter},
                    {"error", series.error},
                    {"values", numbers(series.values)},
                    {"errors", numbers(series.errors)},
                    {"expected_order", expected},
                    {"orders", numbers(series.orders)}});
  }
  return list;
}

}  // namespace

Totals count(const std::vector<CaseResult>& results) {
  Totals totals;
  for (const CaseResult& result : results) {
    if (!result.failure.empty()) ++totals.failed;
    if (!result.skipped.empty()) ++totals.skipped;
    for (const Measurement& m : result.measurements) ++(m.passes() ? totals.passed : totals.failed);
  }
  return totals;
}

std::string summary(const Totals& totals) {
  std::string text = fmt::format("{} passed, {} failed", totals.passed, totals.failed);
  if (totals.skipped > 0) text += fmt::format(", {} skipped", totals.skipped);
  return text;
}

std::string json_report(const std::vector<CaseResult>& results) {
  using Json = nlohmann::ordered_json;
  Json cases = Json::array();
  for (const CaseResult& result : results) {
    Json measurements = Json::array();
    for (const Measurement& m : result.measurements) {
      measurements.push_back({{"quantity", m.quantity},
                              {"measured", number(m.measured)},
                              {"reference", number(m.reference)},
                              {"error", number(m.error)},
                              {"relative", m.relative},
                              {"tolerance", number(m.tolerance)},
                              {"pass", m.passes()},
                              {"reason", m.reason}});
    }
    cases.push_back({{"id", result.item->id},
                     {"claim", result.item->claim},
                     {"reference", result.item->reference},
                     {"failure", result.failure},
                     {"skipped", result.skipped},
                     {"measurements", measurements},
                     {"series", json_series(result.series)}});
  }
  const Totals totals = count(results);
  const Json report{{"version", build_info().version}, {"git_hash", build_info().git_hash}, {"passed", totals.passed},
                    {"failed", totals.failed},         {"skipped", totals.skipped},         {"cases", cases}};
  return report.dump(2) + "\n";
}

std::string html_report(const std::vector<CaseResult>& results) {
  const Totals totals = count(results);
  const BuildInfo& build = build_info();
  std::string html(kPageHead);
  html += fmt::format("<h1>BeltDyn: verification</h1>\n<p>{}. Version {}, {}, {}.</p>\n", summary(totals),
                      escape_html(build.version), escape_html(build.git_hash), escape_html(build.compiler));
  html += html_contents(results);
  for (const CaseResult& result : results) html += html_case(result);
  return html + "</body>\n</html>\n";
}

void update_readme(const std::filesystem::path& file, const std::vector<CaseResult>& results) {
  std::ifstream input(file, std::ios::binary);
  std::ostringstream buffer;
  buffer << input.rdbuf();
  std::string text = buffer.str();
  const std::size_t begin = text.find(kBeginMark);
  const std::size_t end = text.find(kEndMark);
  if (!input || begin == std::string::npos || end == std::string::npos || end < begin) {
    throw IoError(file.string() + ": has no lines <!-- accuracy:begin --> and <!-- accuracy:end -->; add them");
  }
  std::string table = "| case | quantity | BeltDyn | reference | error |\n|---|---|---|---|---|\n";
  for (const CaseResult& result : results) {
    for (const Measurement& m : result.measurements) {
      if (!m.headline) continue;
      table += readme_row(result.item->id, m);
    }
  }
  const std::size_t from = begin + kBeginMark.size();
  text.replace(from, end - from, table);
  write_text_file(file, text);
}

}  // namespace beltdyn::verification
