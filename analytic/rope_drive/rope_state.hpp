// SPDX-License-Identifier: MIT
// The states of the sheaves and ends of an ElasticRope.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "analytic/rope_drive/rope_arc.hpp"
#include "core/dynamics/rope/wound_rope.hpp"

namespace beltdyn::analytic {

// Positions in the integrated state, for given numbers of sheaves and blocks: forces of spans, then quantities on which
// they depend, then quantities on which no rate depends.
struct RopeLayout {
  std::size_t n{};         // number of sheaves
  std::size_t n_bodies{};  // number of bodies: the two ends, then blocks

  std::size_t zeta_at(std::size_t k, std::size_t side) const { return n + 1 + 2 * k + side; }  // [rad]
  std::size_t speed_at(std::size_t k) const { return 3 * n + 1 + k; }                        // of free sheaves [rad/s]
  std::size_t displacement_at(std::size_t b) const { return 4 * n + 1 + b; }                 // of bodies [m]
  std::size_t body_speed_at(std::size_t b) const { return 4 * n + 1 + n_bodies + b; }        // of free bodies [m/s]
  std::size_t paid_out_at(std::size_t end) const { return 4 * n + 1 + 2 * n_bodies + end; }  // [m]
  std::size_t drum_speed_at(std::size_t end) const { return 4 * n + 3 + 2 * n_bodies + end; }  // [rad/s]
  std::size_t n_coupled() const { return 4 * n + 5 + 2 * n_bodies; }
  std::size_t work_at(std::size_t b) const { return n_coupled() + b; }  // [J]
  std::size_t of_drum(std::size_t end) const { return n_coupled() + n_bodies + 4 * end; }
  std::size_t drum_angle_at(std::size_t end) const { return of_drum(end); }      // [rad]
  std::size_t drum_drive_at(std::size_t end) const { return of_drum(end) + 1; }  // work of torque or motion [J]
  std::size_t drum_loss_at(std::size_t end) const { return of_drum(end) + 2; }   // by rope that comes off [J]
  std::size_t drum_brake_at(std::size_t end) const { return of_drum(end) + 3; }  // loss in its brake [J]
  std::size_t of_sheave(std::size_t k) const { return of_drum(2) + 9 * k; }
  // Natural length that came onto an arc at a side [m], and its elastic energy [J].
  std::size_t natural_at(std::size_t k, std::size_t side) const { return of_sheave(k) + side; }
  std::size_t elastic_at(std::size_t k, std::size_t side) const { return of_sheave(k) + 2 + side; }
  std::size_t slip_loss_at(std::size_t k) const { return of_sheave(k) + 4; }      // [J]
  std::size_t brake_loss_at(std::size_t k) const { return of_sheave(k) + 5; }     // [J]
  std::size_t drive_at(std::size_t k) const { return of_sheave(k) + 6; }          // work of torque or motion [J]
  std::size_t angle_at(std::size_t k) const { return of_sheave(k) + 7; }          // [rad]
  std::size_t slip_distance_at(std::size_t k) const { return of_sheave(k) + 8; }  // while the whole arc slips [m]
  std::size_t size() const { return of_sheave(n); }
};

// The energy of a rope, and powers integrated since the start.
struct RopeEnergy {
  double kinetic{};         // of bodies and free sheaves [J]
  double elastic{};         // of the rope between its ends [J]
  double by_ends{};         // work of forces on bodies, blocks and ends, and energy of rope from winches [J]
  double by_drives{};       // work of prescribed sheaves and of torques [J]
  double lost_in_slip{};    // [J]
  double lost_in_brakes{};  // [J]
};

// Results of an evaluation of the rates for a side of an arc.
struct SideMotion {
  double inflow{};      // w [rad/s]
  double level_rate{};  // dg(N_e)/dt [rad/s]
  RopeFront front{};
  double front_stretch{};  // λ_f
  // F, the flow of natural length to the span: given + by_force_rate dN_e/dt
  double given{};          // [m/s]
  double by_force_rate{};  // [m/N]
  double natural{};        // −F, the flow of natural length onto the arc [m/s]

  double slip_rate(double sigma) const { return -sigma * level_rate - inflow; }  // h [rad/s]
};

// Results of an evaluation of the rates for a sheave.
struct SheaveMotion {
  double speed{};    // ω [rad/s]
  double load{};     // moment of rope and torque [N m]
  double brake{};    // moment of the brake [N m]
  double bearing{};  // moment of bearing friction [N m]
  ArcSides at{};
  std::array<SideMotion, 2> sides;

  double wrap_rate() const { return sides[0].inflow + sides[1].inflow; }  // [rad/s]
  // Angular velocity of a side of the arc towards end 1 [rad/s].
  double side_rate(std::size_t side) const { return speed + inwards(side) * sides[side].inflow; }
};

// A dry brake: it holds its sheave or drum, or has its largest moment while that turns in a direction.
struct BrakeState {
  bool holds = false;
  double direction = 1.0;
};

// The events that end the modes of a rope.
enum class RopeChange {
  none,
  hold,         // slip at a side ends
  steep,        // rope that comes in begins to slip
  turn,         // a slip arc has vanished
  pass,         // a front has reached the end of its piece
  whole,        // slip of a whole arc ends at a side
  brake_stops,  // a sheave stops under its brake
  brake_slips,  // a brake begins to slide
  drum_stops,   // a drum stops under its brake
  drum_slips,   // a drum's brake begins to slide
  slack,        // a span has lost its force
  taut,         // a rope without sheaves has a force again
  no_length,    // a span has no length
  no_contact    // an arc has no wrap
};

// The smallest margin.
struct RopeMargin {
  double value = HUGE_VAL;
  RopeChange change = RopeChange::none;
  std::size_t k = 0;  // index of the sheave, span or end
  std::size_t side = 0;

  void add(double margin, RopeChange its_change, std::size_t its_k, std::size_t its_side = 0) {
    if (!(margin >= value)) *this = {margin, its_change, its_k, its_side};
  }
};

// Displacements of the two ends at some time; for winches the natural length that they have paid out.
struct RopeDisplacements {
  double time{};                 // [s]
  std::array<double, 2> ends{};  // [m]
};

// The modes at the head of the integration.
struct RopeModes {
  std::vector<RopeArc> arcs;
  std::vector<BrakeState> brakes;
  std::vector<bool> is_held;  // for each body: the two ends, then blocks
  std::array<std::optional<WoundRope>, 2> wound;
  std::array<BrakeState, 2> drum_brakes;
  bool is_slack = false;       // has a rope without sheaves no force?
  bool has_event = false;      // do modes change there?
  bool has_kink = false;       // has a time function a kink there?
  double event_time = 0.0;     // of the last event [s]
  int n_events = 0;            // number of events at the same time
  double patience = 0.0;       // negative margins up to this size are tolerated [-]
  bool is_braked = false;      // has a brake begun to act?
  RopeDisplacements braked{};  // displacements at that time; before that, the present ones
  bool rests = false;          // does rope stick to a sheave at rest?
  RopeDisplacements rest{};    // displacements at the time when that began
};

}  // namespace beltdyn::analytic
