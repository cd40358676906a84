// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/time/time_function.hpp"

namespace beltdyn {

// Reads the points of a function from its file. A column is found by its full header or by the part before " [unit]".
// Values are converted to `si_unit` (as in config::Field::unit) from the unit given in the configuration, else from the
// unit in the header; without both they are SI values. Sets the checksum of the file.
//
// Returns the error in the file, with its line if it has one; empty if there is none.
std::string load_points(TimeFunction::Csv& function, std::string_view si_unit);

}  // namespace beltdyn
