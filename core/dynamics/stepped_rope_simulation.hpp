// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "core/dynamics/rope_state.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn {

// A rope of finite elements that a BeltStepper moves in time, as a simulation of a rope drive.
class SteppedRopeSimulation : public RopeDriveSimulation {
 public:
  double time() const final { return stepper().time(); }
  void advance(double dt) final;
  RopeRow row() const final;
  double energy_defect() const final { return stepper().power_defect(); }
  double energy_tolerance() const final;
  std::string energy_remedy() const final { return "use a smaller time_step"; }
  bool tells_slip_arcs() const final { return true; }
  std::optional<RopeStop> stop() const final;
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const final;
  SolverStatistics statistics() const final { return stepper().statistics(); }
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;

 protected:
  explicit SteppedRopeSimulation(const RopeDrive& drive);

 private:
  // What slip on a pulley and its brake take, now [W] or since the start [J], and the slip on the whole arc, its speed
  // [m/s] or distance [m].
  struct Losses {
    double slip{};
    double brake{};
    double slip_distance{};
  };
  // Where the ends of the rope are, and when.
  struct EndStates {
    double time{};                        // [s]
    std::array<double, 2> ends{};         // [m]
    std::array<double, 2> drum_speeds{};  // [rad/s]
  };

  virtual BeltStepper& stepper() = 0;
  virtual const BeltStepper& stepper() const = 0;
  virtual const BeltSystem& system() const = 0;
  // Where the ends of the rope are, and what is reported of one.
  virtual std::array<Eigen::Vector2d, 2> end_places() const = 0;
  virtual RopeEndRow end_row(std::size_t end, const RopePath& path) const = 0;
  virtual RopeState rope_state(const RopePath& path) const = 0;
  // How far from a pulley forces of spans are looked at, where bending and contact have died away [m].
  virtual double beside(std::size_t pulley) const = 0;

  void go_on(double dt);
  const PulleyAngles& angles() const { return system().angles(); }
  // By which the axis of a pulley is not where it is drawn [m].
  Eigen::Vector2d moved(std::size_t pulley) const;
  RopePath path_of_axes() const;
  std::vector<Losses> powers(const RopeState& rope) const;
  // Notes when a brake begins to act in a step, whose start counts only until one has, and when a pulley at rest begins
  // to hold the rope.
  void follow_stop(const EndStates& start, const EndStates& now);
  EndStates end_states(const RopePath& path) const;
  RopePulleyRow pulley_row(std::size_t k, const RopePath& path, const RopeState& rope, const Losses& power) const;

  std::vector<Losses> losses_;       // since the start, shape (n_pulleys)
  std::vector<Losses> now_;          // shape (n_pulleys), empty before the first step
  double fastest_ = 0.0;             // surface of a pulley so far [m/s]
  std::optional<EndStates> braked_;  // when a brake began to act
  std::optional<EndStates> rest_;    // since when a pulley at rest holds the rope
};

}  // namespace beltdyn
