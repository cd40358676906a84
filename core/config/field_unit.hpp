// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// The unit of fields in objects that serve any quantity, such as time functions: the unit of the key of the object.
inline constexpr std::string_view kUnitOfObject = "SI";

// The unit of a field in an object whose key has the unit `of_object`.
constexpr std::string_view unit_within(std::string_view of_object, const Field& field) {
  return field.unit == kUnitOfObject ? of_object : field.unit;
}

}  // namespace beltdyn::config
