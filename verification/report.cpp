// SPDX-License-Identifier: MIT
#include "verification/report.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"

namespace beltdyn::verification {
namespace {

constexpr std::string_view kBeginMark = "<!-- accuracy:begin -->\n";
constexpr std::string_view kEndMark = "<!-- accuracy:end -->";

// "3.6e-07 (relative)"; an error is shown with two digits only, as further digits have no meaning.
std::string shown_error(const Measurement& m) { return fmt::format("{:.1e}{}", m.error, m.relative ? " rel." : ""); }

// A quantity that is itself an error has no reference to show.
std::string readme_row(const VerificationCase& item, std::string_view quantity, const Measurement& m) {
  std::string escaped;
  for (const char c : quantity) escaped += c == '*' ? std::string("\\*") : std::string(1, c);
  const bool is_error = m.reference == 0.0;
  const std::string values =
      is_error ? "|" : fmt::format("{:.10g} | {:.10g}{}", m.measured, m.reference, item.own_reference ? " (own)" : "");
  return fmt::format("| `{}` | {} | {} | {} |\n", item.id, escaped, values, shown_error(m));
}

constexpr std::string_view kTableHead = "| case | quantity | BeltDyn | reference | error |\n|---|---|---|---|---|\n";

std::string front_row(const FrontRow& row, const std::vector<CaseResult>& results) {
  for (const CaseResult& result : results) {
    if (result.item->id != row.id) continue;
    const auto headline = std::ranges::find_if(result.measurements, &Measurement::headline);
    if (headline != result.measurements.end()) return readme_row(*result.item, row.quantity, *headline);
  }
  return {};
}

// The short table of accuracy, and a link to the long one.
std::string readme_table(const std::vector<CaseResult>& results) {
  std::string text(kTableHead);
  for (const FrontRow& row : kFrontRows) text += front_row(row, results);
  return text + fmt::format("\nOf all cases {}; [docs/accuracy.md](docs/accuracy.md) has every headline measurement.\n",
                            summary(count(results)));
}

std::string accuracy_page(const std::vector<CaseResult>& results) {
  std::string text = fmt::format(
      "# Accuracy\n\nWritten by `beltdyn verify --update-readme README.md`: the headline measurements of all cases; "
      "{}.\nNumbers marked (own) come from BeltDyn itself or from a prototype of the same formulation. `beltdyn verify "
      "--out DIR` writes every measurement.\n\n{}",
      summary(count(results)), kTableHead);
  for (const CaseResult& result : results) {
    for (const Measurement& m : result.measurements) {
      if (m.headline) text += readme_row(*result.item, m.quantity, m);
    }
  }
  return text;
}

// JSON has no NaN; NaN is written as null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json json_series(const std::vector<Series>& all_series) {
  Json list = Json::array();
  for (const Series& series : all_series) {
    Json expected = nullptr;
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
                     {"own_reference", result.item->own_reference},
                     {"tolerances", result.item->tolerances},
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
  const std::size_t from = begin + kBeginMark.size();
  text.replace(from, end - from, readme_table(results));
  write_text_file(file, text);
  const std::filesystem::path docs = file.parent_path() / "docs";
  std::filesystem::create_directories(docs);
  write_text_file(docs / "accuracy.md", accuracy_page(results));
}

}  // namespace beltdyn::verification
