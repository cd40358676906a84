// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_ends.hpp"

namespace beltdyn::analytic {

// A message for each body that is not guided along its span, and for each pulley without Coulomb friction; `name`:
// formulation.
std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name);
// A message for each pulley whose contact is not rigid, since analytic_string_dynamics treats it as rigid.
std::vector<std::string> normal_contact_warnings(const RopeDrive& drive);

// Errors of steps add up: tolerance of balances, relative to the tolerance of a step [-].
inline constexpr double kStepsOfBalance = 1e3;
// Adds a warning about features of the rope that a string without damping neglects.
void add_string_warning(std::vector<std::string>& warnings, const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn::analytic
