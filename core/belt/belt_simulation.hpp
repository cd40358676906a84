// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/belt/belt_balances.hpp"
#include "core/belt/belt_map.hpp"
#include "core/belt/belt_stop.hpp"
#include "core/belt/pulley_slip.hpp"
#include "core/belt/pulley_state.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The state of a span that has a run (SpanLoad).
struct SpanState {
  double entry_force{};  // N at its begin, behind the feed of a load [N]
  double exit_force{};   // N at its end [N]
  double power{};        // taken from the belt by load and resistance, without the weight of the belt itself [W]
  // Distance from both ends within which points of the belt are no measure of the force: a mesh feeds the load and
  // bends the belt there [m].
  double beside{};
};

// The quantities from which a row of the history of a belt drive is computed, at one instant.
struct BeltRow {
  std::vector<PulleyState> pulleys;
  std::optional<BeltPath> path;  // of the pulleys at their current positions
  std::optional<BeltMap> belt;
  std::vector<SlipZone> zones;
  std::vector<int> gross_slip;      // of each pulley, see gross_slip.hpp
  std::vector<double> slip_arcs;    // of each pulley [rad]
  std::vector<PulleyLoad> loads;    // of each pulley
  std::vector<PulleySlip> slips;    // of each pulley
  std::vector<ProfilePoint> spans;  // the middle of each span
  std::vector<SpanState> runs;      // in the order of BeltDrive::spans
  std::vector<BodyState> bodies;    // in the order of BeltDrive::bodies
  BeltDampingPower damping{};
};

// A belt drive in any formulation. It reports the same quantities for each, whatever its state variables are. A
// formulation derives from this class and supplies a list of particles with positions and forces, a list of contact
// points, and the state of the pulleys.
//
// History, in this order:
//   for each pulley k   angular_velocity_k [rad/s]
//                       torque_k [N m]        the moment of the belt on the pulley
//                       creep_k [-]           of a round pulley with a torque, behind the first pulley of prescribed
//                                             speed; see creep(); 0 while that pulley rests
//                       drive_torque_k [N m]  for prescribed motion: the moment that maintains it,
//                                             I α + d ω − M_f − torque_k with the exact α of the prescribed motion
//                                             and M_f of dry friction in the bearing; without I α where
//                                             accelerates_pulleys() is false
//                       applied_torque_k [N m]   of the torques of the configuration, if it has any: of a motor or
//                                             a load, without the bearing
//                       power_k [W]           from the belt to the pulley; < 0: from the pulley to the belt
//                       hub_load_k [N]        the force of the belt on the bearing of the pulley, without the weight
//                                             of the pulley itself, and its components hub_load_x_k, hub_load_y_k
//                       slip_arc_k [rad]      the angle on which the belt slips
//                       slip_margin_k [-], slip_speed_k [m/s], slip_power_k [W]   see PulleySlip
//                       bearing_power_k [W]   dissipated in its bearing, if that has damping or friction
//                       brake_torque_k [N m], brake_power_k [W]   of its brake on the pulley, if it has one
//                       mount_position_k [rad], [m]    angle of an arm from the x axis, or offset of a slider
//                       mount_force_k [N m], [N]       the moment or force of the belt on the mount
//                       mount_power_k [W]              dissipated in dampers and dry friction of the mount, if any
//                       axis_x_k, axis_y_k [m]         for a pulley whose axis may move
//                       accessory_angular_velocity_k [rad/s], accessory_torque_k [N m]   if it has one: dψ/dt (in
//                                             steady motions that of the pulley), and the torque C on the accessory
//   for each span k     span_force_k [N], span_speed_k [m/s]   of the belt in the middle of the span
//   for each run, on span k   span_entry_force_k [N], span_exit_force_k [N], span_power_k [W]   see SpanState
//   for each run with an idler_spacing   span_sag_k [m]   see idler_sag.hpp
//   least_force, largest_force [N], least_force_sigma, largest_force_sigma [m]   see force_extremes.hpp
//   for each body k     body_position_k [m]   displacement in the running direction
//                       body_speed_k [m/s]
//                       body_force_k [N]      of the belt on the body, in the running direction
//                       body_power_k [W]      dissipated by dry friction in its guide, if any
//   axial_damping_power [W], bending_damping_power [W]   of the belt, if it is damped and the formulation supports it
//   for each probe      NAME_... (probe_columns.hpp)
//   columns of the formulation
//   balances            those for which the formulation has tolerances (belt_balances.hpp):
//     balance_length [-], balance_mass_flow [-], for each pulley k balance_torque_k [-], balance_power [-],
//     balance_losses [-], for each pulley k eytelwein_k [-]
class BeltSimulation : public Simulation {
 public:
  explicit BeltSimulation(BeltDrive drive);

