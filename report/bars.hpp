// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace beltdyn::report {

// A bar from one value to another, with a line across it at a third one.
struct Bar {
  std::string label;
  double from{};
  double to{};
  std::optional<double> mark{};
};

struct Bars {
  std::string title;  // with the unit
  std::vector<Bar> bars;
};

// A drawing of horizontal bars on one axis, which has 0 on it; beside each bar its end, or both ends if it does not
// begin at 0. Empty if there is no bar or none has a length.
std::string html_of(const Bars& bars);

}  // namespace beltdyn::report
