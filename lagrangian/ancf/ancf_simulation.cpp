// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/ancf_simulation.hpp"

#include <cmath>

#include "core/contact/friction_law.hpp"
#include "lagrangian/ancf/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {

AncfSimulation::AncfSimulation(const BeltDrive& drive, const AncfParameters& parameters)
    : BeltSimulation(drive), belt_(drive, parameters) {}

std::vector<PulleyState> AncfSimulation::pulley_states() const {
  std::vector<PulleyState> states;
  for (std::size_t p = 0; p < belt_.torques().size(); ++p) {
    const CoordinateState& angle = belt_.equations().angles()[p];
    states.push_back({.angle = angle.q, .angular_velocity = angle.v, .contact_moment = belt_.torques()[p]});
  }
  return states;
}

ElementMotion<double> AncfSimulation::motion_of(int element) const {
  const BeltArrays& arrays = belt_.equations().arrays();
  ElementMotion<double> motion;
  for (std::size_t end = 0; end < 2; ++end) {
    const int node = (element + static_cast<int>(end)) % arrays.layout.n_nodes();
    const auto at = [&](const numerics::AlignedVector& nodes, int c) {
      return nodes[arrays.layout.at(node, numerics::kBlock, c)];
    };
    motion.q[2 * end] = {at(arrays.q, 0), at(arrays.q, 1)};
    motion.q[2 * end + 1] = {at(arrays.q, 2), at(arrays.q, 3)};
    motion.v[2 * end] = {at(arrays.v, 0), at(arrays.v, 1)};
    motion.v[2 * end + 1] = {at(arrays.v, 2), at(arrays.v, 3)};
  }
  return motion;
}

BeltPoint AncfSimulation::point_of(int element, double xi) const {
  const BeltModel& model = belt_.equations().model();
  const ElementMotion<double> motion = motion_of(element);
  const double L = model.rule.length;
  const Shape at = position_shape(xi, L);
  const Shape along = slope_shape(xi, L);
  const Vec2<double> r = interpolate(at, motion.q);
  const Vec2<double> slope = interpolate(along, motion.q);
  const double stretch = std::hypot(slope.x, slope.y);
  const AxialPoint<double> axial = axial_point<false>(model.section, slope, interpolate(along, motion.v), 0.0);
  return {.material = (element + xi) * L,
          .position = {r.x, r.y},
          .strain = stretch - 1.0,
          .force = axial.tension,
          .speed = numerics::dot(slope, interpolate(at, motion.v)) / stretch};
}

// A segment in contact with several pulleys is told of the one that presses most.
void AncfSimulation::add_contacts_of(int element, std::vector<beltdyn::ContactPoint>& contacts) const {
  const BeltEquations& equations = belt_.equations();
  const BeltArrays& arrays = equations.arrays();
  const BeltModel& model = equations.model();
  const auto n_segments = static_cast<int>(model.n_segments());
  const double length = model.rule.length / n_segments;
  const ElementMotion<double> motion = motion_of(element);
  for (int segment = 0; segment < n_segments; ++segment) {
    const double xi = (segment + 0.5) / n_segments;
    const Vec2<double> slope = interpolate(slope_shape(xi, model.rule.length), motion.q);
    const double deformed = length * std::hypot(slope.x, slope.y);
    beltdyn::ContactPoint point{.material = (element + xi) * model.rule.length};
    for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
      const double owner = arrays.owner[slot][arrays.layout.at(element, 1, 0)];
      const auto memory = [&](std::size_t field) {
        const int fields = static_cast<int>(kMemoryFields);
        return arrays
            .memory[slot][arrays.layout.at(element, n_segments * fields, segment * fields + static_cast<int>(field))];
      };
      const double normal = memory(kForceFields);
      if (owner < 0.0 || !(normal > 0.0) || normal / deformed <= point.pressure) continue;
      point.pulley = static_cast<int>(owner);
      const double turn = turn_around(equations.drive(), equations.drive().pulleys[static_cast<std::size_t>(owner)]);
      point.pressure = normal / deformed;
      point.traction = turn * memory(kForceFields + 1) / deformed;
      const double state = memory(kStateField);
      point.state = std::abs(state) == 1.0 ? contact::slip_towards(turn * state) : contact::ContactState::stick;
    }
    contacts.push_back(point);
  }
}

BeltMap AncfSimulation::belt() const {
  const int n = belt_.equations().model().n_nodes;
  std::vector<BeltPoint> points;
  std::vector<beltdyn::ContactPoint> contacts;
  for (int element = 0; element < n; ++element) {
    points.push_back(point_of(element, 0.0));
    points.push_back(point_of(element, 0.5));
    add_contacts_of(element, contacts);
  }
  return belt_map(std::move(points), std::move(contacts));
}

}  // namespace beltdyn::lagrangian::ancf
