// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/run/summary.hpp"

namespace beltdyn::postprocess {

// The distribution over time of the values of a history column.
struct Histogram {
  std::string column;           // without its unit: "span_force_1"
  double bin_width{};           // in the unit of the column
  std::vector<double> begin{};  // lower end of each visited bin, ascending, shape (n_bins)
  std::vector<double> share{};  // part of the time in each bin, shape (n_bins) [-]
};

// The histograms, and the conclusions that have a value, in summary.json in the folder of a run; empty if the file does
// not exist. Throw IoError if it is damaged.
std::vector<Histogram> load_histograms(const std::filesystem::path& run_folder);
std::vector<Conclusion> load_conclusions(const std::filesystem::path& run_folder);

}  // namespace beltdyn::postprocess
