// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// What is known of the numbers under a key.
struct NumberField {
  Role role = Role::physics;
  std::string unit{};          // "m", "-" for a pure number
  bool takes_quantity = true;  // false: whole numbers, which have no unit
};

// The field of numbers that stands at a JSON pointer in what `visit` lists, as its members are now; none if no such
// field stands there. A pointer may lead to one number of a list.
std::optional<NumberField> number_field_at(const Visit& visit, const std::string& pointer);

// The pointer of a number beside it, or beside what it leads through, that is nearly the same; empty if there is none.
std::string number_near(const Visit& visit, const std::string& pointer);

}  // namespace beltdyn::config
