// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::report {

// Labels on a page: of an end of a rope (0 or 1), "1 (car, 1450 kg)" or "1 (1450 kg)"; and of the span that leads to a
// pulley or to the second end, "end 1 (car) to pulley 1 (traction)".
std::string end_label(const RopeDrive& drive, std::size_t end);
std::string span_label(const RopeDrive& drive, std::size_t span);

}  // namespace beltdyn::report
