// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "core/dynamics/rope_state.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn {

// A simulation of a rope drive whose rope consists of finite elements that a BeltStepper moves in time.
class SteppedRopeSimulation : public RopeDriveSimulation {
 public:
  double time() const final { return stepper().time(); }
  void advance(double dt) final;
  RopeRow row() const final;
  double energy_defect() const final { return stepper().power_defect(); }
  double exchanged_energy() const final { return stepper().exchanged_energy(); }
  double energy_tolerance() const final;
  std::string energy_remedy() const final { return "use a smaller time_step"; }
  bool tells_slip_arcs() const final { return true; }
  std::optional<Stop> stop() const final { return stop_.stop(); }
  std::vector<Finding> findings() const final;
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const final;
  SolverStatistics statistics() const final { return stepper().statistics(); }
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;

 protected:
  explicit SteppedRopeSimulation(const RopeDrive& drive);

 private:
  // Losses on a pulley, as powers now [W] or energies since the start [J]: by slip and by its brake. slip_distance is
  // the slip of the rope on the whole arc, as speed [m/s] or distance [m].
  struct Losses {
    double slip{};
    double brake{};
    double slip_distance{};
  };
  virtual BeltStepper& stepper() = 0;
  virtual const BeltStepper& stepper() const = 0;
  virtual const BeltSystem& system() const = 0;
  // The places of the rope ends [m], and the reported values of one end.
  virtual std::array<Eigen::Vector2d, 2> end_places() const = 0;
  virtual RopeEndRow end_row(std::size_t end, const RopePath& path) const = 0;
  virtual RopeState rope_state(const RopePath& path) const = 0;
  // The distance from a pulley at which span forces are evaluated, where effects of bending and contact have decayed
  // [m].
  virtual double beside(std::size_t pulley) const = 0;

  void go_on(double dt);
  const PulleyAngles& angles() const { return system().angles(); }
  // The displacement of a pulley's axis from its drawn place [m].
  Eigen::Vector2d moved(std::size_t pulley) const;
  RopePath path_of_axes() const;
  std::vector<Losses> powers(const RopeState& rope) const;
  // Notes when a brake begins to act, with the ends at the start of that step, and since when a pulley at rest holds
  // the rope.
  void follow_stop(const StopRecord::Moment& start, const RopePath& path);
  // The positions of the ends of the rope along their directions.
  StopRecord::Moment ends_now(const RopePath& path) const;
  RopePulleyRow pulley_row(std::size_t k, const RopePath& path, const RopeState& rope, const Losses& power) const;

  std::vector<Losses> losses_;  // since the start, shape (n_pulleys)
  std::vector<Losses> now_;     // shape (n_pulleys), empty before the first step
  StopRecord stop_{2};
  double pushes_from_ = INFINITY;  // when a rope without pulleys first pushed [s]
};

}  // namespace beltdyn
