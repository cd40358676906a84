// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// Pulleys of a rope drive whose axes move. Displacements are those of end 0 and end 1 away from the rope, then by which
// the coordinates of the mounts, RopeDrive::mounted(), have gone from where they are drawn.

// By which the axis of a pulley has moved when the mounts have these displacements, shape (n_mounted) [m].
Eigen::Vector2d axis_moved(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts);
// The velocity of an axis with the speeds of the mounts too [m/s].
Eigen::Vector2d axis_velocity(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts,
                              std::span<const double> speeds);

// The path when ends and mounts are displaced. With (1) of path_pieces.hpp and the angle θ of a span
//
//     dℓ = u·dD + h dθ,   dθ = n·dD/ℓ,
//
// and the sides of an arc go by w dθ. A span without length has the length 0 and rates that are of no use.
std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> moving_geometry(
    const RopeDrive& drive);

// What a mount is as a block, apart from its displacement along the rope.
RopeBlock block_of(const RopeDrive& drive, std::size_t pulley);

}  // namespace beltdyn::analytic
