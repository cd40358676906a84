// SPDX-License-Identifier: MIT
// The differences between the runs of a result folder, as text.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "app/result_folder.hpp"
#include "core/base/printable.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn::app {
namespace {

// A group of history columns that a comparison summarises in one number.
struct Quantity {
  std::string_view title;
  std::string_view prefix;  // of the columns
};
// The laws of a friction rig differ: these differences are not errors.
constexpr std::array<Quantity, 2> kRigQuantities{{{"position", "position"}, {"friction", "friction_force"}}};
constexpr std::array<Quantity, 1> kRopeQuantities{{{"ratio", "force_ratio"}}};
constexpr std::array<Quantity, 3> kRopeDriveQuantities{
    {{"position", "end_position_"}, {"rotation", "angular_velocity_"}, {"force", "span_force_"}}};
constexpr std::array<Quantity, 2> kBeamQuantities{{{"position", "circle_position"}, {"force", "axial_force"}}};
constexpr std::array<Quantity, 4> kBeltQuantities{
    {{"rotation", "angular_velocity_"}, {"torque", "torque_"}, {"force", "span_force_"}, {"slip arc", "slip_arc_"}}};

// "ancf*" for a run that ended early.
std::string marked(const std::string& run, bool ended_early) { return ended_early ? run + "*" : run; }

// Prints how far error bars explain the differences between runs of one model, and which runs ended early.
void print_explanations(std::FILE* table, const std::vector<postprocess::PairComparison>& pairs) {
  const auto ended_early = [](const postprocess::PairComparison& pair) {
    return pair.run_ended_early || pair.reference_ended_early;
  };
  if (std::ranges::any_of(pairs, ended_early)) {
    fmt::print(table, "* ended early: compared up to its end only.\n");
  }
  for (const postprocess::PairComparison& pair : pairs) {
    const postprocess::WorstDifference worst = postprocess::worst_difference(std::span(&pair, 1));
    if (worst.column == nullptr) continue;
    const postprocess::ColumnDifference& column = *worst.column;
    if (column.of_errors && column.is_explained()) {
      fmt::print(table, "{} and {}: the error bars explain the differences.\n", pair.run, pair.reference);
    } else if (column.of_errors) {
      fmt::print(table,
                 "{} and {} differ by more than their error bars: {} by {:.3g}, {:.2g} times their sum, at {:.4g} s.\n",
                 pair.run, pair.reference, column.column, column.maximum, *column.of_errors, column.time_of_maximum);
    } else if (!column.is_explained()) {
      fmt::print(table, "{} and {} are runs of one model, but {} differs by {:.2g} of its range; try --errors.\n",
                 pair.run, pair.reference, column.column, *column.relative());
    }
  }
}

// The largest difference in the columns of a quantity, each relative to the range of the reference; if that is
// constant, as in steady motion, relative to the largest magnitude of its kind. None if these are 0.
std::optional<double> relative_difference(const postprocess::PairComparison& pair, const Quantity& quantity) {
  std::optional<double> largest;
  for (const postprocess::ColumnDifference& column : pair.columns) {
    if (!column.column.starts_with(quantity.prefix)) continue;
    if (const std::optional<double> one = column.relative()) largest = std::max(largest.value_or(0.0), *one);
  }
  return largest;
}

// Prints a line for each pair of runs: the largest difference in the columns of each quantity.
void print_differences(std::FILE* table, const std::vector<postprocess::PairComparison>& pairs,
                       std::span<const Quantity> quantities) {
  fmt::print(
      table,
      "Largest difference of each pair of runs, relative to the range of the second one (if only that is steady, to "
      "the larger range; of steady motions, to the magnitude):\n{:<28} {:<27}",
      "run", "from");
  for (const Quantity& quantity : quantities) fmt::print(table, " {:>9}", quantity.title);
  fmt::print(table, "\n");
  for (const postprocess::PairComparison& pair : pairs) {
    fmt::print(table, "{:<28} {:<27}", marked(pair.run, pair.run_ended_early),
               marked(pair.reference, pair.reference_ended_early));
    for (const Quantity& quantity : quantities) {
      const std::optional<double> largest = relative_difference(pair, quantity);
      fmt::print(table, " {:>9}", largest ? fmt::format("{:.2e}", *largest) : "-");
    }
    fmt::print(table, "\n");
  }
}

// Prints a line for each run that has an exact run of the same model.
void print_errors(std::FILE* table, const plots::Result& result,
                  const std::vector<postprocess::PairComparison>& pairs) {
  std::string lines;
  for (const postprocess::PairComparison& pair : pairs) {
    const auto tight =
        std::find_if(pair.columns.begin(), pair.columns.end(),
                     [](const postprocess::ColumnDifference& column) { return column.column == "strain_tight [-]"; });
    const bool against_exact = std::any_of(result.runs.begin(), result.runs.end(), [&pair](const plots::Run& run) {
      return run.name == pair.reference && run.is_exact;
    });
    if (!pair.same_model || !against_exact || tight == pair.columns.end() || !tight->maximum_relative) continue;
    lines +=
        fmt::format("{:<28} {:<27} {:>9.2e} {:>12.2e}\n", marked(pair.run, pair.run_ended_early),
                    marked(pair.reference, pair.reference_ended_early), *tight->maximum_relative, *tight->l2_relative);
  }
  if (lines.empty()) {
    fmt::print(
        table,
        "There is no exact run of the same model to compare with: add analytic_dde or analytic_front_tracking with the "
        "same strain model.\n");
    return;
  }
  fmt::print(table, "Strain in the tight span, error relative to its range:\n{:<28} {:<27} {:>9} {:>12}\n{}", "run",
             "exact run of the same model", "max", "L2", lines);
}

}  // namespace

std::vector<postprocess::PairComparison> compare_runs(const plots::Result& result) {
  std::vector<postprocess::RunHistory> histories;
  for (const plots::Run& run : result.runs) {
    histories.push_back({.name = run.name,
                         .model = run.model,
                         .is_reference = run.is_exact,
                         .history = &run.history,
                         .errors = run.errors ? &*run.errors : nullptr,
                         .begin = run.summary_from,
                         .is_complete = run.is_complete,
                         .member_of = run.member_of,
                         .variant = run.variant});
  }
  return postprocess::compare_histories(histories);
}

void write_comparison_of(const plots::Result& result, const std::filesystem::path& folder, std::FILE* table) {
  const std::vector<postprocess::PairComparison> pairs = compare_runs(result);
  postprocess::write_comparison(folder, pairs);
  if (result.runs.size() == 1) {
    fmt::print(table, "Figures and page show {}, the only run with results.\n", result.runs.front().name);
    return;
  }
  if (drive_if<FrictionRigDrive>(result.drive) != nullptr) {
    print_differences(table, pairs, kRigQuantities);
  } else if (drive_if<RopeOnSurface>(result.drive) != nullptr) {
    print_differences(table, pairs, kRopeQuantities);
  } else if (drive_if<RopeDrive>(result.drive) != nullptr) {
    print_differences(table, pairs, kRopeDriveQuantities);
  } else if (drive_if<SupportedBeamDrive>(result.drive) != nullptr) {
    print_differences(table, pairs, kBeamQuantities);
  } else if (drive_if<BeltDrive>(result.drive) != nullptr) {
    print_differences(table, pairs, kBeltQuantities);
  } else {
    print_errors(table, result, pairs);
  }
  print_explanations(table, pairs);
  fmt::print(table, "All pairs and columns: {}\n", printable((folder / "comparison.csv").string()));
}

}  // namespace beltdyn::app
