// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

namespace beltdyn::config {

// A unit: a factor times powers of base units, which are the SI base units and the radian.
struct Unit {
  double factor = 1.0;
  std::map<std::string, int> powers{};
  bool is_linear = true;  // false: the unit has an offset or is logarithmic

  int angle() const {
    const auto radian = powers.find("rad");
    return radian == powers.end() ? 0 : radian->second;
  }
  std::map<std::string, int> powers_without_angle() const {
    std::map<std::string, int> others = powers;
    others.erase("rad");
    return others;
  }
};

// The unit that a text names, from the UDUNITS-2 database with deg, rev and Nm added, or from a table generated from
// it. Empty if there is no such unit. Throws std::bad_alloc, and IoError if the database cannot be read.
std::optional<Unit> find_unit(const std::string& text);

}  // namespace beltdyn::config
