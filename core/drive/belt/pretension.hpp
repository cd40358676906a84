// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "core/drive/belt/belt.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

struct BeltDrive;

// Is the pretension given as a force at rest? Then the length of the belt, or free angles of arms, must be found.
bool asks_for_force(const Pretension& pretension);

// The belt that has the force at rest which the drive prescribes.
struct FoundPretension {
  BeltLength length{};
  std::vector<double> mounts{};          // coordinates u at rest [m, rad], shape (n_pulleys)
  std::vector<double> free_positions{};  // u₀ of the arms' springs [rad], found if not given, shape (n_pulleys)
};
// Why no belt has the prescribed force: the key at fault and the error message.
struct PretensionFault {
  std::string member{};  // key within the drive, "belt/pretension/force"
  std::string message{};
};

// Finds the belt whose spans at rest all have the force F > 0, with the mounts in equilibrium:
//
//     f(u) + F (t_k − t_{k−1})·dc/du = 0,   L_ref = L(u),   ε_ref = −F/EA − (Σ g_k φ_k − b − B/EA)/L_ref.
//
// L is the length of the path and φ_k are the wraps. g_k is the depth to which F/(R_k w) presses a belt of width w into
// the layer of pulley k; layers shorten the path by Σ g_k φ_k.
//
// A belt with bending stiffness is longer by b than a string, and its arcs carry less force than its spans. With
// λ = √(EI/F) and sin(α/2) = λ/(2 R_k), it leaves pulley k by the angle α before a string does. Its straight line is at
// the distance R_k + λ²/(2 R_k) from the axis. The elastica between pulley and line is longer by 2 λ (1 − cos(α/2))
// than its projection on the line. B = ∫(F − N) ds, with N = F − EI/(2 R_k²) on the arcs. This is exact if spans are
// long compared with λ.
//
// An arm whose spring has no free angle rests where it is drawn: k (u_d − u₀) = F (t_k − t_{k−1})·dc/du determines u₀.
//
// F is given; or it follows from the frequency f of a string span of length ℓ, F = ρA (2 ℓ f)²; or it is the force with
// which a mount rests where it is drawn. The pretension of the drive must have one of these forms, and the pulleys must
// have contacts and a path.
std::variant<FoundPretension, PretensionFault> find_pretension(const BeltDrive& drive);

// Σ g_k φ_k: by how much pressed-in layers shorten the path of a belt with the force F ≥ 0 at rest [m].
double sunk_length(const BeltDrive& drive, const BeltPath& path, double force);

}  // namespace beltdyn
