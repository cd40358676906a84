// SPDX-License-Identifier: MIT
#include "core/settings/identification.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/csv_table.hpp"
#include "core/config/input_columns.hpp"
#include "core/settings/column_name.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::Presence;

constexpr std::array<std::string_view, 2> kScaleNames{"linear", "logarithmic"};
constexpr int kMostStarts = 10'000;
constexpr int kMostIterations = 10'000;
// A smaller difference would be lost in the rounding and the tolerances of the solvers.
constexpr double kLeastDifference = 1e-8;
constexpr double kLargestDifference = 0.1;
constexpr std::size_t kMostDifferences = 10;

// The last row of a history may lie beyond end_time by the rounding of the sum of steps, relative [-].
constexpr double kTimeSlack = 1e-9;

void load(MeasuredSeries& series) {
  const CsvTable table = CsvTable::load(series.file);
  const std::vector<double> times = config::times_in(table, series.time_column);
  const std::string_view header = config::find_header(table, series.value_column);
  series.value_unit = split_header(header).unit;
  const std::span<const double> values = table.column(header);
  std::span<const double> deviations;
  double deviation_factor = 1.0;
  if (!series.deviation_column.empty()) {
    const std::string_view deviation_header = config::find_header(table, series.deviation_column);
    deviations = table.column(deviation_header);
    deviation_factor =
        config::unit_factor(table, deviation_header, split_header(deviation_header).unit, series.value_unit);
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < series.from || (series.until > 0.0 && times[i] > series.until)) continue;
    series.time.push_back(times[i]);
    series.value.push_back(values[i]);
    if (deviations.empty()) continue;
    if (deviations[i] <= 0.0) {
      throw CsvError(fmt::format("{}: in row {} the standard deviation is {:.6g}; give positive values", table.file(),
                                 i + 1, deviations[i]));
    }
    series.deviation.push_back(deviation_factor * deviations[i]);
  }
  if (series.time.empty()) {
    throw CsvError(
        times.empty()
            ? fmt::format("{}: has no rows; give the measured values", table.file())
            : fmt::format("{}: has no rows between \"from\" and \"until\"; its times range from {:.6g} to {:.6g} s",
                          table.file(), times.front(), times.back()));
  }
}

// Loads the file of a series. Returns an error message, empty if there is no error.
std::string load_series(MeasuredSeries& series) {
  series.time.clear();
  series.value.clear();
  series.deviation.clear();
  try {
    load(series);
  } catch (const CsvError& error) {
    return error.what();
  }
  return {};
}

void visit_fit_range(FieldVisitor& v, std::string_view key, std::string_view unit, std::string_view meaning,
                     std::optional<FitRange>& range) {
  bool present = range.has_value();
  v.optional_object({key, unit, meaning}, present, [&range, unit](FieldVisitor& inner) {
    if (!range) range.emplace();
    range->visit(inner, unit);
  });
}

// Are all times at which the history is evaluated within the run?
bool lies_within(const MeasuredSeries& series, double end_time) {
  const double earliest = series.time_shift ? series.time_shift->low : 0.0;
  const double latest = series.time_shift ? series.time_shift->high : 0.0;
  return series.time.empty() ||
         (series.time.front() + earliest >= 0.0 && series.time.back() + latest <= end_time * (1.0 + kTimeSlack));
}

}  // namespace

void FitRange::visit(FieldVisitor& v, std::string_view unit) {
  v.number({"start", unit, "the initial value of the search"}, start, config::kAny);
  v.number({"low", unit, "the lower bound"}, low, config::kAny);
  v.number({"high", unit, "the upper bound"}, high, config::kAny);
  v.check(
      "high", [this] { return high > low; },
      [this] { return fmt::format("is not above \"low\", {}; give the bounds in increasing order", low); });
  v.check(
      "start", [this] { return high <= low || (start >= low && start <= high); },
      [this] { return fmt::format("lies outside the bounds, {} to {}; start between them", low, high); });
}

