// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "analytic/belt/steady/string_loop.hpp"

namespace beltdyn::exact {

using analytic::StringLoop;
using analytic::StringLoopMount;

// An arm that turns about a pivot, c = pivot + length (cos q, sin q), with a spring of moment k (q − q₀).
StringLoopMount arm_mount(std::size_t pulley, const Eigen::Vector2d& pivot, double length, double stiffness,
                          double free_angle, double first_angle);

// The steady motion of a StringLoop. Arrays have the shape (n_pulleys); entry i belongs to pulley i or to span i, which
// follows pulley i.
struct StringLoopMotion {
  double flux{};                         // G, reference length that passes a point per time [m/s]
  double driver_torque{};                // torque on the driver from outside [N m]
  std::vector<double> stretch;           // λ_i of the spans [-]
  std::vector<double> force;             // N_i of the spans [N]
  std::vector<double> effective_force;   // T_i = N_i − ρA G² λ_i of the spans [N]
  std::vector<double> angular_velocity;  // ω_i of the pulleys, in the sense of the belt [rad/s]
  std::vector<double> slip_arc;          // β_i, at the exit of pulley i [rad]
  std::vector<double> wrap;              // α_i [rad]
  std::vector<double> mount_coordinate;  // q of the mounts, shape (n_mounts) [m, rad]
};

// The exact steady motion at the surface speed v ≥ 0 of the driver's centre line [m/s]. With a = EA − ρA G², b = EA λ₀,
// T = a λ − b, where span i − 1 arrives at pulley i:
//
//     T_i − T_{i−1} = M_i(ω_i)/R_i,   ω_i R_i = G λ_{i−1},   β_i = |ln(T_i/T_{i−1})|/μ_i < α_i,                    (1)
//     Σ ℓ_i/λ_i + Σ R_i [(α_i − β_i)/λ_{i−1} + (a/b) (β_i − |ln(λ_i/λ_{i−1})|/μ_i)] = L₀,                          (2)
//     F·dc/dq = force(q),   F = T_i t_i − T_{i−1} t_{i−1}                                                          (3)
//
// for a mount of pulley i, with the directions t_i of the spans. For two pulleys (1) and (2) are the equations of
// steady_string_motion(). Solved to rounding by Newton's method, starting from a uniformly stretched belt. Throws
// PathError if there is no path, SolverError if the belt slips on a whole wrap, does not press on its pulleys, or no
// motion is found.
StringLoopMotion steady_loop_motion(const StringLoop& loop, double driver_speed);

}  // namespace beltdyn::exact
