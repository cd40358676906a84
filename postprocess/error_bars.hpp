// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Error estimates of a run, from runs that are coarser in one of its numerical parameters.
namespace beltdyn::postprocess {

// The file with the errors of a history: the same quantities at the same times, each value a half width ≥ 0.
inline constexpr const char* kErrorsFile = "errors.csv";

// A contribution to the error of a run, e.g. of its mesh; the error is the sum of its parts.
struct ErrorPart {
  std::string name;    // "mesh"
  std::string keys;    // options that control it
  std::string advice;  // how to reduce it
  double order{};      // theoretical order
  // Folders of the two or three compared runs, from fine to coarse, and the ratio of coarseness of each to the previous
  // one (shape one less). Empty if the part is unknown.
  std::vector<std::filesystem::path> runs{};
  std::vector<double> ratios{};
  std::string missing{};  // why the part is unknown
};

// Writes the errors into summary.json of the run, replacing earlier ones, and writes errors.csv. Throws IoError.
void write_error_bars(const std::filesystem::path& run_folder, std::span<const ErrorPart> parts);

// The numbers in a column's summary that get errors.
inline constexpr std::array<const char*, 5> kSummedUp{"first", "last", "least", "largest", "mean"};

// An error part as recorded in summary.json.
struct ToldPart {
  std::string name;
  std::string advice;
  std::string missing;  // why it is unknown; empty if it is known
  double share{};       // of the total error, averaged over the quantities [-]
};

// The errors recorded in a summary.json.
struct ErrorBars {
  std::vector<ToldPart> parts;
  std::map<std::string, double> conclusions;                     // by name, without unit
  std::map<std::string, std::map<std::string, double>> columns;  // by column and number: "span_force_1", "mean"

  std::optional<double> of(const std::string& column, const std::string& number) const;
  std::optional<double> of_conclusion(const std::string& name) const;
  // For example "mesh 84 % (double elements), time step 16 % (halve time_step)", the largest first.
  std::string advice() const;
  // A sentence about unknown parts; empty if all are known.
  std::string gaps() const;
};

// The error bars of a run; none if it was computed without. Throws IoError.
std::optional<ErrorBars> read_error_bars(const std::filesystem::path& run_folder);

// "237.49 ± 0.03": the value with as many digits as its error justifies.
std::string with_error(double value, double error);

}  // namespace beltdyn::postprocess
