// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analytic/belt/steady/friction_loop.hpp"
#include "core/belt/belt_simulation.hpp"

namespace beltdyn::analytic {

// Makes a FrictionLoop of a belt drive at a time; its first pulley is the pulley `driver`. Its mounts are those whose
// coordinates are not prescribed, in the order of the pulleys from the driver on; their search begins at `mounts`,
// shape (n_pulleys). A mount is in equilibrium with its spring, stops, force and weight. The drive must outlive the
// loop. Throws PathError if there is no path around the mounts there.
FrictionLoop friction_loop_of(const BeltDrive& drive, std::size_t driver, double time, std::span<const double> mounts);

// The exact steady motion of a belt drive without bending, belt damping and penetration, at each instant. It is the
// motion that would be steady at the present speed of the driver and the present torques and forces: inertia, and the
// time in which the belt transports changes, have no influence. Mounts are in equilibrium with the belt. The belt has
// no weight, unless the drive has runs; then it has weight along all spans, but not on the pulleys. The friction laws
// are those of the drive, with elasticity and dampers of stick. At rest the motion is the limit of slow motion. The
// driver is the first pulley with prescribed motion.
class SteadyStringSimulation : public BeltSimulation {
 public:
  // The search begins with the motion of `near`, if given. Throws SolverError as friction_loop_motion() does if there
  // is no steady motion at the start.
  SteadyStringSimulation(const BeltDrive& drive, double time_step, const SteadyStringSimulation* near = nullptr);

  double time() const final { return time_; }
  double time_step() const final { return time_step_; }
  // Integrates the angles of free pulleys and the travel of the belt by the trapezoidal rule. Throws SolverError if
  // there is no steady motion at the end of the step.
  void advance(double dt) final;
  bool lead(std::span<Simulation* const> others) override;
  double flux() const final { return motion_.flux; }
  std::vector<PulleyState> pulley_states() const final;
  double power_defect() const final;
  std::optional<std::vector<double>> slip_powers() const final;
  std::optional<std::vector<Eigen::Vector2d>> hub_loads() const final;
  std::vector<SpanState> span_states() const final;
  SolverStatistics statistics() const final { return {.steps = steps_}; }
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;
  BeltMap belt() const final;
  BeltTolerances balance_tolerances() const final;
  bool has_weight() const final { return false; }
  bool has_bending() const final { return false; }
  bool accelerates_pulleys() const final { return false; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  std::vector<double> natural_profile_points() const final;
  // Warns of features of the drive that are neglected.
  std::vector<std::string> preflight(double end_time) const override;

  // Pulley 0 of the motion is the driver.
  const FrictionLoopMotion& motion() const { return motion_; }

 protected:
  const FrictionLoop& loop() const { return loop_; }  // at the present time
  std::size_t driver() const { return driver_; }      // index of the driver among the pulleys
  double driver_speed(double time) const;  // surface speed of the driver, in the running direction of the belt [m/s]
  // u of all pulleys at a time, in the present motion; shape (n_pulleys).
  std::vector<double> mounts_at(double time) const { return mounts_at(time, motion_.state); }
  // Index in the drive of pulley i, counted from the driver.
  std::size_t pulley(std::size_t i) const { return (driver_ + i) % n_pulleys(); }

 private:
  std::size_t n_pulleys() const;
  // u of all pulleys at a time, in another motion.
  std::vector<double> mounts_at(double time, const FrictionLoopState& state) const;
  // Adds the forces along the spans to the points at `start` + sigma_ of the path.
  void add_runs(const BeltPath& path, double start, std::vector<BeltPoint>& points) const;
  // Force of the belt on the axis of pulley i, counted from the driver [N].
  Eigen::Vector2d pull_on(std::size_t i) const;
  void set_motion(FrictionLoop loop, FrictionLoopMotion motion);
  // Index, counted from the driver, of pulley k of the drive.
  std::size_t index(std::size_t k) const { return (k + n_pulleys() - driver_) % n_pulleys(); }
  void take(FrictionLoop loop, FrictionLoopMotion next, double dt);  // takes over the motion dt later
  // Do the motions of both have the same unknowns?
  bool is_like(const SteadyStringSimulation& other) const;

  std::size_t driver_;
  double time_step_;   // [s]
  double time_ = 0.0;  // [s]
  std::int64_t steps_ = 0;
  double passed_ = 0.0;         // reference length that went through σ = 0 since the start [m]
  std::vector<double> angles_;  // of the pulleys in the running direction of the belt, from the driver on [rad]
  FrictionLoop loop_;           // at the present time
  FrictionLoopMotion motion_;
  // Points of the path from the entry of the driver on, none of them where contact or slip begins or ends; and the
  // string there.
  std::vector<double> sigma_;
  std::vector<StringPoint> points_;
};

}  // namespace beltdyn::analytic
