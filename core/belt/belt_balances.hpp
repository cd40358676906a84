// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/belt/belt_map.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/belt/belt_body.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/run/energy_ledger.hpp"

namespace beltdyn {

struct Pulley;

// The tolerances of the balances of a belt drive in a correct run, which depend on the formulation and its mesh. 0: the
// formulation does not report this balance, because it holds trivially or cannot be evaluated.
struct BeltTolerances {
  double length{};     // [-]
  double mass_flow{};  // [-]
  double torque{};     // [-]
  double power{};      // [-]
  double losses{};     // relative to the loss, in steady motion
  double eytelwein{};  // [-]
  // The advice where a tolerance is exceeded; empty: Balance::remedy.
  std::string remedy{};
};

// The reference of force errors, which never vanishes: the force of the belt at rest, at least that of a strain of a
// thousandth [N].
double reference_force(const BeltDrive& drive);
// The reference of energy-balance errors while hardly any energy has been exchanged: the energy of the belt stretched
// by the reference force [J].
double reference_energy(const BeltDrive& drive);
// The same for an open belt that is laid with a force [J].
double open_reference_energy(const BeltDrive& drive);

// The power of a pulley into the drive. Prescribed motion: the power that maintains the motion against the moment of
// the belt. Otherwise: the power of its torques and its bearing; bearing_moment is the moment of dry friction [N m].
// Without inertia these balance the belt.
PowerFlow pulley_flow(const Pulley& pulley, double time, double angular_velocity, double belt_moment,
                      double bearing_moment = 0.0);
// The kinetic energy of a pulley whose motion is not prescribed, else 0 [J].
double pulley_energy(const Pulley& pulley, double angular_velocity);

// The reference length of the drawn belt according to the reported strains, over the true one, minus 1: the sum of |Δr|
// (1 + θ²/24)/(1 + ε) over the pieces between points, with ε the mean strain of the two points and θ the angle by which
// the belt turns along the piece. Exact for straight pieces and circular arcs, except at the ends of arcs, where the
// error is of second order in the length of the pieces.
double length_defect(const BeltMap& belt, double reference_length);

// The largest relative deviation of the local flux, speed/(1 + strain), from the flux of a steady motion; 0 for a belt
// at rest.
double mass_flow_defect(const BeltMap& belt, double flux);

// The power that the dampers of a belt dissipate at an instant [W].
struct BeltDampingPower {
  double axial{};
  double bending{};
};

// The properties of the belt that a formulation takes into account.
struct ModelledBelt {
  double mass_per_length{};                           // of reference length [kg/m]
  bool has_inertia = true;                            // do accelerations count?
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // 0 if the weight of the belt does not count [m/s²]
  double bending_stiffness{};                         // EI [N m²]
};

// The force and the moment of the belt on a pulley.
struct PulleyLoad {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  // on its bearing, without the weight of the pulley [N]
  double moment{};                                  // about its axis C, counter-clockwise [N m]
};

// The load on a pulley according to the balances of momentum and angular momentum of the belt,
//
//     F = −∫ φ' (N t + Q n) ds + ∫ φ (ρ (g − a) + f) ds,
//     M = −∫ φ' ((r − C) × (N t + Q n) + EI κ) ds + ∫ φ (r − C) × (ρ (g − a) + f) ds,   Q = −EI κ'.
//
// f are the forces of runs and of bodies on the belt. φ is 1 on the pulley and decreases to 0 along the middle halves
// of the adjacent spans, so that the load does not depend on contact results. The curvature κ is that of the chords
// between points; bending decays away from the pulleys, and counts in short spans. For a straight massless belt
// F = N_behind t_behind − N_before t_before and M = w R (N_behind − N_before), w = ±1 the turn of the belt.
PulleyLoad pulley_load(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path, std::size_t pulley,
                       const ModelledBelt& model, std::span<const BodyState> bodies = {});

// The error of a moment M on a pulley with respect to the moment of its load, over R times a reference force.
double torque_defect(const PulleyLoad& load, double moment, double radius, double reference_force);

// Slip arcs shorter than this are not evaluated [rad].
inline constexpr double kLeastSlipArc = 1.0;

// For each pulley, shape (n_pulleys): the relative error of the slope of ln(F − m v²/λ) over the angle, with respect to
// Euler-Eytelwein. The slope is fitted to the points of the pulley's longest slip arc. The friction coefficient is the
// sum of traction over the sum of pressure on that arc, because it may depend on the velocity. 0 if no slip arc reaches
// kLeastSlipArc. `offset`: distance of the centre line from the surface of the pulleys, which reduces the moment of the
// traction [m]. `mass`: mass per reference length [kg/m]. Longitudinal acceleration and weight of the belt are
// neglected.
void eytelwein_defects(const BeltMap& belt, const BeltPath& path, std::span<const SlipZone> zones, double offset,
                       double mass, std::span<double> defects);

}  // namespace beltdyn
