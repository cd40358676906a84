// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/drive/rope/rope_on_surface.hpp"
#include "core/run/simulation.hpp"
#include "core/run/step_clock.hpp"

namespace beltdyn {

// What all formulations of a rope on a surface have in common. Every instant is solved by itself; time is the parameter
// of the sweep. Their histories begin with
//
//   friction_coefficient [-], tension [N] (at the end that is not pulled), pitch [m] (of helices only),
//   force_ratio [-] (the force of the pulled end over the tension while all of the rope slides), pulled_force [N],
//   peak_pressure [N/m]
//
// σ of profiles is the arc length along the course at the begin of the run; where a pitch makes the course longer, σ is
// the same share of it.
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
  // Solving again gives the same bytes.
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;

 protected:
  RopeSimulation(RopeOnSurface drive, double time_step);

  const RopeOnSurface& drive() const { return drive_; }
  SolverStatistics& counts() { return statistics_; }

  // Solves the problem of an instant with the tension at the end that it is given for; throws SolverError and keeps
  // what was solved before. Derived classes call it for t = 0 at the end of their constructors.
  void solve_at(double time);
  // At the held end [N].
  double tension() const { return tension_; }
  virtual double force_ratio() const = 0;
  // The rope at these shares of its length, in [0, 1]; σ is left to the caller.
  virtual std::vector<ProfilePoint> at_shares(std::span<const double> shares) const = 0;
  virtual std::vector<Eigen::Vector3d> positions(std::span<const double> shares) const = 0;
  virtual double peak_pressure() const = 0;  // [N/m]
  // Further columns of the history, behind the common ones.
  virtual void add_own_columns(History&) const {}

 private:
  // With this tension at the held end.
  virtual void solve(double time, double tension) = 0;
  void add_columns(History& history) const final;

  RopeOnSurface drive_;
  double length_;  // of the course at the begin [m]
  StepClock clock_;
  double tension_ = 0.0;
  SolverStatistics statistics_;
};

}  // namespace beltdyn
