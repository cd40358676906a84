// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/simulation/energy_ledger.hpp"
#include "core/simulation/simulation.hpp"
#include "core/simulation/state_archive.hpp"
#include "eulerian/ale/ale_equations.hpp"

namespace beltdyn::eulerian::ale {

// The moving belt on a mesh that stands still, in time: at rest in static equilibrium without friction at first.
// Contact and friction, with their history transported along the characteristics, are part of the equations of a step;
// Newton's corrections are shortened as long as they do not make the residual smaller.
//
// A step that fails, leads to a belt that is none any more, or has too large an error where that is judged, is cut in
// halves, and grows again after some that succeed.
class AleBelt {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  AleBelt(const BeltDrive& drive, const AleParameters& parameters);

  const AleEquations& equations() const { return equations_; }
  const AleParameters& parameters() const { return parameters_; }
  double time() const { return state_.time; }
  const SolverStatistics& statistics() const { return statistics_; }
  // Moments of the belt on the pulleys at the end of the last step [N m].
  const std::vector<double>& torques() const { return state_.torques; }

  // How far the energy of the run is out of balance (EnergyLedger::defect).
  double power_defect() const;

  // Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  void advance(double dt);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // The state at an accepted time, beside what the history and the tangent keep.
  struct State {
    numerics::AlignedVector q;
    numerics::AlignedVector v;
    numerics::AlignedVector acceleration;
    numerics::AlignedVector auxiliary;
    numerics::AlignedVector contacts;
    std::vector<numerics::CoordinateState> angles;
    std::vector<double> torques;
    double time{};
    double substep{};  // length to try next, infinity: as long as asked for [s]
    int successes{};   // since the step was cut
    EnergyLedger ledger;
  };

  void predict(double h, double end);
  bool iterate(const AleStep& step, double end);
  bool try_step(double h);
  double step_error(double h) const;
  void accept(double h);
  void take_back(const State& state);
  [[noreturn]] void give_up(double h);

  AleParameters parameters_;
  AleEquations equations_;
  numerics::StepScheme scheme_;
  double tolerance_;    // of the residual [N]
  State state_;         // accepted last
  State before_steps_;  // of a call of advance() in several steps
  SolverStatistics statistics_;
  bool may_grow_ = true;  // was the last step better than it had to be?
  std::string failure_;   // what was observed when the last step failed
};

}  // namespace beltdyn::eulerian::ale
