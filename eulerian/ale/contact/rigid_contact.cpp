// SPDX-License-Identifier: MIT
#include "eulerian/ale/contact/rigid_contact.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/belt/belt_balances.hpp"
#include "core/contact/rigid_surface.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/rigid_penalty.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/laid_rope.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Stiffness of patches, K w h²/EA [-]. The mean penetration of an element of length h is N/(K w R) = ε h²/(100 R) with
// the strain ε of the belt: it changes the speed ratio by ε (h/R)²/100, while creep is a part of ε. With patches ten
// times as stiff Newton's method fails for belts with bending and moving mounts, and the creep of the tutorial is no
// more accurate.
constexpr double kPatch = 100.0;
// Lower bound of h in the stiffness of stick, relative to the longest element of all pulleys [-]. Elements on a short
// arc are short, and stick of their stiffness would break at once; longer elements take up more force.
constexpr double kShortest = 0.25;
// Penetration under the soft penalty of contact points, in distances of a cubic from the circle [-]. The pressure
// varies from point to point by the inverse of it.
constexpr double kPointDepth = 10.0;
// Upper bound of the penalty of contact points, k w h²/EA [-]; without patches the penalty itself. Short elements would
// be so stiff that Newton's method fails from a belt that is laid on its path without bending. Elements that touch with
// a part of their length then have the penetration ε h²/(10 R).
constexpr double kStiffestPoint = 10.0;

// The drive with rigid contacts discretised, for spans with the given force [N].
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
    const double stiffest = kStiffestPoint * of_element;
    return RigidStiffness{
        .normal = {.patch_stiffness_per_area = mesh.has_patches ? kPatch * of_element : stiffest,
                   .point_stiffness_per_area = mesh.has_patches ? std::min(stiffest, pressure / depth) : stiffest},
        .stick_per_area = mesh.stick * drive.belt.axial_stiffness /
                          (std::pow(std::max(length, kShortest * longest), 2) * drive.belt.width)};
  });
  for (std::size_t p = 0; p < arcs.size(); ++p) {
    hold_brake(rigid.pulleys[p], drive.belt.axial_stiffness, arcs[p].length() / mesh.elements_per_pulley);
  }
  return rigid;
}

}  // namespace

BeltDrive rigid_on_mesh(const BeltDrive& drive, const MeshParameters& mesh) {
  // The pressure of a belt of little strain is far below that of reference_force().
  const double force = force_at_rest(drive);
  return rigid_on_arcs(drive, mesh, drive.path().arcs(), force > 0.0 ? force : reference_force(drive));
}

BeltDrive rigid_on_mesh(const LaidRope& rope, const MeshParameters& mesh) {
  return rigid_on_arcs(rope.drive, mesh, rope.path.arcs(), rope.force());
}

}  // namespace beltdyn::eulerian::ale
