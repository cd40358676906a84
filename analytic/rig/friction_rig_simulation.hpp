// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/drive/any_friction_law.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn::analytic {

struct FrictionRigParameters {
  double time_step{};        // between the states that are reported [s]; the integrator takes the steps it needs
  double tolerance = 1e-10;  // error of the integrator per step, relative; and 1e-3 of it absolute, in SI units
};

// A FrictionRig as a simulation. It has no contour; its history has
//
//   position [m], velocity [m/s], friction_force [N] (−T: positive against forward slip),
//   pull_force [N] (of spring and growing force, for a pulled mass), friction_work [J] (−∫ T v dt)
//
// the memory of the law:
//
//   deflection [m], contact_state [-]           elastoplastic Coulomb, bristle
//   friction_memory [-]                         Dahl: m;  LuGre: m = σ₀ z
//   element_k [-], element_state_k [-]          GMS: m_k and its state
//
// with states as in ContactState, and for a pulled mass last of all balance_power [-]: the work of the pull against
// what friction and damper have taken and the motion stores (EnergyLedger::defect). A step of the simulation is as many
// steps of the integrator as it takes.
std::unique_ptr<Simulation> make_friction_rig(const FrictionRigDrive& drive, const FrictionLawConfig& law,
                                              const FrictionRigParameters& parameters);

}  // namespace beltdyn::analytic
