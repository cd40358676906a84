// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_path.hpp"

namespace beltdyn {

// The coordinates u of the mounts at the start, shape (n_pulleys). Prescribed mounts have their coordinate at t = 0.
// The others are in equilibrium with a uniformly stretched string without weight (for conveyors with its weight along
// the spans):
//
//     f(u) + N (t_k − t_{k−1})·dc/du = 0,   N = EA (L(u)/L_ref − 1 − ε_ref),
//
// with L the length of the path and t_k the direction of the span behind pulley k. Formulations place their belts on
// this path as a first guess and then find the equilibrium with stiffness and weight of the belt.
//
// Mounts remain where they are drawn in two cases: if the drive starts held; or if two or more mounts have no such
// equilibrium, but friction on the pulleys between them can carry the differences of their belt forces. Throws
// SolverError in all other cases without equilibrium.
std::vector<double> mounts_at_rest(const BeltDrive& drive);

// The same under a given belt force [N]. The pulley `drawn` and arms without a free angle stay where they are drawn.
std::vector<double> mounts_under(const BeltDrive& drive, double force, std::optional<std::size_t> drawn);
// The same for a string with additional forces on top of N [N], as a function of the path: first at the start of each
// span, then at the end of each span.
using MoreForces = std::function<std::vector<double>(const BeltPath& path)>;
std::vector<double> mounts_loaded(const BeltDrive& drive, MoreForces more);
// Such additional forces. They change by `steps` at the pulleys, grow by `growth` along the spans behind them, and
// their mean over the path is 0; shapes (n_pulleys) [N].
std::vector<double> forces_around(const BeltPath& path, std::span<const double> steps, std::span<const double> growth);
// The growth of the belt force along each span if idlers carry the transverse weight, so that the weight acts along the
// spans only; shape (n_pulleys) [N].
std::vector<double> weight_along(const BeltDrive& drive, const BeltPath& path);
// (t_k − t_{k−1})·dc/du: the generalised force on a mount for a belt force of 1 N.
double pull_of_unit_force(const BeltPath& path, std::size_t pulley, const Eigen::Vector2d& axis_by_u);

// The belt path with the mounts at rest; as drawn if the drive has no mounts.
BeltPath path_at_rest(const BeltDrive& drive);
// The same for pictures: as drawn if there is no equilibrium.
BeltPath path_to_show(const BeltDrive& drive);
// The path for the given mount coordinates, shape (n_pulleys).
BeltPath path_with_mounts(const BeltDrive& drive, std::span<const double> positions);
// The force N of a uniformly stretched string on a path [N].
double string_force(const BeltDrive& drive, const BeltPath& path);
// The force N on path_to_show() [N].
double force_at_rest(const BeltDrive& drive);
// The derivative of the equilibrium equations by the coordinates of the free mounts. Each row is divided by
// force_arm(); shape (n_free × n_free).
Eigen::MatrixXd mount_stiffness(const BeltDrive& drive, std::span<const double> positions);

}  // namespace beltdyn
