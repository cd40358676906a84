// SPDX-License-Identifier: MIT
#include "core/drive/drive.hpp"

#include <fmt/format.h>

#include "core/drive/belt/reduced_contour.hpp"

namespace beltdyn {

template class Indirect<BeltDrive>;
template class Indirect<Drive>;
template class Indirect<RopeDrive>;
namespace {

struct AsContour {
  std::variant<ContourDrive, std::string> operator()(const ContourDrive& drive) const { return drive; }
  std::variant<ContourDrive, std::string> operator()(const BeltDrive& drive) const { return reduced_contour(drive); }
  template <class OtherDrive>
  std::variant<ContourDrive, std::string> operator()(const OtherDrive& drive) const {
    return type_objection(drive, "contour or belt_drive");
  }
};

}  // namespace

Indirect<Drive> as_drive(const ContourDrive& drive) { return drive; }
Indirect<Drive> as_drive(const FrictionRigDrive& drive) { return drive; }
Indirect<Drive> as_drive(const RopeDrive& drive) { return drive; }
Indirect<Drive> as_drive(const RopeOnSurface& drive) { return drive; }
Indirect<Drive> as_drive(const SupportedBeamDrive& drive) { return drive; }

std::string type_objection(const Drive& drive, std::string_view known) {
  return fmt::format("needs a drive of type {}, but this drive is of type {}; choose {}", known, type_name(drive),
                     std::holds_alternative<RopeDrive>(drive)
                         ? "analytic_string_dynamics, eulerian_ale or lagrangian_ancf"
                         : "another formulation");
}

std::variant<ContourDrive, std::string> as_contour(const Drive& drive) { return std::visit(AsContour{}, drive); }

}  // namespace beltdyn
