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

// The errors of a run, estimated from runs that are coarser in one of its numerical parameters.
namespace beltdyn::postprocess {

// The file of the errors of a history: its quantities, at its times, each value a half width ≥ 0.
inline constexpr const char* kErrorsFile = "errors.csv";

// One of the parts that the error of a run is the sum of.
struct ErrorPart {
  std::string name;    // "mesh"
  std::string keys;    // the options behind it
  std::string advice;  // how to make it smaller
  double order{};      // by theory
  // Folders of the runs that are compared, from fine to coarse, two or three, and how many times as coarse each is as
  // the one before; shape of ratios one less. Empty if the part is unknown.
  std::vector<std::filesystem::path> runs{};
  std::vector<double> ratios{};
  std::string missing{};  // why it is unknown
};

// Writes the errors into summary.json of the run, in the place of earlier ones, and errors.csv. Throws IoError.
void write_error_bars(const std::filesystem::path& run_folder, std::span<const ErrorPart> parts);

// What is summed up of a column.
inline constexpr std::array<const char*, 5> kSummedUp{"first", "last", "least", "largest", "mean"};

// A part as summary.json tells it.
struct ToldPart {
  std::string name;
  std::string advice;
  std::string missing;  // empty if it is known
  double share{};       // of the errors, on average over the quantities
};

// The errors in a summary.json.
struct ErrorBars {
  std::vector<ToldPart> parts;
  std::map<std::string, double> conclusions;                     // by name, without the unit
  std::map<std::string, std::map<std::string, double>> columns;  // by name and number: "span_force_1", "mean"

  std::optional<double> of(const std::string& column, const std::string& number) const;
  std::optional<double> of_conclusion(const std::string& name) const;
  // "mesh 84 % (double elements), time step 16 % (halve time_step)", the largest first.
  std::string advice() const;
  // A sentence if parts are unknown.
  std::string gaps() const;
};

// Those of a run; none if it was made without them. Throws IoError.
std::optional<ErrorBars> read_error_bars(const std::filesystem::path& run_folder);

// "237.49 ± 0.03": as many digits as the error allows.
std::string with_error(double value, double error);

}  // namespace beltdyn::postprocess
