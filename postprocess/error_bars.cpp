// SPDX-License-Identifier: MIT
#include "postprocess/error_bars.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/text_file.hpp"
#include "core/config/json_document.hpp"
#include "core/numerics/error_bar.hpp"
#include "core/run/csv_writer.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/filters.hpp"
#include "postprocess/unseen_slip.hpp"

namespace beltdyn::postprocess {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSummaryFile = "summary.json";
constexpr const char* kTimeColumn = "time [s]";
// The error at a time is the largest within this part of the run around it: differences may pass through zero where
// errors do not.
constexpr double kWindow = 0.02;

Json read_summary(const fs::path& run_folder) {
  const fs::path file = run_folder / kSummaryFile;
  try {
    return config::JsonDocument::load(file.string()).root();
  } catch (const ConfigError&) {
    throw IoError(file.string() + ": is not a summary of BeltDyn; run the configuration again");
  }
}

// The number at a place in a summary; NaN if there is none.
double number_at(const Json& summary, const char* group, const std::string& name, const char* key) {
  const Json none;
  const Json value = summary.value(group, none).value(name, none).value(key, none);
  return value.is_number() ? value.get<double>() : std::nan("");
}

// Errors that are not finite are written as null.
Json json_of(double error) { return std::isfinite(error) ? Json(error) : Json(nullptr); }

// Computes the errors for the entries of a summary.
class SummaryErrors {
 public:
  SummaryErrors(const fs::path& run_folder, std::span<const ErrorPart> parts)
      : parts_(parts), summary_(read_summary(run_folder)), shares_(parts.size()) {
    for (const ErrorPart& part : parts) {
      std::vector<Json> runs;
      for (const fs::path& run : part.runs) runs.push_back(read_summary(run));
      runs_.push_back(std::move(runs));
    }
  }

  Json carry_out() {
    for (auto& [name, entry] : summary_["conclusions"].items()) {
      Json told = Json::object();
      entry["error"] = error_of("conclusions", name, "value", told);
      entry["error_parts"] = std::move(told);
    }
    const std::vector<std::string> names = quantities();
    std::vector<Json> by_part(names.size(), Json::object());
    for (const char* key : kSummedUp) {
      const std::vector<Json> errors = errors_of(names, key, by_part);
      for (std::size_t i = 0; i < names.size(); ++i) summary_["columns"][names[i]]["errors"][key] = errors[i];
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      summary_["columns"][names[i]]["error_parts"] = std::move(by_part[i]);
    }
    summary_["errors"] = told_parts();
    return std::move(summary_);
  }

 private:
  // The columns that get errors; removes earlier errors from them.
  std::vector<std::string> quantities() {
    std::vector<std::string> names;
    for (auto& [name, entry] : summary_["columns"].items()) {
      entry.erase("errors");
      entry.erase("error_parts");
      if (is_quantity(fmt::format("{} [{}]", name, entry.value("unit", "-")))) names.push_back(name);
    }
    return names;
  }

  // The errors of one number (`key`) of each column; by_part receives those of each part.
  std::vector<Json> errors_of(const std::vector<std::string>& names, const char* key, std::vector<Json>& by_part) {
    std::vector<Json> found;
    std::vector<double> values;
    std::vector<double> errors;
    for (std::size_t i = 0; i < names.size(); ++i) {
      Json told = Json::object();
      found.push_back(error_of("columns", names[i], key, told));
      for (auto& [part, error] : told.items()) by_part[i][part][key] = error;
      values.push_back(number_at(summary_, "columns", names[i], key));
      errors.push_back(found.back().is_number() ? found.back().get<double>() : std::nan(""));
    }
    UnseenSlip(names).raise(values, errors, std::nan(""));
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (found[i].is_number()) found[i] = json_of(errors[i]);
    }
    return found;
  }

