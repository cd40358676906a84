// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/run/summary.hpp"

namespace beltdyn::postprocess {

// For how long a column of a history was in which range of its values.
struct Histogram {
  std::string column;           // without its unit: "span_force_1"
  double bin_width{};           // in the unit of the column
  std::vector<double> begin{};  // of each bin that was visited, ascending, shape (n_bins)
  std::vector<double> share{};  // of the time, shape (n_bins) [-]
};

// Those of summary.json in the folder of a run; none if there is no such file. Throw IoError if it is damaged.
std::vector<Histogram> load_histograms(const std::filesystem::path& run_folder);
std::vector<Conclusion> load_conclusions(const std::filesystem::path& run_folder);

}  // namespace beltdyn::postprocess
