// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "eulerian/ale/steady/steady_belt.hpp"

namespace beltdyn::eulerian::ale {

// A SteadyBelt with the mounts of its pulleys: the steady motion in which the pull of the belt and the mounts are in
// equilibrium. The mesh lies on the path of the pulleys in their present places. The coordinates of the mounts are
// found by Broyden's method, each step with the steady motion for held mounts; the first stiffness comes from an evenly
// stretched string. Inertia and friction of mounts have no influence.
class SteadyDrive {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  SteadyDrive(const BeltDrive& drive, const AleParameters& parameters);

  // As SteadyBelt::begin_near(), with the mounts placed as in the other drive.
  void begin_near(const SteadyDrive& other);
  // As SteadyBelt::begin_on_finer_mesh(), with the mounts placed as in the other drive.
  void begin_on_finer_mesh(const SteadyDrive& coarse, double time);
  // As SteadyBelt::solve(). Throws SolverError if no motion is found; the state is then the one of the last success.
  void solve(double time, SteadySearch search = SteadySearch::everywhere);
  // Moves similar drives to their motions: SteadyBelt::lead() with mounts in equilibrium. Throws SolverError.
  bool lead(std::span<SteadyDrive* const> others);

  const AleParameters& parameters() const { return parameters_; }
  SteadyBelt& belt() { return belt_; }
  const SteadyBelt& belt() const { return belt_; }
  double mount_position(std::size_t pulley) const { return belt_.placement().mounts[pulley]; }
  // Force of the belt on the coordinate of the mount [N m], [N].
  double mount_force(std::size_t pulley) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  const BeltDrive& drive() const { return belt_.equations().drive(); }
  // Residual of the equilibrium of the free mounts, as forces at their axes [N].
  Eigen::VectorXd imbalance(double time) const;
  // Finds the motion for mounts held at a placement.
  using GoTo = std::function<void(const AleEquations::Placement&)>;
  enum class Balance { to_tolerance, to_rounding };
  bool lead(SteadyDrive& other);
  // Moves the prescribed mounts to their places at a time.
  void follow_given_motions(AleEquations::Placement& placement, double time) const;
  // Finds the motion on a mesh half as fine, mounts included, and lets the first search start from it. A coarse mesh
  // takes less time and converges more often. Without such a motion the first search starts from the belt at rest.
  void begin_on_coarse_mesh(double time);
  // Moves the free mounts from a placement to one near equilibrium.
  AleEquations::Placement loaded(AleEquations::Placement placement, double time) const;
  static constexpr int kFewHalvings = 2;
  static constexpr int kMostHalvings = 8;
  void balance(AleEquations::Placement now, double time, Balance how, const GoTo& go_to,
               int most_halvings = kMostHalvings);
  // Moves the free mounts by the fraction `reach` of a correction, or by less where there is no steady motion; returns
  // the change. Sets `reach` to the fraction to try next. Throws SolverError.
  Eigen::VectorXd go_along(Eigen::VectorXd displacement, AleEquations::Placement& now, const GoTo& go_to,
                           int most_halvings, double& reach);
  // The correction, shortened so that no axis moves too far.
  Eigen::VectorXd shortened(const Eigen::VectorXd& displacement) const;

  SteadyBelt belt_;
  AleParameters parameters_;
  std::vector<std::size_t> free_;  // pulleys whose mounts the belt moves
};

// A steady drive in motion on another mesh, for one that has found no motion on its usual mesh. Where contact ends
// unluckily in an element there may be no steady motion, or none within reach; on other meshes contact ends elsewhere.
// Null if the user has given the mesh, if friction cannot carry the torques, or if these meshes have no motion either.
std::unique_ptr<SteadyDrive> steady_on_another_mesh(const SteadyDrive& without, const AleParameters& usual,
                                                    double time);

}  // namespace beltdyn::eulerian::ale
