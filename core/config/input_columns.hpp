// SPDX-License-Identifier: MIT
// Columns of CSV files named in a configuration. All functions throw CsvError with the file, the error and the remedy.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/csv_table.hpp"

namespace beltdyn::config {

// The header of a column that is given by its full header or by the part before " [unit]".
std::string_view find_header(const CsvTable& table, std::string_view column);

// The factor from one unit to another (as in Field::unit); 1 if `from` is empty. `header` names the column in messages.
double unit_factor(const CsvTable& table, std::string_view header, std::string_view from, std::string_view to);

// The values of a column, converted to `unit`, shape (n_rows). They are in `given_unit`, else in the unit of the
// header, else already in `unit`.
std::vector<double> column_in(const CsvTable& table, std::string_view column, std::string_view unit,
                              std::string_view given_unit = {});

// The same for a column of times in seconds, which must increase.
std::vector<double> times_in(const CsvTable& table, std::string_view column, std::string_view given_unit = {});

}  // namespace beltdyn::config
