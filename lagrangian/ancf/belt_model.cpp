// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {

BeltModel make_belt_model(const BeltDrive& drive, const AncfParameters& parameters) {
  const double length = drive.reference_length() / parameters.elements;
  const Belt& belt = drive.belt;
  BeltModel model{.n_nodes = parameters.elements,
                  .section = {.axial_stiffness = belt.axial_stiffness,
                              .bending_stiffness = belt.bending_stiffness,
                              .mass_per_length = belt.mass_per_length,
                              .reference_strain = drive.reference_strain(),
                              .axial_damping = belt.axial_damping,
                              .bending_damping = belt.bending_damping},
                  .rule = CableRule(parameters.integration, length, belt.mass_per_length),
                  .contact_points = {},
                  .gravity = {drive.gravity.x(), drive.gravity.y()},
                  .frame = parameters.contact_frame,
                  .implicitness = parameters.scheme().slip_weight};
  for (int k = 0; k <= parameters.segments_per_element; ++k) {
    const double xi = static_cast<double>(k) / parameters.segments_per_element;
    model.contact_points.push_back({.position = position_shape(xi, length), .slope = slope_shape(xi, length)});
  }
  return model;
}

std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const BeltModel& model) {
  const double area = drive.belt.width * model.rule.length / static_cast<double>(model.n_segments());
  const BeltPath path = drive.path();
  std::vector<PulleyEntry> entries;
  int unknowns = 0;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const auto& normal = std::get<PenaltyContact>(drive.contact_of(p).normal);
    const auto& friction = std::get<ElastoplasticCoulombConfig>(drive.contact_of(p).friction);
    entries.push_back({.circle = {.center = {pulley.center.x(), pulley.center.y()},
                                  .radius = pulley.radius,
                                  .turn = 0.0,
                                  .angular_velocity = 0.0,
                                  // A pulley that the belt turns around counter-clockwise is on its left.
                                  .surface_offset = path.arcs()[p].turn * drive.belt.contact_offset,
                                  .normal_stiffness = normal.stiffness_per_area * area,
                                  .normal_damping = normal.damping_per_area * area,
                                  .friction = friction.coefficient,
                                  .bristle_stiffness = friction.stiffness_per_area * area,
                                  .bristle_damping = friction.damping_per_area * area},
                       .unknown = pulley.is_prescribed() ? -1 : unknowns++});
  }
  return entries;
}

void lay_on_path(const BeltDrive& drive, BeltArrays& arrays) {
  const BeltPath path = drive.path();
  const double stretch = drive.initial_stretch();
  const int n = arrays.layout.n_nodes();
  for (int node = 0; node < n; ++node) {
    const PathPoint point = path.point(path.length() * node / n);
    const auto at = [&](int c) { return arrays.layout.at(node, numerics::kBlock, c); };
    arrays.q[at(0)] = point.position.x();
    arrays.q[at(1)] = point.position.y();
    arrays.q[at(2)] = stretch * point.tangent.x();
    arrays.q[at(3)] = stretch * point.tangent.y();
  }
  arrays.close_positions(drive.reference_length() / n);
}

}  // namespace beltdyn::lagrangian::ancf
