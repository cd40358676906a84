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
#include "core/run/stop_record.hpp"

namespace beltdyn {

// The state of an end of a rope at an instant. Forces of the rope are ≥ 0.
struct RopeEndRow {
  double position{};  // displacement since the start: of a body along its direction, otherwise of rope that enters [m]
  double speed{};     // its rate [m/s]
  double force{};     // of the rope [N]
  // Of a body along its direction, from the forces on it; 0 while it is held [m/s²].
  double acceleration{};
  // Of a drum, positive where it pays out.
  double drum_angle{};         // since the start [rad]
  double drum_speed{};         // [rad/s]
  double drum_torque{};        // of the rope on the drum [N m]
  double drum_drive_torque{};  // that maintains a prescribed motion [N m]
  double drum_brake_torque{};  // of its brake on the drum [N m]
  double drum_brake_energy{};  // dissipated in the brake since the start [J]
  double drum_length{};        // natural length on the drum in excess of that at the start [m]

  // Sets the values of a drum from its angle of rotation so far, its speed and its angular acceleration [rad/s²]; force
  // and position of the end must be set.
  void take_drum(const Pulley& drum, double angle, double angular_velocity, double angular_acceleration);
};
// The state of a span at an instant.
struct RopeSpanRow {
  double length{};  // [m]
  double force{};   // at its middle [N]
  double speed{};   // of the rope at its middle, towards the second end [m/s]
};
// The state of a pulley at an instant.
struct RopePulleyRow {
  double angle{};             // since the start; angles and torques are positive counter-clockwise [rad]
  double angular_velocity{};  // [rad/s]
  double torque{};            // of the rope on the pulley [N m]
  double drive_torque{};      // that maintains a prescribed motion [N m]
  double brake_torque{};      // of the brake on the pulley [N m]
  double bearing_torque{};    // of dry friction in its bearing [N m]
  double entry_force{};       // of the rope on the side of the first end [N]
  double exit_force{};        // of the rope on the side of the second end [N]
  Eigen::Vector2d hub_load = Eigen::Vector2d::Zero();  // of the rope on the bearing [N]
  Eigen::Vector2d moved = Eigen::Vector2d::Zero();     // displacement of the axis from its drawn place [m]
  // For a pulley on a mount: its coordinate u [m] or [rad], and the force of the rope on it [N] or [N m].
  double mount_position{};
  double mount_force{};
  int slip_direction{};  // +1: the whole rope on the pulley slips towards its second end, −1: towards the first, 0: it
                         // sticks somewhere
  double slip_speed{};   // largest |v_s| on the pulley [m/s]
  double slip_margin{};  // see rope_slip_margin() [-]
  // Slip angles next to the first and to the second end, if tells_slip_arcs() [rad].
  std::array<double, 2> slip_arcs{};
  double slip_distance{};  // ∫|v_s| dt while the rope slips on the whole arc [m]
  double slip_power{};     // dissipated by slip [W]
  double slip_energy{};    // slip_power integrated since the start [J]
  double brake_power{};    // dissipated in the brake [W]
  double brake_energy{};   // brake_power integrated since the start [J]

  // Sets the drive torque of a pulley of prescribed motion from its angular acceleration [rad/s²].
  void take_drive_torque(const Pulley& pulley, double angular_acceleration);
};
// The state of a rope drive at an instant: the source of a row of the history.
struct RopeRow {
  std::array<RopeEndRow, 2> ends{};
  std::vector<RopeSpanRow> spans{};      // shape (n_pulleys + 1)
  std::vector<RopePulleyRow> pulleys{};  // shape (n_pulleys)
};
// 1 − |ln(P₂/P₁)|/(μφ) with P = N − ρv² of the forces on both sides [N] and the wrap φ [rad]: the part of the friction
// limit that is not used [-]; 0 in complete slip or without friction.
double rope_slip_margin(double entry, double exit, double friction, double wrap);

// A rope drive in any formulation; it reports the same quantities for each.
//
// History, in this order:
//   for each end j     end_position_j [m], end_speed_j [m/s], end_force_j [N], of a body end_acceleration_j [m/s^2]
//   for each pulley k  angular_velocity_k [rad/s], torque_k [N m], drive_torque_k [N m] if its motion is prescribed,
//                      brake_torque_k [N m] if it has a brake, entry_force_k, exit_force_k, hub_load_k [N],
//                      slip_speed_k [m/s], slip_margin_k [-], slip_distance_k [m], slip_power_k [W], slip_energy_k [J],
//                      bearing_power_k [W] dissipated in its bearing, if that has damping or friction,
//                      brake_power_k [W] and brake_energy_k [J] if it has a brake; mount_position_k [m] or [rad],
//                      mount_force_k [N] or [N m], axis_x_k and axis_y_k [m] if it has a mount
//   for each span k    span_length_k [m], span_force_k [N], span_speed_k [m/s] along the span, of the particle at its
//                      middle; span k leads to pulley k
//   for each pulley k  slip_arc_entry_k, slip_arc_exit_k [rad] if the formulation supports them: slip angles next to
//   the
//                      first and to the second end
//   for each drum j    drum_angle_j [rad], drum_speed_j [rad/s], drum_torque_j [N m], drum_drive_torque_j [N m] if its
//                      motion is prescribed, drum_brake_torque_j [N m] and drum_brake_energy_j [J] if it has a brake,
//                      drum_length_j [m]
//   balance_energy [-] columns of the formulation
class RopeDriveSimulation : public Simulation {
 public:
  explicit RopeDriveSimulation(RopeDrive drive);

  const RopeDrive& drive() const { return *drive_; }
  virtual RopeRow row() const = 0;
  // The path with the present positions of ends and axes, or with those of a row.
  RopePath path_now() const { return path_of(row()); }
  RopePath path_of(const RopeRow& row) const;
  // Sets the accelerations of bodies at the ends.
  void find_accelerations(RopeRow& row) const;
  // The energy-balance error, energy gained (< 0) or lost (> 0) relative to all exchanged energy, and its tolerance
  // [-].
  virtual double energy_defect() const = 0;
  virtual double exchanged_energy() const = 0;  // to which it is relative [J]
  virtual double energy_tolerance() const = 0;
  // How the user can reduce that error.
  virtual std::string energy_remedy() const { return "use a smaller tolerance"; }
  // Does the formulation report slip_arcs?
  virtual bool tells_slip_arcs() const { return false; }
  // Since when a pulley or drum holds the rope. The stop begins when a brake begins to act.
  virtual std::optional<Stop> stop() const { return std::nullopt; }
  // The rope at distances from the first end along the present path, ascending [m].
  virtual std::vector<ProfilePoint> rope_points(std::span<const double> sigma) const = 0;

  // σ is the distance from the first end on the path at the start. On a longer or shorter path it stands for the same
  // fraction of the length.
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
  // The smallest and the largest force at the ends of the spans, with place and time.
  std::vector<Conclusion> force_conclusions(const Summary& summary) const;
  std::vector<Conclusion> conclusions(const Summary& summary) const;
  std::vector<SlipZone> slip_zones_of(const RopeRow& row) const;

  Indirect<RopeDrive> drive_;
  double length_;  // of the path as drawn [m]
};

}  // namespace beltdyn
