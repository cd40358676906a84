// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/drive/contour_drive.hpp"

namespace beltdyn {

// The drive of a configuration; "type" tells which.
using Drive = std::variant<ContourDrive>;

}  // namespace beltdyn
