// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_ends.hpp"

namespace beltdyn::analytic {

// The angular velocity of a pulley of prescribed motion, otherwise null.
const TimeFunction* prescribed_speed_of(const Pulley& pulley);

// A sentence for each body that is not guided along its span, and for each pulley without Coulomb friction; `name` is
// that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name);
// Adds a sentence if the rope has what a string without damping neglects.
void add_string_warning(std::vector<std::string>& warnings, const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn::analytic
