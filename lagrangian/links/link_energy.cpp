// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_energy.hpp"

#include <cmath>

namespace beltdyn::lagrangian::links {

namespace {

// The joint behind link i: from the right end of that link's predecessor to the left end of the link.
struct JointMotion {
  double gap_x{};  // [m]
  double gap_y{};
  double rate_x{};  // [m/s]
  double rate_y{};
  double bend{};     // [rad]
  double turning{};  // [rad/s]
};

JointMotion joint_behind(const LinkModel& model, const LinkLayout& layout, const numerics::AlignedVector& state,
                         std::size_t i) {
  const auto of = [&](LinkLayout::Field field, std::size_t link) { return state[layout.field(field) + link]; };
  const std::size_t before = (i + layout.n_links() - 1) % layout.n_links();
  const double half = 0.5 * model.link_length;
  const double angle = of(LinkLayout::angle, i);
  const double angle_before = of(LinkLayout::angle, before);
  const double spin = of(LinkLayout::spin, i);
  const double spin_before = of(LinkLayout::spin, before);
  return {.gap_x = of(LinkLayout::x, i) - of(LinkLayout::x, before) - half * (std::cos(angle) + std::cos(angle_before)),
          .gap_y = of(LinkLayout::y, i) - of(LinkLayout::y, before) - half * (std::sin(angle) + std::sin(angle_before)),
          .rate_x = of(LinkLayout::vx, i) - of(LinkLayout::vx, before) +
                    half * (spin * std::sin(angle) + spin_before * std::sin(angle_before)),
          .rate_y = of(LinkLayout::vy, i) - of(LinkLayout::vy, before) -
                    half * (spin * std::cos(angle) + spin_before * std::cos(angle_before)),
          .bend = angle - angle_before + (i == 0 ? model.winding : 0.0),
          .turning = spin - spin_before};
}

}  // namespace

double belt_energy(const LinkModel& model, const LinkLayout& layout, const numerics::AlignedVector& state) {
  const auto of = [&](LinkLayout::Field field, std::size_t i) { return state[layout.field(field) + i]; };
  double energy = 0.0;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const JointMotion joint = joint_behind(model, layout, state, i);
    const double vx = of(LinkLayout::vx, i);
    const double vy = of(LinkLayout::vy, i);
    const double spin = of(LinkLayout::spin, i);
    energy += 0.5 * (model.axial_stiffness * (joint.gap_x * joint.gap_x + joint.gap_y * joint.gap_y) +
                     model.bending_stiffness * joint.bend * joint.bend + model.mass * (vx * vx + vy * vy) +
                     model.inertia * spin * spin);
    energy -= model.mass * (model.gravity.x * of(LinkLayout::x, i) + model.gravity.y * of(LinkLayout::y, i));
  }
  return energy;
}

BeltDampingPower damping_power_of(const LinkModel& model, const LinkLayout& layout,
                                  const numerics::AlignedVector& state) {
  BeltDampingPower power;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const JointMotion joint = joint_behind(model, layout, state, i);
    const double gap2 = joint.gap_x * joint.gap_x + joint.gap_y * joint.gap_y;
    const double rate = joint.gap_x * joint.rate_x + joint.gap_y * joint.rate_y;
    if (gap2 > 0.0) power.axial += model.axial_damping * rate * rate / gap2;
    power.bending += model.bending_damping * joint.turning * joint.turning;
  }
  return power;
}

}  // namespace beltdyn::lagrangian::links
