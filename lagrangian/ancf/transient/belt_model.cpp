// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/belt_model.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// The bristle of the paper with the parameters of a law that has a stiffness of stick.
struct PaperBristle {
  double area;  // [m²]

  contact::Bristle operator()(const ElastoplasticCoulombConfig& law) const {
    return contact::Bristle({.limit = contact::StribeckCurve(law.coefficient),
                             .stiffness = law.stiffness * area,
                             .damping = law.damping * area});
  }
  contact::Bristle operator()(const BristleConfig& law) const { return law.law(area); }
  template <class Config>
  contact::Bristle operator()(const Config&) const {
    throw UsageError(fmt::format("the friction mode paper uses a bristle, not {}", Config::kType));
  }
};

ContactLaws laws_of_segment(const BeltDrive& drive, const AncfParameters& parameters, double area) {
  ContactLaws laws = ContactLaws::of(drive, area);
  std::vector<NormalLaw> normal;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    normal.push_back(normal_law_of(drive, p, particle_mesh(drive, parameters), area));
  }
  laws.normal = contact::LawTable(normal);
  if (parameters.friction == FrictionMode::consistent) return laws;
  std::vector<FrictionLaw> bristles;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    bristles.push_back(std::visit(PaperBristle{area}, *drive.contact_of(p).friction));
  }
  laws.friction = contact::LawTable(bristles);
  laws.relaxed_mode = contact::Bristle::kUndefined;
  return laws;
}

}  // namespace

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
                  .implicitness = parameters.scheme().slip_weight,
                  .laws = laws_of_segment(drive, parameters, belt.width * length / parameters.segments_per_element),
                  .laws_at_rest = {}};
  model.laws_at_rest = model.laws.undamped();
  model.fields = SegmentFields(contact::memory_size(model.laws.friction));
  for (int k = 0; k <= parameters.segments_per_element; ++k) {
    const double xi = static_cast<double>(k) / parameters.segments_per_element;
    model.contact_points.push_back({.position = position_shape(xi, length), .slope = slope_shape(xi, length)});
  }
  return model;
}

ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters) {
  const double element = drive.reference_length() / parameters.elements;
  return {.element = element, .contact_spacing = element / parameters.segments_per_element};
}

BeltDrive rigid_on_mesh(const BeltDrive& drive, const AncfParameters& parameters) {
  return with_mesh_penalty(drive, particle_mesh(drive, parameters));
}

std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const ParticleMesh& mesh) {
  const BeltPath path = drive.path();
  std::vector<PulleyEntry> entries;
  const PulleyUnknowns unknowns = pulley_unknowns(drive.pulleys);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const Eigen::Vector2d center = pulley.circle_center(0.0);
    const contact::RigidSurface surface = surface_of(drive, p, chord_depth_of(drive, p, mesh));
    entries.push_back({.circle = {.center = {center.x(), center.y()},
                                  .radius = pulley.radius,
                                  .contact_radius = surface.radius,
                                  .rolling_radius = surface.rolling,
                                  .turn = 0.0,
                                  .angular_velocity = 0.0,
                                  // A pulley that the belt turns around counter-clockwise is on its left.
                                  .surface_offset = path.arcs()[p].turn * drive.belt.contact_lever()},
                       .unknown = unknowns.angle[p],
                       .mount = unknowns.mount[p],
                       .is_moving = moves(pulley.mount) || pulley.eccentricity > 0.0});
  }
  return entries;
}

void lay_on_path(const BeltDrive& drive, BeltArrays& arrays) {
  const BeltPath path = path_at_rest(drive);
  const double stretch = path.length() / drive.reference_length();
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
