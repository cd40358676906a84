// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/running_belt.hpp"
#include "core/numerics/ode/explicit_steps.hpp"
#include "core/numerics/ode/substep.hpp"
#include "core/run/energy_ledger.hpp"
#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"
#include "core/settings/preparation.hpp"
#include "lagrangian/links/implicit_step.hpp"
#include "lagrangian/links/link_accessories.hpp"
#include "lagrangian/links/link_kernel.hpp"
#include "lagrangian/links/link_mounts.hpp"
#include "lagrangian/links/links_parameters.hpp"
#include "lagrangian/links/running_lead.hpp"
#include "lagrangian/links/step_limits.hpp"

namespace beltdyn::lagrangian::links {

// The belt of rigid links of [Kubas 2021] on its pulleys.
//
// Start at rest: the links are laid end to end on the path, and find equilibrium under their weight on locked pulleys
// without friction. If LinksParameters::settling_time requires it, or if no equilibrium is found, the belt settles for
// a while under damping of all velocities, which are then set to 0. Mounts come to rest with the belt (LinkMounts).
// Contacts have no memory at the start.
//
// Start in motion: the belt follows the steady motion of the drive for at least one revolution, with its velocities
// drawn to those of the steady motion and the drive in its state at t = 0. So it reaches the motion of a polygon, and
// its contacts acquire their memory.
//
// Each friction element sticks or slips. In implicit steps friction laws respond to the slip of a stage. Otherwise
// these modes are fixed within a Runge–Kutta step and switched after it: an element loaded beyond the Stribeck curve
// begins to slip and is put back on the curve, an element whose slip has ended sticks, and a link that leaves its
// pulley loses its memory. One-way clutches of accessories switch likewise. Adaptive steps end where one of these
// events occurs.
class LinkBelt {
 public:
  // The belt starts at rest, or in a steady motion. The observer, if any, is notified of the steps before the start.
  // Throws SolverError if the belt breaks apart in such a step, and Interrupted on a stop_signal.
  LinkBelt(const BeltDrive& drive, const LinksParameters& parameters, const PreparationObserver& observer = {},
           const std::optional<RunningBelt>& running = {});

  const LinkModel& model() const { return model_; }
  const StepLimits& limits() const { return limits_; }  // for explicit steps
  const LinkLayout& layout() const { return layout_; }
  const LinksParameters& parameters() const { return parameters_; }
  double time() const { return time_; }                            // [s]
  const numerics::AlignedVector& state() const { return state_; }  // see LinkLayout
  const numerics::AlignedVector& modes() const { return modes_; }  // of friction, as numbers of ContactState
  const SolverStatistics& statistics() const { return statistics_; }
  // Did a pulley exceed LinksParameters::standstill_speed before, and does none exceed it now?
  bool stands_still() const { return has_moved_ && !moves_; }

  // Strong guarantee: if the belt comes apart it throws SolverError and keeps the state.
  void advance(double dt);

  // The forces at present, the moments of the belt on the pulleys [N m], and the rates.
  struct Snapshot {
    LinkForces forces;
    std::vector<double> moments;
    numerics::AlignedVector rates;          // of the state, see LinkLayout
    double lost_power{};                    // LinkKernel::lost_power() [W]
    std::vector<double> mount_forces;       // of the belt on the mounts, shape as LinkModel::mounts [N m], [N]
    std::vector<double> accessory_torques;  // C of the accessory of each pulley [N m]
  };
  Snapshot snapshot() const;
  const LinkMounts& mounts() const { return mounts_; }
  const LinkAccessories& accessories() const { return accessories_; }

  // Energy-balance error of the run (EnergyLedger::defect). It is computed for fixed explicit steps only: other steps
  // are far longer than the vibrations that dissipate the energy.
  double power_defect() const;
  double exchanged_energy() const;  // to which it is relative [J]

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  static constexpr numerics::SubstepRule kSubsteps{.shortest = 1.0 / (1 << 16), .steps_to_double = 8};

