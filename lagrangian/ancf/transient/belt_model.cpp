// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/belt_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/guided_body.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

// Makes the bristle of the paper with the parameters of a law that has a stick stiffness.
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

ContactLaws laws_of_segment(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh) {
  const double area = drive.belt.width * mesh.element / parameters.segments_per_element;
  ContactLaws laws = ContactLaws::of(drive, area);
  std::vector<NormalLaw> normal;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    normal.push_back(normal_law_of(drive, p, mesh, area));
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

void add_bodies(const BeltDrive& drive, BeltModel& model) {
  if (drive.bodies.empty()) return;
  const BeltPath path = path_at_rest(drive);
  const double element = path.length() / model.n_nodes;
  model.start = std::fmod(drive.bodies.front().sigma(path), element);
  for (const BeltBody& body : drive.bodies) {
    GuidedNode guided = guided_node_of(body, path);
    guided.node = static_cast<int>(std::lround((body.sigma(path) - model.start) / element)) % model.n_nodes;
    model.guided.push_back(std::move(guided));
  }
}

}  // namespace

BeltModel make_belt_model(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                          const std::vector<GuidedNode>& ends) {
  const double length = mesh.element;
  const Belt& belt = drive.belt;
  BeltModel model{.n_nodes = ends.empty() ? parameters.elements : parameters.elements + 1,
                  .is_closed = ends.empty(),
                  .guided = ends,
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
                  .laws = laws_of_segment(drive, parameters, mesh),
                  .laws_at_rest = {}};
  if (model.is_closed) {
    add_bodies(drive, model);
  } else {
    model.guided.back().node = model.n_nodes - 1;
  }
  model.laws_at_rest = model.laws.undamped();
  model.fields = SegmentFields(contact::memory_size(model.laws.friction));
  for (int k = 0; k <= parameters.segments_per_element; ++k) {
    const double xi = static_cast<double>(k) / parameters.segments_per_element;
    model.contact_points.push_back({.position = position_shape(xi, length), .slope = slope_shape(xi, length)});
  }
  return model;
}

ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters) {
  return particle_mesh(drive, parameters, force_at_rest(drive), kStickLength);
}

ParticleMesh particle_mesh(const BeltDrive& drive, const AncfParameters& parameters, double force,
                           double stick_length) {
  const double element = drive.reference_length() / parameters.elements;
  return {.element = element,
          .contact_spacing = element / parameters.segments_per_element,
          .force = force,
          .stick_length = stick_length * element};
}

BeltDrive rigid_on_mesh(const BeltDrive& drive, const ParticleMesh& mesh) {
  BeltDrive rigid = with_mesh_penalty(drive, mesh);
  for (Pulley& pulley : rigid.pulleys) hold_brake(pulley, drive.belt.axial_stiffness, mesh.element);
  return rigid;
}

std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, const ParticleMesh& mesh) {
  const double first_turn = drive.direction == LoopDirection::counterclockwise ? 1.0 : -1.0;
  std::vector<PulleyEntry> entries;
  const PulleyUnknowns unknowns = pulley_unknowns(drive.pulleys);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const Eigen::Vector2d center = pulley.circle_center(0.0);
    const contact::RigidSurface surface = surface_of(drive, p, mesh, chord_depth_of(drive, p, mesh));
    entries.push_back({.circle = {.center = {center.x(), center.y()},
                                  .radius = pulley.radius,
                                  .contact_radius = surface.radius,
                                  .rolling_radius = surface.rolling,
                                  .turn = 0.0,
                                  .angular_velocity = 0.0,
                                  // A pulley around which the belt turns counter-clockwise is on its left.
                                  .surface_offset = (pulley.side == PulleySide::inside ? first_turn : -first_turn) *
                                                    drive.belt.contact_lever()},
                       .unknown = unknowns.angle[p],
                       .mount = unknowns.mount[p],
                       .is_moving = moves(pulley.mount) || pulley.eccentricity > 0.0});
  }
  return entries;
}

double distance_to_node(const BeltDrive& drive, const BeltModel& model, std::size_t body) {
  const BeltPath path = path_at_rest(drive);
  const double node = model.start + path.length() / model.n_nodes * model.guided[body].node;
  return std::remainder(node - drive.bodies[body].sigma(path), path.length());
}

void lay_on_path(const BeltDrive& drive, const BeltModel& model, BeltArrays& arrays) {
  const BeltPath path = path_at_rest(drive);
  const double stretch = path.length() / drive.reference_length();
  const int n = arrays.layout.n_nodes();
  for (int node = 0; node < n; ++node) {
    const PathPoint point = path.point(model.start + path.length() * node / n);
    const auto at = [&](int c) { return arrays.layout.at(node, numerics::kBlock, c); };
    arrays.q[at(0)] = point.position.x();
    arrays.q[at(1)] = point.position.y();
    arrays.q[at(2)] = stretch * point.tangent.x();
    arrays.q[at(3)] = stretch * point.tangent.y();
  }
  arrays.close_positions(drive.reference_length() / n);
}

}  // namespace beltdyn::lagrangian::ancf
