// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// Values of a rope drive that are allowed but most likely a mistake, from time 0 to end_time [s]: lengths in
// millimetres, speeds per minute, friction, a rope that is stretched much, ends that move apart. See
// implausibilities().
std::vector<std::string> rope_doubts(const RopeDrive& drive, double end_time);

}  // namespace beltdyn
