// SPDX-License-Identifier: MIT
#pragma once

#include "analytic/belt/steady/string_loop.hpp"
#include "core/drive/any_drive.hpp"
#include "verification/exact/two_pulley_string.hpp"

namespace beltdyn::verification {

// The closed-form model of a drive on any number of pulleys, with its arms. The first pulley drives.
analytic::StringLoop loop_of(const BeltDrive& drive);
// The closed-form model of a drive on two pulleys without mounts. Friction coefficients are those of fast sliding.
// Throws PathError if there is no belt path.
exact::StringDrive string_drive_of(const BeltDrive& drive);

}  // namespace beltdyn::verification
