// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/belt/belt_balances.hpp"
#include "core/belt/belt_map.hpp"
#include "core/belt/pulley_slip.hpp"
#include "core/belt/pulley_state.hpp"
#include "core/drive/any_drive.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A span with a run (SpanLoad).
struct SpanState {
  double entry_force{};  // N where it begins, behind the feed of a load [N]
  double exit_force{};   // where it ends [N]
  double power{};        // that load and resistance take from the belt, without the weight of the belt itself [W]
};

// What a row of the history of a belt drive is taken from, at one instant.
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
  std::vector<SpanState> runs;      // in the order in which the drive lists them
  std::vector<BodyState> bodies;    // in this order, too
  BeltDampingPower damping{};
};

// A belt drive in some formulation: reports the same quantities for each, whatever its state variables. What a
// formulation has to give is a list of particles with their positions and forces, one of contact points, and the
// pulleys.
//
// History, in this order:
//   for each pulley k   angular_velocity_k [rad/s]
//                       torque_k [N m]        the moment of the belt on the pulley
//                       drive_torque_k [N m]  if its motion is prescribed: the moment that it takes,
//                                             I α + d ω − M_f − torque_k with the exact α of the prescribed motion,
//                                             M_f of dry friction in the bearing; without I α where
//                                             accelerates_pulleys() is false
//                       power_k [W]           from the belt to the pulley, < 0: that it takes from it
//                       hub_load_k [N]        the force of the belt on the bearing of the pulley, without the weight
//                                             of the pulley itself, and its components hub_load_x_k, hub_load_y_k
//                       slip_arc_k [rad]      the angle on which the belt slips
//                       slip_margin_k [-], slip_speed_k [m/s], slip_power_k [W]   see PulleySlip
//                       bearing_power_k [W]   that its bearing takes, if that is damped or rubs
//                       brake_torque_k [N m], brake_power_k [W]   of its brake on it, if it has one
//                       mount_position_k [rad], [m]    of an arm its angle from the x axis, of a slider its offset
//                       mount_force_k [N m], [N]       the moment or force of the belt on it
//                       mount_power_k [W]              that dampers and dry friction of the mount take, if it has some
//                       axis_x_k, axis_y_k [m]         of a pulley whose axis may move
//                       accessory_angular_velocity_k [rad/s], accessory_torque_k [N m]   if it has one: dψ/dt, of
//                                             steady motions that of the pulley, and the torque C on it
//   for each span k     span_force_k [N], span_speed_k [m/s]   of the belt in the middle of the span
//   for each run, on span k   span_entry_force_k [N], span_exit_force_k [N], span_power_k [W]   see SpanState
//   for each body k     body_position_k [m]   how far it has gone in the running direction
//                       body_speed_k [m/s]
//                       body_force_k [N]      of the belt on it, in this direction
//                       body_power_k [W]      that dry friction in its guide takes, if there is some
//   axial_damping_power [W], bending_damping_power [W]   of the belt, if it is damped and the formulation supports it
//   for each probe      NAME_... (probe_columns.hpp)
//   columns of the formulation
//   balances            those that the formulation has tolerances for (belt_balances.hpp):
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
  // That of the pulleys at their current positions now, to which σ belongs; the same unless the drive has mounts.
  // Throws PathError if there is none.
  BeltPath path_now() const;

  // Shape (n_pulleys).
  virtual std::vector<PulleyState> pulley_states() const = 0;
  // The belt now; belt_map() of the lists below makes one.
  virtual BeltMap belt() const = 0;

  // What the balances may be off by.
  virtual BeltTolerances balance_tolerances() const { return {}; }
  // The reference length that passes any point per time, of formulations of steady motion alone [m/s]. In all others
  // particles are numbered, and what enters a piece of the belt and does not leave it is in it.
  virtual double flux() const { return 0.0; }
  // What slip takes on each pulley, of formulations that know better than the sum over contact points, shape
  // (n_pulleys) [W].
  virtual std::optional<std::vector<double>> slip_powers() const { return std::nullopt; }
  // The force of the belt on the bearing of each pulley, of formulations that know better than pulley_load(), shape
  // (n_pulleys) [N].
  virtual std::optional<std::vector<Eigen::Vector2d>> hub_loads() const { return std::nullopt; }
  // Of the spans in BeltDrive::spans, in their order, of formulations that support them.
  virtual std::vector<SpanState> span_states() const { return {}; }
  // Of the bodies on the belt, in the order of BeltDrive::bodies, of formulations that support them.
  virtual std::vector<BodyState> body_states() const { return {}; }
  // Empty if the formulation does not support damping of the belt.
  virtual std::optional<BeltDampingPower> damping_power() const { return std::nullopt; }
  std::vector<TensionPoint> revolution() const final;
  // EnergyLedger::defect() of the run so far; asked for if there is a tolerance of it.
  virtual double power_defect() const { return 0.0; }
  // Do inertia and weight of the belt have a part in its motion?
  virtual bool has_inertia() const { return true; }
  virtual bool has_weight() const { return true; }
  // Do pulleys take moments to be accelerated? Not where each instant shows the steady motion or the equilibrium of its
  // speeds and loads: time only counts these.
  virtual bool accelerates_pulleys() const { return true; }

  double contour_length() const final { return path_.length(); }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const override;
  // As many evenly spaced points as the belt has.
  std::vector<double> natural_profile_points() const override;
  std::vector<SlipZone> slip_zones() const final { return belt().slip_zones(); }
  BeltShape shape() const final;
  std::vector<std::string> preflight(double) const override { return {}; }

 protected:
  // See BeltMap for what the lists have to be.
  BeltMap belt_map(std::vector<BeltPoint> points, std::vector<ContactPoint> contacts) const {
    return {path_now(), reference_length_, std::move(points), std::move(contacts)};
  }

  // Columns of one formulation alone.
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
  // Those that balance_tolerances() asks for.
  void add_balances(History& history, const std::shared_ptr<const BeltRow>& row) const;
  // How far what slip, damping and runs take is off what the pulleys lose in steady motion, of that.
  double loss_defect(const BeltRow& row) const;
  void add_eytelwein(History& history, const std::shared_ptr<const BeltRow>& row,
                     const BeltTolerances& tolerances) const;

  Indirect<BeltDrive> drive_;
  BeltPath path_;
  double reference_length_;  // L_ref [m]
  double force_scale_;       // [N]
};

}  // namespace beltdyn
