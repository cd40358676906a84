// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/time/time_function.hpp"

namespace beltdyn {

// Reads the points of a function from its file. Its columns are found by their whole header or by the part before
// " [unit]"; values are turned into `si_unit` (as in config::Field::unit) from the unit that is given, else from that
// in the header, else they are taken for SI. Sets the checksum of the file.
//
// Returns what is wrong with the file, with its line where it has one; nothing if all is well.
std::string load_points(TimeFunction::Csv& function, std::string_view si_unit);

}  // namespace beltdyn
