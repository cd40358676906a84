// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/drive/belt/belt.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

struct BeltDrive;

// Is it a force at rest, for which the length of the belt, or free angles of arms, are found?
bool asks_for_force(const Pretension& pretension);

// The belt that has the pretension which a drive asks for as a force at rest.
struct FoundPretension {
  BeltLength length{};
  std::vector<double> mounts{};          // the coordinates u at rest, shape (n_pulleys)
  std::vector<double> free_positions{};  // u₀ of the springs of arms, found where none is given, shape (n_pulleys)
};
struct PretensionFault {
  std::string member{};  // of the drive, "belt/pretension/force"
  std::string message{};
};

// At rest all spans have the force F > 0, and mounts are in equilibrium with it,
//
//     f(u) + F (t_k − t_{k−1})·dc/du = 0,   L_ref = L(u),   ε_ref = −F/EA − (Σ g_k φ_k − b − B/EA)/L_ref,
//
// L the length of the path, φ_k the wraps, and g_k the depth to which F/(R_k w) presses a belt of the width w into the
// layer of pulley k: the path of the belt is as much shorter. A belt that bends is longer by b than that of a string,
// and its arcs bear less than its spans: with λ = √(EI/F) it leaves pulley k sin(α/2) = λ/(2 R_k) before a string does,
// on lines that are at R_k + λ²/(2 R_k) from the axis, as an elastica of the length 2 λ (1 − cos(α/2)) more than the
// line; B = ∫(F − N) ds, N = F − EI/(2 R_k²) on the arcs. That is exact where spans are long against λ. An arm whose
// spring has no free angle rests where it is drawn: k (u_d − u₀) = F (t_k − t_{k−1})·dc/du. F is given, or the force of
// a string whose span of the length ℓ has the frequency f, F = ρA (2 ℓ f)², or that with which a mount rests where it
// is drawn. The pretension of the drive has one of these forms, and pulleys have contacts and a path.
std::variant<FoundPretension, PretensionFault> find_pretension(const BeltDrive& drive);

// Σ g_k φ_k, by which layers shorten the path of a belt of the force F ≥ 0 at rest [m].
double sunk_length(const BeltDrive& drive, const BeltPath& path, double force);

}  // namespace beltdyn
