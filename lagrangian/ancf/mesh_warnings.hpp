// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"

namespace beltdyn::lagrangian::ancf {

// A warning for each pulley on which elements are too long, or on which the belt moves by more than a contact segment
// in a step.
std::vector<std::string> mesh_warnings(const BeltDrive& drive, const AncfParameters& parameters, const BeltModel& model,
                                       double end_time);

}  // namespace beltdyn::lagrangian::ancf
