// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn {

// With which forces a rope starts whose axes move on mounts.
struct EvenForces {
  std::vector<std::array<double, 2>> spans{};  // at the begin and the end of each, shape (n_pulleys + 1) [N]
  bool is_balanced = true;                     // is no body and no mount accelerated by them?
};

// The forces of an elastic rope at t = 0 that has neither friction nor inertia and keeps its length. Between ends and
// pulleys that are prescribed or braked, which hold it, N + ρ g·r is the same all along a piece, so that its force is
// even but for its weight of so much mass per length [kg/m]. What moves accelerates so that each piece keeps its
// length,
//
//     Σ_c′ (Σ_b f_bc f_bc′/m_b) N_c′ = Σ_b f_bc Q_b/m_b,
//
// with f_bc the growth of the path between the holding places of piece c with the displacement of body b, and Q_b the
// force on that, the weight of the rope on it too. Where these do not tell the forces apart, as of falls over pulleys
// that do not turn, they are the least. At an end with a given force N is that force. A pulley whose friction does not
// bear the forces does not hold. A piece on which no body pulls has the force of the one before it; no spans if none
// has.
EvenForces even_forces(const RopeDrive& drive, const RopePath& path, double mass_per_length);

// Why an elastic rope cannot start on these mounts, one sentence each; `name` is that of the formulation.
std::vector<std::string> mount_objections(const RopeDrive& drive, std::string_view name);

}  // namespace beltdyn