  void settle(const PreparationObserver& observer);
  // Brings the belt as laid to equilibrium at rest; returns false, and keeps the state, if none is found.
  bool find_equilibrium();
  void bring_to_rest(numerics::AlignedVector& state) const;
  double force_at_rest(const numerics::AlignedVector& state);  // largest residual force [N]
  void hold_mounts(const numerics::AlignedVector& from, numerics::AlignedVector& to) const;
  bool moves_far(const numerics::AlignedVector& from, const numerics::AlignedVector& to) const;
  void run_in(const RunningBelt& running, const PreparationObserver& observer);
  // Takes the steps before the start, which is at t = 0, over `duration` [s].
  void prepare(double duration, const PreparationObserver& observer);
  bool is_preparing() const { return is_locked_ || lead_; }
  // The time for prescribed speeds, torques and motions of mounts; before the start it is the time of the start.
  static double function_time(double time) { return std::max(time, 0.0); }
  PowerFlow present_flow() const;
  // Power flow at the last evaluation, at this time.
  PowerFlow power_flow(double time, const numerics::AlignedVector& state, std::span<const double> speeds,
                       std::span<const double> moments, std::span<const double> mount_forces, double lost_power) const;
  double stored_energy() const;  // [J]
  // Evaluates the rates; stores the forces if asked for.
  void find_rates(double time, const numerics::AlignedVector& state, numerics::AlignedVector& rates,
                  LinkForces* forces = nullptr);
  // Angular velocities of the pulleys, of prescribed ones from their motion; passes the positions of moving pulleys to
  // the kernel.
  void find_pulley_speeds(double time, const numerics::AlignedVector& state, std::vector<double>& speeds) const;
  MountForcing mount_forcing(double time) const;
  // τ on a pulley with this moment of the belt (LinkAccessories).
  double torque_on(std::size_t pulley, double time, double belt_moment, const numerics::AlignedVector& state) const;
  // The torques of all pulleys, in torques_, for a state that has not been evaluated.
  void find_torques(double time, const numerics::AlignedVector& state);
  // Forces of the belt on the mounts at the last evaluation.
  void find_mount_forces(const numerics::AlignedVector& state, std::vector<double>& forces) const;
  // The state that a failed call of advance() restores.
  struct Attempt {
    numerics::AlignedVector state;
    numerics::AlignedVector modes;
    double time{};            // [s]
    double suggested_step{};  // [s]
    numerics::Substep substep;
    EnergyLedger ledger;
    SolverStatistics statistics;
  };
  Attempt attempt() const;
  void restore(const Attempt& before);
  void step(double h);
  void accept(double h);
  void advance_implicitly(double dt);
  void explicit_step(double h);
  bool implicit_step(double h, double gaps_before);
  LinkContributions link_rates();
  void take_modes();
  void add_contributions(double time, const numerics::AlignedVector& state, std::vector<double>& contributions) const;
  void advance_adaptively(double end);
  // Takes steps without a switch, up to the next switch or to `end`; next_ is the state then. Returns the time.
  double smooth_piece(const numerics::SystemRates& rates, double end);
  // Are modes, contacts and senses of rotation still as at the start of the piece?
  bool everything_lasts(double time, const numerics::AlignedVector& state);
  // Completes a step: sets prescribed pulleys to their exact motion, and switches modes.
  void finish_step(double time, numerics::AlignedVector& state, numerics::AlignedVector& modes);
  // Removes whole turns from the angles of the links.
  void unwind(numerics::AlignedVector& state) const;
  void check(double h) const;

  Indirect<BeltDrive> drive_;
  LinksParameters parameters_;
  LinkModel model_;
  StepLimits limits_;
  LinkLayout layout_;
  std::unique_ptr<LinkKernel> kernel_;
  LinkMounts mounts_;
  LinkAccessories accessories_;
  numerics::RungeKutta4 runge_kutta_;
  numerics::DormandPrince dormand_prince_;
  ImplicitStep implicit_;
  LinkForces forces_;  // of the last evaluation in an implicit step
  double time_ = 0.0;  // [s]
  numerics::AlignedVector state_;
  numerics::AlignedVector modes_;
  numerics::AlignedVector stage_modes_;  // modes of friction at the end of the trial implicit step
  bool moves_ = false;                   // is a pulley faster than standstill_speed?
  bool has_moved_ = false;
  double suggested_step_;      // of adaptive integration [s]
  numerics::Substep substep_;  // of implicit steps [s]
  EnergyLedger ledger_;
  SolverStatistics statistics_;
  // Data of the trial step.
  bool is_locked_ = false;           // are pulleys locked while the belt settles?
  std::optional<RunningLead> lead_;  // steady motion to which a belt is drawn before it starts running
  bool came_apart_ = false;
  bool may_grow_ = true;  // was the error of the implicit step below its tolerance?
  std::string failure_;   // reason of the last failure
  double gaps_ = 0.0;     // mean square of the joint gaps, relative to the square of the link length [-]
  LinkForcing forcing_;
  numerics::AlignedVector next_;
  numerics::AlignedVector spare_;  // rates that are not used
  std::vector<double> speeds_;     // [rad/s]
  std::vector<double> moments_;    // [N m]
  std::vector<double> mount_forces_;
  std::vector<double> torques_;          // on pulleys, without the accessory torques [N m]
  numerics::AlignedVector touching_;     // pulley that each link touches at the start of a piece without switches
  std::vector<double> speeds_at_start_;  // of the pulleys at the start of that piece [rad/s]
};

}  // namespace beltdyn::lagrangian::links
