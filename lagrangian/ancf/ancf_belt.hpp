// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/energy_ledger.hpp"
#include "core/simulation/simulation.hpp"
#include "core/simulation/state_archive.hpp"
#include "lagrangian/ancf/belt_check.hpp"
#include "lagrangian/ancf/belt_equations.hpp"

namespace beltdyn::lagrangian::ancf {

// The Lagrangian belt of [Ntarladima 2023]: cubic ANCF cable elements that touch pulleys segment by segment, at rest in
// static equilibrium without friction at first.
//
// Friction mode `paper`: the states of contact and friction are frozen in Newton's iteration, judged after it, and the
// step is solved again while the error of the judgement is too large, up to a given number of times. Steps that are
// accepted at that limit are counted as unsettled.
//
// Friction mode `consistent`: contact and the return map of friction are part of the equations; Newton's corrections
// are shortened as long as they do not make the residual smaller.
//
// A step that fails in either mode, or leads to a belt that BeltCheck objects to, is cut in halves, and the step grows
// again after some that succeed.
class AncfBelt {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  AncfBelt(const BeltDrive& drive, const AncfParameters& parameters);

  BeltEquations& equations() { return equations_; }
  const BeltEquations& equations() const { return equations_; }
  const AncfParameters& parameters() const { return parameters_; }
  double time() const { return time_; }
  const SolverStatistics& statistics() const { return statistics_; }
  // Moments of the belt on the pulleys at the end of the last step [N m].
  const std::vector<double>& torques() const { return torques_; }

  // How far the energy of the run is out of balance (EnergyLedger::defect).
  double power_defect() const;

  // Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  void advance(double dt);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // The state at an accepted time.
  struct State {
    numerics::AlignedVector q;
    numerics::AlignedVector v;
    numerics::AlignedVector acceleration;
    numerics::AlignedVector auxiliary;
    std::vector<numerics::CoordinateState> angles;
    std::vector<double> torques;
    double time{};
    double substep{};  // length to try next, infinity: as long as asked for [s]
    int successes{};   // since the step was cut
    bool is_crowded{};
    EnergyLedger ledger;
  };

  void find_static_equilibrium();
  // Looks for the pulleys that elements may touch in the next step.
  void look_around();
  void predict(double h, double end);
  bool solve(const EvaluationStep& step, double end);
  bool iterate(const EvaluationStep& step, double end);
  bool try_step(double h);
  void accept(const EvaluationStep& step, double h);
  void keep(State& state) const;
  void take_back(const State& state);
  void keep_start();
  [[noreturn]] void give_up(double h);

  AncfParameters parameters_;
  BeltEquations equations_;
  numerics::StepScheme scheme_;
  std::optional<BeltCheck> check_;  // of the belt laid on its path
  double tolerance_;                // of the residual [N]
  numerics::AlignedVector auxiliary_;
  std::vector<double> torques_;
  double time_ = 0.0;
  double substep_;
  int successes_ = 0;
  bool is_crowded_ = false;  // is an element near more pulleys than it can touch?
  SolverStatistics statistics_;
  EnergyLedger ledger_;
  State before_;        // of the step being tried
  State before_steps_;  // of a call of advance() in several steps, with the contact memory of then
  std::array<numerics::AlignedVector, kContactSlots> owner_before_;
  std::array<numerics::AlignedVector, kContactSlots> memory_before_;
  std::string failure_;  // what was observed when the last step failed
};

}  // namespace beltdyn::lagrangian::ancf
