// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

// Values as the text of gnuplot scripts.
namespace beltdyn::plots {

inline std::string gnuplot_string(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') result += '\'';
    result += c;
  }
  return result + "'";
}

// "driven speed" of "driven_speed"
inline std::string readable(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

inline std::string gnuplot_number(double value) { return fmt::format("{:.10g}", value); }

// `array NAME[n] = [...]`; gnuplot has no empty arrays, so one dummy entry is used.
template <class Range, class Print>
std::string gnuplot_array(std::string_view name, const Range& range, const Print& print) {
  std::vector<std::string> items;
  for (const auto& item : range) items.push_back(print(item));
  if (items.empty()) items.emplace_back("0");
  return fmt::format("array {}[{}] = [{}]\n", name, items.size(), fmt::join(items, ", "));
}

}  // namespace beltdyn::plots
