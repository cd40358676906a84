// SPDX-License-Identifier: MIT
#pragma once

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
  bool tells_slip() const final { return false; }
  bool tells_slip_arcs() const final { return true; }
  std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const final;
  SolverStatistics statistics() const final { return stepper().statistics(); }
  void save(StateWriter& writer) const final;
  void restore(StateReader& reader) final;

 protected:
  explicit SteppedRopeSimulation(const RopeDrive& drive);

 private:
  // Since the start, of a pulley [J].
  struct Losses {
    double slip{};
    double brake{};
  };

  virtual BeltStepper& stepper() = 0;
  virtual const BeltStepper& stepper() const = 0;
  virtual const PulleyAngles& angles() const = 0;
  // Where the ends of the rope are, and what is reported of one.
  virtual std::array<Eigen::Vector2d, 2> end_places() const = 0;
  virtual RopeEndRow end_row(std::size_t end, const RopePath& path) const = 0;
  virtual RopeState rope_state(const RopePath& path) const = 0;
  // What slip on a pulley takes [W].
  virtual double slip_power(std::size_t pulley) const = 0;
  // How far from a pulley forces of spans are looked at, where bending and contact have died away [m].
  virtual double beside(std::size_t pulley) const = 0;

  RopePath path_of_ends() const;
  std::vector<Losses> powers() const;
  RopePulleyRow pulley_row(std::size_t k, const RopePath& path, const RopeState& rope, const Losses& power) const;

  std::vector<Losses> losses_;  // shape (n_pulleys)
};

}  // namespace beltdyn
