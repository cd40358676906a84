// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/belt/steady/string_loop.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn::verification {

// The closed form of a drive on any number of pulleys, the first of which drives, with its arms.
analytic::StringLoop loop_of(const BeltDrive& drive);

}  // namespace beltdyn::verification
