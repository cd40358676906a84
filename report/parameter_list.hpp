// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"

namespace beltdyn::report {

// A configured value, for example "contact.friction.coefficient", "0.3", "-".
struct Parameter {
  std::string key;
  std::string value;
  std::string unit;  // "-" if dimensionless
  std::string meaning;
};

// All values of the visited objects, defaults included, in the order of the configuration; for long lists the number of
// entries.
std::vector<Parameter> parameters_of(const config::Visit& visit);

// The parameters as a table.
std::string parameter_table(const std::vector<Parameter>& parameters);

}  // namespace beltdyn::report
