// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <string>

#include "core/base/error.hpp"

namespace beltdyn::contact {

// Checks for the constructors of the laws: return the value, or throw a UsageError that names the parameter.

inline double positive(double value, const char* name) {
  if (!(value > 0.0) || !std::isfinite(value)) throw UsageError(std::string(name) + " must be positive and finite");
  return value;
}

inline double not_negative(double value, const char* name) {
  if (!(value >= 0.0) || !std::isfinite(value)) throw UsageError(std::string(name) + " must be finite and at least 0");
  return value;
}

}  // namespace beltdyn::contact
