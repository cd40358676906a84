// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analytic/belt/dynamics/string_point.hpp"
#include "analytic/belt/steady/string_arc.hpp"
#include "analytic/belt/steady/string_loop.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn::analytic {

// The data of a pulley of a FrictionLoop in addition to its StringLoopPulley.
struct FrictionLoopPulley {
  PulleyContact contact;
  std::string label{};  // name in messages
  // Speed of the centre line where the belt does not slip, if it is given in place of a torque [m/s]; not used for the
  // driver.
  std::optional<double> surface_speed{};
};

// A StringLoop whose pulleys have any friction law of a belt; the coefficients of the StringLoop are not used.
struct FrictionLoop {
  StringLoop string;
  std::vector<FrictionLoopPulley> pulleys;  // shape (n_pulleys)
  double width{};                           // of the undeformed belt [m]
  LawArea area = LawArea::undeformed;
};

// The unknowns that determine a steady motion. Arrays have the shape (n_pulleys), `mounts` (n_mounts).
struct FrictionLoopState {
  double speed{};                 // v > 0, also at rest [m/s]
  double flux{};                  // G > 0, also at rest [m/s]
  double force{};                 // τ before the driver [N]
  std::vector<double> change;     // Δτ_i over each pulley [N]
  std::vector<double> log_slip;   // y_i = ln |v_s|, v_s in m/s at its entry, if Δτ_i is not 0 and stick is not rigid
  std::vector<bool> is_slipping;  // was y_i the unknown in place of Δτ_i?
  std::vector<double> mounts;     // q [m, rad]
};

// The steady motion of a FrictionLoop. Arrays have the shape (n_pulleys). Entry i belongs to pulley i or to the span i
// behind it; stretch and forces of a span are those at its begin, before a feed.
struct FrictionLoopMotion {
  bool rests = false;                    // the limit of slow motion: speeds and powers are 0
  double flux{};                         // G [m/s]
  std::vector<double> stretch;           // λ_i of the spans [-]
  std::vector<double> force;             // N_i of the spans [N]
  std::vector<double> effective_force;   // τ_i = N_i − ρA G² λ_i of the spans [N]
  std::vector<double> exit_force;        // τ_i where the spans end [N]
  std::vector<double> angular_velocity;  // ω_i, in the sense of the belt [rad/s]
  std::vector<double> torque;            // R_i (τ_i − τ_{i−1}) from the belt to the pulley [N m]
  std::vector<double> arc_material;      // reference length on the pulley [m]
  std::vector<double> friction_power;    // power dissipated by slip [W]
  std::vector<double> span_power;        // power taken by load and resistance of the spans [W]
  // Places on the pulley where the law begins or ceases to report slip, as distances from the entry [m].
  std::vector<std::vector<double>> state_change;
  std::optional<BeltPath> path;  // always present
  FrictionLoopState state;
};

// Computes the exact steady motion at the surface speed v ≥ 0 of the driver's centre line [m/s]. Each pulley has the
// closed form of RigidArc, or the ordinary differential equations of StringArc, for which find_slip() gives slip and
// reference length at a given Δτ_i. The equations are
//
//     G λ_n − v_s1 = v,   Σ Δτ_i = 0,   Σ (ℓ_i/λ_i + reference length on pulley i) = L₀,                          (1)
//     Δτ_i R_i = M_i(ω_i),   ω_i R_i = G λ_{i−1} − v_si,   or ω_i R_i as given,                                   (2)
//     F·dc/dq = force(q),                                                                                         (3)
//
// λ_n is the stretch before the driver. Spans with runs have the closed form of StringSpan: their changes of τ enter Σ
// Δτ_i, and their reference length replaces ℓ_i/λ_i. Unknowns are G, τ before the driver, the Δτ_i and the q. At v = 0
// the result is the limit of slow motion, in which rates have no influence and all pulleys of given speed 0 move alike.
//
// Newton's method starts from a motion `near`, or from an even belt. It solves directly, or through growing fractions
// of the torques and of the differences of speed; meanwhile the y of a pulley that begins to slip replaces its Δτ as
// the unknown. So the result is the first motion with these torques on that path. The accuracy is that of StringArc,
// 1e-12 of lengths. Throws PathError if there is no path. Throws SolverError if the belt does not press on the pulleys,
// if it slips on a whole pulley until the surface is a hundred times as fast as the belt or almost at rest, or if no
// motion is found.
FrictionLoopMotion friction_loop_motion(const FrictionLoop& loop, double driver_speed,
                                        const FrictionLoopState* near = nullptr);

// The motion of a state that was found before.
FrictionLoopMotion friction_loop_motion_of(const FrictionLoop& loop, double driver_speed,
                                           const FrictionLoopState& state);

// The span behind pulley i.
StringSpan friction_loop_span(const FrictionLoop& loop, const FrictionLoopMotion& motion, std::size_t i);

// The belt at ascending distances along the path from the entry of the driver, from 0 to the length of the path. The
// laws report their states so: elastoplastic_coulomb, bristle and gms slip where no part of them sticks;
// regularised_coulomb from its velocity on; dahl and lugre where bristles take up less than half of the slip.
std::vector<StringPoint> friction_loop_points(const FrictionLoop& loop, const FrictionLoopMotion& motion,
                                              std::span<const double> sigma);

}  // namespace beltdyn::analytic
