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

// The parameters of the time integration of a belt.
struct StepControl {
  numerics::StepScheme scheme;
  double residual_tolerance{};  // at which Newton's method stops [N]
  int newton_iterations{};      // limit per solve
  double step_tolerance = 0.0;  // limit of the error of a step over the smallest radius; 0: no step-size control [-]
};

// The nodes of a belt at the start of a step; `a` is the auxiliary acceleration (numerics::StepScheme).
struct NodesBefore {
  const numerics::AlignedVector& q;
  const numerics::AlignedVector& v;
  const numerics::AlignedVector& a;
};

// The time integration of a belt drive. Newton's method solves each step. It keeps its tangent while the residual
// decreases well, and takes back a correction of an old tangent that multiplies it; the corrections of a new tangent
// that do not reduce the residual are shortened. A step is halved if it fails, if the formulation rejects the resulting
// belt, or if it exceeds the error tolerance; after some successful steps its length grows again. A step ends where a
// one-way clutch of an accessory changes and where forces jump.
//
// A formulation derives from this class. It supplies the equations and its history of contact; the state of nodes and
// angles is kept here. It calls begin() at the end of its constructor.
class BeltStepper {
 public:
  explicit BeltStepper(const StepControl& control) : control_(control) {}
  virtual ~BeltStepper() = default;

  double time() const { return state_.time; }
  const SolverStatistics& statistics() const { return statistics_; }
  // Torques of the belt on the pulleys at the end of the last step [N m].
  const std::vector<double>& torques() const { return state_.torques; }
  bool has_inertia() const { return control_.scheme.inertia; }

  // Restarts at t = 0 from nodes with these positions and rates, in the order of the nodes, 4 components each. Contact
  // begins there, and friction has no memory. Throws SolverError if the nodes do not form a valid belt.
  struct Nodes {
    std::vector<double> q;  // positions
    std::vector<double> v;  // dq/dt
    std::vector<double> a;  // d²q/dt²
  };
  void start_from(const Nodes& nodes);
  // The nodes at the end of the last step.
  Nodes nodes() const;
  // See BeltLoad.
  void set_load(BeltLoad load) { system().set_load(std::move(load)); }

  // The energy-balance error of the run (EnergyLedger::defect).
  double power_defect() const;
  double exchanged_energy() const;  // to which it is relative [J]

  // Strong guarantee: throws SolverError and leaves the state as it was, or succeeds.
  void advance(double dt);

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 protected:
  // Starts at t = 0 from the static equilibrium that the system is in.
  void begin() { begin(std::vector<double>(system().angles().size())); }
  // Starts at t = 0 from the present state, with these torques of the belt on the pulleys [N m].
  void begin(std::vector<double> torques);
  // Sets positions and rates of the trial state.
  void set_nodes(const Nodes& nodes);
  // Newton's method for the trial state at the end of a step; false if it does not converge.
  bool iterate(const BeltStep& step);
  SolverStatistics& counts() { return statistics_; }
  // The scheme of a step of length h [s] from the accepted state.
  numerics::StepScheme scheme(double h) const;
  double residual_tolerance() const { return control_.residual_tolerance; }
  // Sets the residual that rounding may leave [N]. Below it Newton's method stops where the residual falls no more.
  void allow_rounding(double residual) { rounding_ = residual; }
  // Sets the times at which forces jump, for example because a body is released. The accelerations at a jump are those
  // before it. The step after the jump is therefore a short one with the implicit Euler method, which does not use
  // them, and steps grow from there. It damps the waves of the jump that later steps do not resolve; otherwise their
  // accelerations would spoil the prediction of a longer step.
  void set_jumps(ForceJumps jumps) { jumps_ = std::move(jumps); }

 private:
  // The state at an accepted time, without the history of contact and without the tangent.
  struct State {
    numerics::AlignedVector q;
    numerics::AlignedVector v;
    numerics::AlignedVector acceleration;
    numerics::AlignedVector auxiliary;
    std::vector<numerics::CoordinateState> angles;
    std::vector<AccessoryRotors::Rotor> rotors;
    PulleyAngles::JointState joints;
    PulleyMounts::State mounts;
    std::vector<double> torques;  // of the belt on the pulleys [N m]
    double time{};                // [s]
    double last_length{};         // of the step that ended here, 0: none [s]
    numerics::Substep substep;    // [s]
    EnergyLedger ledger;
  };

  virtual BeltSystem& system() = 0;
  virtual const BeltSystem& system() const = 0;
  // The position components of a node; the error of a step is measured in them.
  virtual std::array<int, 2> position_components() const = 0;
  // The reference for energy-balance errors while hardly any energy has been exchanged [J].
  virtual double energy_scale() const;
  // Energy of belt and pulleys [J], and the power flow through the drive with these torques of the belt on the pulleys.
  virtual double energy() const = 0;
  virtual PowerFlow power_flow(std::span<const double> torques, double time) const = 0;

  // Improves the prediction of the trial state, which is extrapolated from the nodes before the step.
  virtual void refine_prediction(const BeltStep&, const NodesBefore&) {}
  // Solves a step from its predicted state.
  virtual bool solve(const BeltStep& step) { return iterate(step); }
  // Why the trial state is invalid after a step from q_before; empty if it is valid.
  virtual std::string objection(const numerics::AlignedVector& q_before) const = 0;

  // Forgets all contacts, and finds those of the present nodes.
  virtual void begin_history() = 0;
  // Makes the history of contact of the trial state the accepted one, or discards it.
  virtual void commit_history() = 0;
  virtual void revert_history() = 0;
  // Stores the accepted history, and restores it after further steps were accepted; the nodes have been restored
  // before.
  virtual void keep_history() = 0;
  virtual void restore_kept_history() = 0;
  virtual void save_history(StateWriter& writer) const = 0;
  // Called when the nodes have been restored and their halo is filled.
  virtual void restore_history(StateReader& reader) = 0;

  void predict(const BeltStep& step);
  // beyond_change: the step converges, but a clutch changes within it.
  enum class StepOutcome { accepted, failed, beyond_change };
  StepOutcome try_step(double h, bool may_change = false);
  bool solves(double h);
  void go_back();
  double time_to_change(double h);
  // Do forces jump where the next step begins, in a motion with inertia?
  bool is_behind_jump() const;
  double length_of_step(double end, double dt) const;
  double step_error(double h) const;
  void accept(double h);
  void restore_state();
  [[noreturn]] void throw_no_step(double h);

  StepControl control_;
  double rounding_{};  // [N]
  std::optional<ForceJumps> jumps_;
  double reference_energy_{};  // see belt_balances.hpp [J]
  State state_;                // last accepted state
  State before_steps_;         // at the start of a call of advance() that takes several steps
  SolverStatistics statistics_;
  bool may_grow_ = true;  // was the error of the last step small enough for a longer one?
  std::string failure_;   // why the last step failed
};

}  // namespace beltdyn
