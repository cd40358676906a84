// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/belt_system.hpp"
#include "core/dynamics/guided_node.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "core/numerics/ode/substep.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

struct StepControl {
  numerics::StepScheme scheme;
  double residual_tolerance{};  // that Newton's method may leave [N]
  int newton_iterations{};      // at most, of one solve
  double step_tolerance = 0.0;  // of the error of a step, as part of the smallest radius; 0: no step-size control [-]
};

// The nodes of a belt at the start of a step; a: the auxiliary acceleration (numerics::StepScheme).
struct NodesBefore {
  const numerics::AlignedVector& q;
  const numerics::AlignedVector& v;
  const numerics::AlignedVector& a;
};

// Moves a belt in time. Newton's method solves each step; a tangent is used as long as it serves, and corrections with
// a new one are shortened as long as they do not make the residual smaller, or to where they are in balance. A step
// that fails, leads to a belt that the formulation objects to, or exceeds the error tolerance, is halved, and the step
// grows again after some that succeed. Where a one-way clutch of an accessory changes, and at jumps of forces, a step
// ends.
//
// A formulation gives the equations, and its history of contact in addition to the state of nodes and angles. It calls
// begin() at the end of its constructor.
class BeltStepper {
 public:
  explicit BeltStepper(const StepControl& control) : control_(control) {}
  virtual ~BeltStepper() = default;

  double time() const { return state_.time; }
  const SolverStatistics& statistics() const { return statistics_; }
  // Of the belt on the pulleys at the end of the last step [N m].
  const std::vector<double>& torques() const { return state_.torques; }
  bool has_inertia() const { return control_.scheme.inertia; }

  // Restarts at t = 0 from nodes with these positions and rates, in their order, 4 components each; contact begins
  // there, and friction has no memory. Throws SolverError if it is no belt.
  struct Nodes {
    std::vector<double> q;
    std::vector<double> v;
    std::vector<double> a;
  };
  void start_from(const Nodes& nodes);
  // The nodes at the end of the last step.
  Nodes nodes() const;
  // See BeltLoad.
  void set_load(BeltLoad load) { system().set_load(std::move(load)); }

  // How far the energy of the run is out of balance (EnergyLedger::defect).
  double power_defect() const;

  // Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  void advance(double dt);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 protected:
  // Starts at t = 0 from the static equilibrium that the system is in.
  void begin() { begin(std::vector<double>(system().angles().size())); }
  // From the state that it is in, with these torques of the belt on the pulleys [N m].
  void begin(std::vector<double> torques);
  // Gives the trial state these positions and rates.
  void set_nodes(const Nodes& nodes);
  // Newton's method for the trial state at the end of a step; false if it does not converge.
  bool iterate(const BeltStep& step);
  SolverStatistics& counts() { return statistics_; }
  // Of the step that begins now.
  numerics::StepScheme scheme() const;
  double residual_tolerance() const { return control_.residual_tolerance; }
  // Forces jump then, as those of a body that is let go. Accelerations at a jump are those of before it, so that the
  // step behind it is a short one of the implicit Euler method, which does without them, and steps grow from there.
  // Waves that jump and that later steps do not resolve have died by then: their accelerations would lead the
  // prediction of a longer step far away.
  void set_jumps(ForceJumps jumps) { jumps_ = std::move(jumps); }

 private:
  // The state at an accepted time, without the history of contact and the tangent.
  struct State {
    numerics::AlignedVector q;
    numerics::AlignedVector v;
    numerics::AlignedVector acceleration;
    numerics::AlignedVector auxiliary;
    std::vector<numerics::CoordinateState> angles;
    std::vector<AccessoryRotors::Rotor> rotors;
    PulleyAngles::JointState joints;
    PulleyMounts::State mounts;
    std::vector<double> torques;
    double time{};
    numerics::Substep substep;  // [s]
    EnergyLedger ledger;
  };

  virtual BeltSystem& system() = 0;
  virtual const BeltSystem& system() const = 0;
  // The components of a node that are its position: the error of a step is theirs.
  virtual std::array<int, 2> position_components() const = 0;
  // What defects of energy are related to while next to none has been exchanged [J].
  virtual double energy_scale() const;
  // Energy of belt and pulleys [J], and what passes through the drive with these torques of the belt on the pulleys.
  virtual double energy() const = 0;
  virtual PowerFlow power_flow(std::span<const double> torques, double time) const = 0;

  // Moves the trial state, extrapolated from the nodes as they were before the step, to a better prediction.
  virtual void refine_prediction(const BeltStep&, const NodesBefore&) {}
  // Solves a step from its predicted state.
  virtual bool solve(const BeltStep& step) { return iterate(step); }
  // What is wrong with the trial state, to which a step has led from q_before; empty if nothing is.
  virtual std::string objection(const numerics::AlignedVector& q_before) const = 0;

  // Forgets all contacts, and finds those of the nodes as they are now.
  virtual void begin_history() = 0;
  // The history of contact: that of the trial state becomes the accepted one, or is dropped for it.
  virtual void commit_history() = 0;
  virtual void revert_history() = 0;
  // Keeps the accepted history, and brings it back, in the restored state of the nodes, after steps were accepted.
  virtual void keep_history() = 0;
  virtual void restore_kept_history() = 0;
  virtual void save_history(StateWriter& writer) const = 0;
  // In the restored state of the nodes, whose halo is filled.
  virtual void restore_history(StateReader& reader) = 0;

  void predict(const BeltStep& step);
  // beyond_change: the step would succeed, but a clutch changes within it.
  enum class StepOutcome { accepted, failed, beyond_change };
  StepOutcome try_step(double h, bool may_change = false);
  bool solves(double h);
  void go_back();
  double time_to_change(double h);
  double length_of_step(double end, double dt) const;
  double step_error(double h) const;
  void accept(double h);
  void restore_state();
  [[noreturn]] void throw_no_step(double h);

  StepControl control_;
  std::optional<ForceJumps> jumps_;
  double reference_energy_{};  // see belt_balances.hpp [J]
  State state_;                // accepted last
  State before_steps_;         // of a call of advance() in several steps
  SolverStatistics statistics_;
  bool may_grow_ = true;  // was the last step better than it had to be?
  std::string failure_;   // what was observed when the last step failed
};

}  // namespace beltdyn
