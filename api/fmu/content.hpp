// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::fmu {

// Integers and flags are stored as numbers of their value.
enum class ValueType { real, integer, boolean };
enum class Causality { input, output, parameter };

// A variable of a unit; its value reference is its index.
struct Variable {
  std::string name{};  // for a parameter its JSON pointer: "/drive/belt/axial_stiffness"
  std::string unit{};  // "-" if dimensionless
  std::string meaning{};
  Causality causality{};
  ValueType type = ValueType::real;
  double start{};  // outputs have none
};

// The content of a unit, file resources/unit.json: one run of a configuration that needs neither other files nor a
// database of units, and its variables.
struct Content {
  std::string name{};
  std::vector<std::string> controlled{};
  std::vector<Variable> variables{};  // inputs in the order of `controlled`, then outputs, then parameters
  std::string configuration{};        // with this run only, as JSON text

  std::size_t n_inputs() const { return controlled.size(); }

  std::string to_json() const;
  // Throws IoError if the text was not written by to_json().
  static Content from_json(std::string_view text);
};

// The content of a configuration with one run, and its times. Throws ConfigError, UsageError, SolverError.
struct MadeContent {
  Content content;
  double end_time{};   // [s]
  double time_step{};  // [s]
};
MadeContent content_of(const std::string& configuration, const std::vector<std::string>& controlled);

// The GUID for the text of resources/unit.json.
std::string guid_of(std::string_view unit_json);

// The numbers, integers and flags of the drive and of its run, with their JSON pointers; without entries of long lists.
std::vector<Variable> parameters_of(Configuration& configuration);

// The file modelDescription.xml of a unit.
std::string model_description(const MadeContent& made, const std::string& guid);
// The file documentation/index.html.
std::string documentation(const MadeContent& made);

}  // namespace beltdyn::fmu
