// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/drive/any_drive.hpp"
#include "core/drive/pulley/pulley.hpp"
#include "core/drive/rope/rope_path.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The ends, spans and pulleys of a rope at one instant. Forces of the rope are ≥ 0.
struct RopeEndRow {
  double position{};  // displacement since the start: of a body along its direction, else of the rope that enters [m]
  double speed{};     // its rate [m/s]
  double force{};     // of the rope [N]
  // Of a drum, positive as it pays out.
  double drum_angle{};         // since the start [rad]
  double drum_speed{};         // [rad/s]
  double drum_torque{};        // of the rope on it [N m]
  double drum_drive_torque{};  // that a prescribed motion takes [N m]
  double drum_brake_torque{};  // of its brake on it [N m]
  double drum_brake_energy{};  // that the brake has taken since the start [J]
  double drum_length{};        // natural length on it beyond that at the start [m]

  // Those of a drum that has turned so far and has this speed and angular acceleration [rad/s²], with the force and the
  // position there.
  void take_drum(const Pulley& drum, double angle, double angular_velocity, double angular_acceleration);
};
struct RopeSpanRow {
  double length{};  // [m]
  double force{};   // in its middle [N]
  double speed{};   // of the rope there, towards the second end [m/s]
};
struct RopePulleyRow {
  double angle{};             // since the start, positive counter-clockwise, as all that turns [rad]
  double angular_velocity{};  // [rad/s]
  double torque{};            // of the rope on the pulley [N m]
  double drive_torque{};      // that a prescribed motion takes [N m]
  double brake_torque{};      // of the brake on the pulley [N m]
  double bearing_torque{};    // of dry friction in its bearing [N m]
  double entry_force{};       // of the rope where it meets the pulley on the side of the first end [N]
  double exit_force{};        // and on the other side [N]
  Eigen::Vector2d hub_load = Eigen::Vector2d::Zero();  // of the rope on the bearing [N]
  Eigen::Vector2d moved = Eigen::Vector2d::Zero();     // by which the axis is not where it is drawn [m]
  // Of a pulley with a mount that moves its coordinate u [m], [rad], and the force of the rope on it [N], [N m].
  double mount_position{};
  double mount_force{};
  int slip_direction{};  // +1: all of the rope on it slips towards its second end, −1: the first, 0: sticks somewhere
  double slip_speed{};   // the largest |v_s| on it [m/s]
  double slip_margin{};  // see rope_slip_margin() [-]
  // The angles of slip at the sides of the first end and of the second one, where tells_slip_arcs() [rad].
  std::array<double, 2> slip_arcs{};
  double slip_distance{};  // ∫|v_s| dt where the rope slips on all of it [m]
  double slip_power{};     // lost by slip [W]
  double slip_energy{};    // the same since the start [J]
  double brake_power{};    // [W]
  double brake_energy{};   // [J]

  // The drive torque of a pulley of prescribed motion from its angular acceleration [rad/s²].
  void take_drive_torque(const Pulley& pulley, double angular_acceleration);
};
struct RopeRow {
  std::array<RopeEndRow, 2> ends{};
  std::vector<RopeSpanRow> spans{};      // shape (n_pulleys + 1)
  std::vector<RopePulleyRow> pulleys{};  // shape (n_pulleys)
};
// 1 − |ln(P₂/P₁)|/(μφ): what friction on a wrap φ [rad] could bear beyond that of now, P = N − ρv² of the forces on
// both sides [N]; 0 where all of it slips or there is no friction [-].
double rope_slip_margin(double entry, double exit, double friction, double wrap);

// Where the rope has come to rest.
struct RopeStop {
  double time{};                     // [s]
  std::optional<double> distance{};  // since a brake began to act, if one did [m]
};

// A rope drive in some formulation: reports the same quantities for each.
//
// History, in this order:
//   for each end j     end_position_j [m], end_speed_j [m/s], end_force_j [N]
//   for each pulley k  angular_velocity_k [rad/s], torque_k [N m], drive_torque_k [N m] if its motion is prescribed,
//                      brake_torque_k [N m] if it has a brake, entry_force_k, exit_force_k, hub_load_k [N],
//                      slip_speed_k [m/s], slip_margin_k [-], slip_distance_k [m], slip_power_k [W], slip_energy_k [J],
//                      bearing_power_k [W] that its bearing takes, if that is damped or rubs,
//                      brake_power_k [W] and brake_energy_k [J] if it has a brake; mount_position_k [m] or [rad],
//                      mount_force_k [N] or [N m], axis_x_k and axis_y_k [m] if it has a mount
//   for each span k    span_length_k [m], span_force_k [N], span_speed_k [m/s] of the particle in its middle, along it;
//                      span k leads to pulley k
//   for each pulley k  slip_arc_entry_k, slip_arc_exit_k [rad] where a formulation tells them: on which the rope slips
//                      where it meets the pulley on the side of the first end, and of the second one
//   for each drum j    drum_angle_j [rad], drum_speed_j [rad/s], drum_torque_j [N m], drum_drive_torque_j [N m] if its
//                      motion is prescribed, drum_brake_torque_j [N m] and drum_brake_energy_j [J] if it has a brake,
//                      drum_length_j [m]
//   balance_energy [-] columns of the formulation
class RopeDriveSimulation : public Simulation {
 public:
  explicit RopeDriveSimulation(RopeDrive drive);

  const RopeDrive& drive() const { return *drive_; }
  virtual RopeRow row() const = 0;
  // The path as the ends are now, or as a row has them.
  RopePath path_now() const { return path_of(row()); }
  RopePath path_of(const RopeRow& row) const;
  // The energy that came from nowhere (< 0) or got lost (> 0), of all that has been exchanged, and its bound.
  virtual double energy_defect() const = 0;
  virtual double energy_tolerance() const = 0;
  // What brings it closer.
  virtual std::string energy_remedy() const { return "use a smaller tolerance"; }
  // Does it have slip_arcs?
  virtual bool tells_slip_arcs() const { return false; }
  virtual std::optional<RopeStop> stop() const { return std::nullopt; }
  // At distances from the first end, ascending, on the path now [m].
  virtual std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const = 0;

  // σ is the distance from the first end on the path at the start, and the same share of it where the path gets longer.
  double contour_length() const final { return length_; }
  std::vector<ProfilePoint> profile(std::span<const double> sigma) const final;
  std::vector<double> natural_profile_points() const final;
  std::vector<SlipZone> slip_zones() const final { return slip_zones_of(row()); }
  BeltShape shape() const final;

 protected:
  virtual void add_own_columns(History&) const {}

 private:
  void add_columns(History& history) const final;
  void add_drum_columns(History& history, const std::shared_ptr<const RopeRow>& row, std::size_t j) const;
  void add_pulley_columns(History& history, const std::shared_ptr<const RopeRow>& row, std::size_t k) const;
  std::vector<Conclusion> conclusions(const Summary& summary) const;
  std::vector<SlipZone> slip_zones_of(const RopeRow& row) const;

  Indirect<RopeDrive> drive_;
  double length_;  // of the path as drawn [m]
};

}  // namespace beltdyn
