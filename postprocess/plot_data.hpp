// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"

// Converts result tables to gnuplot data: columns separated by blanks, blocks separated by empty lines. Rows are
// thinned, so that pictures stay small although a history may have a million rows.
namespace beltdyn::postprocess::plot_data {

using Columns = std::vector<std::span<const double>>;

// Selects rows for a drawing so that no peak is lost. From each of `buckets` equal parts of the rows: the first row and
// those with the smallest and the largest value of each column; in addition the last row of all. Ascending.
std::vector<std::size_t> thin_rows(const Columns& columns, std::size_t buckets);

// The rows of the columns, one line each.
std::string lines(const Columns& columns, std::span<const std::size_t> rows);

// The times of the profiles in a table with a column "time [s]", ascending.
std::vector<double> profile_times(const CsvTable& profiles);

// "sigma strain force speed traction contact_state pressure" of the profiles with these indices, each as a gnuplot data
// set (`index k`).
std::string profile_blocks(const CsvTable& profiles, std::span<const std::size_t> indices);

// The slip zones of one direction as strips in space and time: blocks of lines "time sigma_begin sigma_end", one block
// per zone for its lifetime. A zone continues as the overlapping zone on the same pulley in the next row; where zones
// split or merge, blocks end and others begin. Zones that are less than `apart` from each other count as one (a length
// for each pulley [m], or empty). `history_time` are the times of the history's rows, of which about max_rows are used;
// they include the times of all zones.
std::string slip_strips(const CsvTable& slip_zones, std::span<const double> history_time, int direction,
                        std::size_t max_rows, std::span<const double> apart = {});

}  // namespace beltdyn::postprocess::plot_data
