// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "core/config/field_visitor.hpp"

namespace beltdyn {

// The drive of a file with some of its values replaced, under a name: an entry of "variants".
struct Variant {
  std::string name;
  Json set = Json::object();  // JSON pointers into /drive, each with the value that replaces what stands there

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
