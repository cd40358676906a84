// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// The properties of the numbers under a key.
struct NumberField {
  Role role = Role::physics;
  std::string unit{};          // "m", "-" for a pure number
  bool takes_quantity = true;  // false: whole numbers, which have no unit
};

// The field of the number at a JSON pointer, in the fields that `visit` lists for the current values of the members.
// Empty if there is no such field. The pointer may lead to one number of a list.
std::optional<NumberField> number_field_at(const Visit& visit, const std::string& pointer);

// The most similar pointer of a number in the objects along `pointer`; empty if none is similar.
std::string number_near(const Visit& visit, const std::string& pointer);

// A whole number that follows from other keys where it is left out.
struct ChosenCount {
  std::string key;
  int value{};
};
// All of them in an object, with their present values.
std::vector<ChosenCount> chosen_counts(const Visit& visit);

}  // namespace beltdyn::config
