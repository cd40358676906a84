// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_ends.hpp"

namespace beltdyn::analytic {

// A sentence for each body that is not guided along its span, and for each pulley without Coulomb friction; `name` is
// that of the formulation.
std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name);
// A sentence for each pulley whose contact is not rigid, as it is in analytic_string_dynamics.
std::vector<std::string> normal_contact_warnings(const RopeDrive& drive);

// Errors of steps add up: balances are kept to so many times the tolerance of a step.
inline constexpr double kStepsOfBalance = 1e3;
// Adds a sentence if the rope has what a string without damping neglects.
void add_string_warning(std::vector<std::string>& warnings, const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn::analytic