void FittedParameter::visit(FieldVisitor& v, const Study::FieldAt& field_at) {
  v.text({"pointer", "-", "the JSON pointer of the fitted number, e.g. /drive/contact/friction/coefficient"}, pointer);
  const std::optional<config::NumberField> field = field_at(pointer);
  if (field) unit = field->unit;
  v.check(
      "pointer", [&field] { return field && field->takes_quantity; },
      [&] {
        return field ? std::string(
                           "points to an integer, which has no derivatives; fit real numbers, and vary integers with "
                           "beltdyn sweep")
                     : field_at.objection(pointer);
      });
  visit_column_name(v, "the name in the results; if empty, the last part of the pointer", name);
  if (name.empty()) name = last_token(pointer);
  range.visit(v, unit);
  config::visit_choice(v, {"scale", "-", "logarithmic: the logarithm is fitted, for numbers of unknown magnitude"},
                       scale, kScaleNames, Presence::optional);
  v.check(
      "low", [this] { return scale == Scale::linear || range.low > 0.0; },
      "is not positive, so its logarithm does not exist; give a positive bound, or use the linear scale");
  v.text({"complement", "-",
          "the JSON pointer of a number that changes by the opposite amount, so that the sum of both is constant; "
          "empty for none"},
         complement, Presence::optional);
  v.check(
      "complement",
      [&] {
        if (complement.empty()) return true;
        const std::optional<config::NumberField> other = field_at(complement);
        return other && other->takes_quantity && complement != pointer;
      },
      "does not point to another number of the drive or of a run; write it like \"pointer\"");
}

void MeasuredCondition::visit(FieldVisitor& v, const Study::FieldAt& field_at) {
  v.text({"pointer", "-", "the JSON pointer of a number of the drive or of the run that was measured"}, pointer);
  const std::optional<config::NumberField> field = field_at(pointer);
  v.check(
      "pointer", [&field] { return field && field->takes_quantity; },
      [&] {
        return field ? std::string("points to a whole number; conditions are real ones") : field_at.objection(pointer);
      });
  v.number({"value", field ? std::string_view(field->unit) : "-", "what it was then"}, value, config::kAny);
}

void MeasuredSeries::visit(FieldVisitor& v, const Study::FieldAt& field_at) {
  v.text({"run", "-", "the name of the run that was measured; empty: that of the identification"}, run,
         Presence::optional);
  visit_list(v, {"conditions", "-", "numbers that differed from the file during this measurement, such as a load"},
             conditions, {}, Presence::optional, field_at);
  v.text({"column", "-", "the measured column of history.csv, without its unit"}, column);
  v.file({"file", "-", "a CSV file, relative to the folder of the configuration"}, file);
  v.text({"time_column", "-", "the column of times, without its unit"}, time_column, Presence::optional);
  v.text({"value_column", "-", "the column of measured values, without its unit; if empty, the same as \"column\""},
         value_column, Presence::optional);
  if (value_column.empty()) value_column = column;
  v.text({"deviation_column", "-",
          "the column of standard deviations, without its unit; if empty, standard_deviation is used"},
         deviation_column, Presence::optional);
  v.number({"standard_deviation", "-",
            "the standard deviation of all values, in the unit of the history column; 0: unknown, estimated from the "
            "residuals"},
           standard_deviation, config::kNonNegative, Presence::optional);
  v.number({"from", "s", "rows before this time are ignored"}, from, config::kNonNegative, Presence::optional);
  v.number({"until", "s", "rows after this time are ignored; 0: no limit"}, until, config::kNonNegative,
           Presence::optional);
  visit_fit_range(v, "offset", "-", "a fitted constant that is added to the history column, in its unit", offset);
  visit_fit_range(v, "time_shift", "s",
                  "a fitted time shift: the value measured at t corresponds to the history at t + time_shift",
                  time_shift);
  v.check(
      "standard_deviation", [this] { return standard_deviation == 0.0 || deviation_column.empty(); },
      "cannot be combined with deviation_column; give one of the two");
  std::string mistake;
  v.check(
      "file",
      [this, &mistake] {
        mistake = load_series(*this);
        return mistake.empty();
      },
      [&mistake] { return mistake; });
}

void FitLoss::visit(FieldVisitor& v) {
  const auto visit_scale = [this](FieldVisitor& inner) {
    inner.number(
        {"scale", "-", "the residual above which the loss grows more slowly than its square, in standard deviations"},
        scale, config::kPositive);
  };
  const std::array<config::Alternative, 3> types{{
      {"squares", "half the squared residual: least squares", [](FieldVisitor&) {}},
      {"huber", "grows linearly with the residual beyond the scale, for data with some outliers", visit_scale},
      {"cauchy", "grows logarithmically with the residual beyond the scale, for data with many outliers", visit_scale},
  }};
  visit_tagged(v, {"type", "-", "the loss function of a residual"}, types, type);
}

std::size_t Identification::run_of(const MeasuredSeries& series, const std::vector<std::string>& runs) const {
  const std::string& name = series.run.empty() ? run : series.run;
  if (name.empty()) return runs.size() == 1 ? 0 : runs.size();
  return static_cast<std::size_t>(std::ranges::find(runs, name) - runs.begin());
}

std::size_t Identification::n_values() const {
  std::size_t n = 0;
  for (const MeasuredSeries& series : data) n += series.time.size();
  return n;
}

std::size_t Identification::n_parameters() const {
  std::size_t n = parameters.size();
  for (const MeasuredSeries& series : data) n += (series.offset ? 1U : 0U) + (series.time_shift ? 1U : 0U);
  return n;
}

namespace {

bool belongs_to_run(const std::string& pointer, std::size_t run) {
  return pointer.starts_with(fmt::format("/runs/{}/", run));
}

void check_runs(FieldVisitor& v, const Identification& fit, const std::vector<std::string>& runs) {
  const auto check = [&](const std::string& place, const MeasuredSeries& series) {
    v.check(
        place, [&] { return fit.run_of(series, runs) < runs.size(); },
        [&] {
          return std::string(fit.run.empty() && series.run.empty()
                                 ? "is missing, but there are several runs; name the run to fit, or give each "
                                   "entry of data its \"run\""
                                 : "is not the name of a run in this file; give the name of one of the runs");
        });
  };
  const auto without_own = std::ranges::find(fit.data, std::string(), &MeasuredSeries::run);
  if (without_own != fit.data.end() || !fit.run.empty()) check("run", MeasuredSeries{});
  for (std::size_t i = 0; i < fit.data.size(); ++i) {
    if (!fit.data[i].run.empty()) check(fmt::format("data/{}/run", i), fit.data[i]);
  }
}

void check_conditions(FieldVisitor& v, const Identification& fit, const std::vector<std::string>& runs) {
  for (std::size_t i = 0; i < fit.data.size(); ++i) {
    const MeasuredSeries& series = fit.data[i];
    const std::size_t run = fit.run_of(series, runs);
    v.check(
        fmt::format("data/{}/conditions", i),
        [&] {
          return std::ranges::all_of(series.conditions, [&](const MeasuredCondition& c) {
            return c.pointer.starts_with("/drive/") || belongs_to_run(c.pointer, run);
          });
        },
        "one belongs to another run than was measured; point to the drive or to that run");
    v.check(
        fmt::format("data/{}/conditions", i),
        [&series] { return differ(series.conditions, &MeasuredCondition::pointer); },
        "two have the same pointer; give each number once");
    v.check(
        fmt::format("data/{}/conditions", i),
        [&] {
          return std::ranges::none_of(fit.parameters, [&series](const FittedParameter& p) {
            return std::ranges::any_of(series.conditions, [&p](const MeasuredCondition& c) {
              return c.pointer == p.pointer || c.pointer == p.complement;
            });
          });
        },
        "one is fitted; a number is either known or fitted");
  }
}

void check_parameters(FieldVisitor& v, const Identification& fit, const std::vector<std::string>& runs) {
  v.check(
      "parameters", [&fit] { return differ(fit.parameters, &FittedParameter::name); },
      "two have the same name; give each a unique \"name\"");
  v.check(
      "parameters", [&fit] { return differ(fit.parameters, &FittedParameter::pointer); },
      "two have the same pointer; fit each number once");
  const auto is_own = [&](const std::string& pointer) {
    return pointer.empty() || pointer.starts_with("/drive/") ||
           std::ranges::any_of(fit.data, [&](const MeasuredSeries& series) {
             return belongs_to_run(pointer, fit.run_of(series, runs));
           });
  };
  v.check(
      "parameters",
      [&fit, is_own] {
        return std::ranges::all_of(fit.parameters,
                                   [&](const FittedParameter& p) { return is_own(p.pointer) && is_own(p.complement); });
      },
      "one belongs to a run that is not fitted; point to the drive, or to a run that data belong to");
  v.check(
      "parameters",
      [&fit] {
        return std::ranges::none_of(fit.parameters, [&fit](const FittedParameter& p) {
          return std::ranges::find(fit.parameters, p.complement, &FittedParameter::pointer) != fit.parameters.end();
        });
      },
      "the complement of a parameter is itself fitted; choose a number that is not fitted");
}

void check_data(FieldVisitor& v, const Identification& fit, double end_time) {
  for (std::size_t i = 0; i < fit.data.size(); ++i) {
    v.check(
        fmt::format("data/{}/file", i), [&fit, i, end_time] { return lies_within(fit.data[i], end_time); },
        [&fit, i, end_time] {
          const MeasuredSeries& series = fit.data[i];
          return fmt::format(
              "its times, {:.9g} to {:.9g} s{}, extend beyond 0 to end_time, {:.9g} s; change end_time, or select rows "
              "with \"from\" and \"until\"",
              series.time.front(), series.time.back(), series.time_shift ? " with the bounds of time_shift" : "",
              end_time);
        });
  }
  v.check(
      "data", [&fit] { return fit.data.size() == 1 || std::ranges::all_of(fit.data, &MeasuredSeries::has_deviations); },
      "has several series, of which one has no standard deviation, so their relative weights are unknown; give "
      "each a standard_deviation or a deviation_column");
  v.check(
      "data", [&fit] { return fit.n_values() > fit.n_parameters(); },
      [&fit] {
        return fmt::format("has {} values for {} parameters; give more values than parameters, or fit fewer",
                           fit.n_values(), fit.n_parameters());
      });
}

}  // namespace

