// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/belt/steady/string_loop.hpp"
#include "core/drive/any_drive.hpp"
#include "verification/exact/two_pulley_string.hpp"

namespace beltdyn::verification {

// The closed form of a drive on any number of pulleys, the first of which drives, with its arms.
analytic::StringLoop loop_of(const BeltDrive& drive);
// The same on two pulleys without mounts; coefficients of friction are those of fast sliding. Throws PathError if there
// is no belt path.
exact::StringDrive string_drive_of(const BeltDrive& drive);

}  // namespace beltdyn::verification
