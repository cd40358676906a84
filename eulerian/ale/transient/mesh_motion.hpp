// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "core/dynamics/pulley_mounts.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn {
struct LaidRope;
}

namespace beltdyn::eulerian::ale {

// The motion of a mesh that follows the path as pulley axes or the ends of a rope move. The mesh lies on the path
// around circles with axes C, which follow the true axes c with a constant third derivative in each step,
//
//     d³C/dt³ = ω⁴ L + 4 ω³ (c − C) + 6 ω² (ċ − Ċ) − 4 ω C̈,   L = ∫ (c − C) dt,   ω = kFollowing/(the longest step),
//
// so that the mesh is known before the belt is, and moves smoothly. It does not depend on c̈, by which belt and mesh
// would excite each other from step to step. The time integration of the belt computes Ċ and C from C̈: where rails
// move along themselves, as at the end of a rope, R + w e then moves as on a mesh at rest, and takes no energy from the
// mesh.
//
// Due to L the circles follow an even acceleration without lag; in general they lag by 4 d³c/dt³/ω³. A mesh that lags
// and moves exchanges power with the belt: the touching points are not at its nodes then, and contact springs in a part
// of an element change their energy as the mesh moves. Without L, accelerated blocks felt 1e-4 of the rope's force as a
// resistance. A node keeps its relative place on its arc or span.
class MeshMotion {
 public:
  // The pieces of a path around circles. The path of a rope begins and ends with a circle of radius 0.
  struct Path {
    std::vector<PathArc> arcs;
    std::vector<PathSpan> spans;  // span behind each arc
  };
  // A point that a circle of the mesh follows.
  struct Target {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();     // c [m]
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  // [m/s]
  };
  struct Axis {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();         // C [m]
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();      // [m/s]
    Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();  // [m/s²]
    Eigen::Vector2d auxiliary = Eigen::Vector2d::Zero();     // auxiliary acceleration of the time integration [m/s²]
    Eigen::Vector2d lag = Eigen::Vector2d::Zero();           // L [m s]
  };

  // At rest on the path of the pulleys with the given mounts. The drive must outlive it.
  MeshMotion(const BeltDrive& drive, const PulleyMounts& mounts, double longest_step);
  // At rest on the path of a rope as laid. Its ends move along their spans unless they are held for ever. The circles
  // are the first end, the pulleys and the second end.
  MeshMotion(const LaidRope& rope, double longest_step);

  // Advances from the last accepted state by a step of length h, towards the targets, shape (n_circles); targets of
  // circles that do not move are ignored. Throws PathError if there is no path.
  void go_on(const numerics::StepScheme& scheme, double h, std::span<const Target> targets);
  void accept() { accepted_ = axes_; }
  void revert() { axes_ = accepted_; }

  // Moves a mesh to its present place. Pieces between circles that do not move stay.
  void move(AleMesh& mesh) const;

  const std::vector<Axis>& axes() const { return accepted_; }
  void restore(std::vector<Axis> axes) { axes_ = accepted_ = std::move(axes); }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // Does this piece of the path adjoin a circle that moves?
  bool follows(std::size_t piece) const { return follows_[piece]; }

  std::function<Path(std::span<const Eigen::Vector2d> places)> path_around_;
  std::vector<bool> moves_;    // does each circle move?
  std::vector<bool> follows_;  // results of follows() for each piece, numbered as in MeshNode
  double omega_;               // [1/s]
  std::vector<Axis> axes_;
  std::vector<Axis> accepted_;
};
// The targets of the mesh: the mounts of the pulleys as they were before the step.
std::vector<MeshMotion::Target> mesh_targets(const PulleyMounts& mounts);

}  // namespace beltdyn::eulerian::ale
