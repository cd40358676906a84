// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/config/field_visitor.hpp"

namespace beltdyn::config {

// A marker of visitors whose output must not refer to other files: a time function from a file then writes its points.
class IncludesFiles {
 public:
  virtual ~IncludesFiles() = default;
};

// Does the output name other files of the configuration, or include their content?
enum class OtherFiles { named, included };

// The JSON text of a configuration with all defaults filled in.
std::string resolved_json(const Visit& visit, OtherFiles files = OtherFiles::named);

// The JSON Schema (draft-07) of the document that `visit` reads; `title` is its title.
std::string schema_json(const std::string& title, const Visit& visit);

}  // namespace beltdyn::config
