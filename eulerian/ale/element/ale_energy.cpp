// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_energy.hpp"

#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::eulerian::ale {
BeltEnergy belt_energy(const AleEquations& equations) { return equations.kernel().energy(); }

BeltPower belt_power(const AleEquations& equations) {
  BeltPower power = equations.kernel().power(equations.pulleys());
  const CurvatureDamping& damping = equations.curvature_damping();
  if (!damping.is_there()) return power;
  for (int e = 0; e < equations.model().mesh.size(); ++e) {
    power.bending_damping += damping.power(equations.arrays(), e);
  }
  return power;
}

PowerFlow drive_flow(const AleEquations& equations, std::span<const double> torques, double time) {
  const BeltPower power = belt_power(equations);
  PowerFlow flow{.supplied = 0.0,
                 .lost = power.axial_damping + power.bending_damping - power.contact + equations.runs().taken_power()};
  for (std::size_t p = 0; p < torques.size(); ++p) {
    const double speed = equations.angles()[p].v;
    flow.lost -= torques[p] * speed;
    flow =
        flow + pulley_flow(equations.drive().pulleys[p], time, speed, torques[p], equations.angles().bearing_moment(p));
    flow.lost -= equations.mounts().belt_on(p).force * equations.mounts().velocity(p);
    flow.lost -= equations.angles().brake_moment(p) * speed;
  }
  if (equations.ends()) equations.ends()->add_flow(time, flow);
  equations.bodies().add_flow(time, flow);
  return flow + equations.mounts().flow(time) + equations.angles().accessory_flow(time);
}

double drive_energy(const AleEquations& equations, bool has_inertia) {
  const BeltEnergy belt = belt_energy(equations);
  const double of_mounts = equations.mounts().energy(has_inertia);
  if (!has_inertia) return belt.elastic + belt.potential + of_mounts;
  double energy =
      belt.total() + of_mounts + (equations.ends() ? equations.ends()->energy() : 0.0) + equations.bodies().energy();
  for (std::size_t p = 0; p < equations.angles().size(); ++p) {
    energy += pulley_energy(equations.drive().pulleys[p], equations.angles()[p].v);
  }
  energy += equations.angles().accessory_energy();
  return energy;
}

}  // namespace beltdyn::eulerian::ale