  // The sum of the known parts; null if none is known.
  Json error_of(const char* group, const std::string& name, const char* key, Json& by_part) {
    double sum = 0.0;
    bool is_known = false;
    std::vector<double> errors(parts_.size());
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (runs_[i].empty()) continue;
      std::vector<double> values;
      for (const Json& run : runs_[i]) values.push_back(number_at(run, group, name, key));
      errors[i] = numerics::error_bar(values, parts_[i].ratios, order_of(name, parts_[i].order)).error;
      by_part[parts_[i].name] = json_of(errors[i]);
      sum += errors[i];
      is_known = true;
    }
    if (is_known && std::isfinite(sum) && sum > 0.0) {
      for (std::size_t i = 0; i < parts_.size(); ++i) shares_[i] += errors[i] / sum;
      ++n_shared_;
    }
    return is_known ? json_of(sum) : Json(nullptr);
  }

  Json told_parts() const {
    Json list = Json::array();
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      const ErrorPart& part = parts_[i];
      list.push_back({{"name", part.name},
                      {"keys", part.keys},
                      {"share", n_shared_ > 0 ? shares_[i] / n_shared_ : 0.0},
                      {"advice", part.advice},
                      {"runs", part.runs.size()},
                      {"missing", part.missing}});
    }
    return list;
  }

  std::span<const ErrorPart> parts_;
  Json summary_;
  std::vector<std::vector<Json>> runs_;
  std::vector<double> shares_;
  int n_shared_ = 0;
};

// The largest error within a window around each time.
std::vector<double> widened(std::span<const double> time, std::span<const double> error) {
  const double window = kWindow * (time.back() - time.front());
  return envelope(time, error, window).upper;
}

// Adds one part to the error of a column at these times; false if a run has no such column.
bool add_part(const ErrorPart& part, std::span<const CsvTable> histories, const std::string& column,
              std::span<const double> time, std::vector<double>& error) {
  std::vector<std::vector<double>> values;
  for (const CsvTable& history : histories) {
    if (!history.has(column)) return false;
    values.push_back(sample(history.column(kTimeColumn), history.column(column), time, Between::linear));
  }
  std::vector<double> own(time.size());
  std::vector<double> row(values.size());
  for (std::size_t i = 0; i < time.size(); ++i) {
    for (std::size_t k = 0; k < values.size(); ++k) row[k] = values[k][i];
    own[i] = numerics::error_bar(row, part.ratios, order_of(column, part.order)).error;
  }
  own = widened(time, own);
  for (std::size_t i = 0; i < time.size(); ++i) error[i] += own[i];
  return true;
}

void write_errors_file(const fs::path& run_folder, std::span<const ErrorPart> parts) {
  const CsvTable history = CsvTable::load(run_folder / "history.csv");
  const std::span<const double> time = history.column(kTimeColumn);
  std::vector<std::vector<CsvTable>> runs;
  for (const ErrorPart& part : parts) {
    std::vector<CsvTable> tables;
    for (const fs::path& run : part.runs) tables.push_back(CsvTable::load(run / "history.csv"));
    runs.push_back(std::move(tables));
  }
  std::vector<std::string> names{kTimeColumn};
  std::vector<std::vector<double>> columns{{time.begin(), time.end()}};
  for (const std::string& name : history.names()) {
    if (!is_quantity(name)) continue;
    std::vector<double> error(time.size());
    bool is_known = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (!runs[i].empty()) is_known = add_part(parts[i], runs[i], name, time, error) || is_known;
    }
    if (!is_known || !std::ranges::all_of(error, [](double e) { return std::isfinite(e); })) continue;
    names.push_back(name);
    columns.push_back(std::move(error));
  }
  const UnseenSlip unseen(names);
  std::vector<std::span<const double>> values;
  for (const std::string& name : names) values.push_back(history.column(name));
  CsvWriter writer(run_folder / kErrorsFile, names);
  std::vector<double> value_row(columns.size());
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < time.size(); ++i) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      value_row[c] = values[c][i];
      row[c] = columns[c][i];
    }
    // If no pulley shows slip, errors of arcs and speeds remain unchanged.
    unseen.raise(value_row, row, 0.0);
    writer.row(row);
  }
  writer.flush();
}

}  // namespace

void write_error_bars(const fs::path& run_folder, std::span<const ErrorPart> parts) {
  write_errors_file(run_folder, parts);
  // The summary is written last: if it contains errors, they are complete.
  replace_file(run_folder / kSummaryFile, SummaryErrors(run_folder, parts).carry_out().dump(2) + "\n");
}

