// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/rope/rope_state.hpp"

#include <algorithm>
#include <cmath>

#include "core/contact/contact_state.hpp"
#include "lagrangian/ancf/element/belt_energy.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

double length_of(const Vec2<double>& v) { return std::sqrt(dot(v, v)); }

// The contact pieces of each pulley; `starts`: σ of the nodes.
std::vector<std::vector<TouchingPiece>> contacts_of(const BeltEquations& equations, const RopePath& path,
                                                    std::span<const double> starts) {
  std::vector<std::vector<TouchingPiece>> contacts(path.arcs().size());
  const ContactPacks& near = equations.arrays().contacts;
  const SegmentFields& fields = equations.model().fields;
  const auto n_segments = static_cast<double>(near.n_segments());
  for (std::size_t p = 0; p < near.n_pulleys(); ++p) {
    const double turn = path.arcs()[p].turn;
    for (int element = 0; element < equations.model().n_elements(); ++element) {
      if (near.slot(p, element) == ContactPacks::kVacant) continue;
      const auto slot = static_cast<std::size_t>(near.slot(p, element));
      const auto at = static_cast<std::size_t>(element);
      const double length = (starts[at + 1] - starts[at]) / n_segments;
      for (std::size_t segment = 0; segment < near.n_segments(); ++segment) {
        const auto memory = [&](std::size_t field) { return near.memory(p, slot, segment, field); };
        if (!(memory(fields.normal()) > 0.0)) continue;
        const double state = turn * memory(fields.state());
        contacts[p].push_back({.sigma = starts[at] + (static_cast<double>(segment) + 0.5) * length,
                               .length = length,
                               .normal = memory(fields.normal()),
                               .traction = turn * memory(fields.traction()),
                               .slip = turn * memory(SegmentFields::slip_velocity),
                               .direction = std::abs(state) == 1.0 ? static_cast<int>(state) : 0});
      }
    }
  }
  return contacts;
}

}  // namespace

RopeState rope_state_of(const BeltEquations& equations, const RopePath& path) {
  const BeltModel& model = equations.model();
  const double L = model.rule.length;
  const Shape at_middle = position_shape(0.5, L);
  const Shape slope_at_middle = slope_shape(0.5, L);
  std::vector<RopePlace> middles;
  std::vector<double> starts{0.0};  // σ of the nodes
  for (int element = 0; element < model.n_elements(); ++element) {
    const ElementMotion<double> motion = element_motion(equations.arrays(), element);
    const Vec2<double> slope = interpolate(slope_at_middle, motion.q);
    const double stretch = length_of(slope);
    // Simpson's rule
    const double length = L / 6.0 * (length_of(motion.q[1]) + 4.0 * stretch + length_of(motion.q[3]));
    const AxialPoint<double> axial =
        axial_point<false>(model.section, slope, interpolate(slope_at_middle, motion.v), 0.0);
    middles.push_back({.sigma = starts.back() + 0.5 * length,
                       .force = axial.tension,
                       .speed = dot(slope, interpolate(at_middle, motion.v)) / stretch,
                       .strain = stretch - 1.0});
    starts.push_back(starts.back() + length);
  }
  // Scale σ to the path, which is where the rope lies on rigid pulleys.
  const double ratio = path.length() / starts.back();
  for (RopePlace& middle : middles) middle.sigma *= ratio;
  for (double& start : starts) start *= ratio;
  return {std::move(middles), contacts_of(equations, path, starts)};
}

}  // namespace beltdyn::lagrangian::ancf
