// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact/rigid_contact.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/belt/belt_balances.hpp"
#include "core/contact/rigid_surface.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "core/dynamics/laid_rope.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// What an element of the length h sinks in, in the mean, is N/(K w R) = ε h²/(100 R) with the strain ε of the belt:
// the speed ratio changes by ε (h/R)²/100, of a creep that is some part of ε. With patches ten times as stiff Newton's
// method loses belts with bending whose mounts move, and the creep of the tutorial is no better.
constexpr double kPatch = 100.0;  // K w h²/EA
// Elastic stick takes up a force over √(EA/(K_t w)) = 0.3 h, the distance of two contact points. Stick ten times as
// stiff changes the creep of two drives by less than the mesh does and costs rejected steps.
constexpr double kStick = 10.0;  // K_t w h²/EA
// On a short arc elements are short, and so stiff a stick would let go at once: it need not be stiffer than on elements
// of this part of the longest ones, whose stick takes up more.
constexpr double kShortest = 0.25;
// How deep the soft penalty lets a point sink in, in what a cubic is off the circle: by the inverse of that the
// pressure varies from point to point.
constexpr double kPointDepth = 10.0;
// Where elements are short that would be stiff beyond all that Newton's method finds, from a belt that is laid without
// bending on its path: elements that are touched in part sink in by ε h²/(10 R) then.
constexpr double kStiffestPoint = 10.0;  // k w h²/EA

// With this force of its spans.
BeltDrive rigid_on_arcs(const BeltDrive& drive, const MeshParameters& mesh, std::span<const PathArc> arcs,
                        double force) {
  double longest = 0.0;
  for (const PathArc& arc : arcs) longest = std::max(longest, arc.length() / mesh.elements_per_pulley);
  BeltDrive rigid = drive.with_rigid([&](std::size_t p) {
    const PathArc& arc = arcs[p];
    const double angle = arc.wrap / mesh.elements_per_pulley;
    const double length = angle * arc.radius;
    const double of_element = drive.belt.axial_stiffness / (length * length * drive.belt.width);
    const double pressure = force / (arc.radius * drive.belt.width);
    const double depth = kPointDepth * contact::cubic_off_circle(angle, arc.radius);
    const double point = std::min(kStiffestPoint * of_element, pressure / depth);
    return RigidStiffness{
        .normal = {.patch_stiffness_per_area = kPatch * of_element, .point_stiffness_per_area = point},
        .stick_per_area = kStick * drive.belt.axial_stiffness /
                          (std::pow(std::max(length, kShortest * longest), 2) * drive.belt.width)};
  });
  for (std::size_t p = 0; p < arcs.size(); ++p) {
    hold_brake(rigid.pulleys[p], drive.belt.axial_stiffness, arcs[p].length() / mesh.elements_per_pulley);
  }
  return rigid;
}

}  // namespace

BeltDrive rigid_on_mesh(const BeltDrive& drive, const MeshParameters& mesh) {
  return rigid_on_arcs(drive, mesh, drive.path().arcs(), reference_force(drive));
}

BeltDrive rigid_on_mesh(const LaidRope& rope, const MeshParameters& mesh) {
  return rigid_on_arcs(rope.drive, mesh, rope.path.arcs(), rope.force());
}

}  // namespace beltdyn::eulerian::ale