std::optional<double> ErrorBars::of(const std::string& column, const std::string& number) const {
  const auto found = columns.find(column);
  if (found == columns.end()) return std::nullopt;
  const auto value = found->second.find(number);
  return value == found->second.end() ? std::nullopt : std::optional(value->second);
}

std::optional<double> ErrorBars::of_conclusion(const std::string& name) const {
  const auto found = conclusions.find(name);
  return found == conclusions.end() ? std::nullopt : std::optional(found->second);
}

std::string ErrorBars::advice() const {
  std::vector<ToldPart> known;
  std::ranges::copy_if(parts, std::back_inserter(known), [](const ToldPart& part) { return part.missing.empty(); });
  std::ranges::stable_sort(known, std::greater<>(), &ToldPart::share);
  std::vector<std::string> texts;
  constexpr double kPerCent = 100.0;
  for (const ToldPart& part : known) {
    texts.push_back(fmt::format("{} {:.0f} % ({})", part.name, kPerCent * part.share, part.advice));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string ErrorBars::gaps() const {
  std::vector<std::string> texts;
  for (const ToldPart& part : parts) {
    if (!part.missing.empty()) texts.push_back(fmt::format("{}: {}", part.name, part.missing));
  }
  if (texts.empty()) return {};
  return fmt::format("the error bars leave out a part that is not known ({})", fmt::join(texts, "; "));
}

std::optional<ErrorBars> read_error_bars(const fs::path& run_folder) {
  std::error_code none;
  if (!fs::exists(run_folder / kSummaryFile, none)) return std::nullopt;
  const Json summary = read_summary(run_folder);
  if (!summary.contains("errors")) return std::nullopt;
  ErrorBars bars;
  try {
    for (const Json& part : summary["errors"]) {
      bars.parts.push_back({.name = part.at("name").get<std::string>(),
                            .advice = part.at("advice").get<std::string>(),
                            .missing = part.at("missing").get<std::string>(),
                            .share = part.at("share").get<double>()});
    }
    for (const auto& [name, entry] : summary.at("conclusions").items()) {
      if (entry.at("error").is_number()) bars.conclusions[name] = entry["error"].get<double>();
    }
    for (const auto& [name, entry] : summary.at("columns").items()) {
      const Json errors = entry.value("errors", Json::object());
      for (const auto& [key, error] : errors.items()) {
        if (error.is_number()) bars.columns[name][key] = error.get<double>();
      }
    }
  } catch (const JsonError&) {
    throw IoError((run_folder / kSummaryFile).string() + ": is not a summary of BeltDyn; run the configuration again");
  }
  return bars;
}

std::string with_error(double value, double error) {
  constexpr int kUnderstood = 6;       // digits of a number with error 0
  constexpr double kRoundOff = 1e-10;  // relative
  // Decimal places of the error; outside this range numbers are written with exponents.
  constexpr int kLowestPlace = -4;
  constexpr int kHighestPlace = 5;
  constexpr double kShort = 1.95;
  if (!(error > kRoundOff * std::abs(value))) return fmt::format("{:.{}g} ± 0", value, kUnderstood);
  const int first = static_cast<int>(std::floor(std::log10(error)));
  // If the error begins with 1, one digit would be off by up to a half; two are written.
  const int digits_of_error = error < kShort * std::pow(10.0, first) ? 2 : 1;
  const int place = first - digits_of_error + 1;
  const double unit = std::pow(10.0, std::max(place, 0));
  if (place >= kLowestPlace && place <= kHighestPlace && std::abs(value) < 10.0 * std::pow(10.0, kHighestPlace)) {
    const auto rounded = [unit](double x) { return unit * std::round(x / unit) + 0.0; };
    const int decimals = std::max(-place, 0);
    // "0.000", not "-0.000"
    if (std::abs(value) < 0.5 * std::pow(10.0, -decimals)) value = 0.0;
    return fmt::format("{:.{}f} ± {:.{}f}", unit > 1.0 ? rounded(value) : value, decimals,
                       unit > 1.0 ? rounded(error) : error, decimals);
  }
  const int digits = static_cast<int>(std::floor(std::log10(std::max(std::abs(value), error)))) - place;
  return fmt::format("{:.{}g} ± {:.{}g}", value, digits + 1, error, digits_of_error);
}

}  // namespace beltdyn::postprocess
