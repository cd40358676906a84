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
#include "core/run/summary.hpp"

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
  double time{};   // since the particle was at the first point [s]
  double sigma{};  // its position at that time [m]
  double force{};  // [N]
};

// Counts of the work of a solver since the start of a run.
struct SolverStatistics {
  std::int64_t steps{};
  std::int64_t newton_iterations{};
  std::int64_t factorisations{};
  std::int64_t rejected_steps{};
  std::int64_t status_changes{};   // contact points that changed between stick and slip
  std::int64_t unsettled_steps{};  // accepted although contact states still changed
};

// Time and length scales of a run, for the choice of its step. 0: not applicable, or no limit.
struct StepScales {
  double contact_frequency{};  // highest angular frequency of the belt on its contacts [rad/s]
  double element_frequency{};  // highest angular frequency of an element [rad/s]
  double stable_step{};        // a longer step makes the scheme unstable [s]
  double recommended_step{};   // a longer step loses detail that the mesh resolves [s]
  double wave_speed{};         // of axial waves in the belt in its present state [m/s]
  double element_length{};     // the shortest [m]
};

// A fact that qualifies the results of a run.
struct Finding {
  std::string verdict;  // in a few words: "limit not found"
  std::string remark;   // a sentence with what to do
};

// What a simulation finds at the end of a run, in addition to its histories.
struct RunEnd {
  std::vector<Finding> findings{};
  std::vector<Conclusion> conclusions{};  // for summary.json
};

// Meshes on which small motions are analysed again, for their errors: with all elements half as long, or with elements
// on pulleys twice as long, whose errors are of the lowest order.
enum class OtherMesh { finer, coarser_on_pulleys };

// A drive in one formulation, moving in time. Simulations share no state; any number can exist side by side.
class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual double time() const = 0;       // [s]
  virtual double time_step() const = 0;  // the step the simulation would take next [s]
  // Advances by dt > 0 [s]. Strong guarantee: it succeeds, or throws SolverError and leaves the state unchanged.
  virtual void advance(double dt) = 0;

  // Has an event, for example a standstill, ended the run before its end time?
  virtual bool is_over() const { return false; }

  // The columns of the history, without time, including the balances; the recorder detects violated balances. Make the
  // list once for many rows.
  History history() const;
  // For a single evaluation: headers "name [unit]", present values and balances of that list.
  std::vector<std::string> history_columns() const { return history().headers(); }
  void history_values(std::span<double> values) const { history().values(values); }
  std::vector<Balance> balances() const;

  // The length of the belt's contour [m]; path coordinates σ lie in [0, contour_length). 0: there is no belt, as in the
  // friction rig. Then the next three functions have no values, and profiles.csv and slip_zones.csv are not written.
  virtual double contour_length() const { return 0.0; }
  // The belt at the given path coordinates, shape (n_points), ascending in [0, L).
  virtual std::vector<ProfilePoint> profile(std::span<const double>) const { return {}; }
  // Path coordinates that best resolve the state of this formulation (element middles, kinks); used if the
  // configuration does not request a number of points.
  virtual std::vector<double> natural_profile_points() const { return {}; }
  virtual std::vector<SlipZone> slip_zones() const { return {}; }
  // A revolution of a particle in the present steady motion; empty if the motion is not steady.
  virtual std::vector<TensionPoint> revolution() const { return {}; }
  // The present geometry of the drive; empty for a drive without a shape.
  virtual BeltShape shape() const { return {}; }

  // Scales that limit the step of a run to this end time.
  virtual StepScales step_scales(double) const { return {}; }
  // Warnings a user should read before the run starts, one sentence each.
  virtual std::vector<std::string> preflight(double end_time) const = 0;
  virtual SolverStatistics statistics() const = 0;
  // Remarks on the run so far for readers of its results.
  virtual std::vector<Finding> findings() const { return {}; }

  // Linear analysis of small motions about the present state, if the options of the run request it, else null. The
  // simulation must outlive it and must not change. Throws SolverError if the analysis is not possible.
  virtual std::shared_ptr<LinearAnalysis> linear_analysis();
  // Writes the results that the options of the run request at its end, in addition to the histories, into a folder.
  // Throws IoError, SolverError, Interrupted.
  virtual RunEnd conclude(const std::filesystem::path& folder);
  // The simulation at the present time if all prescribed speeds had always been multiplied by `factor`; null if there
  // is no linear analysis. The search may start from `near`, a simulation at other speeds. Throws SolverError.
  virtual std::unique_ptr<Simulation> at_speeds(double factor, const Simulation& near) const;
  // The simulation at the present time on another mesh; null if there is none. Throws SolverError.
  virtual std::unique_ptr<Simulation> on_mesh(OtherMesh mesh) const;

  // Brings simulations of slightly different drives to the present time, starting from the present state of this
  // simulation, which is cheaper than advancing them. Returns false if this is not supported or fails; the state of
  // `others` is then undefined. Throws SolverError.
  virtual bool lead(std::span<Simulation* const> others);

  // Saves and restores the whole state; a restored simulation continues with bit-identical results.
  virtual void save(StateWriter& writer) const = 0;
  virtual void restore(StateReader& reader) = 0;

 protected:
  virtual void add_columns(History& history) const = 0;
};

}  // namespace beltdyn
