// SPDX-License-Identifier: MIT
#include "core/drive/contour_drive.hpp"

#include <fmt/format.h>

namespace beltdyn {

void ContourDrive::visit(config::FieldVisitor& v) {
  using config::kPositive;
  using config::Presence;
  v.number({"contour_length", "m", "the length L of the closed contour"}, contour_length, kPositive,
           Presence::required);
  v.pair({"contact_length", "m", "the length of the contact region, pi r, on each pulley"}, contact_length, kPositive,
         Presence::required);
  v.number({"axial_stiffness", "N", "the axial stiffness b of the belt"}, axial_stiffness, kPositive,
           Presence::required);
  v.pair({"friction_force", "N/m", "the limit f of the friction force per length, on each pulley"}, friction_force,
         kPositive, Presence::required);
  v.list({"surface_speed", "m/s", "the speed of the surface of each pulley in time"},
         {.size = [this] { return surface_speed.size(); },
          .resize = [](std::size_t) {},
          .visit = [this](config::FieldVisitor& item, std::size_t i) { surface_speed.at(i).visit(item); }},
         {.low = 2, .high = 2}, Presence::required);
  v.check(
      "contact_length", [this] { return contact_length[0] + contact_length[1] < contour_length; },
      [this] {
        return fmt::format(
            "the two contact regions take {} m of a contour of {} m and leave no free span; shorten them or "
            "lengthen the contour",
            contact_length[0] + contact_length[1], contour_length);
      });
}

ContourPlace locate(const ContourDrive& drive, double sigma) {
  if (sigma < drive.exit(0)) return {.pulley = 0, .local = sigma};
  if (sigma < drive.entry(1)) return {.pulley = -1, .local = sigma - drive.exit(0), .tight_span = false};
  if (sigma < drive.exit(1)) return {.pulley = 1, .local = sigma - drive.entry(1)};
  return {.pulley = -1, .local = sigma - drive.exit(1), .tight_span = true};
}

}  // namespace beltdyn
