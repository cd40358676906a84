// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_energy.hpp"

#include <cmath>

#include "core/belt/belt_balances.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

double cross(const Vec2<double>& a, const Vec2<double>& b) { return a.x * b.y - a.y * b.x; }

// Calls visit(normal law, memory) for every segment with a force on the pulley; memory(field) reads its memory.
template <class Visit>
void for_each_touching(const BeltEquations& equations, std::size_t p, const Visit& visit) {
  const ContactPacks& contacts = equations.arrays().contacts;
  const NormalLaw& law = equations.model().laws.normal.of_pulley(p);
  for (std::size_t slot = 0; slot < contacts.elements(p).size(); ++slot) {
    if (contacts.elements(p)[slot] == ContactPacks::kVacant) continue;
    for (std::size_t segment = 0; segment < contacts.n_segments(); ++segment) {
      const auto memory = [&](std::size_t field) { return contacts.memory(p, slot, segment, field); };
      if (memory(contacts.fields().normal()) > 0.0) visit(law, memory);
    }
  }
}

// The same for all pulleys.
template <class Visit>
void for_each_touching(const BeltEquations& equations, const Visit& visit) {
  for (std::size_t p = 0; p < equations.arrays().contacts.n_pulleys(); ++p) for_each_touching(equations, p, visit);
}

// Power dissipated by the damper of a contact at the normal force N: (d v_n)²/d [W].
double damper_power(const NormalLaw& any_law, double gap, double normal_force) {
  return std::visit(
      [&](const auto& law) {
        if (law.damping() == 0.0) return 0.0;
        const double damping = law.unlimited(contact::GapState{gap, 0.0}).normal_force - normal_force;  // d v_n
        return damping * damping / law.damping();
      },
      any_law);
}

double belt_energy(const BeltEquations& equations, bool has_inertia) {
  const BeltModel& model = equations.model();
  const CableRule& rule = model.rule;
  const CableSection& section = model.section;
  const auto axial = [&](const Vec2<double>& slope) {
    const double strain = std::sqrt(dot(slope, slope)) - 1.0 - section.reference_strain;
    return 0.5 * section.axial_stiffness * strain * strain;
  };
  double energy = 0.0;
  for (int element = 0; element < model.n_elements(); ++element) {
    const ElementMotion<double> motion = element_motion(equations.arrays(), element);
    if (rule.nodal_weight != 0.0) energy += rule.nodal_weight * (axial(motion.q[1]) + axial(motion.q[3]));
    for (const auto& [slope, weight] : rule.axial) energy += weight * axial(interpolate(slope, motion.q));
    for (const BendingPoint& at : rule.bending) {
      const Vec2<double> u = interpolate(at.slope, motion.q);
      const double K = cross(u, interpolate(at.curving, motion.q)) / dot(u, u);
      energy += at.weight * 0.5 * section.bending_stiffness * K * K;
    }
    for (std::size_t i = 0; i < kElementVectors; ++i) {
      energy -= section.mass_per_length * rule.load[i] * dot(model.gravity, motion.q[i]);
      for (std::size_t j = 0; has_inertia && j < kElementVectors; ++j) {
        energy += 0.5 * rule.mass[i][j] * dot(motion.v[i], motion.v[j]);
      }
    }
  }
  return energy;
}

// Adds the power of damping forces, each times its own rate. Both sums may be the same variable.
void add_damping_power(const BeltEquations& equations, double& axial_power, double& bending_power) {
  const BeltModel& model = equations.model();
  const CableSection& section = model.section;
  if (section.axial_damping == 0.0 && section.bending_damping == 0.0) return;
  const auto axial = [&](const Vec2<double>& slope, const Vec2<double>& rate) {
    const double along = dot(slope, rate);
    return section.axial_damping * along * along / dot(slope, slope);
  };
  for (int element = 0; element < model.n_elements(); ++element) {
    const ElementMotion<double> motion = element_motion(equations.arrays(), element);
    if (section.axial_damping > 0.0) {
      if (model.rule.nodal_weight != 0.0) {
        axial_power += model.rule.nodal_weight * (axial(motion.q[1], motion.v[1]) + axial(motion.q[3], motion.v[3]));
      }
      for (const auto& [slope, weight] : model.rule.axial) {
        axial_power += weight * axial(interpolate(slope, motion.q), interpolate(slope, motion.v));
      }
    }
    if (section.bending_damping > 0.0) {
      for (const BendingPoint& at : model.rule.bending) {
        const Vec2<double> u = interpolate(at.slope, motion.q);
        const Vec2<double> w = interpolate(at.curving, motion.q);
        const Vec2<double> du = interpolate(at.slope, motion.v);
        const Vec2<double> dw = interpolate(at.curving, motion.v);
        const double s = 1.0 / dot(u, u);
        const double rate = s * (cross(du, w) + cross(u, dw) - 2.0 * s * cross(u, w) * dot(u, du));
        bending_power += at.weight * section.bending_damping * rate * rate;
      }
    }
  }
}

}  // namespace

ElementMotion<double> element_motion(const BeltArrays& arrays, int element) {
  ElementMotion<double> motion{};
  const auto lanes = static_cast<std::size_t>(arrays.layout.lanes());
  for (std::size_t end = 0; end < 2; ++end) {
    const std::size_t node = static_cast<std::size_t>(element) + end;
    const std::size_t first = arrays.node_start[node < arrays.node_start.size() ? node : 0];
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t x = first + 2 * i * lanes;
      motion.q[2 * end + i] = {arrays.q[x], arrays.q[x + lanes]};
      motion.v[2 * end + i] = {arrays.v[x], arrays.v[x + lanes]};
      motion.a[2 * end + i] = {arrays.a[x], arrays.a[x + lanes]};
    }
  }
  return motion;
}

BeltDampingPower damping_power(const BeltEquations& equations) {
  BeltDampingPower power;
  add_damping_power(equations, power.axial, power.bending);
  return power;
}

double drive_energy(const BeltEquations& equations, bool has_inertia) {
  double energy = belt_energy(equations, has_inertia) + equations.guided().energy(has_inertia) +
                  equations.mounts().energy(has_inertia);
  for_each_touching(equations, [&](const NormalLaw& any_law, const auto& memory) {
    energy += std::visit([&](const auto& law) { return law.stored_energy(memory(SegmentFields::gap)); }, any_law);
  });
  for (std::size_t p = 0; has_inertia && p < equations.angles().size(); ++p) {
    energy += pulley_energy(equations.drive().pulleys[p], equations.angles()[p].v);
  }
  if (has_inertia) energy += equations.angles().accessory_energy();
  return energy;
}

PowerFlow drive_flow(const BeltEquations& equations, std::span<const double> torques, double time) {
  PowerFlow flow;
  add_damping_power(equations, flow.lost, flow.lost);
  const SegmentFields& at = equations.model().fields;
  for_each_touching(equations, [&](const NormalLaw& law, const auto& memory) {
    flow.lost -= memory(at.traction()) * memory(SegmentFields::slip_velocity);
    flow.lost += damper_power(law, memory(SegmentFields::gap), memory(at.normal()));
  });
  for (std::size_t p = 0; p < torques.size(); ++p) {
    flow = flow + pulley_flow(equations.drive().pulleys[p], time, equations.angles()[p].v, torques[p],
                              equations.angles().bearing_moment(p));
    flow.lost -= equations.angles().brake_moment(p) * equations.angles()[p].v;
  }
  equations.guided().add_flow(time, flow);
  return flow + equations.mounts().flow(time) + equations.angles().accessory_flow(time);
}

}  // namespace beltdyn::lagrangian::ancf
