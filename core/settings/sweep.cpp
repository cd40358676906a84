// SPDX-License-Identifier: MIT
#include "core/settings/sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/config/input_columns.hpp"
#include "core/settings/column_name.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::kPositive;
using config::Presence;

constexpr int kMostMembers = 10'000'000;
constexpr double kHighestSweptFrequency = 1e9;  // [Hz]
constexpr std::array<std::string_view, 10> kReductionNames{
    "last", "first", "least", "largest", "mean", "rms", "at_time", "crossing_time", "amplitude", "conclusion"};

template <class Spacing>
void visit_range(FieldVisitor& v, Spacing& range, std::string_view unit, config::Range allowed) {
  v.number({"from", unit, "the first value"}, range.from, allowed);
  v.number({"to", unit, "the last value"}, range.to, allowed);
  v.integer({"count", "-", "the number of values"}, range.count, {.low = 2, .high = kMostMembers});
  v.check(
      "to", [&range] { return range.to != range.from; }, "is equal to \"from\"; give two different values");
}

template <class Spread>
void visit_bounds(FieldVisitor& v, Spread& spread, std::string_view unit, config::Range allowed) {
  v.number({"low", unit, "the lowest value"}, spread.low, allowed);
  v.number({"high", unit, "the highest value"}, spread.high, allowed);
  v.check(
      "high", [&spread] { return spread.high > spread.low; },
      [&spread] { return fmt::format("is not above \"low\", {}; give the bounds in increasing order", spread.low); });
}

// Loads the column in the unit of the parameter, or sets `mistake`.
void load(CsvValues& from, std::string_view unit) {
  from.mistake.clear();
  try {
    const CsvTable table = CsvTable::load(from.file);
    from.values = config::column_in(table, from.column, unit);
    if (from.values.empty()) from.mistake = "has no rows; give one row per member";
  } catch (const CsvError& error) {
    from.mistake = error.what();
  }
}

void visit_csv(FieldVisitor& v, CsvValues& from, const std::string& unit) {
  v.file({"file", "-", "a CSV file, relative to the folder of the configuration"}, from.file);
  v.text({"column", "-", "the name of the column, without its unit"}, from.column);
  v.check(
      "file",
      [&from, unit] {
        load(from, unit);
        return from.mistake.empty();
      },
      [&from] { return from.mistake; });
}

void visit_values(FieldVisitor& v, SweptValues& values, const std::string& unit) {
  using config::hold;
  const std::array<config::Alternative, std::variant_size_v<SweptValues>> types{{
      {"values", "a list",
       [&](FieldVisitor& inner) {
         inner.numbers({"values", unit, "the values"}, hold<ListedValues>(values).values, config::kAny, {.low = 1});
       }},
      {"linear", "values with equal differences",
       [&](FieldVisitor& inner) { visit_range(inner, hold<LinearValues>(values), unit, config::kAny); }},
      {"logarithmic", "values with equal ratios",
       [&](FieldVisitor& inner) { visit_range(inner, hold<LogarithmicValues>(values), unit, kPositive); }},
      {"csv", "a column of a file", [&](FieldVisitor& inner) { visit_csv(inner, hold<CsvValues>(values), unit); }},
      {"uniform", "a uniform distribution",
       [&](FieldVisitor& inner) { visit_bounds(inner, hold<UniformDistribution>(values), unit, config::kAny); }},
      {"log_uniform", "a log-uniform distribution",
       [&](FieldVisitor& inner) { visit_bounds(inner, hold<LogUniformDistribution>(values), unit, kPositive); }},
      {"normal", "a normal distribution",
       [&](FieldVisitor& inner) {
         auto& normal = hold<NormalDistribution>(values);
         inner.number({"mean", unit, "the mean"}, normal.mean, config::kAny);
         inner.number({"standard_deviation", unit, "the standard deviation"}, normal.standard_deviation, kPositive);
       }},
      {"lognormal", "a lognormal distribution",
       [&](FieldVisitor& inner) {
         auto& lognormal = hold<LognormalDistribution>(values);
         inner.number({"median", unit, "the median"}, lognormal.median, kPositive);
         inner.number({"log_standard_deviation", "-", "the standard deviation of the natural logarithm"},
                      lognormal.log_standard_deviation, kPositive);
       }},
      {"triangular", "a triangular distribution",
       [&](FieldVisitor& inner) {
         auto& triangle = hold<TriangularDistribution>(values);
         visit_bounds(inner, triangle, unit, config::kAny);
         inner.number({"mode", unit, "the mode of the distribution"}, triangle.mode, config::kAny);
         inner.check(
             "mode", [&triangle] { return triangle.mode >= triangle.low && triangle.mode <= triangle.high; },
             "lies outside the bounds; give a value between \"low\" and \"high\"");
       }},
  }};
  visit_tagged(v, {"type", "-", "how the values are specified"}, types, values);
}

