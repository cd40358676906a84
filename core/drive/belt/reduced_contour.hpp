// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "core/drive/any_drive.hpp"
#include "core/drive/contour_drive.hpp"

namespace beltdyn {

// The contour drive that corresponds to a belt drive under these assumptions: no bending stiffness, inertia or gravity,
// rigid surfaces, ideal stick, and small changes of a uniform pretension N₀, so that the friction limit is constant.
// With R_k = r_k + offset, the wraps α_k and the initial stretch λ₀ of the path:
//
//     contour length L and contact lengths R_k α_k of the path, spans alike, σ as in BeltPath
//     f_k = μ_k N₀ r_k/R_k²                                     per length of the contour
//     b   = EA λ₀     since ε of the contour drive counts from the pretensioned state: λ = λ₀ (1 + ε)
//     V_k = ± R_k ω_k(t), + if the belt wraps the pulley counter-clockwise
//
// Returns an error message with a remedy unless the drive has exactly two concentric pulleys of prescribed motion that
// move the belt forward, and a belt under tension.
std::variant<ContourDrive, std::string> reduced_contour(const BeltDrive& drive);

// The contour drive for a contour formulation: the drive itself if it is a ContourDrive, or reduced_contour() of a belt
// drive. Otherwise the reason why there is no such contour drive.
std::variant<ContourDrive, std::string> as_contour(const Drive& drive);

}  // namespace beltdyn
