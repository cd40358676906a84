// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/rope/rope_on_surface.hpp"
#include "core/run/simulation.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn {

// The common part of all formulations of a rope on a surface. Every instant is solved independently; time is the
// parameter of the sweep. The histories begin with
//
//   friction_coefficient [-], tension [N] (at the end that is not pulled), pitch [m] (of helices only),
//   force_ratio [-] (the force of the pulled end over the tension while the whole rope slides), pulled_force [N],
//   peak_pressure [N/m]
//
// σ of profiles is the arc length along the course at the begin of the run. If a pitch lengthens the course, σ stands
// for the same fraction of its length.
class RopeSimulation : public Simulation {
 public:
  double time() const final { return clock_.time(); }
  double time_step() const final { return clock_.step(); }
  void advance(double dt) final;

  double contour_length() const final { return length_; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  BeltShape shape() const final;

  std::vector<std::string> preflight(double) const override { return {}; }
  SolverStatistics statistics() const final { return statistics_; }
  // Solving again reproduces the results bit by bit.
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;

 protected:
  RopeSimulation(RopeOnSurface drive, double time_step);

  const RopeOnSurface& drive() const { return drive_; }
  SolverStatistics& counts() { return statistics_; }

  // Solves the problem of an instant for the tension at the end for which the drive gives it. On SolverError the
  // previous solution remains. Derived classes call it for t = 0 at the end of their constructors.
  void solve_at(double time);
  // The tension at the held end [N].
  double tension() const { return tension_; }
  virtual double force_ratio() const = 0;
  // The rope at these fractions of its length, in [0, 1]; the caller sets σ.
  virtual std::vector<ProfilePoint> at_shares(std::span<const double> shares) const = 0;
  virtual std::vector<Eigen::Vector3d> positions(std::span<const double> shares) const = 0;
  virtual double peak_pressure() const = 0;  // [N/m]
  // Further columns of the history, after the common ones.
  virtual void add_own_columns(History&) const {}

 private:
  // Solves for this tension at the held end [N].
  virtual void solve(double time, double tension) = 0;
  void add_columns(History& history) const final;

  RopeOnSurface drive_;
  double length_;  // of the course at the begin [m]
  StepClock clock_;
  double tension_ = 0.0;  // at the held end [N]
  SolverStatistics statistics_;
};

}  // namespace beltdyn
