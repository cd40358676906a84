// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "plots/figures.hpp"

// The links reported by lagrangian_links, for figures like those of [Kubas 2021].
namespace beltdyn::plots {

// Does the history contain a link, and torques on the pulleys?
bool has_tagged_link(const Run& run);

// The number of GMS elements in the history.
int tagged_elements(const Run& run);

// "time", then "normal_force friction_force joint_force slip_velocity" of the first tagged link, "friction force
// displacement" of each of its elements, and the torque on each pulley without prescribed motion, 0 for the others.
std::string link_lines(const Run& run, std::size_t pulleys);

}  // namespace beltdyn::plots
