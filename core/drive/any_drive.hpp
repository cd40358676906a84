// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/indirect.hpp"

namespace beltdyn {

// The drives by name, for those that hold or hand on one and do not look at it.
struct BeltDrive;
struct ContourDrive;
struct FrictionRigDrive;
struct RopeDrive;
struct RopeOnSurface;
struct SupportedBeamDrive;
// Any of them.
struct Drive;

extern template class Indirect<BeltDrive>;
extern template class Indirect<Drive>;
extern template class Indirect<RopeDrive>;

// One of them as any, where the others are not known.
Indirect<Drive> as_drive(const ContourDrive& drive);
Indirect<Drive> as_drive(const FrictionRigDrive& drive);
Indirect<Drive> as_drive(const RopeDrive& drive);
Indirect<Drive> as_drive(const RopeOnSurface& drive);
Indirect<Drive> as_drive(const SupportedBeamDrive& drive);

}  // namespace beltdyn