// Are the names of parameters and quantities unique, and different from the columns that every table has?
bool have_own_names(const std::vector<SweepParameter>& parameters, const std::vector<SweepQuantity>& quantities) {
  std::set<std::string> names{"member", "status", "message"};
  const auto is_new = [&names](const auto& item) { return names.insert(item.name).second; };
  return std::ranges::all_of(parameters, is_new) && std::ranges::all_of(quantities, is_new);
}

}  // namespace

bool is_distribution(const SweptValues& values) {
  return !std::holds_alternative<ListedValues>(values) && !std::holds_alternative<LinearValues>(values) &&
         !std::holds_alternative<LogarithmicValues>(values) && !std::holds_alternative<CsvValues>(values);
}

std::vector<double> listed_values(const SweptValues& values) {
  if (const auto* list = std::get_if<ListedValues>(&values)) return list->values;
  if (const auto* csv = std::get_if<CsvValues>(&values)) return csv->values;
  const auto spaced = [](const auto& range, const auto& at) {
    std::vector<double> list;
    for (int i = 0; i < range.count; ++i) list.push_back(at(static_cast<double>(i) / (range.count - 1)));
    if (!list.empty()) list.back() = range.to;
    return list;
  };
  if (const auto* linear = std::get_if<LinearValues>(&values)) {
    return spaced(*linear, [linear](double part) { return linear->from + part * (linear->to - linear->from); });
  }
  if (const auto* ratio = std::get_if<LogarithmicValues>(&values)) {
    return spaced(*ratio, [ratio](double part) { return ratio->from * std::pow(ratio->to / ratio->from, part); });
  }
  return {};
}

void SweepParameter::visit(FieldVisitor& v, const Study::FieldAt& field_at) {
  v.text({"pointer", "-", "the JSON pointer of the varied number, e.g. /drive/contact/friction/coefficient"}, pointer);
  const std::optional<config::NumberField> field = field_at(pointer);
  if (field) unit = field->unit;
  v.check(
      "pointer", [&field] { return field.has_value(); }, [&] { return field_at.objection(pointer); });
  visit_column_name(v, "the name of its column; if empty, the last part of the pointer", name);
  if (name.empty()) name = last_token(pointer);
  visit_values(v, values, unit);
}

void SweepDesign::visit(FieldVisitor& v) {
  const auto visit_members = [this](FieldVisitor& inner) {
    inner.integer({"members", "-", "the number of points"}, members, {.low = 1, .high = kMostMembers});
  };
  const std::array<config::Alternative, 5> types{{
      {"grid", "every combination of the values, the last parameter varying fastest", [](FieldVisitor&) {}},
      {"zip", "the values paired by position: the first of each, the second of each, ...", [](FieldVisitor&) {}},
      {"latin_hypercube",
       "random points, stratified: for each parameter, one point in each of equally probable intervals",
       [&](FieldVisitor& inner) {
         visit_members(inner);
         inner.integer({"seed", "-", "the seed of the random points"}, seed, {.low = 0}, Presence::optional);
       }},
      {"sobol", "a Sobol sequence, which fills the space uniformly", visit_members},
      {"saltelli",
       "pairs of Sobol points A and B, and for each parameter the point A with the value of that parameter from B, for "
       "Sobol sensitivity indices",
       [this](FieldVisitor& inner) {
         inner.integer({"samples", "-", "the number of pairs, preferably a power of two"}, samples,
                       {.low = 8, .high = kMostMembers});
       }},
  }};
  visit_tagged(v, {"type", "-", "the design of the sweep"}, types, type);
}

void SweepCorrelation::visit(FieldVisitor& v) {
  v.text({"first", "-", "the name of a parameter"}, first);
  v.text({"second", "-", "the name of another parameter"}, second);
  v.number({"coefficient", "-", "the correlation coefficient of the underlying normal variables"}, coefficient,
           {.low = -1.0, .high = 1.0, .low_exclusive = true, .high_exclusive = true});
}

void SweepQuantity::visit(FieldVisitor& v) {
  v.text({"column", "-", "the name of a column of history.csv, without its unit, or of a conclusion of summary.json"},
         column);
  const config::Visit nothing = [](FieldVisitor&) {};
  const std::array<config::Alternative, kReductionNames.size()> reductions{{
      {"last", "the last value", nothing},
      {"first", "the first value", nothing},
      {"least", "the smallest value", nothing},
      {"largest", "the largest value", nothing},
      {"mean", "the mean over time", nothing},
      {"rms", "the root mean square over time", nothing},
      {"at_time", "the value at a time, interpolated between rows",
       [this](FieldVisitor& inner) {
         inner.number({"time", "s", "the time"}, time, config::kNonNegative);
       }},
      {"crossing_time", "the time at which a level is first crossed, interpolated between rows",
       [this](FieldVisitor& inner) {
         inner.number({"level", "-", "the level, in the unit of the column"}, level, config::kAny);
       }},
      {"amplitude", "the amplitude of the component at a given frequency",
       [this](FieldVisitor& inner) {
         inner.number({"frequency", "Hz", "the frequency"}, frequency,
                      {.low = 0.0, .high = kHighestSweptFrequency, .low_exclusive = true});
       }},
      {"conclusion", "no reduction: `column` is a conclusion of summary.json, such as stopping_distance", nothing},
  }};
  visit_tagged(v, {"reduction", "-", "the reduction of the rows from output/summary_from on to one value"}, reductions,
               reduction);
  visit_column_name(v, "the name of its column; if empty, composed of column and reduction", name);
  if (!name.empty()) return;
  name = reduction == Reduction::conclusion
             ? column
             : fmt::format("{}_{}", column, kReductionNames[static_cast<std::size_t>(reduction)]);
}

