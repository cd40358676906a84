// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>

namespace beltdyn::config {

// A unit as a factor times powers of base units, which are those of SI and the radian.
struct Unit {
  double factor = 1.0;
  std::map<std::string, int> powers{};
  bool is_linear = true;  // false: it has an offset, or is the logarithm of something

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

// The unit that a text names, by the database of UDUNITS-2 with deg, rev and Nm, or by a table made of it. Nothing if
// there is none. Throws std::bad_alloc, and IoError if the database cannot be read.
std::optional<Unit> find_unit(const std::string& text);

}  // namespace beltdyn::config
