// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace beltdyn::app {

// A property of a drive that `beltdyn new` asks for.
struct Property {
  std::string_view name;   // name of its option, without dashes
  std::string_view unit;   // SI, as in config::Field
  std::string_view usual;  // default value
  std::string_view meaning;
  bool may_be_zero = false;      // may it be 0?
  bool may_be_negative = false;  // may it be < 0?
};

// A kind of drive that `beltdyn new` can write.
struct DriveKind {
  std::string_view name;
  std::string_view meaning;
  std::span<const Property> properties;
};

std::span<const DriveKind> drive_kinds();
// Null if the name is unknown.
const DriveKind* find_drive_kind(std::string_view name);

// The property of this kind of drive whose name was probably meant; empty if there is none.
std::string nearest_property(const DriveKind& kind, std::string_view name);

// Given values of properties by name: "40 mm", "0.04".
using GivenProperties = std::map<std::string, std::string, std::less<>>;

// A sentence for each value that is not a valid quantity of its property.
std::vector<std::string> objections(const DriveKind& kind, const GivenProperties& given);

// Sentences about what the drive does not do as given: a trip too short for its speed, a stop longer than what is left
// of the travel. The values must have no objections.
std::vector<std::string> remarks(const DriveKind& kind, const GivenProperties& given);

// The text of the configuration. Missing properties have their default values; steps and times follow from the
// properties. The values must have no objections.
std::string drive_file(const DriveKind& kind, const std::string& name, const GivenProperties& given);

}  // namespace beltdyn::app
