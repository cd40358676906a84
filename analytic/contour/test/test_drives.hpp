// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

#include "analytic/contour/delay_integrator.hpp"
#include "core/drive/contour_drive.hpp"

namespace beltdyn::analytic {

// [Oborin 2018] Eq. (62), and Section 3; L = 6, R = 1, b = 1.
inline ContourDrive make_drive(const std::array<double, 2>& speed, double friction) {
  return {.contour_length = 6.0,
          .contact_length = {1.0, 1.0},
          .axial_stiffness = 1.0,
          .friction_force = {friction, friction},
          .surface_speed = {TimeFunction(speed[0]), TimeFunction(speed[1])}};
}
inline ContourDrive stiff_drive() { return make_drive({1.0, 0.999}, 0.002); }
inline ContourDrive compliant_drive() { return make_drive({1.0, 0.9}, 0.2); }

// Unequal contacts and frictions, and a belt stiffness other than 1; slip zones cover a part of each contact.
inline ContourDrive unequal_drive(const std::array<double, 2>& speed) {
  return {.contour_length = 7.0,
          .contact_length = {1.5, 0.9},
          .axial_stiffness = 3.0,
          .friction_force = {0.5, 0.8},
          .surface_speed = {TimeFunction(speed[0]), TimeFunction(speed[1])}};
}

inline constexpr std::array<StrainModel, 3> kModels{StrainModel::linear, StrainModel::finite_contour,
                                                    StrainModel::finite_material};

}  // namespace beltdyn::analytic
