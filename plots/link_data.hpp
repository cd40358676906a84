// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plots/figures.hpp"

// The links reported by lagrangian_links, for figures as those of [Kubas 2021].
namespace beltdyn::plots {

// Does the history have a link and torques on the pulleys?
bool has_tagged_link(const Run& run);

// The number of GMS elements in the history.
int tagged_elements(const Run& run);

// "time", then "normal_force friction_force joint_force slip_velocity" of the first tagged link, "friction force
// displacement" of each of its elements, and the torque on each pulley that is not moved as prescribed, 0 on others.
std::string link_lines(const Run& run, std::size_t pulleys);

}  // namespace beltdyn::plots
