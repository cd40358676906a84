// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
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

// The drive of a configuration; "type" selects it. A further type is a further alternative here, with its name below
// and its fields in Configuration::visit.
struct Drive : std::variant<ContourDrive, BeltDrive, FrictionRigDrive, SupportedBeamDrive, RopeOnSurface, RopeDrive> {
  using variant::variant;
};

// "type" of the alternatives of Drive, in their order.
inline constexpr std::array<std::string_view, 6> kDriveTypeNames{"contour",        "belt_drive",      "friction_rig",
                                                                 "supported_beam", "rope_on_surface", "rope_drive"};
static_assert(kDriveTypeNames.size() == std::variant_size_v<Drive::variant>);

inline std::string_view type_name(const Drive& drive) { return kDriveTypeNames[drive.index()]; }

// The error message of a formulation that does not support this type of drive; `known` lists the supported types.
std::string type_objection(const Drive& drive, std::string_view known);

// The drive in the eyes of a contour formulation: a contour drive itself, or what reduced_contour() makes of a belt
// drive. Otherwise the reason why there is none.
std::variant<ContourDrive, std::string> as_contour(const Drive& drive);

}  // namespace beltdyn
