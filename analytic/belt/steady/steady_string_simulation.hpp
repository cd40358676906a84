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

// A belt drive at a time as a FrictionLoop whose first pulley is the one with the index `driver`. Its mounts are those
// of coordinates that are not prescribed, in the order of the pulleys from the driver on; their search begins at
// `mounts`, shape (n_pulleys). What moves a mount is its spring, its stops, its force and its weight at rest. The drive
// must outlive the loop. Throws PathError if there is no path around the mounts there.
FrictionLoop friction_loop_of(const BeltDrive& drive, std::size_t driver, double time, std::span<const double> mounts);

// A belt drive as its exact steady motion without bending, damping of the belt and depth of the contact, and without
// weight unless it has runs, along whose spans and all others the belt has its weight, but not on the pulleys: at each
// instant that motion which would be steady at the present speed of the driver and the present torques and forces,
// so that nothing remains of inertia and of the way the belt takes to carry a change along; mounts are where they are
// in balance with the belt. The friction laws are those of the drive with all that they have, elasticity and dampers of
// stick included. At rest it is the limit of slow motion. The driver is the first pulley with a prescribed motion.
class SteadyStringSimulation : public BeltSimulation {
 public:
  // Throws SolverError as friction_loop_motion() if there is no steady motion at the start. The search begins with the
  // motion of `near`, if there is one.
  SteadyStringSimulation(const BeltDrive& drive, double time_step, const SteadyStringSimulation* near = nullptr);

  double time() const final { return time_; }
  double time_step() const final { return time_step_; }
  // The angles of pulleys that are not prescribed and the travel of the belt grow by the trapezoidal rule. Throws
  // SolverError if there is no steady motion at the end of the step.
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
  bool accelerates_pulleys() const final { return false; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  std::vector<double> natural_profile_points() const final;
  // What of the drive is neglected.
  std::vector<std::string> preflight(double end_time) const override;

  // Pulley 0 of the motion is the driver.
  const FrictionLoopMotion& motion() const { return motion_; }

 protected:
  const FrictionLoop& loop() const { return loop_; }  // now
  std::size_t driver() const { return driver_; }      // index of the pulley
  double driver_speed(double time) const;             // of the surface, in the sense of the belt [m/s]
  // u of all pulleys in the present motion at a time, shape (n_pulleys)
  std::vector<double> mounts_at(double time) const { return mounts_at(time, motion_.state); }
  // The index in the drive of the pulley i from the driver on.
  std::size_t pulley(std::size_t i) const { return (driver_ + i) % n_pulleys(); }

 private:
  std::size_t n_pulleys() const;
  // u of all pulleys in another motion.
  std::vector<double> mounts_at(double time, const FrictionLoopState& state) const;
  // To the points at `start` + sigma_ of the path what acts along the spans.
  void add_runs(const BeltPath& path, double start, std::vector<BeltPoint>& points) const;
  // The force of the belt on the axis of the pulley i from the driver on [N]
  Eigen::Vector2d pull_on(std::size_t i) const;
  void set_motion(FrictionLoop loop, FrictionLoopMotion motion);
  // The index from the driver on of the pulley k of the drive.
  std::size_t index(std::size_t k) const { return (k + n_pulleys() - driver_) % n_pulleys(); }
  void take(FrictionLoop loop, FrictionLoopMotion next, double dt);  // that of dt later
  // Do the motions of both have the same unknowns?
  bool is_like(const SteadyStringSimulation& other) const;

  std::size_t driver_;
  double time_step_;
  double time_ = 0.0;
  std::int64_t steps_ = 0;
  double passed_ = 0.0;         // reference length that went through σ = 0 since the start [m]
  std::vector<double> angles_;  // of the pulleys in the sense of the belt, from the driver on [rad]
  FrictionLoop loop_;           // now
  FrictionLoopMotion motion_;
  // Points of the path from the entry of the driver on, none where contact or slip begins or ends, and the string
  // there.
  std::vector<double> sigma_;
  std::vector<StringPoint> points_;
};

}  // namespace beltdyn::analytic
