// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/simulation/belt_shape.hpp"

namespace beltdyn {

class StateWriter;
class StateReader;

// The belt at a point σ of the contour (profiles.csv).
struct ProfilePoint {
  double sigma{};       // [m]
  double strain{};      // [-]
  double force{};       // [N]
  double speed{};       // [m/s]
  double pressure{};    // [N/m]
  double traction{};    // force on the belt [N/m]
  int contact_state{};  // 0 stick, ±1 slip, 2 free
};

// A connected part of a contact region that slips (slip_zones.csv).
struct SlipZone {
  int pulley{};     // 0-based
  double begin{};   // σ [m]
  double end{};     // σ [m], end > begin
  int direction{};  // +1 forward, −1 backward
};

struct SolverStatistics {
  std::int64_t steps{};
  std::int64_t newton_iterations{};
  std::int64_t factorisations{};
  std::int64_t rejected_steps{};
  std::int64_t status_changes{};  // contact points that changed between stick and slip
};

// A drive in one formulation, moving in time. A value with no shared state: any number may live side by side.
class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual double time() const = 0;       // [s]
  virtual double time_step() const = 0;  // the step the simulation would take next [s]
  // Moves on by dt > 0 [s]. Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  virtual void advance(double dt) = 0;

  // Column headers "name [unit]" of the history, time excluded, and their values now.
  virtual std::vector<std::string> history_columns() const = 0;
  virtual void history_values(std::span<double> values) const = 0;

  virtual double contour_length() const = 0;  // contour points σ lie in [0, contour_length) [m]
  // The belt at the given contour points, shape (n_points) ascending in [0, L).
  virtual std::vector<ProfilePoint> profile(std::span<const double> sigma) const = 0;
  // Contour points at which this formulation shows its state best (element middles, kinks); used where the
  // configuration asks for none.
  virtual std::vector<double> natural_profile_points() const = 0;
  virtual std::vector<SlipZone> slip_zones() const = 0;

  // How the drive looks now; empty for a drive without a shape.
  virtual BeltShape shape() const { return {}; }

  // Warnings a user should read before the run starts, one sentence each.
  virtual std::vector<std::string> preflight(double end_time) const = 0;
  virtual SolverStatistics statistics() const = 0;

  // The whole state, so that a restored simulation continues to the same bytes.
  virtual void save(StateWriter& writer) const = 0;
  virtual void restore(StateReader& reader) = 0;
};

}  // namespace beltdyn
