// SPDX-License-Identifier: MIT
#include "verification/belts/seen_runs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>

#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/belt_support.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

// The name of a column without its number: "span_force" for "span_force_1".
std::string without_number(const std::string& name) { return name.substr(0, name.find_last_not_of("0123456789") + 1); }

}  // namespace

double Units::of(std::string_view unit) const {
  const std::map<std::string_view, double> known{{"-", 1.0},
                                                 {"m", lengths(1.0)},
                                                 {"m/s", speeds(1.0)},
                                                 {"N", forces(1.0)},
                                                 {"N/m", forces(1.0) / lengths(1.0)},
                                                 {"J", forces(1.0) * lengths(1.0)}};
  const auto found = known.find(unit);
  if (found == known.end()) throw std::logic_error("no size is known of the unit " + std::string(unit));
  return found->second;
}

const SeenRun::Column& SeenRun::operator[](std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found == columns.end()) throw std::logic_error("there is no column " + std::string(name));
  return *found;
}

SeenRun seen_run(const std::string& configuration, double begin, double end) {
  const Configuration read =
      read_configuration(config::JsonDocument::parse("verification", configuration), all_formulations());
  const std::unique_ptr<Simulation> simulation = read.runs.at(0).options->create(read.drive, read.end_time);
  const History history = simulation->history();
  SeenRun run;
  std::vector<std::size_t> kept;
  for (std::size_t i = 0; i < history.columns().size(); ++i) {
    if (std::ranges::find(history.balances(), i, &History::BalanceColumn::index) != history.balances().end()) continue;
    const HistoryColumn& column = history.columns()[i];
    run.columns.push_back({.name = column.name, .unit = column.unit, .values = {}});
    kept.push_back(i);
  }
  std::vector<double> values(history.columns().size());
  advance_to(*simulation, begin);
  advance_to(*simulation, end, [&] {
    history.values(values);
    for (std::size_t i = 0; i < kept.size(); ++i) run.columns[i].values.push_back(values[kept[i]]);
  });
  return run;
}

double difference(const SeenRun& plain, const SeenRun& other, const Units& units,
                  const std::function<Twin(const std::string&)>& twin) {
  std::map<std::string, double> largest_of;
  for (const SeenRun::Column& column : plain.columns) {
    double& most = largest_of[without_number(column.name)];
    for (const double value : column.values) most = larger(most, std::abs(value));
  }
  double worst = 0.0;
  for (const SeenRun::Column& column : plain.columns) {
    const Twin as = twin(column.name);
    if (as.name.empty()) continue;
    const std::vector<double>& seen = other[as.name].values;
    if (seen.empty() || seen.size() != column.values.size()) return std::numeric_limits<double>::infinity();
    const double most = largest_of.at(without_number(column.name));
    const double one = as.sign * units.of(column.unit);
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const double apart = std::abs(seen[i] / one - column.values[i]);
      worst = larger(worst, most > 0.0 ? apart / most : apart);
    }
  }
  return worst;
}

void add_invariances(std::vector<VerificationCase>& cases, const std::string& path, const char* reference,
                     std::initializer_list<InvarianceCase> added) {
  for (const InvarianceCase& one : added) {
    cases.push_back({.id = path + one.name, .claim = one.claim, .reference = reference, .slow = false, .run = one.run});
  }
}

}  // namespace beltdyn::verification
