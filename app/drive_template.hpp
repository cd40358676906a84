// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beltdyn::app {

// A property that a template of a drive asks for.
struct Property {
  std::string_view name;  // of its option, without dashes
  std::string_view unit;  // SI, as in config::Field
  std::string_view usual;
  std::string_view meaning;
  bool may_be_zero = false;      // otherwise it is > 0,
  bool may_be_negative = false;  // or < 0
};

// A kind of drive that `beltdyn new` writes.
struct DriveKind {
  std::string_view name;
  std::string_view meaning;
  std::span<const Property> properties;
};

std::span<const DriveKind> drive_kinds();
// Null if there is none of this name.
const DriveKind* find_drive_kind(std::string_view name);

// What is given for properties by their names: "40 mm", "0.04".
using GivenProperties = std::map<std::string, std::string, std::less<>>;

// A sentence for each value that is no such quantity, or not positive.
std::vector<std::string> objections(const DriveKind& kind, const GivenProperties& given);

// The text of the configuration; properties that are not given are as usual, steps and times follow from them. For
// values without objections.
std::string drive_file(const DriveKind& kind, const std::string& name, const GivenProperties& given);

}  // namespace beltdyn::app
