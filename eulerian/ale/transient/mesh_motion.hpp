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

// A mesh that follows the path as the axes of pulleys move, or the ends of a rope. It lies on the path of circles whose
// axes C go after the true ones c by a constant third derivative in each step,
//
//     d³C/dt³ = ω⁴ L + 4 ω³ (c − C) + 6 ω² (ċ − Ċ) − 4 ω C̈,   L = ∫ (c − C) dt,   ω = kFollowing/(the longest step),
//
// so that the mesh is known before the belt is, and moves smoothly; it does not listen to c̈, in which the belt and the
// mesh would answer each other from step to step. From C̈ the scheme of the belt makes Ċ and C: where rails move along
// themselves, as at the end of a rope, R + w e goes as if the mesh were at rest, and takes no energy from the mesh.
// With L the mesh stays with a circle that accelerates evenly; it lags by 4 d³c/dt³/ω³. A mesh that lags and moves
// takes power: the touching points are off its nodes then, and springs of contact that lie in a part of an element
// change their energy as the mesh goes. Without L, blocks that accelerate felt 1e-4 of the force of the rope as a
// resistance. A node keeps its part of its arc or span.
class MeshMotion {
 public:
  // The pieces of a path around circles at these places: that of a rope begins and ends with a circle of radius 0.
  struct Path {
    std::vector<PathArc> arcs;
    std::vector<PathSpan> spans;  // behind each arc
  };
  // What the mesh goes after.
  struct Target {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();     // c [m]
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  // [m/s]
  };
  struct Axis {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();         // C [m]
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();      // [m/s]
    Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();  // [m/s²]
    Eigen::Vector2d auxiliary = Eigen::Vector2d::Zero();     // of the scheme [m/s²]
    Eigen::Vector2d lag = Eigen::Vector2d::Zero();           // L [m s]
  };

  // At rest on the path of the pulleys as their mounts are. The drive must outlive it.
  MeshMotion(const BeltDrive& drive, const PulleyMounts& mounts, double longest_step);
  // On the path of a rope as it is laid, whose ends go along their spans unless they are held for ever; circles are the
  // first end, the pulleys and the second end.
  MeshMotion(const LaidRope& rope, double longest_step);

  // Goes on from the last accepted state by a step of length h, with the targets there, shape (n_circles); those of
  // circles that do not move have no meaning. Throws PathError if there is no such path.
  void go_on(const numerics::StepScheme& scheme, double h, std::span<const Target> targets);
  void accept() { accepted_ = axes_; }
  void revert() { axes_ = accepted_; }

  // Moves a mesh, of which this is the motion, to where it is now. What lies between circles that do not move stays.
  void move(AleMesh& mesh) const;

  const std::vector<Axis>& axes() const { return accepted_; }
  void restore(std::vector<Axis> axes) { axes_ = accepted_ = std::move(axes); }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // Does this piece of the path follow a circle that moves?
  bool follows(std::size_t piece) const { return follows_[piece]; }

  std::function<Path(std::span<const Eigen::Vector2d> places)> path_around_;
  std::vector<bool> moves_;    // of the circles
  std::vector<bool> follows_;  // of the pieces, as MeshNode numbers them
  double omega_;               // [1/s]
  std::vector<Axis> axes_;
  std::vector<Axis> accepted_;
};
// As the mounts of the pulleys were before the step.
std::vector<MeshMotion::Target> mesh_targets(const PulleyMounts& mounts);

}  // namespace beltdyn::eulerian::ale
