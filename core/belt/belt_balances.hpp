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

// The tolerances of the balances of a belt drive in a correct run, as a formulation and its mesh are. 0: the
// formulation does not report this balance, because it has no content there or there is nothing to compare.
struct BeltTolerances {
  double length{};
  double mass_flow{};
  double torque{};
  double power{};
  double losses{};  // of the loss, in steady motion
  double eytelwein{};
  // What to do where one is exceeded; empty: Balance::remedy.
  std::string remedy{};
};

// The force to which defects of forces are related, which does not vanish: that of the belt at rest, at least that of
// a strain of a thousandth [N].
double reference_force(const BeltDrive& drive);
// The energy to which defects of energies are related while next to none has been exchanged: that of the belt stretched
// by the reference force [J].
double reference_energy(const BeltDrive& drive);
// The same of an open belt that is laid with a force [J].
double open_reference_energy(const BeltDrive& drive);

// The power of a pulley into the drive: the power by which its motion is kept up against the moment of the belt
// if it is prescribed, else that of its torques and its bearing, of which dry friction has the moment given. Without
// inertia those are in balance with the belt.
PowerFlow pulley_flow(const Pulley& pulley, double time, double angular_velocity, double belt_moment,
                      double bearing_moment = 0.0);
// The energy of the rotation of a pulley whose motion is not prescribed, else 0 [J].
double pulley_energy(const Pulley& pulley, double angular_velocity);

// The reference length that the drawn belt would have with the reported strains, over the true one, − 1: the sum of
// |Δr| (1 + θ²/24)/(1 + ε) over the pieces between points, ε the mean of its ends and θ the angle by which the belt
// turns along the piece. Exact for a belt of straight pieces and circular arcs but for the ends of arcs, where it is of
// the second order in the pieces.
double length_defect(const BeltMap& belt, double reference_length);

// How far the reference length that passes a point per time, speed/(1 + strain), is off the flux of a steady motion,
// where that is most; of the flux. 0 of a belt at rest.
double mass_flow_defect(const BeltMap& belt, double flux);

// What the dampers of a belt take at an instant [W].
struct BeltDampingPower {
  double axial{};
  double bending{};
};

// What of the belt's mass counts in a formulation.
struct BeltMass {
  double per_length{};                                // of reference length [kg/m]
  bool has_inertia = true;                            // otherwise accelerations do not count
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // 0 if its weight does not count [m/s²]
};

// What the belt does to a pulley.
struct PulleyLoad {
  Eigen::Vector2d force = Eigen::Vector2d::Zero();  // on its bearing, weight of the pulley apart [N]
  double moment{};                                  // about its axis C, counter-clockwise [N m]
};

// The load on a pulley as the balances of momentum and angular momentum of the belt have it,
//
//     F = −∫ φ' N t ds + ∫ φ (ρ (g − a) + f) ds,   M = −∫ φ' (r − C) × N t ds + ∫ φ (r − C) × (ρ (g − a) + f) ds.
//
// f is what acts along runs, and what bodies on the belt do to it. φ is 1 on the pulley and falls to 0 along the middle
// halves of the spans at its sides, so that bending, which dies away close to the pulleys, has no part in it, and needs
// nothing that is known of contact. In a straight massless belt they are F = N_behind t_behind − N_before t_before and
// M = w R (N_behind − N_before), w = ±1 the turn of the belt.
PulleyLoad pulley_load(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path, std::size_t pulley,
                       const BeltMass& mass, std::span<const BodyState> bodies = {});

// How far a moment M on a pulley is off that of its load, over R times a reference force.
double torque_defect(const PulleyLoad& load, double moment, double radius, double reference_force);

// Slip arcs shorter than this have no slope [rad].
inline constexpr double kLeastSlipArc = 1.0;

// Of each pulley, shape (n_pulleys): how far the slope of ln(F − m v²/λ) over the angle, fitted to the points of its
// longest slip arc, is off that of Euler and Eytelwein, in which the ratio of traction and pressure is that of their
// sums over the arc; the friction law may have it depend on velocity. Relative to the slope; 0 if no slip arc has the
// length kLeastSlipArc. `offset` of the centre line from the surface of the pulleys [m], whose traction has a moment as
// much smaller. Inertia of a belt that is speeded up and its weight are left out.
void eytelwein_defects(const BeltMap& belt, const BeltPath& path, std::span<const SlipZone> zones, double offset,
                       double mass, std::span<double> defects);

}  // namespace beltdyn
