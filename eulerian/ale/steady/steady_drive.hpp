// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "eulerian/ale/steady/steady_belt.hpp"

namespace beltdyn::eulerian::ale {

// A SteadyBelt and the mounts of its pulleys: the steady motion in which the mounts are in equilibrium under the pull
// of the belt. The mesh follows: it lies on the path of the pulleys where they are. The coordinates of the mounts are
// found by Broyden's method around the steady motions of held mounts, from the stiffness of an evenly stretched string;
// their inertia and friction have no part.
class SteadyDrive {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  SteadyDrive(const BeltDrive& drive, const AleParameters& parameters);

  // As SteadyBelt::begin_near(), with the mounts where they are there.
  void begin_near(const SteadyDrive& other);
  // As SteadyBelt::solve(). Throws SolverError if there is no such motion; the state is then that of the last success.
  void solve(double time, SteadySearch search = SteadySearch::everywhere);
  // Brings drives that differ from this one by little to their motions: SteadyBelt::lead() with the mounts at rest.
  // Throws SolverError.
  bool lead(std::span<SteadyDrive* const> others);

  SteadyBelt& belt() { return belt_; }
  const SteadyBelt& belt() const { return belt_; }
  double mount_position(std::size_t pulley) const { return belt_.placement().mounts[pulley]; }
  // Of the belt on the coordinate of the mount [N m], [N]
  double mount_force(std::size_t pulley) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  const BeltDrive& drive() const { return belt_.equations().drive(); }
  // What the belt and the mount do not balance, of the free mounts, as forces at their axes [N].
  Eigen::VectorXd imbalance(double time) const;
  // Finds the motion of mounts that are held there.
  using GoTo = std::function<void(const AleEquations::Placement&)>;
  enum class Balance { to_tolerance, to_rounding };
  bool lead(SteadyDrive& other);
  // Moves the prescribed mounts to where they are at a time.
  void follow_given_motions(AleEquations::Placement& placement, double time) const;
  // Finds the motion on a mesh half as fine, which takes less time and finds it more often, and lets the first search
  // start from there, mounts included; from the belt at rest if there is none.
  void begin_on_coarse_mesh(double time);
  // Moves the free mounts from there to where they are in balance.
  AleEquations::Placement loaded(AleEquations::Placement placement, double time) const;
  static constexpr int kMostHalvings = 8;
  void balance(AleEquations::Placement now, double time, Balance how, const GoTo& go_to,
               int most_halvings = kMostHalvings);
  // Moves the free mounts by the part `reach` of a correction, or by less where there is no steady motion; returns by
  // what. `reach` becomes what to try next. Throws SolverError.
  Eigen::VectorXd go_along(Eigen::VectorXd slip_increment, AleEquations::Placement& now, const GoTo& go_to,
                           int most_halvings, double& reach);
  // A correction that moves no axis too far.
  Eigen::VectorXd shortened(const Eigen::VectorXd& slip_increment) const;

  SteadyBelt belt_;
  AleParameters parameters_;
  std::vector<std::size_t> free_;  // pulleys whose mounts are moved by the belt
};

}  // namespace beltdyn::eulerian::ale
