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

// The coordinates u of the mounts at the start, shape (n_pulleys): of prescribed ones at t = 0, of the others where
// they are in equilibrium with an evenly stretched string without weight, of conveyors with it along their spans,
//
//     f(u) + N (t_k − t_{k−1})·dc/du = 0,   N = EA (L(u)/L_ref − 1 − ε_ref),
//
// L the length of the path and t_k the direction of the span behind pulley k. Formulations lay their belts on this path
// and find from there where stiffness and weight of the belt let mounts rest. Two and more mounts that have no such
// equilibrium, but forces whose differences friction on the pulleys between can bear, are where they are drawn, and so
// are all mounts of a drive that starts held. Throws SolverError if there is no such equilibrium either.
std::vector<double> mounts_at_rest(const BeltDrive& drive);

// The same under a force of the belt that is given [N], with the pulley `drawn` and arms that are held where they are
// drawn.
std::vector<double> mounts_under(const BeltDrive& drive, double force, std::optional<std::size_t> drawn);
// The same of a string with these forces beside N [N], by the path: of spans where they begin, then where they end.
using MoreForces = std::function<std::vector<double>(const BeltPath& path)>;
std::vector<double> mounts_loaded(const BeltDrive& drive, MoreForces more);
// Such forces that change by `steps` at pulleys, grow by `growth` along the spans behind them and are 0 in the mean
// over the path; shapes (n_pulleys) [N].
std::vector<double> forces_around(const BeltPath& path, std::span<const double> steps, std::span<const double> growth);
// By what the force of a belt grows along spans that idlers bear across, so that its weight acts along them alone;
// shape (n_pulleys) [N].
std::vector<double> weight_along(const BeltDrive& drive, const BeltPath& path);
// (t_k − t_{k−1})·dc/du, what a belt with the force 1 N does to a mount.
double pull_of_unit_force(const BeltPath& path, std::size_t pulley, const Eigen::Vector2d& axis_by_u);

// The path of the belt there; as drawn if the drive has no mounts.
BeltPath path_at_rest(const BeltDrive& drive);
// The same for pictures: as drawn if there is no such equilibrium.
BeltPath path_to_show(const BeltDrive& drive);
// The path with the mounts at these coordinates, shape (n_pulleys).
BeltPath path_with_mounts(const BeltDrive& drive, std::span<const double> positions);
// N of an evenly stretched string on a path [N].
double string_force(const BeltDrive& drive, const BeltPath& path);
// The same where the mounts are at rest, as path_to_show() has them [N].
double force_at_rest(const BeltDrive& drive);
// The derivative of that balance by the coordinates of the free mounts, each row over force_arm(), shape
// (n_free × n_free).
Eigen::MatrixXd mount_stiffness(const BeltDrive& drive, std::span<const double> positions);

}  // namespace beltdyn
