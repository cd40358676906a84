// SPDX-License-Identifier: MIT
// Columns of CSV files that a configuration names. All functions throw CsvError with the file, the mistake and what to
// do.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/csv_table.hpp"

namespace beltdyn::config {

// The header of the column that is named by its whole header or by the part before " [unit]".
std::string_view find_header(const CsvTable& table, std::string_view column);

// The factor from one unit to another (as in Field::unit), 1 if the first is empty; `header` is the column of messages.
double unit_factor(const CsvTable& table, std::string_view header, std::string_view from, std::string_view to);

// The values of a column in `unit`, shape (n_rows). They are in `given_unit`, else in the unit of the header, else in
// `unit`.
std::vector<double> column_in(const CsvTable& table, std::string_view column, std::string_view unit,
                              std::string_view given_unit = {});

// The same of a column of times in seconds, which increase.
std::vector<double> times_in(const CsvTable& table, std::string_view column, std::string_view given_unit = {});

}  // namespace beltdyn::config
