// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// The length √(EI/N) of the bending layer, in which a belt without weight bends from straight to round where it meets a
// pulley [m]. N is the force in the untouched belt; 0 for a string or a slack belt.
double bending_layer(const BeltDrive& drive);

// Warns where the drive relies on bending effects that the belt or its elements cannot represent: friction on the face
// of a belt whose bending stiffness is too small for its thickness; bending damping or friction on the face with
// elements longer than the bending layer. `element` is the element length where the belt meets its pulleys [m];
// `remedy(ratio)` says what to do about elements that are `ratio` times as long as the layer.
std::vector<std::string> bending_warnings(const BeltDrive& drive, double element,
                                          const std::function<std::string(double)>& remedy);

}  // namespace beltdyn
