// SPDX-License-Identifier: MIT
#include "core/drive/drive.hpp"

#include <fmt/format.h>

namespace beltdyn {

template class Indirect<BeltDrive>;
template class Indirect<Drive>;
template class Indirect<RopeDrive>;

template <class SomeDrive>
const SomeDrive* drive_if(const Drive& drive) {
  return std::get_if<SomeDrive>(&drive);
}
template <class SomeDrive>
const SomeDrive& drive_as(const Drive& drive) {
  return std::get<SomeDrive>(drive);
}
template const BeltDrive* drive_if(const Drive& drive);
template const BeltDrive& drive_as(const Drive& drive);
template const ContourDrive* drive_if(const Drive& drive);
template const ContourDrive& drive_as(const Drive& drive);
template const FrictionRigDrive* drive_if(const Drive& drive);
template const FrictionRigDrive& drive_as(const Drive& drive);
template const RopeDrive* drive_if(const Drive& drive);
template const RopeDrive& drive_as(const Drive& drive);
template const RopeOnSurface* drive_if(const Drive& drive);
template const RopeOnSurface& drive_as(const Drive& drive);
template const SupportedBeamDrive* drive_if(const Drive& drive);
template const SupportedBeamDrive& drive_as(const Drive& drive);

Indirect<Drive> as_drive(const ContourDrive& drive) { return drive; }
Indirect<Drive> as_drive(const FrictionRigDrive& drive) { return drive; }
Indirect<Drive> as_drive(const RopeDrive& drive) { return drive; }
Indirect<Drive> as_drive(const RopeOnSurface& drive) { return drive; }
Indirect<Drive> as_drive(const SupportedBeamDrive& drive) { return drive; }

std::string type_objection(const Drive& drive, std::string_view known) {
  return fmt::format(
      "needs a drive of type {}, but this drive is of type {}; choose {}", known, kDriveTypeNames[drive.index()],
      std::holds_alternative<RopeDrive>(drive) ? "analytic_string_dynamics, eulerian_ale or lagrangian_ancf"
                                               : "another formulation");
}

}  // namespace beltdyn
