// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"

namespace beltdyn {

// The length √(EI/N) on which a belt without weight bends from straight to round where it meets a pulley, N the force
// in the untouched belt; 0 for a string or a slack belt [m].
double bending_layer(const BeltDrive& drive);

// What a drive asks of bending that its belt, or elements of this length where the belt meets its pulleys, cannot show:
// friction on the face of a belt too supple for its thickness, and damped bending or friction on the face on a bending
// layer shorter than an element. `remedy` says what to do about elements so many times as long as the layer.
std::vector<std::string> bending_warnings(const BeltDrive& drive, double element,
                                          const std::function<std::string(double)>& remedy);

}  // namespace beltdyn
