// SPDX-License-Identifier: MIT
// Error bars contain the true errors. The drives are drawn at random; the truth is the closed form.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <numbers>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/config/json_document.hpp"
#include "core/linear/linear_analysis.hpp"
#include "core/numerics/error_bar.hpp"
#include "core/run/history.hpp"
#include "core/run/summary.hpp"
#include "core/settings/configuration.hpp"
#include "core/settings/numerical_parameters.hpp"
#include "formulations/all_formulations.hpp"
#include "postprocess/comparison.hpp"
#include "postprocess/unseen_slip.hpp"
#include "verification/belt_support.hpp"
#include "verification/belts/random_drives.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kEnd = 1.0;  // [s]

// The results of a run: the quantities of its history at the end, then its conclusions.
struct Numbers {
  std::vector<std::string> names;
  std::vector<std::string> units;
  std::vector<double> values;
  std::size_t n_columns{};  // number of quantities of the history

  const double* find(const std::string& name, bool is_column) const {
    const auto begin = names.begin() + (is_column ? 0 : static_cast<std::ptrdiff_t>(n_columns));
    const auto end = is_column ? names.begin() + static_cast<std::ptrdiff_t>(n_columns) : names.end();
    const auto found = std::find(begin, end, name);
    return found == end ? nullptr : &values[static_cast<std::size_t>(found - names.begin())];
  }

  void add(std::string name, std::string unit, double value) {
    names.push_back(std::move(name));
    units.push_back(std::move(unit));
    values.push_back(value);
  }
};

Numbers numbers_of(const RunOptions& options, const Drive& drive) {
  const std::unique_ptr<Simulation> simulation = options.create(drive, kEnd);
  const History history = simulation->history();
  Summary summary(history.columns(), 0.0);
  std::vector<double> row(history.columns().size());
  history.values(row);
  summary.add(0.0, row);
  advance_to(*simulation, kEnd);
  history.values(row);
  summary.add(kEnd, row);
  Numbers numbers;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const HistoryColumn& column = history.columns()[i];
    if (postprocess::is_quantity(column.header())) numbers.add(column.name, column.unit, row[i]);
  }
  numbers.n_columns = numbers.names.size();
  for (const Conclusion& c : history.conclusions(summary)) numbers.add(c.name, c.unit, c.value);
  return numbers;
}

// The configuration of a drive with one run.
Configuration read(const std::string& drive, const std::string& members) {
  Json json = Json::parse(drive);
  json["runs"] = Json::parse(fmt::format(R"([{{"name": "run", {}}}])", members));
  return read_configuration(config::JsonDocument::parse("verification", json.dump()), all_formulations());
}

// The errors that `beltdyn run --errors` reports for a steady run; NaN where they are unknown. The mesh is the only
// numerical parameter of such a run. Throws SolverError if a coarser run fails.
std::vector<double> error_bars(const RunOptions& options, const Drive& drive, const Numbers& run) {
  const NumericalParameter mesh = numerical_parameters_of(options).front();
  std::vector<Numbers> coarser;
  std::vector<double> ratios;
  double before = 1.0;
  for (const double ratio : mesh.ratios) {
    const std::optional<CoarserOptions> one = mesh.coarsen(options, ratio);
    coarser.push_back(numbers_of(*one->options, drive));
    ratios.push_back(one->ratio / before);
    before = one->ratio;
  }
  std::vector<double> errors;
  for (std::size_t i = 0; i < run.names.size(); ++i) {
    std::vector<double> values{run.values[i]};
    for (const Numbers& numbers : coarser) {
      const double* value = numbers.find(run.names[i], i < run.n_columns);
      values.push_back(value == nullptr ? std::nan("") : *value);
    }
    errors.push_back(numerics::error_bar(values, ratios, postprocess::order_of(run.names[i], mesh.order)).error);
  }
  postprocess::UnseenSlip(std::span(run.names).first(run.n_columns)).raise(run.values, errors, std::nan(""));
  return errors;
}

// Counts of values: all of them, those whose error exceeds the error bar, those whose error bar is too wide.
struct Count {
  double values{};
  double outside{};
  double wide{};
};

