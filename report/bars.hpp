// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace beltdyn::report {

// A bar from one value to another, with a cross line at a third value.
struct Bar {
  std::string label;
  double from{};  // in the unit of Bars::title
  double to{};
  std::optional<double> mark{};  // place of the cross line
};

// The bars of a drawing, all in one unit.
struct Bars {
  std::string title;  // with unit
  std::vector<Bar> bars;
};

// A drawing of horizontal bars on a common axis that contains 0. Beside each bar stands its end value, or both end
// values if it does not begin at 0. Empty if there is no bar or no bar has a length.
std::string html_of(const Bars& bars);

}  // namespace beltdyn::report
