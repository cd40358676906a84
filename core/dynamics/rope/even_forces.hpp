// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// The start forces of a rope with pulley axes on mounts.
struct EvenForces {
  std::vector<std::array<double, 2>> spans{};  // at the begin and the end of each span, shape (n_pulleys + 1) [N]
  bool is_balanced = true;                     // do they leave every body and mount unaccelerated?
};

// The forces at t = 0 of an elastic rope without friction and inertia that keeps its length. Prescribed or braked
// pulleys and the ends hold the rope and divide it into pieces. Within a piece N + ρ g·r is constant: the force is
// uniform apart from the weight of the rope, `mass_per_length` [kg/m]. Moving bodies accelerate such that each piece
// keeps its length,
//
//     Σ_c′ (Σ_b f_bc f_bc′/m_b) N_c′ = Σ_b f_bc Q_b/m_b,
//
// with f_bc the growth of the path of piece c per displacement of body b, and Q_b the force on body b, including the
// weight of the rope on it. If these equations do not determine all forces, as for falls over pulleys that do not turn,
// the smallest solution is taken. At an end with a given force N is that force. A pulley holds the rope only if its
// friction can carry the difference of the forces. A piece on which no body acts has the force of the piece before it;
// if no piece has a force, there are no spans.
EvenForces even_forces(const RopeDrive& drive, const RopePath& path, double mass_per_length);

// Why an elastic rope cannot start on these mounts, one sentence each; `name` is the formulation.
std::vector<std::string> mount_objections(const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn
