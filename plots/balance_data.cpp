// SPDX-License-Identifier: MIT
#include "plots/balance_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>

#include <fmt/format.h>

#include "plots/figure_data.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

struct Kind {
  std::array<std::string_view, 2> prefixes;  // of the columns of the history
  std::string_view title;
};
constexpr std::array<Kind, 5> kBalances{{{{"balance_length", "length_error"}, "length"},
                                         {{"balance_mass_flow", "balance_mass_flow"}, "mass flow"},
                                         {{"balance_torque", "balance_torque"}, "moments on the pulleys"},
                                         {{"balance_power", "balance_power"}, "energy"},
                                         {{"eytelwein", "eytelwein"}, "slopes in slip arcs"}}};

// The quantities with error bars.
constexpr std::array<Kind, 3> kErrors{{{{"span_force", "span_force"}, "span forces [N]"},
                                       {{"angular_velocity", "angular_velocity"}, "speeds of the pulleys [rad/s]"},
                                       {{"torque", "torque"}, "torques on the pulleys [N m]"}}};

// The largest |value| of a kind in each row of a table, NaN if the table has no such column.
std::vector<double> sizes(const CsvTable& table, const Kind& kind) {
  std::vector<double> largest(table.rows(), kNothing);
  for (const std::string& name : table.names()) {
    if (!name.starts_with(kind.prefixes[0]) && !name.starts_with(kind.prefixes[1])) continue;
    const std::span<const double> values = table.column(name);
    for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::fmax(largest[i], std::abs(values[i]));
  }
  return largest;
}

bool has_some(const CsvTable& table, const Kind& kind) {
  const std::vector<double> values = sizes(table, kind);
  return std::any_of(values.begin(), values.end(), [](double value) { return value > 0.0; });
}

// The time and the largest values of each kind.
std::string lines_of(const CsvTable& table, std::span<const Kind> kinds) {
  std::vector<std::vector<double>> values;
  for (const Kind& kind : kinds) values.push_back(sizes(table, kind));
  std::vector<std::span<const double>> columns{table.column("time [s]")};
  for (const std::vector<double>& value : values) columns.emplace_back(value);
  return thinned_lines(columns);
}

// The kinds that the tables have: NAME_column[], their columns in the lines, and NAME_title[].
std::string panels_of(std::string_view name, const std::vector<const CsvTable*>& tables, std::span<const Kind> kinds) {
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (std::ranges::any_of(tables, [&](const CsvTable* table) { return has_some(*table, kinds[k]); })) {
      shown.push_back(k);
    }
  }
  if (shown.empty()) return "";
  return fmt::format("n_{}s = {}\n", name, shown.size()) +
         gnuplot_array(fmt::format("{}_column", name), shown, [](std::size_t k) { return fmt::format("{}", k + 2); }) +
         gnuplot_array(fmt::format("{}_title", name), shown,
                       [&](std::size_t k) { return gnuplot_string(std::string(kinds[k].title)); });
}

}  // namespace

bool reports_balances(const Run& run) {
  return std::ranges::any_of(kBalances, [&run](const Kind& kind) { return has_some(run.history, kind); });
}

std::string balance_lines(const Run& run) { return lines_of(run.history, kBalances); }

std::string balance_variables(const std::vector<const Run*>& runs) {
  std::vector<const CsvTable*> tables;
  for (const Run* run : runs) tables.push_back(&run->history);
  return panels_of("balance", tables, kBalances);
}

bool has_errors(const Run& run) {
  return run.errors && std::ranges::any_of(kErrors, [&run](const Kind& kind) { return has_some(*run.errors, kind); });
}

std::string error_lines(const Run& run) { return lines_of(*run.errors, kErrors); }

std::string error_variables(const std::vector<const Run*>& runs) {
  std::vector<const CsvTable*> tables;
  for (const Run* run : runs) {
    if (run->errors) tables.push_back(&*run->errors);
  }
  return panels_of("error", tables, kErrors);
}

}  // namespace beltdyn::plots
