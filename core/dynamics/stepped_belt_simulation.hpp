// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/dynamics/accessory_rotors.hpp"
#include "core/dynamics/pulley_mounts.hpp"
#include "core/numerics/ode/step_scheme.hpp"

namespace beltdyn {

// A simulation of a belt drive that a BeltStepper moves in time. `Belt` is a BeltStepper that is constructed from a
// drive and its own parameters.
template <class Belt>
class SteppedBeltSimulation : public BeltSimulation {
 public:
  template <class... Parameters>
  explicit SteppedBeltSimulation(const BeltDrive& drive, const Parameters&... parameters)
      : BeltSimulation(drive), belt_(drive, parameters...) {}

  double time() const final { return belt_.time(); }
  double time_step() const final { return belt_.parameters().time_step; }
  void advance(double dt) final {
    stop().follow(*this, [this, dt] { belt_.advance(dt); });
  }
  SolverStatistics statistics() const final { return belt_.statistics(); }
  void save(StateWriter& writer) const final {
    belt_.save(writer);
    stop().save(writer);
  }
  void restore(StateReader& reader) final {
    belt_.restore(reader);
    stop().restore(reader);
  }

  std::vector<PulleyState> pulley_states() const final {
    std::vector<PulleyState> states;
    for (std::size_t p = 0; p < belt_.torques().size(); ++p) {
      const numerics::CoordinateState& angle = belt_.equations().angles()[p];
      PulleyState state{.angle = angle.q, .angular_velocity = angle.v, .contact_moment = belt_.torques()[p]};
      if (drive().pulleys[p].bearing_friction) state.bearing_moment = belt_.equations().angles().bearing_moment(p);
      state.brake_moment = belt_.equations().angles().brake_moment(p);
      if (moves(drive().pulleys[p].mount)) {
        const PulleyMounts& mounts = belt_.equations().mounts();
        state.mount = {.axis = mounts.axis(p).place,
                       .axis_velocity = mounts.velocity(p) * mounts.axis(p).by_u,
                       .position = mounts[p].q,
                       .force = mounts.belt_on(p).force,
                       .lost_power = mounts.lost_power(p, time())};
      }
      const AccessoryRotors& rotors = belt_.equations().angles().rotors();
      if (rotors.has(p)) state.accessory = {.angular_velocity = rotors[p].angle.v, .torque = rotors.torque(p)};
      states.push_back(state);
    }
    return states;
  }
  bool has_inertia() const final { return belt_.has_inertia(); }
  bool accelerates_pulleys() const final { return belt_.has_inertia(); }
  double power_defect() const final { return belt_.power_defect(); }
  double exchanged_energy() const final { return belt_.exchanged_energy(); }

 protected:
  Belt belt_;
};

}  // namespace beltdyn
