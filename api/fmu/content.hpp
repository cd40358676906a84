// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::fmu {

// Integers and flags are kept as the numbers that they are.
enum class ValueType { real, integer, boolean };
enum class Causality { input, output, parameter };

// A variable of a unit; its value reference is its index.
struct Variable {
  std::string name{};  // of a parameter its JSON pointer: "/drive/belt/axial_stiffness"
  std::string unit{};  // "-" of what has none
  std::string meaning{};
  Causality causality{};
  ValueType type = ValueType::real;
  double start{};  // of outputs none
};

// What a unit is made of: one run of a configuration that needs no other file and no database of units, and what is
// seen of it. The file resources/unit.json.
struct Content {
  std::string name{};
  std::vector<std::string> controlled{};
  std::vector<Variable> variables{};  // the inputs, as `controlled`, then the outputs, then the parameters
  std::string configuration{};        // of the run alone, as JSON text

  std::size_t n_inputs() const { return controlled.size(); }

  std::string to_json() const;
  // Throws IoError if the text was not written by to_json().
  static Content from_json(std::string_view text);
};

// A unit of a configuration with one run. Throws ConfigError, UsageError, SolverError.
struct MadeContent {
  Content content;
  double end_time{};   // [s]
  double time_step{};  // [s]
};
MadeContent content_of(const std::string& configuration, const std::vector<std::string>& controlled);

// Identifies the text of resources/unit.json.
std::string guid_of(std::string_view unit_json);

// The numbers, integers and flags of the drive and of its run, with their JSON pointers; of long lists none.
std::vector<Variable> parameters_of(Configuration& configuration);

// The file modelDescription.xml of a unit.
std::string model_description(const MadeContent& made, const std::string& guid);
// The file documentation/index.html.
std::string documentation(const MadeContent& made);

}  // namespace beltdyn::fmu
