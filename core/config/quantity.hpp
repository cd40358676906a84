// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace beltdyn::config {

// Converts a quantity, written with any unit of the same dimension, to a value in `unit` (SI, as in Field::unit, "-"
// for a pure number): "3000 rpm" in rad/s is 100 π. The text is a number followed by a unit of the UDUNITS-2 database,
// to which deg, rev and Nm are added. A string instead of a value is the error message.
//
// Angles have their own dimension: 50 Hz is not 50 rad/s. Only if the SI unit is per angle, such as N m s/rad, the
// angle may be omitted, and is then a radian. A unit must not have a factor (N/10 mm) or an offset (degC).
//
// If a unit is a fraction 1/n of the SI unit, the value is divided by n, so that "35 mm" is the same double as 0.035.
//
// Throws IoError if the database of UDUNITS-2 cannot be read.
std::variant<double, std::string> quantity_in(std::string_view unit, std::string_view text);

// The form of texts that quantity_in accepts, as a regular expression of ECMA 262.
inline constexpr const char* kQuantityPattern =
    R"re(^\s*-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*([A-Za-z%(]|1/|[^\x00-\x7F]).*$)re";

}  // namespace beltdyn::config
