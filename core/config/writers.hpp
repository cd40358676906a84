// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// The JSON text of a configuration with every default filled in.
std::string resolved_json(const Visit& visit);

// The JSON Schema (draft-07) of what `visit` reads; `title` names it.
std::string schema_json(const std::string& title, const Visit& visit);

}  // namespace beltdyn::config