std::size_t Sweep::index_of(const std::string& name) const {
  return static_cast<std::size_t>(std::ranges::find(parameters, name, &SweepParameter::name) - parameters.begin());
}

double Sweep::n_members() const {
  if (design.type == SweepDesign::Type::saltelli) {
    return design.samples * (static_cast<double>(parameters.size()) + 2.0);
  }
  if (design.is_spread()) return design.members;
  double product = 1.0;
  for (const SweepParameter& parameter : parameters) {
    const auto n = static_cast<double>(listed_values(parameter.values).size());
    if (design.type == SweepDesign::Type::zip) return n;
    product *= n;
  }
  return product;
}

namespace {

void check_parameters(FieldVisitor& v, const Sweep& sweep) {
  v.check(
      "quantities", [&sweep] { return have_own_names(sweep.parameters, sweep.quantities); },
      "two columns of the table have the same name (\"member\", \"status\" and \"message\" are reserved); give each "
      "parameter and quantity a unique \"name\"");
  v.check(
      "parameters", [&sweep] { return differ(sweep.parameters, &SweepParameter::pointer); },
      "two have the same pointer; vary each number once");
}

void check_design(FieldVisitor& v, const Sweep& sweep) {
  v.check(
      "design",
      [&sweep] {
        return std::ranges::all_of(sweep.parameters, [&sweep](const SweepParameter& p) {
          return is_distribution(p.values) == sweep.design.is_spread();
        });
      },
      [&sweep] {
        return std::string(sweep.design.is_spread()
                               ? "samples distributions, but a parameter has a list of values; give it "
                                 "a distribution, or use grid or zip"
                               : "combines values, but a parameter has a distribution; give it values, "
                                 "or use latin_hypercube, sobol or saltelli");
      });
  v.check(
      "parameters",
      [&sweep] {
        return sweep.design.type != SweepDesign::Type::zip ||
               std::ranges::all_of(sweep.parameters, [&sweep](const SweepParameter& p) {
                 return listed_values(p.values).size() == listed_values(sweep.parameters[0].values).size();
               });
      },
      "have different numbers of values, but zip pairs them by position; give each the same number");
  v.check(
      "design", [&sweep] { return sweep.n_members() <= kMostMembers; },
      [&sweep] {
        return fmt::format(
            "requires {:.3g} members, more than {}; give fewer values, or sample distributions with sobol",
            sweep.n_members(), kMostMembers);
      });
}

void check_correlations(FieldVisitor& v, const Sweep& sweep) {
  v.check(
      "correlations",
      [&sweep] { return sweep.correlations.empty() || sweep.design.type != SweepDesign::Type::saltelli; },
      "are not supported by the design saltelli: the variance can be decomposed for independent parameters only; "
      "remove them, or use sobol");
  v.check(
      "correlations",
      [&sweep] {
        return std::ranges::all_of(sweep.correlations, [&sweep](const SweepCorrelation& c) {
          return sweep.design.is_spread() && c.first != c.second && sweep.index_of(c.first) < sweep.parameters.size() &&
                 sweep.index_of(c.second) < sweep.parameters.size();
        });
      },
      "each needs the names of two different parameters with distributions; check \"first\" and \"second\"");
}

}  // namespace

void Sweep::visit(FieldVisitor& v, const Study::FieldAt& field_at) {
  v.text({"run", "-", "the name of the run to vary; empty for the only run of the file"}, run, Presence::optional);
  visit_object(v, {"design", "-", "the design of the sweep"}, design, Presence::optional);
  visit_list(v, {"parameters", "-", "the varied parameters"}, parameters, {.low = 1}, Presence::required, field_at);
  visit_list(v, {"correlations", "-", "the correlations between distributions"}, correlations, {}, Presence::optional);
  visit_list(v, {"quantities", "-", "the quantities kept for each member"}, quantities, {.low = 1});
  check_parameters(v, *this);
  check_design(v, *this);
  check_correlations(v, *this);
}

}  // namespace beltdyn