// Counts, by kind of result, how often error bars contain the true error and how often they are too wide.
class Coverage {
 public:
  void add(const Numbers& run, std::span<const double> bars, const Numbers& exact) {
    std::map<std::string, double> largest;  // the largest value by unit
    for (std::size_t i = 0; i < exact.values.size(); ++i) {
      double& scale = largest[exact.units[i]];
      scale = larger(scale, std::abs(exact.values[i]));
    }
    for (std::size_t i = 0; i < run.values.size(); ++i) {
      const double* truth = exact.find(run.names[i], i < run.n_columns);
      // A formulation has columns that the other does not have.
      if (truth == nullptr) continue;
      const double error = std::abs(run.values[i] - *truth);
      // Values that are exact, such as a prescribed speed or a power that is 0, are not counted.
      if (error <= kRounding * largest[run.units[i]]) continue;
      Count& count = kinds_[i < run.n_columns ? kind_of(run.names[i]) : "conclusions"];
      ++count.values;
      if (!(error <= bars[i])) ++count.outside;
      if (!(bars[i] <= kWide * error)) ++count.wide;
    }
  }

  const std::map<std::string, Count>& kinds() const { return kinds_; }
  Count all() const {
    Count sum;
    for (const auto& [kind, count] : kinds_) {
      sum.values += count.values;
      sum.outside += count.outside;
      sum.wide += count.wide;
    }
    return sum;
  }

 private:
  static constexpr double kWide = 30.0;
  static constexpr double kRounding = 1e-12;

  // The name of a column without its number and axis: "hub_load" for "hub_load_x_2".
  static std::string kind_of(std::string_view name) {
    name = name.substr(0, name.find_last_not_of("0123456789") + 1);
    for (const std::string_view end : {"_", "_x", "_y"}) {
      if (name.ends_with(end)) name.remove_suffix(end.size());
    }
    return std::string(name);
  }

  std::map<std::string, Count> kinds_;
};

void hold(Record& record, const std::string& what, const Count& count, double outside, double wide, Rank rank) {
  record.at_most(what + ": part outside of their error bars", count.outside / count.values, outside, rank);
  record.at_most(what + ": part with error bars of over 30 times their error", count.wide / count.values, wide, rank);
}

void random_drives(Record& record) {
  constexpr int kDrives = 200;
  constexpr double kOutside = 0.05;
  constexpr double kWide = 0.1;
  constexpr double kFailing = 0.02;
  // A single kind of result may be worse than the average: in the torque of the driver and in a loss, which are sums,
  // errors cancel more often than differences of meshes do.
  constexpr double kOutsideOfKind = 3.0 * kOutside;
  constexpr double kWideOfKind = 4.0 * kWide;
  Coverage coverage;
  int n = 0;
  double failing = 0.0;
  for (std::uint64_t seed = 1; n < kDrives; ++seed) {
    const std::string drive = random_rigid_drive(seed);
    try {
      const Configuration exact = read(drive, R"("formulation": "analytic_string", "time_step": 1)");
      const Numbers truth = numbers_of(*exact.runs.front().options, exact.drive);
      ++n;
      for (const int factor : {1, 2}) {
        const Configuration elements = read(drive, steady_ale(24 * factor, 4 * factor, kEnd));
        const RunOptions& options = *elements.runs.front().options;
        try {
          const Numbers run = numbers_of(options, elements.drive);
          coverage.add(run, error_bars(options, elements.drive, run), truth);
        } catch (const SolverError&) {
          ++failing;
        }
      }
    } catch (const ConfigError&) {
      // Six random pulleys may have no belt path.
    }
  }
  hold(record, "all values", coverage.all(), kOutside, kWide, Rank::headline);
  for (const auto& [kind, count] : coverage.kinds()) {
    hold(record, kind, count, kOutsideOfKind, kWideOfKind, Rank::detail);
  }
  record.at_most("part of runs without error bars, as one of them or a coarser one fails", failing / (2.0 * kDrives),
                 kFailing);
}

// A drive with a run that analyses its modes. The belt has next to no mass, as in the string.
Configuration read_modes(std::uint64_t seed, const std::string& formulation) {
  constexpr double kPartOfMass = 1e-6;
  // Highest frequency of the search, in frequencies of a pulley of 1 kg m² and a typical radius on two spans [-].
  constexpr double kHighest = 2.0;
  constexpr double kRadius = 0.25;  // of the distance of pulleys from the middle [-]
  Json json = Json::parse(random_rigid_drive(seed));
  Json& belt = json["drive"]["belt"];
  belt["mass_per_length"] = kPartOfMass * belt["mass_per_length"].get<double>();
  const Json& center = json["drive"]["pulleys"][0]["center"];
  const double size = std::hypot(center[0].get<double>(), center[1].get<double>());
  const double rotation = kRadius * std::sqrt(2.0 * belt["axial_stiffness"].get<double>() * size);  // [rad/s]
  return read(json.dump(), fmt::format(R"("formulation": "{}", "analysis": "linear", "time_step": 1,
                             "linear": {{"modes": {{"highest_frequency": {:.17g}}}}})",
                                       formulation, kHighest * rotation / (2.0 * std::numbers::pi)));
}