  const BeltDrive& drive() const { return *drive_; }
  // The path at the start (path_at_rest()).
  const BeltPath& path() const { return path_; }
  // reference_force() of the drive [N]
  double force_scale() const { return force_scale_; }
  // The path of the pulleys at their current positions, to which σ belongs; equals path() unless the drive has mounts.
  // Throws PathError if there is none.
  BeltPath path_now() const;

  // Shape (n_pulleys).
  virtual std::vector<PulleyState> pulley_states() const = 0;
  // The belt now; formulations construct it with belt_map().
  virtual BeltMap belt() const = 0;

  // The tolerances of the balances.
  virtual BeltTolerances balance_tolerances() const { return {}; }
  // The flux of a steady motion, for formulations that compute steady motions only [m/s]. Other formulations number
  // their particles; the balance of the reference length then holds trivially.
  virtual double flux() const { return 0.0; }
  // Power dissipated by slip on each pulley, from formulations that know it more accurately than the sum over contact
  // points; shape (n_pulleys) [W].
  virtual std::optional<std::vector<double>> slip_powers() const { return std::nullopt; }
  // The force of the belt on the bearing of each pulley, from formulations that know it more accurately than
  // pulley_load(); shape (n_pulleys) [N].
  virtual std::optional<std::vector<Eigen::Vector2d>> hub_loads() const { return std::nullopt; }
  // The states of the spans in BeltDrive::spans, in their order, from formulations that support them.
  virtual std::vector<SpanState> span_states() const { return {}; }
  // The states of the bodies on the belt, in the order of BeltDrive::bodies, from formulations that support them.
  virtual std::vector<BodyState> body_states() const { return {}; }
  // Empty if the formulation does not support damping of the belt.
  virtual std::optional<BeltDampingPower> damping_power() const { return std::nullopt; }
  std::vector<TensionPoint> revolution() const final;
  // EnergyLedger::defect() of the run so far; called only if it has a tolerance.
  virtual double power_defect() const { return 0.0; }
  // The energy exchanged so far, to which power_defect() is relative [J]; 0 if it is a ratio of powers.
  virtual double exchanged_energy() const { return 0.0; }
  // Do inertia, weight and bending stiffness of the belt affect its motion?
  virtual bool has_inertia() const { return true; }
  virtual bool has_weight() const { return true; }
  virtual bool has_bending() const { return true; }
  // Do pulleys need a moment for their acceleration? Not in formulations in which each instant shows the steady motion
  // or the equilibrium for its speeds and loads, and time only numbers these.
  virtual bool accelerates_pulleys() const { return true; }

  double contour_length() const final { return path_.length(); }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override;
  // As many evenly spaced points as the belt has, and additional ones on pulleys that these points hardly resolve.
  std::vector<double> natural_profile_points() const override;
  std::vector<SlipZone> slip_zones() const final { return belt().slip_zones(); }
  BeltShape shape() const final;
  std::vector<std::string> preflight(double) const override { return {}; }

 protected:
  // See BeltMap for the requirements on the lists.
  BeltMap belt_map(std::vector<BeltPoint> points, std::vector<ContactPoint> contacts) const {
    return {path_now(), reference_length_, std::move(points), std::move(contacts)};
  }

  // Formulations in time may follow each step with it, which looks at the belt and allocates; then they save it.
  BeltStop& stop() { return stop_; }
  const BeltStop& stop() const { return stop_; }

  // Columns that only this formulation has.
  virtual void add_own_columns(History&) const {}

 private:
  void add_columns(History& history) const final;
  void look(BeltRow& row) const;
  Eigen::Vector2d axis_of(std::size_t pulley, const PulleyState& state) const;
  void add_mount_columns(History& history, const std::shared_ptr<const BeltRow>& row, std::size_t pulley) const;
  void add_run_columns(History& history, const std::shared_ptr<const BeltRow>& row) const;
  void add_body_columns(History& history, const std::shared_ptr<const BeltRow>& row) const;
  void add_damping_columns(History& history, const std::shared_ptr<BeltRow>& row) const;
  void add_pulley_columns(History& history, const std::shared_ptr<const BeltRow>& row) const;
  // Adds the balances that have a tolerance.
  void add_balances(History& history, const std::shared_ptr<const BeltRow>& row) const;
  // The difference between the power that the pulleys lose in steady motion and the losses by slip, damping and runs,
  // relative to the former.
  double loss_defect(const BeltRow& row) const;
  void add_eytelwein(History& history, const std::shared_ptr<const BeltRow>& row,
                     const BeltTolerances& tolerances) const;

  Indirect<BeltDrive> drive_;
  BeltPath path_;
  double reference_length_;  // L_ref [m]
  double force_scale_;       // [N]
  BeltStop stop_;
};

}  // namespace beltdyn
