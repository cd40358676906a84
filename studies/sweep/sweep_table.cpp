// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_table.hpp"

#include <charconv>
#include <limits>
#include <string_view>

namespace beltdyn::studies {
namespace {

// Removes the text up to the next comma and returns it.
std::string_view next_field(std::string_view& rest) {
  const std::size_t comma = rest.find(',');
  const std::string_view field = rest.substr(0, comma);
  rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  return field;
}

double number_in(std::string_view field) {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

// The inverse of csv_field().
std::string unquoted(std::string_view field) {
  if (!field.starts_with('"') || field.size() < 2) return std::string(field);
  field = field.substr(1, field.size() - 2);
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    text += field[i];
    if (field[i] == '"') ++i;
  }
  return text;
}

}  // namespace

SweepTable table_of(const Rows& rows, const std::vector<std::string>& columns, std::size_t n_parameters) {
  // Between the number of the member, and status and message.
  SweepTable table{.n_parameters = n_parameters, .columns = {columns.begin() + 1, columns.end() - 2}};
  for (const auto& [member, row] : rows) {
    std::string_view rest = row;
    next_field(rest);
    std::vector<double> numbers;
    for (std::size_t i = 0; i < table.columns.size(); ++i) numbers.push_back(number_in(next_field(rest)));
    table.members.push_back(member);
    table.numbers.push_back(std::move(numbers));
    table.status.emplace_back(next_field(rest));
    table.messages.push_back(unquoted(rest));
  }
  return table;
}

}  // namespace beltdyn::studies
