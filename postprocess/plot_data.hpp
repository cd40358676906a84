// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"

// Turns result tables into what gnuplot draws: columns separated by blanks, blocks separated by empty lines. Files of
// pictures stay small although a history may have a row for each of a million steps.
namespace beltdyn::postprocess::plot_data {

using Columns = std::vector<std::span<const double>>;

// The rows that are worth drawing: of each of `buckets` equal parts of the rows the first one and those where a column
// is least and largest, and the last row of all; so no peak is lost. Ascending.
std::vector<std::size_t> thin_rows(const Columns& columns, std::size_t buckets);

// The rows of the columns, one line each.
std::string lines(const Columns& columns, std::span<const std::size_t> rows);

// The times of the profiles in a table with a column "time [s]", ascending.
std::vector<double> profile_times(const CsvTable& profiles);

// "sigma strain force speed traction contact_state pressure" of the profiles with these indices, each a gnuplot data
// set
// (`index k`).
std::string profile_blocks(const CsvTable& profiles, std::span<const std::size_t> indices);

// The slip zones of one direction as strips in space and time: blocks of lines "time sigma_begin sigma_end", one block
// for a zone as long as it lives. A zone lives on as the one on the same pulley in the next row that overlaps with it;
// where zones part or join, blocks end and others begin. Zones with less than `apart` between them, a length for each
// pulley [m] or none, are one. history_time gives the rows of the history, of which at most about max_rows are used; it
// holds the times of all zones.
std::string slip_strips(const CsvTable& slip_zones, std::span<const double> history_time, int direction,
                        std::size_t max_rows, std::span<const double> apart = {});

}  // namespace beltdyn::postprocess::plot_data
