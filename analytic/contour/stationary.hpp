// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "core/drive/contour_drive.hpp"

namespace beltdyn::analytic {

// The motion that a contour drive approaches at constant speeds.
struct StationaryState {
  double strain_tight{};                         // ε₊ [-]
  double strain_slack{};                         // ε₋ [-]
  std::array<double, 2> slip_length{};           // c₁, c₂, contour lengths [m]
  std::array<double, 2> material_slip_length{};  // material length in the slip zones [m]
  std::array<int, 2> slip_direction{};           // +1 forward, −1 backward, 0 none
};

// Closed form of the stationary state at the speeds V₁, V₂ > 0 [m/s]; the speeds of the drive itself are not used.
// With k = V₁/V₂, κ = k − 1, s = sign κ, H_j = R_j + a, φ_j = f_j/b, from the equal flow of material
// V₁ ρ(ε₊) = V₂ ρ(ε₋) and the material length ∮ρ dσ = L:
//
//   linear           A ε₊² + (B − 2A) ε₊ + A − H₂ κ = 0,  A = s κ² (1/φ₂ − 1/φ₁)/2,  B = H₁ + k H₂;
//                    1 − ε₋ = k (1 − ε₊)
//   finite_contour   ε₋ = −(H₁ κ/k + X)/(L + X),
//                    X = s [(κ/k − ln k)/φ₁ + (κ − ln k)/φ₂];                       1 + ε₊ = k (1 + ε₋)
//   finite_material  A ε₋² − (L − 2A) ε₋ − (H₁ κ/k − A) = 0,  A = s κ² (1/(k φ₁) − 1/φ₂)/2;   1 + ε₊ = k (1 + ε₋)
//
// and c_j = |y(ε₊) − y(ε₋)|/φ_j with the level y of StrainLaw. Equal contacts and the linear model give
// ε₊ = −ε₋ = (V₁ − V₂)/(V₁ + V₂), as in [Oborin 2018] Section 3; there, "total friction (π r − c) f ≈ 0.1" should read
// c f, the sum of the friction forces in the slip zone.
//
// Throws SolverError if a slip zone would take the whole contact or more: then the belt slides on that pulley and no
// stationary state exists.
StationaryState stationary_state(const ContourDrive& drive, const std::array<double, 2>& speed, StrainModel model);

}  // namespace beltdyn::analytic
