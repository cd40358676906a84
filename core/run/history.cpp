// SPDX-License-Identifier: MIT
#include "core/run/history.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"

namespace beltdyn {
namespace {

constexpr std::string_view kPlaceEnding = "_sigma";
// Parts of the names of columns that hold states or places.
constexpr std::array<std::string_view, 4> kStateNames{"slip_direction", "contact_state", "element_state", kPlaceEnding};

}  // namespace

std::string_view Balance::name() const {
  constexpr std::string_view kPrefix = "balance_";
  std::string_view named = column;
  if (named.starts_with(kPrefix)) named.remove_prefix(kPrefix.size());
  return split_header(named).name;
}

bool is_state(std::string_view column) {
  return std::ranges::any_of(kStateNames,
                             [column](std::string_view name) { return column.find(name) != std::string_view::npos; });
}

std::string place_column(std::string_view column) { return std::string(column).append(kPlaceEnding); }

void History::add_balance(const std::string& name, std::string law, double tolerance, std::function<double()> value,
                          std::string remedy, std::function<double()> scale) {
  add(name, "-", std::move(value));
  Balance balance{.column = columns_.back().header(), .law = std::move(law), .tolerance = tolerance};
  if (!remedy.empty()) balance.remedy = std::move(remedy);
  balances_.push_back({.balance = std::move(balance), .index = columns_.size() - 1, .scale = std::move(scale)});
}

void History::append(History other) {
  for (BalanceColumn& balance : other.balances_) {
    balance.index += columns_.size();
    balances_.push_back(std::move(balance));
  }
  std::ranges::move(other.columns_, std::back_inserter(columns_));
  std::ranges::move(other.looks_, std::back_inserter(looks_));
}

std::vector<std::string> History::headers() const {
  std::vector<std::string> headers;
  headers.reserve(columns_.size());
  for (const HistoryColumn& column : columns_) headers.push_back(column.header());
  return headers;
}

void History::values(std::span<double> row) const {
  look();
  for (std::size_t i = 0; i < columns_.size(); ++i) row[i] = columns_[i].value();
}

std::vector<SlipZone> History::row(std::span<double> row) const {
  values(row);
  return slip_zones_();
}

double History::value(std::string_view name) const {
  const auto column = std::ranges::find(columns_, name, &HistoryColumn::name);
  if (column == columns_.end()) throw UsageError(fmt::format("the history has no column {}", name));
  look();
  return column->value();
}

}  // namespace beltdyn
