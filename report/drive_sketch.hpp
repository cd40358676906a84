// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

class TimeFunction;

}  // namespace beltdyn

namespace beltdyn::report {

// A picture of the drive from its geometry, and a table of its prescribed motions and loads until the end time, as
// HTML.
std::string drive_sketch(const Drive& drive, double end_time);

// The range of a quantity until the end time: "12 rad/s", "0 to 60 rad/s".
std::string range_text(const TimeFunction& quantity, double end_time, std::string_view unit);

}  // namespace beltdyn::report
