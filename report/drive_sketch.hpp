// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

class TimeFunction;

}  // namespace beltdyn

namespace beltdyn::report {

// A sketch of the drive from its geometry, and a table of its prescribed inputs until the end time, both as HTML.
std::string drive_sketch(const Drive& drive, double end_time);

// The range of a time function until the end time: "12 rad/s", "0 to 60 rad/s".
std::string range_text(const TimeFunction& quantity, double end_time, std::string_view unit);

}  // namespace beltdyn::report
