// SPDX-License-Identifier: MIT
#include "report/summed_history.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace beltdyn::report {
namespace {

// The columns after the time.
std::vector<HistoryColumn> columns_of(const CsvTable& history) {
  std::vector<HistoryColumn> columns;
  for (std::size_t i = 1; i < history.names().size(); ++i) {
    columns.push_back({.name = std::string(split_header(history.names()[i]).name), .unit = {}, .value = {}});
  }
  return columns;
}

}  // namespace

SummedHistory::SummedHistory(const CsvTable& history, double from)
    : columns_(columns_of(history)), summary_(columns_, from) {
  std::vector<std::span<const double>> columns;
  for (const std::string& name : history.names()) columns.push_back(history.column(name));
  std::vector<double> values(columns.size() - 1);
  for (std::size_t row = 0; row < history.rows(); ++row) {
    for (std::size_t i = 1; i < columns.size(); ++i) values[i - 1] = columns[i][row];
    summary_.add(columns[0][row], values);
  }
}

}  // namespace beltdyn::report
