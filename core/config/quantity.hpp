// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace beltdyn::config {

// The value in `unit` (SI, as in Field::unit, "-" for a pure number) of a quantity written with any unit of the same
// dimension: "3000 rpm" in rad/s is 100 π. A number, then a unit of the database of UDUNITS-2, to which deg, rev and Nm
// are added. A string instead of a value is the error message.
//
// Angles have a dimension of their own: 50 Hz are no 50 rad/s. Only where the SI unit is one per angle, as N m s/rad,
// the angle may be left out, which is then a radian. A unit may have no factor (N/10 mm) and no offset (degC).
//
// Where a unit is a fraction 1/n of that of SI, the value is divided by n, so that "35 mm" is the same double as 0.035.
//
// Throws IoError if the database of UDUNITS-2 cannot be read.
std::variant<double, std::string> quantity_in(std::string_view unit, std::string_view text);

// What texts that quantity_in accepts look like, as a regular expression of ECMA 262.
inline constexpr const char* kQuantityPattern =
    R"re(^\s*-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*([A-Za-z%(]|1/|[^\x00-\x7F]).*$)re";

}  // namespace beltdyn::config
