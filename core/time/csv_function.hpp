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
// Returns the mistake in the file, with its line if it has one; empty if there is none.
std::string load_points(TimeFunction::Csv& function, std::string_view si_unit);

}  // namespace beltdyn
