// SPDX-License-Identifier: MIT
#include "plots/balance_data.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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
constexpr std::array<Kind, 5> kKinds{{{{"balance_length", "length_error"}, "length"},
                                      {{"balance_mass_flow", "balance_mass_flow"}, "mass flow"},
                                      {{"balance_torque", "balance_torque"}, "moments on the pulleys"},
                                      {{"balance_power", "balance_power"}, "energy"},
                                      {{"eytelwein", "eytelwein"}, "slopes in slip arcs"}}};

// The largest |value| of a kind in each row of the history, nan if the run does not report it.
std::vector<double> sizes(const Run& run, const Kind& kind) {
  std::vector<double> largest(run.history.rows(), kNothing);
  for (const std::string& name : run.history.names()) {
    if (!name.starts_with(kind.prefixes[0]) && !name.starts_with(kind.prefixes[1])) continue;
    const std::span<const double> values = run.history.column(name);
    for (std::size_t i = 0; i < largest.size(); ++i) largest[i] = std::fmax(largest[i], std::abs(values[i]));
  }
  return largest;
}

bool is_off(const Run& run, const Kind& kind) {
  const std::vector<double> values = sizes(run, kind);
  return std::any_of(values.begin(), values.end(), [](double value) { return value > 0.0; });
}

}  // namespace

bool reports_balances(const Run& run) {
  return std::any_of(kKinds.begin(), kKinds.end(), [&run](const Kind& kind) { return is_off(run, kind); });
}

std::string balance_lines(const Run& run) {
  std::array<std::vector<double>, kKinds.size()> values;
  std::vector<std::span<const double>> columns{run.history.column("time [s]")};
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    values[k] = sizes(run, kKinds[k]);
    columns.emplace_back(values[k]);
  }
  return thinned_lines(columns);
}

std::string balance_variables(const std::vector<const Run*>& runs) {
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < kKinds.size(); ++k) {
    if (std::any_of(runs.begin(), runs.end(), [k](const Run* run) { return is_off(*run, kKinds[k]); })) {
      shown.push_back(k);
    }
  }
  if (shown.empty()) return "";
  return fmt::format("n_balances = {}\n", shown.size()) +
         gnuplot_array("balance_column", shown, [](std::size_t k) { return fmt::format("{}", k + 2); }) +
         gnuplot_array("balance_title", shown,
                       [](std::size_t k) { return gnuplot_string(std::string(kKinds[k].title)); });
}

}  // namespace beltdyn::plots
