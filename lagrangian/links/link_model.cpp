// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <variant>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// ω² m/c of slender rods that turn alike [-]; neighbours that shift against each other have 4.
constexpr double kFastestTurn = 12.0;
// ω² I/c_φ of neighbours that turn against each other [-].
constexpr double kFastestBend = 4.0;
// Length over which stick takes up a force, relative to a link [-]. Links enter pulleys with larger errors than
// elements with a curvature, so their stick is softer: with half of it the creep of the tutorial is four times as
// wrong.
constexpr double kStickLength = 2.0;
// Place of idle links, far from any pulley [m].
constexpr double kFarAway = 1e12;

// Distance at which a link may have contact. Laws that press across a quickly closing gap reach as far as a link is
// long.
double reach_of(const NormalLaw& normal, double radius, double link) {
  const contact::GapState closing{.gap = link, .gap_rate = std::numeric_limits<double>::lowest()};
  const bool presses_at_gaps = std::visit([&](const auto& law) { return law.touches(closing); }, normal);
  return presses_at_gaps ? radius + link : radius;
}

ParticleMesh link_mesh(const BeltDrive& drive, int n_links) {
  const double link = drive.reference_length() / n_links;
  return {.element = link, .contact_spacing = link, .force = force_at_rest(drive), .stick_length = kStickLength * link};
}

// Depth inside a circle of radius R of the middles of links that are as long as its arc [m].
double polygon_depth(double link, double radius) { return link * link / (12.0 * radius); }

void add_joint(LinkModel& model, std::size_t pulley, int mount, const std::optional<JointFriction>& joint) {
  if (!joint) return;
  model.joints.push_back({.pulley = pulley,
                          .mount = mount,
                          .radius = joint->radius,
                          .normal_force = joint->normal_force,
                          .friction = friction_law(joint->law)});
}

}  // namespace

bool LinkModel::has_rigid_contact() const {
  return std::ranges::any_of(pulleys, [](const LinkPulley& pulley) { return pulley.rolling > 0.0; });
}

double LinkModel::highest_frequency() const {
  return std::sqrt(std::max(kFastestTurn * axial_stiffness / mass, kFastestBend * bending_stiffness / inertia));
}

std::size_t LinkModel::memory_size() const {
  std::size_t most = 0;
  for (const LinkPulley& pulley : pulleys) most = std::max(most, beltdyn::memory_size(pulley.friction));
  return most;
}

std::size_t LinkModel::joint_memory_size() const {
  std::size_t most = 0;
  for (const LinkJoint& joint : joints) most = std::max(most, beltdyn::memory_size(joint.friction));
  return most;
}

BeltDrive rigid_on_links(const BeltDrive& drive, int n_links) {
  return with_mesh_penalty(drive, link_mesh(drive, n_links));
}

LinkModel make_link_model(const BeltDrive& drive, int n_links) {
  const Belt& belt = drive.belt;
  const double l = drive.reference_length() / n_links;
  const double mass = belt.mass_per_length * l;
  LinkModel model{.n_links = n_links,
                  .reference_length = l,
                  .link_length = l * (1.0 + drive.reference_strain()),
                  .mass = mass,
                  .inertia = mass * l * l / 12.0,
                  .axial_stiffness = belt.axial_stiffness / l,
                  .axial_damping = belt.axial_damping / l,
                  .bending_stiffness = belt.bending_stiffness / l,
                  .bending_damping = belt.bending_damping / l,
                  .gravity = {drive.gravity.x(), drive.gravity.y()},
                  .winding = 0.0,
                  .lever = belt.contact_lever(),
                  .pulleys = {},
                  .mounts = {},
                  .joints = {},
                  .accessories = {}};
  const BeltPath path = drive.path();
  const ParticleMesh mesh = link_mesh(drive, n_links);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const PathArc& arc = path.arcs()[p];
    const double area = belt.width * l;
    model.winding += arc.turn * arc.wrap;
    const NormalLaw normal = normal_law_of(drive, p, mesh, area);
    const contact::RigidSurface surface = surface_of(drive, p, mesh, polygon_depth(l, arc.radius));
    model.pulleys.push_back({.center = {arc.center.x(), arc.center.y()},
                             .radius = drive.pulleys[p].radius,
                             .contact_radius = surface.radius,
                             .rolling = surface.rolling,
                             .lift = l / (4.0 * arc.radius * arc.radius),
                             .turn = arc.turn,
                             .inertia = drive.pulleys[p].inertia,
                             .normal = normal,
                             .friction = drive.contact_of(p).friction_law(area),
                             .reach = reach_of(normal, surface.radius, l),
                             .moves = moves(drive.pulleys[p].mount) || drive.pulleys[p].eccentricity > 0.0});
    add_joint(model, p, -1, drive.pulleys[p].bearing_friction);
    if (drive.pulleys[p].accessory) model.accessories.push_back(p);
    if (!moves(drive.pulleys[p].mount)) continue;
    const Suspension* suspension = suspension_of(drive.pulleys[p].mount);
    if (suspension != nullptr) add_joint(model, p, static_cast<int>(model.mounts.size()), suspension->friction);
    model.mounts.push_back({.pulley = p});
  }
  return model;
}

LinkLayout::LinkLayout(const LinkModel& model)
    : n_links_(static_cast<std::size_t>(model.n_links)),
      stride_((n_links_ + kMostLanes - 1) / kMostLanes * kMostLanes),
      n_memory_(model.memory_size()),
      n_pulleys_(model.pulleys.size()),
      n_mounts_(model.mounts.size()),
      n_joints_(model.joints.size()),
      n_joint_memory_(model.joint_memory_size()),
      n_accessories_(model.accessories.size()) {}

numerics::AlignedVector lay_on_path(const BeltDrive& drive, const LinkModel& model, const LinkLayout& layout) {
  numerics::AlignedVector state(layout.size());
  const std::vector<double> rest = mounts_at_rest(drive);
  const BeltPath path = path_at_rest(drive);
  const double step = path.length() / model.n_links;
  double angle = 0.0;
  for (std::size_t i = 0; i < layout.stride(); ++i) {
    if (i >= layout.n_links()) {
      state[layout.field(LinkLayout::x) + i] = kFarAway;
      continue;
    }
    const PathPoint point = path.point((static_cast<double>(i) + 0.5) * step);
    const double direction = std::atan2(point.tangent.y(), point.tangent.x());
    // Angles are continuous from link to link.
    angle = i == 0 ? direction : angle + std::remainder(direction - angle, 2.0 * std::numbers::pi);
    state[layout.field(LinkLayout::x) + i] = point.position.x();
    state[layout.field(LinkLayout::y) + i] = point.position.y();
    state[layout.field(LinkLayout::angle) + i] = angle;
  }
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    state[layout.mount_position(m)] = rest[model.mounts[m].pulley];
  }
  return state;
}

}  // namespace beltdyn::lagrangian::links
