// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/drive/initial_state.hpp"
#include "core/drive/pulley/pulley.hpp"
#include "core/drive/rope/rope_path.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// What is at an end of a rope. Positions are those of the end of the rope as drawn [m].

// A body on a straight guide without friction. Velocities and forces are components in the direction of the guide.
struct BodyEnd {
  double mass{};                                         // m > 0 [kg]
  Eigen::Vector2d position = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // of the guide, of any length when given
  std::optional<TimeFunction> force{};                   // in addition to weight and rope force [N]
  double velocity{};                                     // at t = 0; 0: the velocity of the rope [m/s]
  bool is_held{};                                        // held at all times
  double held_until{};                                   // held until this time [s]

  Eigen::Vector2d unit_direction() const { return direction.normalized(); }

  void visit(config::FieldVisitor& visitor);
};
// The end of the rope is attached to a fixed place.
struct FixedEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
};
// The rope passes through a fixed place, where a given force pulls it.
struct ForceEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  TimeFunction force;                                  // force of the rope [N]
};
// A winch at a fixed place pays the rope out or hauls it in: at a given rate, or by a drum. On the drum, the rope keeps
// the stretch with which it was wound. All rope on the drum at the start has been wound with the initial force of the
// rope.
struct WinchEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  // Natural length that is paid out per time; < 0: hauled in. For a drum of prescribed motion this is the speed of its
  // surface, for any other drum 0 [m/s].
  TimeFunction rate{};
  bool has_rate = true;  // is the rate given by its own key?
  // Radius, inertia, bearing and motion of the drum. Its angles are positive when it pays out. Radius 0: there is no
  // drum.
  Pulley drum{};

  bool has_drum() const { return drum.radius > 0.0; }
  // Does the drum turn under the force of the rope, as its motion is not prescribed?
  bool turns_freely() const { return has_drum() && !drum.is_prescribed(); }

  void visit(config::FieldVisitor& visitor);
};

// One end of a rope: what is there, and its name.
struct RopeDriveEnd {
  std::variant<BodyEnd, FixedEnd, ForceEnd, WinchEnd> form;
  std::string name{};  // used in messages, may be empty

  const Eigen::Vector2d& position() const;
  void visit(config::FieldVisitor& visitor);
};

// A rope. Values per length are per natural length.
struct Rope {
  double axial_stiffness{};  // EA [N]; 0 for an inextensible rope
  bool is_inextensible{};
  double bending_stiffness{};  // EI [N m²]
  double axial_damping{};      // N += axial_damping dλ/dt [N s]
  double mass_per_length{};    // [kg/m]
  double length{};             // natural length between the ends at t = 0; 0: the length of the path as drawn [m]

  void visit(config::FieldVisitor& visitor);
};

// The pulley on whose mount the axis of another pulley is fixed, by its number from 1 or its name. 0 and empty: no such
// pulley.
struct AxisCarrier {
  int pulley{};
  std::string name{};

  bool is_given() const { return pulley != 0 || !name.empty(); }
};

// A rope with two ends over n ≥ 0 pulleys in the plane: elevators, hoists, winches, weights over a wheel. The pulleys
// are in their order along the rope from the first end to the second end. Pulleys on mounts are blocks that hang in the
// rope.
struct RopeDrive {
  std::array<RopeDriveEnd, 2> ends;
  std::vector<Pulley> pulleys;
  std::vector<AxisCarrier> carriers;  // for each pulley, shape (n_pulleys); empty if each has an axis of its own
  Rope rope;
  std::optional<PulleyContact> contact;               // of all pulleys without a contact of their own
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  InitialState initial_state = InitialState::rest;

  // The path as drawn. Throws PathError if there is no path.
  RopePath path() const;
  // The path with the ends at other positions, and with the axes displaced by `moved` if given, shape (n_pulleys) [m].
  RopePath path_between(const Eigen::Vector2d& first_end, const Eigen::Vector2d& second_end,
                        std::span<const Eigen::Vector2d> moved = {}) const;
  // Indices of the pulleys with mounts that move, ascending.
  std::vector<std::size_t> mounted() const;
  // The pulley on whose mount the axis of a pulley is fixed: the pulley itself unless it moves with another one.
  std::size_t carrier_of(std::size_t pulley) const;
  bool starts_running() const { return initial_state == InitialState::running; }
  const PulleyContact& contact_of(std::size_t pulley) const;
  // The pulley's name in messages: its number from 1, followed by its name if it has one, "2 (sheave)".
  std::string pulley_label(std::size_t pulley) const;
  // Likewise the name of an end, "2 (car)".
  std::string end_label(std::size_t end) const;
  // The functions of time that drive or brake pulleys, mounts and ends.
  std::vector<const TimeFunction*> time_functions() const;
  // The first time in (t0, t1) at which a derivative of one of these functions jumps; t1 if there is none [s].
  double next_kink(double t0, double t1) const;

  void visit(config::FieldVisitor& visitor);

 private:
  void check_carriers(config::FieldVisitor& visitor) const;
};

}  // namespace beltdyn
