// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/run/belt_shape.hpp"
#include "core/run/history.hpp"

namespace beltdyn {

class LinearAnalysis;
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

// The load history of a particle of the belt.
struct TensionPoint {
  double time{};   // since it was at the first given point [s]
  double sigma{};  // where it is then [m]
  double force{};  // [N]
};

struct SolverStatistics {
  std::int64_t steps{};
  std::int64_t newton_iterations{};
  std::int64_t factorisations{};
  std::int64_t rejected_steps{};
  std::int64_t status_changes{};   // contact points that changed between stick and slip
  std::int64_t unsettled_steps{};  // accepted although contact states had not settled
};

// Scales of a run for the choice of its steps. 0: does not apply, or no limit.
struct StepScales {
  double contact_frequency{};  // highest angular frequency of the belt on its contacts [rad/s]
  double element_frequency{};  // highest angular frequency of an element [rad/s]
  double stable_step{};        // a longer step makes the scheme unstable [s]
  double recommended_step{};   // a longer step loses what the mesh could show [s]
  double wave_speed{};         // of axial waves in the belt in its present state [m/s]
  double element_length{};     // the shortest [m]
};

// What makes the results of a run other than they look.
struct Finding {
  std::string verdict;  // in a few words: "limit not found"
  std::string remark;   // a sentence with what to do
};

// A drive in one formulation, moving in time. A value with no shared state: any number may live side by side.
class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual double time() const = 0;       // [s]
  virtual double time_step() const = 0;  // the step the simulation would take next [s]
  // Moves on by dt > 0 [s]. Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  virtual void advance(double dt) = 0;

  // Has an event come that ends the run before its end time, e.g. a standstill?
  virtual bool is_over() const { return false; }

  // The columns of the history, time excluded, and the laws of conservation among them; what opens these is found by
  // the recorder. The list is made once for many rows.
  History history() const;
  // For those who look once: the headers "name [unit]" of that list, its values now, its balances.
  std::vector<std::string> history_columns() const { return history().headers(); }
  void history_values(std::span<double> values) const { history().values(values); }
  std::vector<Balance> balances() const;

  // The contour of the belt: its points σ lie in [0, contour_length) [m]. 0: there is no belt, as in the friction rig;
  // the other three have no values then, and neither profiles.csv nor slip_zones.csv is written.
  virtual double contour_length() const { return 0.0; }
  // The belt at the given contour points, shape (n_points) ascending in [0, L).
  virtual std::vector<ProfilePoint> profile(std::span<const double>) const { return {}; }
  // Contour points at which this formulation shows its state best (element middles, kinks); used where the
  // configuration asks for none.
  virtual std::vector<double> natural_profile_points() const { return {}; }
  virtual std::vector<SlipZone> slip_zones() const { return {}; }
  // A revolution of a particle in the steady motion of now; empty where the motion is not steady.
  virtual std::vector<TensionPoint> revolution() const { return {}; }
  // How the drive looks now; empty for a drive without a shape.
  virtual BeltShape shape() const { return {}; }

  // The limits for the step of this run.
  virtual StepScales step_scales(double) const { return {}; }
  // Warnings a user should read before the run starts, one sentence each.
  virtual std::vector<std::string> preflight(double end_time) const = 0;
  virtual SolverStatistics statistics() const = 0;
  // Remarks on the run so far for the reader of its results.
  virtual std::vector<Finding> findings() const { return {}; }

  // The small motions about the present state, if the options of the run ask for them; null if not. The simulation must
  // outlive them and stay as it is. Throws SolverError if there are none.
  virtual std::shared_ptr<LinearAnalysis> linear_analysis();
  // Writes what the options of the run ask for at its end, beside the histories, into a folder. Throws IoError,
  // SolverError, Interrupted.
  virtual std::vector<Finding> conclude(const std::filesystem::path& folder);
  // The same at the same time, as if all prescribed speeds had always been the present ones times a factor; null if
  // there is no linear analysis. Throws SolverError.
  virtual std::unique_ptr<Simulation> at_speeds(double factor) const;
  // The same at the same time with elements half as long; null if there is no mesh. Throws SolverError.
  virtual std::unique_ptr<Simulation> on_finer_mesh() const;

  // Brings simulations of drives that differ from this one by little to where they are at the present time, from the
  // present state of this one: this is cheaper than advancing them. False if that is not supported or could not be
  // obtained here; they are nowhere then. Throws SolverError.
  virtual bool lead(std::span<Simulation* const> others);

  // The whole state, so that a restored simulation continues to the same bytes.
  virtual void save(StateWriter& writer) const = 0;
  virtual void restore(StateReader& reader) = 0;

 protected:
  virtual void add_columns(History& history) const = 0;
};

}  // namespace beltdyn
