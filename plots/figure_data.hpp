// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "plots/figures.hpp"

// The common parts of the data files of all drives.
namespace beltdyn::plots {

// Number of rows of history for space-time diagrams; a picture has about a thousand pixels.
inline constexpr std::size_t kStripRows = 1000;

// Rows of the columns, one line each; long columns are thinned without losing peaks.
std::string thinned_lines(const std::vector<std::span<const double>>& columns);

// A column of a table, or `missing` if it has none of this name.
inline std::span<const double> column_or(const CsvTable& table, const std::string& name,
                                         std::span<const double> missing) {
  return table.has(name) ? table.column(name) : missing;
}

// The profiles that are drawn: all if there are few, otherwise a selection that is denser at the begin.
std::vector<std::size_t> drawn_indices(std::size_t count);

// The times whose profiles are drawn.
std::vector<double> drawn_instants(const std::vector<const Run*>& runs);

}  // namespace beltdyn::plots
