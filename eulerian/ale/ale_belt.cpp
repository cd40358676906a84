// SPDX-License-Identifier: MIT
#include "eulerian/ale/ale_belt.hpp"

#include "core/simulation/belt_statics.hpp"
#include "eulerian/ale/ale_energy.hpp"
#include "eulerian/ale/ale_statics.hpp"

namespace beltdyn::eulerian::ale {

AleBelt::AleBelt(const BeltDrive& drive, const AleParameters& parameters)
    : BeltStepper({.scheme = parameters.scheme(),
                   .residual_tolerance = beltdyn::residual_tolerance(drive, parameters.newton_tolerance),
                   .newton_iterations = parameters.newton_iterations,
                   .step_tolerance = parameters.step_tolerance}),
      parameters_(parameters),
      equations_(drive, parameters) {
  find_static_equilibrium(equations_, residual_tolerance());
  contacts_ = equations_.arrays().contacts;
  kept_contacts_ = contacts_;
  begin();
}

double AleBelt::energy() const { return drive_energy(equations_, has_inertia()); }

PowerFlow AleBelt::power_flow(std::span<const double> torques, double time) const {
  return drive_flow(equations_, torques, time);
}

std::string AleBelt::objection(const numerics::AlignedVector&) const { return ale::objection(equations_); }

void AleBelt::commit_history() {
  equations_.commit();
  contacts_ = equations_.arrays().contacts;
}

void AleBelt::revert_history() { equations_.arrays().contacts = contacts_; }

void AleBelt::restore_kept_history() {
  contacts_ = kept_contacts_;
  equations_.arrays().contacts = contacts_;
  equations_.commit();
}

}  // namespace beltdyn::eulerian::ale