void Identification::visit(FieldVisitor& v, const IdentificationPlace& place) {
  v.text({"run", "-", "the name of the run to fit, unless data name another one; empty for the only run of the file"},
         run, Presence::optional);
  visit_list(v, {"parameters", "-", "the fitted parameters"}, parameters, {.low = 1}, Presence::required,
             place.field_at);
  visit_list(v, {"data", "-", "the measurements"}, data, {.low = 1}, Presence::required, place.field_at);
  visit_object(v, {"loss", "-", "the loss function of the residuals"}, loss, Presence::optional);
  v.integer({"starts", "-", "the number of starting points: \"start\", then random points between the bounds"}, starts,
            {.low = 1, .high = kMostStarts}, Presence::optional);
  v.integer({"seed", "-", "the seed of the random points"}, seed, {.low = 0}, Presence::optional);
  v.integer({"iterations", "-", "the maximum number of iterations from each start"}, iterations,
            {.low = 1, .high = kMostIterations}, Presence::optional);
  v.numbers({"differences", "-",
             "the relative steps of the finite differences for derivatives: the search is repeated with each, starting "
             "from the previous result; for rough curves, in decreasing order"},
            differences, {.low = kLeastDifference, .high = kLargestDifference}, {.low = 1, .high = kMostDifferences},
            Presence::optional);
  v.number({"tolerance", "-", "the search ends when a step reduces the cost by less than this fraction"}, tolerance,
           {.low = 0.0, .high = 1.0, .low_exclusive = true, .high_exclusive = true}, Presence::optional);
  check_runs(v, *this, place.runs);
  check_conditions(v, *this, place.runs);
  check_parameters(v, *this, place.runs);
  check_data(v, *this, place.end_time);
}

}  // namespace beltdyn
