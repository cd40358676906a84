// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace beltdyn::report {

// A bar from one value to another, with an optional mark at a third value.
struct Bar {
  std::string label;
  double from{};
  double to{};
  std::optional<double> mark{};
};

// The content of a bar diagram.
struct Bars {
  std::string title;  // with the unit
  std::vector<Bar> bars;
};

// A drawing of horizontal bars on a common axis that includes 0. Beside each bar is its end value, or both values if it
// does not begin at 0. Empty if no bar has a length.
std::string html_of(const Bars& bars);

}  // namespace beltdyn::report