// The analysis of a run at its end. The simulation is kept.
struct Analysed {
  std::unique_ptr<Simulation> simulation;
  std::shared_ptr<const LinearAnalysis> analysis;
};
Analysed analysed(const Configuration& configuration) {
  std::unique_ptr<Simulation> simulation = configuration.runs.front().options->create(*configuration.drive, kEnd);
  advance_to(*simulation, kEnd);
  auto analysis = simulation->linear_analysis();
  return {std::move(simulation), std::move(analysis)};
}

// Counts the modes of a drive whose roots have no root of the string within their error. Adds the error of each mode,
// relative to its root, to `errors` [-].
Count modes_of(std::uint64_t seed, std::vector<double>& errors) {
  constexpr double kWide = 30.0;
  const Configuration string = read_modes(seed, "analytic_string");
  const Analysed exact = analysed(string);
  const Configuration elements = read_modes(seed, "eulerian_ale");
  const Analysed run = analysed(elements);
  const std::unique_ptr<Simulation> finer = run.simulation->on_mesh(OtherMesh::finer);
  const std::unique_ptr<Simulation> coarser = run.simulation->on_mesh(OtherMesh::coarser_on_pulleys);
  const ModeTable table =
      mode_table(*run.analysis, {.finer = finer->linear_analysis(), .coarser_on_pulleys = coarser->linear_analysis()});
  Count count;
  const std::vector<LinearMode> found = exact.analysis->modes(mode_search(*exact.analysis));
  for (const NamedMode& named : table.modes) {
    // Roots beyond the edge of the search are found by following, if Newton's method converges.
    const std::complex<double> root = named.mode.root;
    const std::optional<std::complex<double>> followed = exact.analysis->follow({&root, 1})[0];
    double error = followed ? std::abs(*followed - root) : HUGE_VAL;
    for (const LinearMode& truth : found) error = std::min(error, std::abs(truth.root - root));
    ++count.values;
    errors.push_back(error / std::abs(root));
    if (!(error <= *named.mode.error)) ++count.outside;
    if (!(*named.mode.error <= kWide * error)) ++count.wide;
  }
  return count;
}

void modes_of_random_drives(Record& record) {
  constexpr int kDrives = 40;
  constexpr double kOutside = 0.05;
  constexpr double kWide = 0.1;
  // The stick of small motions lengthens each end of a span by a tenth of an element, h/10. On half a turn of 24
  // elements, and for spans as short as 1.3 radii, they are π/24 · 2/13 = 2 % longer, and frequencies lower by half of
  // that.
  constexpr double kPart = 0.9;
  constexpr double kError = 0.01;
  Count all;
  std::vector<double> errors;
  int n = 0;
  for (std::uint64_t seed = 1; n < kDrives; ++seed) {
    try {
      const Count count = modes_of(seed, errors);
      all.values += count.values;
      all.outside += count.outside;
      all.wide += count.wide;
      ++n;
    } catch (const ConfigError&) {
      // Six random pulleys may have no belt path.
    }
  }
  hold(record, "all modes", all, kOutside, kWide, Rank::headline);
  const auto at = errors.begin() + static_cast<std::ptrdiff_t>(kPart * static_cast<double>(errors.size()));
  std::ranges::nth_element(errors, at);
  record.at_most("error of modes on the default mesh, relative to their roots, which nine of ten keep", *at, kError);
}

}  // namespace

void add_error_bar_cases(std::vector<VerificationCase>& cases) {
  cases.push_back(
      {.id = "error-bars/random-drives",
       .claim = "on 200 drives drawn at random, of two to six pulleys, with sliders and arms, on two meshes each, the "
                "error bars of a steady belt of elements hold the true error of 95 % of all values, and are at most 30 "
                "times as wide for 90 %",
       .reference = "analytic_string: the closed form",
       .slow = true,
       .run = random_drives,
       .tolerances =
           "asked of all values; a kind of columns alone may have three times as many outside and four times as "
           "many that are too wide"});
  cases.push_back(
      {.id = "error-bars/modes",
       .claim = "on 40 drives drawn at random, of two to six pulleys, with sliders and arms, the error of "
                "a mode of elements holds the true error of 95 % of all modes, and by default nine of ten "
                "modes are within 1 % of the string",
       .reference = "analytic_string: the closed form",
       .slow = true,
       .run = modes_of_random_drives,
       .tolerances = "asked of all modes; 1 %: stick lengthens each end of a span by a tenth of an element"});
}

}  // namespace beltdyn::verification
