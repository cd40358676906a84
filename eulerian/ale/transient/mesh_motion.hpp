// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include <Eigen/Core>

#include "core/dynamics/pulley_mounts.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn::eulerian::ale {

// A mesh that follows the path as the axes of pulleys move. It lies on the path of pulleys whose axes C go after the
// true ones c by a constant third derivative in each step,
//
//     d³C/dt³ = ω³ (c − C) + 3 ω² (ċ − Ċ) − 3 ω C̈,   ω = kFollowing/(the longest step),
//
// so that the mesh is known before the belt is, and moves smoothly; it does not listen to c̈, in which the belt and the
// mesh would answer each other from step to step. Where c accelerates the mesh lags by 3 c̈/ω², and the belt is off the
// rails by so much. A node keeps its part of its arc or span.
class MeshMotion {
 public:
  // At rest on the path of the pulleys as their mounts are. The drive must outlive it.
  MeshMotion(const BeltDrive& drive, const PulleyMounts& mounts, double longest_step);

  // Goes on from the last accepted state by a step of length h. Throws PathError if there is no such path.
  void go_on(double h, const PulleyMounts& mounts);
  void accept() { accepted_ = axes_; }
  void revert() { axes_ = accepted_; }

  // Moves a mesh, of which this is the motion, to where it is now. What lies between pulleys that do not move stays.
  void move(AleMesh& mesh) const;

  struct Axis {
    Eigen::Vector2d place = Eigen::Vector2d::Zero();         // C [m]
    Eigen::Vector2d velocity = Eigen::Vector2d::Zero();      // [m/s]
    Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();  // [m/s²]
  };
  const std::vector<Axis>& axes() const { return accepted_; }
  void restore(std::vector<Axis> axes) { axes_ = accepted_ = std::move(axes); }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // Does this piece of the path follow a pulley that moves?
  bool follows(std::size_t piece) const { return follows_[piece]; }

  const BeltDrive* drive_;
  std::vector<bool> follows_;  // of the pieces, as MeshNode numbers them
  double omega_;               // [1/s]
  std::vector<Axis> axes_;
  std::vector<Axis> accepted_;
};

}  // namespace beltdyn::eulerian::ale
