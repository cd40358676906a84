// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

class TimeFunction;

}  // namespace beltdyn

namespace beltdyn::report {

// The drive as a picture from its geometry, and what moves it until the end time as a table, both HTML.
std::string drive_sketch(const Drive& drive, double end_time);

// "12 rad/s", "0 to 60 rad/s", of the values that a quantity takes until the end time.
std::string range_text(const TimeFunction& quantity, double end_time, std::string_view unit);

}  // namespace beltdyn::report
