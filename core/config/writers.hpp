// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// A visitor that is also this one does without other files: a function of time from a file shows its points.
class IncludesFiles {
 public:
  virtual ~IncludesFiles() = default;
};

// Whether what a configuration has in other files stays there or is written in their place.
enum class OtherFiles { named, included };

// The JSON text of a configuration with every default filled in.
std::string resolved_json(const Visit& visit, OtherFiles files = OtherFiles::named);

// The JSON Schema (draft-07) of what `visit` reads; `title` names it.
std::string schema_json(const std::string& title, const Visit& visit);

}  // namespace beltdyn::config
