// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "core/drive/any_drive.hpp"
#include "core/drive/contour_drive.hpp"

namespace beltdyn {

// The contour drive that a belt drive becomes when its belt keeps to the path: without bending stiffness, inertia and
// gravity, on rigid surfaces with ideal stick, and at small changes of a uniform pretension N₀, by which the friction
// limit is constant. With R_k = r_k + offset, wrap α_k and initial stretch λ₀ of the path:
//
//     contour length L and contact lengths R_k α_k of the path, spans alike, σ as in BeltPath
//     f_k = μ_k N₀/R_k                                          per length of the contour
//     b   = EA λ₀     since ε of the contour drive counts from the pretensioned state: λ = λ₀ (1 + ε)
//     V_k = ± R_k ω_k(t), + if the belt wraps the pulley counter-clockwise
//
// Returns an error message with a remedy if the drive has not two concentric pulleys of
// prescribed motion that drive the belt forward, or its belt is not under tension.
std::variant<ContourDrive, std::string> reduced_contour(const BeltDrive& drive);

}  // namespace beltdyn
