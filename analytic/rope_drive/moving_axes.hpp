// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// Pulleys of a rope drive whose axes move. Ways are those of end 0 and end 1 away from the rope, then by which the
// coordinates of the mounts, RopeDrive::mounted(), have gone from where they are drawn.

// Why an elastic rope cannot hang from these mounts, one sentence each; `name` is that of the formulation.
std::vector<std::string> mount_objections(const RopeDrive& drive, std::string_view name);

// By which the axis of a pulley has moved when the mounts have gone these ways, shape (n_mounted) [m].
Eigen::Vector2d axis_moved(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts);

// The path when ends and mounts have gone their ways. With (1) of path_pieces.hpp and the angle θ of a span
//
//     dℓ = u·dD + h dθ,   dθ = n·dD/ℓ,
//
// and the sides of an arc go by w dθ. A span without length has the length 0 and rates that are of no use.
std::function<void(std::span<const double> ways, RopeGeometry& geometry)> moving_geometry(const RopeDrive& drive);

// What a mount is as a block, apart from its way along the rope.
RopeBlock block_of(const RopeDrive& drive, std::size_t pulley);

// The even forces of an elastic rope at t = 0 if it has neither friction nor inertia, and keeps its length: between
// ends and pulleys that are prescribed or braked, which hold it, what moves accelerates so that
//
//     Σ_c (Σ_b f_bc f_bc′/m_b) N_c′ = Σ_b f_bc Q_b/m_b,
//
// with f_bc the growth of the path between the holding places of piece c with the way of body b, and Q_b the force on
// that. Where these do not tell the forces apart, as of falls over pulleys that do not turn, they are the least. At an
// end with a given force N is that force. A pulley whose friction does not bear the forces does not hold. Shape
// (n_pulleys + 1); a piece on which no body pulls has the force of the one before it, and empty is returned if none
// has.
std::vector<double> even_forces(const RopeDrive& drive, const ElasticRopeDrive& rope);

}  // namespace beltdyn::analytic
