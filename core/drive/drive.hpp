// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/contour_drive.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"
#include "core/drive/rope/rope_on_surface.hpp"
#include "core/drive/supported_beam_drive.hpp"

namespace beltdyn {

// The drive of a configuration, selected by "type". To add a type, add an alternative here, its name below, and its
// fields in Configuration::visit.
struct Drive : std::variant<ContourDrive, BeltDrive, FrictionRigDrive, SupportedBeamDrive, RopeOnSurface, RopeDrive> {
  using variant::variant;
};

// The values of "type", in the order of the alternatives of Drive.
inline constexpr std::array<std::string_view, 6> kDriveTypeNames{"contour",        "belt_drive",      "friction_rig",
                                                                 "supported_beam", "rope_on_surface", "rope_drive"};
static_assert(kDriveTypeNames.size() == std::variant_size_v<Drive::variant>);

}  // namespace beltdyn
