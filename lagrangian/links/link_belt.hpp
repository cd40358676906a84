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
// It starts at rest: laid end to end on its path, it finds equilibrium on locked pulleys without friction, under its
// weight; or, if LinksParameters::settling_time asks for it or there is none to be found, it settles for a while under
// a damping of all velocities, which are then set to 0. Mounts come to rest with it (LinkMounts). Its contacts have no
// memory at the start.
//
// Or it starts running: in the steady motion of the drive it goes around its loop once at least, while its velocities
// are drawn to those of that motion and the drive is as at t = 0. So it comes to the motion of a polygon, and its
// contacts to what they remember of it.
//
// Friction sticks or slips element by element. In implicit steps laws answer to the slip of a stage; otherwise these
// modes are fixed within a Runge–Kutta step and switched after it:
// an element that is loaded beyond the Stribeck curve slips and is put back on the curve, one whose slip has ended
// sticks, and a link that leaves its pulley forgets. One-way clutches of accessories change likewise. Adaptive steps
// end where one of this happens.
class LinkBelt {
 public:
  // The belt starts at rest, or in a steady motion. The observer, if any, is notified of the steps before the start.
  // Throws SolverError if the belt breaks apart in one, Interrupted if stop_signal comes meanwhile.
  LinkBelt(const BeltDrive& drive, const LinksParameters& parameters, const PreparationObserver& observer = {},
           const std::optional<RunningBelt>& running = {});

  const LinkModel& model() const { return model_; }
  const StepLimits& limits() const { return limits_; }  // of explicit steps
  const LinkLayout& layout() const { return layout_; }
  const LinksParameters& parameters() const { return parameters_; }
  double time() const { return time_; }                            // [s]
  const numerics::AlignedVector& state() const { return state_; }  // see LinkLayout
  const numerics::AlignedVector& modes() const { return modes_; }  // of friction, as numbers of ContactState
  const SolverStatistics& statistics() const { return statistics_; }
  // Has a pulley been faster than LinksParameters::standstill_speed, and is none now?
  bool stands_still() const { return has_moved_ && !moves_; }

  // Strong guarantee: throws SolverError if the belt comes apart, and leaves the state as it was, or succeeds.
  void advance(double dt);

  // The forces now, the moments of the belt on the pulleys [N m], and what changes.
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

  // How far the energy of the run is out of balance (EnergyLedger::defect). Books are kept of fixed explicit steps
  // only: those of others are far longer than the vibrations that lose the energy.
  double power_defect() const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  static constexpr numerics::SubstepRule kSubsteps{.shortest = 1.0 / (1 << 16), .steps_to_double = 8};

  void settle(const PreparationObserver& observer);
  // Brings the belt from where it is laid to equilibrium at rest; false if it finds none, and leaves it where it was.
  bool find_equilibrium();
  void bring_to_rest(numerics::AlignedVector& state) const;
  double force_at_rest(const numerics::AlignedVector& state);  // the largest that is out of balance [N]
  void hold_mounts(const numerics::AlignedVector& from, numerics::AlignedVector& to) const;
  bool moves_far(const numerics::AlignedVector& from, const numerics::AlignedVector& to) const;
  void run_in(const RunningBelt& running, const PreparationObserver& observer);
  // Steps of this time in all before the start, which ends at t = 0.
  void prepare(double duration, const PreparationObserver& observer);
  bool is_preparing() const { return is_locked_ || lead_; }
  // The time at which speeds, torques and motions of mounts are given: before the start that of the start.
  static double function_time(double time) { return std::max(time, 0.0); }
  // Of the last evaluation, at this time, with these pulleys.
  PowerFlow power_flow(double time, const numerics::AlignedVector& state, std::span<const double> speeds,
                       std::span<const double> moments, std::span<const double> mount_forces, double lost_power) const;
  double stored_energy() const;  // [J]
  // Keeps the forces if asked.
  void find_rates(double time, const numerics::AlignedVector& state, numerics::AlignedVector& rates,
                  LinkForces* forces = nullptr);
  // Angular velocities of the pulleys, prescribed ones from their motion; the kernel receives the positions of moving
  // ones.
  void find_pulley_speeds(double time, const numerics::AlignedVector& state, std::vector<double>& speeds) const;
  MountForcing mount_forcing(double time) const;
  // τ on a pulley with this moment of the belt (LinkAccessories).
  double torque_on(std::size_t pulley, double time, double belt_moment, const numerics::AlignedVector& state) const;
  // The same of all pulleys, in torques_, in a state of which nothing is evaluated yet.
  void find_torques(double time, const numerics::AlignedVector& state);
  // Of the belt on the mounts at the last evaluation.
  void find_mount_forces(const numerics::AlignedVector& state, std::vector<double>& forces) const;
  // What a call of advance() goes back to if it fails.
  struct Attempt {
    numerics::AlignedVector state;
    numerics::AlignedVector modes;
    double time{};
    double suggested_step{};
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
  // Steps without a switch, up to the next one or to `end`; next_ is the state there.
  double smooth_piece(const numerics::SystemRates& rates, double end);
  // Does everything last that lasted at the start of the piece: modes, contacts, the senses of rotation?
  bool everything_lasts(double time, const numerics::AlignedVector& state);
  // After a step: prescribed pulleys exactly where they are, modes switched.
  void finish_step(double time, numerics::AlignedVector& state, numerics::AlignedVector& modes);
  // Takes whole turns off the angles of the links.
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
  LinkForces forces_;  // of the last evaluation of an implicit step
  double time_ = 0.0;
  numerics::AlignedVector state_;
  numerics::AlignedVector modes_;
  numerics::AlignedVector stage_modes_;  // of friction at the end of the implicit step being tried
  bool moves_ = false;                   // a pulley is faster than standstill_speed
  bool has_moved_ = false;
  double suggested_step_;      // of adaptive integration [s]
  numerics::Substep substep_;  // of implicit steps [s]
  EnergyLedger ledger_;
  SolverStatistics statistics_;
  // Of the step being tried.
  bool is_locked_ = false;           // the pulleys do not turn: the belt settles
  std::optional<RunningLead> lead_;  // to which a belt is drawn that is about to run
  bool came_apart_ = false;
  bool may_grow_ = true;  // was the implicit step better than it had to be?
  std::string failure_;   // what was observed when one failed
  double gaps_ = 0.0;     // in the joints, the mean of their squares over that of a link
  LinkForcing forcing_;
  numerics::AlignedVector next_;
  numerics::AlignedVector spare_;  // rates that nobody needs
  std::vector<double> speeds_;
  std::vector<double> moments_;
  std::vector<double> mount_forces_;
  std::vector<double> torques_;          // on pulleys, beside those of accessories
  numerics::AlignedVector touching_;     // the pulley of each link at the start of a piece without switches
  std::vector<double> speeds_at_start_;  // of the pulleys then [rad/s]
};

}  // namespace beltdyn::lagrangian::links
