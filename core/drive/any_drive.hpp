// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "core/base/indirect.hpp"

namespace beltdyn {

// Forward declarations of the drive types, for code that stores or passes on a drive without looking into it.
struct BeltDrive;
struct ContourDrive;
struct FrictionRigDrive;
struct RopeDrive;
struct RopeOnSurface;
struct SupportedBeamDrive;
// Any of these drives; see drive.hpp.
struct Drive;

extern template class Indirect<BeltDrive>;
extern template class Indirect<Drive>;
extern template class Indirect<RopeDrive>;

// The drive if it is of this type, which is one of those above, else a null pointer.
template <class SomeDrive>
const SomeDrive* drive_if(const Drive& drive);
// The drive as this type, which it must have.
template <class SomeDrive>
const SomeDrive& drive_as(const Drive& drive);

// The error message of a formulation that does not support this type of drive; `known` lists the supported types.
std::string type_objection(const Drive& drive, std::string_view known);

// Wraps a drive of one type as a Drive, for code that does not know the other types.
Indirect<Drive> as_drive(const ContourDrive& drive);
Indirect<Drive> as_drive(const FrictionRigDrive& drive);
Indirect<Drive> as_drive(const RopeDrive& drive);
Indirect<Drive> as_drive(const RopeOnSurface& drive);
Indirect<Drive> as_drive(const SupportedBeamDrive& drive);

}  // namespace beltdyn
