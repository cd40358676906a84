// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// The role of the field of numbers that stands at a JSON pointer in what `visit` lists, as its members are now; none if
// no such field stands there. A pointer may lead to one number of a list.
std::optional<Role> role_of(const Visit& visit, const std::string& pointer);

}  // namespace beltdyn::config
