// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_energy.hpp"

#include <cmath>

namespace beltdyn::lagrangian::links {

double belt_energy(const LinkModel& model, const LinkLayout& layout, const numerics::AlignedVector& state) {
  const auto of = [&](LinkLayout::Field field, std::size_t i) { return state[layout.field(field) + i]; };
  const std::size_t n = layout.n_links();
  const double half = 0.5 * model.link_length;
  double energy = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t before = (i + n - 1) % n;
    const double angle = of(LinkLayout::angle, i);
    const double angle_before = of(LinkLayout::angle, before);
    const double gap_x =
        of(LinkLayout::x, i) - of(LinkLayout::x, before) - half * (std::cos(angle) + std::cos(angle_before));
    const double gap_y =
        of(LinkLayout::y, i) - of(LinkLayout::y, before) - half * (std::sin(angle) + std::sin(angle_before));
    const double bend = angle - angle_before + (i == 0 ? model.winding : 0.0);
    const double vx = of(LinkLayout::vx, i);
    const double vy = of(LinkLayout::vy, i);
    const double spin = of(LinkLayout::spin, i);
    energy += 0.5 * (model.axial_stiffness * (gap_x * gap_x + gap_y * gap_y) + model.bending_stiffness * bend * bend +
                     model.mass * (vx * vx + vy * vy) + model.inertia * spin * spin);
    energy -= model.mass * (model.gravity.x * of(LinkLayout::x, i) + model.gravity.y * of(LinkLayout::y, i));
  }
  return energy;
}

}  // namespace beltdyn::lagrangian::links
