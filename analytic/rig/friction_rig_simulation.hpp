// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "core/drive/any_friction_law.hpp"
#include "core/drive/friction_rig_drive.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn::analytic {

struct FrictionRigParameters {
  double time_step{};        // between reported states [s]; the integrator chooses its own steps
  double tolerance = 1e-10;  // relative error per integrator step [-]; absolute: 1e-3 of it, in SI units
};

// A FrictionRig as a simulation. It has no contour. The columns of its history are
//
//   position [m], velocity [m/s], friction_force [N] (−T: positive against forward slip),
//   pull_force [N] (of spring and growing force, if a mass is pulled), friction_work [J] (−∫ T v dt)
//
// the memory of the law:
//
//   deflection [m], contact_state [-]           elastoplastic Coulomb, bristle
//   friction_memory [-]                         Dahl: m;  LuGre: m = σ₀ z
//   element_k [-], element_state_k [-]          GMS: m_k and its state
//
// with states as in ContactState; and at the end, if a mass is pulled, balance_power [-]: the work of the pull,
// compared with the energy dissipated by friction and damper and the energy stored in the motion
// (EnergyLedger::defect). A step of the simulation consists of as many integrator steps as needed.
std::unique_ptr<Simulation> make_friction_rig(const FrictionRigDrive& drive, const FrictionLawConfig& law,
                                              const FrictionRigParameters& parameters);

}  // namespace beltdyn::analytic
