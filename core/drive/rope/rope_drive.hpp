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

// What a rope ends at. Places are those of the end of the rope as it is drawn [m].

// A body on a straight guide without friction. Velocities and forces count along its direction.
struct BodyEnd {
  double mass{};                                         // m > 0 [kg]
  Eigen::Vector2d position = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();  // of the guide, of any length when given
  std::optional<TimeFunction> force{};                   // beside weight and rope [N]
  double velocity{};                                     // at t = 0; 0: that which the rope has [m/s]
  bool is_held{};                                        // for ever
  double held_until{};                                   // [s]

  Eigen::Vector2d unit_direction() const { return direction.normalized(); }

  void visit(config::FieldVisitor& visitor);
};
struct FixedEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
};
// The rope leaves through a fixed place, at which it is pulled.
struct ForceEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  TimeFunction force;                                  // of the rope [N]
};
// The rope is paid out or hauled in at a fixed place: at a rate, or by a drum, on which the rope keeps the stretch with
// which it is wound up. At the start all of it there is wound with the force that the rope has then.
struct WinchEnd {
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  // Natural length that enters per time, < 0: that leaves; of a drum of prescribed motion the speed of its surface, of
  // another one 0 [m/s].
  TimeFunction rate{};
  bool has_rate = true;  // is it told by itself?
  // Its radius, inertia, bearing and motion; its angles are positive as it pays out. The radius 0: there is none.
  Pulley drum{};

  bool has_drum() const { return drum.radius > 0.0; }
  // Does the rope turn its drum?
  bool turns_freely() const { return has_drum() && !drum.is_prescribed(); }

  void visit(config::FieldVisitor& visitor);
};

struct RopeDriveEnd {
  std::variant<BodyEnd, FixedEnd, ForceEnd, WinchEnd> form;
  std::string name{};  // used by messages, may be empty

  const Eigen::Vector2d& position() const;
  void visit(config::FieldVisitor& visitor);
};

// Values per natural length where they are per length.
struct Rope {
  double axial_stiffness{};  // EA [N]; 0 of an inextensible rope
  bool is_inextensible{};
  double bending_stiffness{};  // EI [N m²]
  double axial_damping{};      // N += axial_damping dλ/dt [N s]
  double mass_per_length{};    // [kg/m]
  double length{};             // natural length between the ends at t = 0; 0: that of the path as drawn [m]

  void visit(config::FieldVisitor& visitor);
};

// The pulley on whose mount the axis of another one is too, by its number from 1 or its name; 0 and empty: none.
struct AxisCarrier {
  int pulley{};
  std::string name{};

  bool is_given() const { return pulley != 0 || !name.empty(); }
};

// A rope with two ends over n ≥ 0 pulleys, in the plane: elevators, hoists, winches, weights over a wheel. Pulleys are
// in the order in which they come on the way from the first end to the second one; those on mounts are blocks that hang
// in the rope.
struct RopeDrive {
  std::array<RopeDriveEnd, 2> ends;
  std::vector<Pulley> pulleys;
  std::vector<AxisCarrier> carriers;  // of the pulleys, shape (n_pulleys), or empty if each has its own axis
  Rope rope;
  std::optional<PulleyContact> contact;               // of all pulleys that have none of their own
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  InitialState initial_state = InitialState::rest;

  // As drawn. Throws PathError if there is none.
  RopePath path() const;
  // With the ends elsewhere, and axes moved by so much if given, shape (n_pulleys) [m].
  RopePath path_between(const Eigen::Vector2d& first_end, const Eigen::Vector2d& second_end,
                        std::span<const Eigen::Vector2d> moved = {}) const;
  // The pulleys with mounts that move, ascending.
  std::vector<std::size_t> mounted() const;
  // The pulley on whose mount the axis of a pulley is: its own, if it does not move with another one.
  std::size_t carrier_of(std::size_t pulley) const;
  bool starts_running() const { return initial_state == InitialState::running; }
  const PulleyContact& contact_of(std::size_t pulley) const;
  // What messages call a pulley: its number from 1, and its name if it has one, "2 (sheave)".
  std::string pulley_label(std::size_t pulley) const;
  // The same of an end, "2 (car)".
  std::string end_label(std::size_t end) const;
  // The functions of time by which pulleys, mounts and ends are driven or braked.
  std::vector<const TimeFunction*> time_functions() const;
  // The first time in (t0, t1) at which a derivative of one of them jumps, t1 if there is none [s].
  double next_kink(double t0, double t1) const;

  void visit(config::FieldVisitor& visitor);

 private:
  void check_carriers(config::FieldVisitor& visitor) const;
};

}  // namespace beltdyn
