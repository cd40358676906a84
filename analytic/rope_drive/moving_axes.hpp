// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "core/drive/rope/rope_drive.hpp"

namespace beltdyn::analytic {

// Pulleys of a rope drive whose axes move. Displacements are first those of end 0 and end 1, away from the rope, then
// changes of the coordinates of the mounts, RopeDrive::mounted(), from their initial values.

// Displacement of the axis of a pulley for these displacements of the mounts, shape (n_mounted) [m].
Eigen::Vector2d axis_moved(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts);
// Velocity of an axis, for displacements and speeds of the mounts [m/s].
Eigen::Vector2d axis_velocity(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts,
                              std::span<const double> speeds);

// The path for displaced ends and mounts. With (1) of path_pieces.hpp and the angle θ of a span
//
//     dℓ = u·dD + h dθ,   dθ = n·dD/ℓ,
//
// and the sides of an arc move by w dθ. A span without length has the length 0 and invalid rates.
std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> moving_geometry(
    const RopeDrive& drive);

// A mount as a block, without its displacement along the rope.
RopeBlock block_of(const RopeDrive& drive, std::size_t pulley);

}  // namespace beltdyn::analytic
