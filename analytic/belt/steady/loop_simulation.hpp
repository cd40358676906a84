// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "analytic/belt/steady/friction_loop.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"

namespace beltdyn::analytic {

// A belt drive at a time as a FrictionLoop whose first pulley is the one with the index `driver`. Its mounts are those
// of coordinates that are not prescribed, in the order of the pulleys from the driver on; their search begins at
// `mounts`, shape (n_pulleys). What moves a mount is its spring, its stops, its force and its weight at rest. The drive
// must outlive the loop. Throws PathError if there is no path around the mounts there.
FrictionLoop friction_loop_of(const BeltDrive& drive, std::size_t driver, double time, std::span<const double> mounts);

// A belt drive with any number of pulleys and with mounts as its exact steady motion, as StringSimulation has it with
// two fixed pulleys: at each instant that motion which would be steady at the present speeds, torques and forces, with
// the mounts where they are in balance with the belt.
class LoopSimulation : public SteadyStringSimulation {
 public:
  // Throws SolverError as friction_loop_motion() if there is no steady motion at the start. The search begins with the
  // motion of `near`, if there is one.
  LoopSimulation(const BeltDrive& drive, double time_step, const LoopSimulation* near = nullptr);

  std::vector<PulleyState> pulley_states() const override;
  double flux() const override { return motion_.flux; }
  bool lead(std::span<Simulation* const> others) override;

  // Pulley 0 of the motion is the driver.
  const FrictionLoopMotion& motion() const { return motion_; }

 protected:
  const FrictionLoop& loop() const { return loop_; }  // now
  // u of all pulleys in the present motion at a time, shape (n_pulleys)
  std::vector<double> mounts_at(double time) const { return mounts_at(time, motion_.state); }
  // The same in another motion.
  std::vector<double> mounts_at(double time, const FrictionLoopState& state) const;
  // The index in the drive of the pulley i from the driver on.
  std::size_t pulley(std::size_t i) const { return (driver() + i) % n_pulleys(); }

 private:
  std::vector<StringPoint> string_at(std::span<const double> local) const override {
    return friction_loop_points(loop_, motion_, local);
  }
  void move_to(double time, double dt) override;
  std::vector<double> friction_power() const override { return motion_.friction_power; }
  void save_motion(StateWriter& writer) const override;
  void restore_motion(StateReader& reader) override;
  std::size_t n_pulleys() const;
  void set_motion(FrictionLoop loop, FrictionLoopMotion motion);
  void take(FrictionLoop loop, FrictionLoopMotion next, double dt);  // that of dt later
  // Do the motions of both have the same unknowns?
  bool is_like(const LoopSimulation& other) const;

  std::vector<double> angles_;  // of the pulleys in the sense of the belt, from the driver on [rad]
  FrictionLoop loop_;           // now
  FrictionLoopMotion motion_;
};

}  // namespace beltdyn::analytic
