// SPDX-License-Identifier: MIT
#include "core/drive/contour_drive.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn {
namespace {

// Outside this range, products of a few quantities overflow or underflow double.
constexpr double kSmallest = 1e-60;
constexpr double kLargest = 1e60;

}  // namespace

void ContourDrive::visit(config::FieldVisitor& v) {
  using config::kPositive;
  v.number({"contour_length", "m", "the length L of the closed contour"}, contour_length, kPositive);
  v.pair({"contact_length", "m", "the length of the contact region, pi r, on each pulley"}, contact_length, kPositive);
  v.number({"axial_stiffness", "N", "the axial stiffness b of the belt"}, axial_stiffness, kPositive);
  v.pair({"friction_force", "N/m", "the limit f of the friction force per length, on each pulley"}, friction_force,
         kPositive);
  visit_list(v, {"surface_speed", "m/s", "the surface speed of each pulley as a function of time"}, surface_speed);
  v.check(
      "",
      [this] {
        const std::array<double, 6> values{contour_length,  contact_length[0], contact_length[1],
                                           axial_stiffness, friction_force[0], friction_force[1]};
        return std::all_of(values.begin(), values.end(),
                           [](double value) { return value >= kSmallest && value <= kLargest; });
      },
      [] {
        return fmt::format("a length, stiffness or force lies outside {:g} to {:g}; use SI units", kSmallest, kLargest);
      });
  v.check(
      "contact_length", [this] { return contact_length[0] + contact_length[1] < contour_length; },
      [this] {
        return fmt::format(
            "the two contact regions take {} m of a contour of {} m and leave no free span; shorten them or increase "
            "the contour length",
            contact_length[0] + contact_length[1], contour_length);
      });
}

std::array<double, 2> ContourDrive::surface_travel(double t0, double t1) const {
  std::array<double, 2> travel{};
  for (std::size_t k = 0; k < travel.size(); ++k) {
    travel[k] = surface_speed[k].integral(t0, t1);
    if (travel[k] >= 0.0) continue;
    throw SolverError(fmt::format(
        "t = {:.6g} s: the surface of pulley {} moves backward by {:.3g} m in the step; the contour drive is "
        "defined for surface speeds >= 0: change surface_speed or shorten end_time",
        t0, k + 1, -travel[k]));
  }
  return travel;
}

ContourPlace locate(const ContourDrive& drive, double sigma) {
  if (sigma < drive.exit(0)) return {.pulley = 0, .local = sigma};
  if (sigma < drive.entry(1)) return {.pulley = -1, .local = sigma - drive.exit(0), .tight_span = false};
  if (sigma < drive.exit(1)) return {.pulley = 1, .local = sigma - drive.entry(1)};
  return {.pulley = -1, .local = sigma - drive.exit(1), .tight_span = true};
}

}  // namespace beltdyn
