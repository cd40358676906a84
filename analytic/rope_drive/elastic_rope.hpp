// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analytic/belt/dynamics/slip_angle.hpp"
#include "analytic/belt/dynamics/string_point.hpp"
#include "analytic/rope_drive/elastic_rope_drive.hpp"
#include "analytic/rope_drive/event_steps.hpp"
#include "analytic/rope_drive/rope_kinematics.hpp"
#include "analytic/rope_drive/rope_on_sheave.hpp"
#include "analytic/rope_drive/rope_state.hpp"
#include "core/run/rope_drive_simulation.hpp"

namespace beltdyn::analytic {

// An ElasticRopeDrive in time. Unknowns are the forces N_k of the spans, the free sheaves and the bodies;
// elastic_rope_rates.cpp has the equations. Rope that sticks moves with the surface, and leaves or begins to slip at
// either side of its arc, so that a sheave that reverses needs no special treatment.
class ElasticRope {
 public:
  // Starts at t = 0. `tolerance`: relative error of a step; `longest_step` [s]. Throws SolverError if friction cannot
  // hold the rope at the start.
  ElasticRope(ElasticRopeDrive drive, double tolerance, double longest_step = HUGE_VAL);

  // Advances to a time; `check` may object there by an exception. Throws SolverError if a span goes slack, an end comes
  // to a sheave, or the motion is not determined. After an exception the state is unchanged.
  void advance_to(
      double end, const std::function<void()>& check = [] {});

  double time() const { return time_; }
  const ElasticRopeDrive& drive() const { return drive_; }
  SolverStatistics statistics() const { return steps_.statistics(); }
  double force(std::size_t k) const { return state_[k]; }  // of span k [N]
  bool is_slack() const { return modes_.is_slack; }        // of a rope without sheaves
  double length(std::size_t k) const { return kinematics_.length(k); }
  // Motion of end 0 or 1, positive away from the rope.
  double displacement(std::size_t end) const { return state_[at_.displacement_at(end)]; }  // since the start [m]
  double end_speed(std::size_t end) const { return speeds_[end]; }                         // [m/s]
  double paid_out(std::size_t end) const { return state_[at_.paid_out_at(end)]; }  // natural, since the start [m]
  double paid_out_speed(std::size_t end) const { return paid_out_rate(end, time_, state_); }  // [m/s]
  // Motion of the drum at an end, positive as it pays out.
  double drum_angle(std::size_t end) const { return state_[at_.drum_angle_at(end)]; }        // since the start [rad]
  double drum_speed(std::size_t end) const { return drum_speed_at(end, time_, state_); }     // [rad/s]
  double drum_acceleration(std::size_t end) const { return rate_[at_.drum_speed_at(end)]; }  // if it is free [rad/s²]
  double drum_brake_moment(std::size_t end) const { return drum_brake_moments_[end]; }       // on the drum [N m]
  double lost_in_drum_brake(std::size_t end) const { return state_[at_.drum_brake_at(end)]; }    // [J]
  double block_displacement(std::size_t b) const { return state_[at_.displacement_at(2 + b)]; }  // since the start [m]
  double block_speed(std::size_t b) const { return speeds_[2 + b]; }                             // [m/s]
  // Force of the rope at an end, of a body without that on the rope of its span [N].
  double end_force(std::size_t end) const;
  std::array<double, 2> span_forces(std::size_t k) const;  // at the two ends of span k [N]
  // Force by which the rope draws a body back; bodies are the two ends, then the blocks [N].
  double pull(std::size_t body) const { return kinematics_.pull(body, state_); }
  double angular_velocity(std::size_t k) const { return motions_[k].speed; }  // [rad/s]
  double angle(std::size_t k) const { return state_[at_.angle_at(k)]; }       // since the start [rad]
  double brake_moment(std::size_t k) const { return motions_[k].brake; }      // on the sheave [N m]
  double bearing_moment(std::size_t k) const { return motions_[k].bearing; }  // of bearing friction [N m]
  // Side 0 of sheave k is at span k, side 1 at span k + 1. If the rope slips on the whole arc, the slip arc is the wrap
  // [rad].
  double slip_arc(std::size_t k, std::size_t side) const;
  const RopeArc& arc(std::size_t k) const { return modes_.arcs[k]; }
  bool is_held_by_brake(std::size_t k) const { return modes_.brakes[k].holds; }
  double used_friction(std::size_t k) const;  // |g(N_{k+1}) − g(N_k)|/φ [-]
  // Natural length that has come onto the sheave at a side since the start [m].
  double natural_in(std::size_t k, std::size_t side) const { return state_[at_.natural_at(k, side)]; }
  double lost_in_slip(std::size_t k) const { return state_[at_.slip_loss_at(k)]; }  // [J]
  double slip_power(std::size_t k) const { return rate_[at_.slip_loss_at(k)]; }     // [W]
  // Distance by which the rope has slipped while all of the arc slipped, at the place of least slip [m].
  double slip_distance(std::size_t k) const { return state_[at_.slip_distance_at(k)]; }
  double lost_in_brake(std::size_t k) const { return state_[at_.brake_loss_at(k)]; }  // [J]
  RopeEnergy energy() const;
  // If rope sticks to a sheave at rest, which holds it though it may continue to swing: the time since when, and the
  // larger displacement of an end since a brake began to act, if one did.
  std::optional<Stop> stop() const;
  double natural_length() const;  // of the rope between its ends, from spans and sheaves [m]
  double path_length() const;     // [m]
  // The rope at distances from end 0, ascending [m]; speeds and slip are positive towards end 1.
  std::vector<StringPoint> points(std::span<const double> sigma) const;
  // Places on sheave k where the contact state changes, as distances from side 0 [m].
  std::vector<double> state_changes(std::size_t k) const;
  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  double stretch(double force) const { return 1.0 + force * compliance_; }
  void set_start();
  void set_arc(std::size_t k);
  void set_scales();
  void evaluate(double t, std::span<const double> x, std::span<double> rate);
  void find_sides(std::size_t k, double t, std::span<const double> x);
  std::size_t find_chain(std::size_t first, double t, std::span<const double> x);
  void set_chain(std::size_t first, std::size_t last, double rate, std::span<const double> x);
  void pass_flow(std::size_t first, std::size_t last, double t, std::span<const double> x);
  void set_sheave_rates(std::size_t k, double t, std::span<const double> x, std::span<double> rate);
  double rope_length_at(std::size_t b) const;
  void set_body_rates(std::size_t b, double t, std::span<const double> x, std::span<double> rate);
  void set_end_rates(std::size_t end, double t, std::span<const double> x, std::span<double> rate);
  double arc_yield(std::size_t k, std::span<const double> x) const;
  double span_yield(std::size_t j, std::span<const double> x) const;
  double arc_growth(std::size_t k, std::span<const double> x) const;
  double paid_out_rate(std::size_t end, double t, std::span<const double> x) const;
  double drum_speed_at(std::size_t end, double t, std::span<const double> x) const;
  // Stretch of the rope that comes off the drum, or is wound up.
  double drum_stretch(std::size_t end, double speed, std::span<const double> x) const;
  double drum_load(std::size_t end, double t, std::span<const double> x) const;
  void set_drum_rates(std::size_t end, double t, std::span<const double> x, std::span<double> rate);
  WoundRope::Mark mark_of_drum(std::size_t end);
  void follow_drums(const std::array<WoundRope::Mark, 2>& before);
  bool has_drum(std::size_t end) const { return drive_.ends[end].drum.has_value(); }
  bool has_braked_drum(std::size_t end) const { return has_drum(end) && drive_.ends[end].drum->brake; }
  double slip_power_at(std::size_t k, std::span<const double> x) const;
  double inwards_slip(std::size_t k, std::size_t side) const;
  double whole_slip(std::size_t k) const;
  RopeDisplacements displacements() const;
  void follow_stops();
  LaidRope laid(std::size_t k, int side, double time) const;
  bool has_given_force(std::size_t end) const { return drive_.ends[end].kind == RopeEnd::Kind::force; }
  void go_to(double end);
  EventSystem system();
  void take_step();
  void look(double time);
  void evaluate_head();
  RopeMargin margin(double t, std::span<const double> x) const;
  void add_arc_margins(std::size_t k, RopeMargin& least) const;
  void add_brake_margin(std::size_t k, double t, RopeMargin& least) const;
  void add_drum_margin(std::size_t end, double t, std::span<const double> x, RopeMargin& least) const;
  void settle();
  void change(const RopeMargin& m);
  int change_arc(const RopeMargin& m);
  void change_brake(std::size_t k, double t);
  void change_drum_brake(std::size_t end, double t);
  void change_slack();
  [[noreturn]] void refuse(const RopeMargin& m) const;
  void split_laid(int order, std::size_t k, std::size_t side);
  void pass_kink();
  void count_events();
  double way_to_pass() const;
  double way_to_kink();
  void require_determined() const;
  RopeOnSheave on_sheave(std::size_t k) const;
  StringPoint point_on_arc(std::size_t k, const RopeOnSheave& rope, double zeta) const;
  void add_slip(std::size_t k, double zeta, StringPoint& point) const;
  StringPoint point_of_span(std::size_t j, double part) const;
  void restore_arcs(std::span<const double> all, std::span<const std::int64_t> counts);

  ElasticRopeDrive drive_;
  std::size_t n_;  // number of sheaves
  std::vector<RopeBody> bodies_;
  RopeLayout at_;
  double compliance_;  // 1/EA [1/N]
  double tolerance_, longest_step_;
  std::vector<SlipAngle> slip_;                                      // of the sheaves
  double speed_scale_ = 1.0, force_scale_ = 1.0, time_scale_ = 1.0;  // [m/s], [N], [s]
  double natural_at_start_{};                                        // natural length of the first span [m]
  EventSteps steps_;
  RopeModes modes_;
  // Of the last evaluation; outside of advance_to() it is the present state.
  double time_ = 0.0;  // [s]
  std::vector<double> state_, rate_, force_rates_, speeds_;
  RopeKinematics kinematics_;
  std::vector<SheaveMotion> motions_;
  std::array<double, 2> drum_brake_moments_{};
  RopeMargin least_;
  double clear_until_ = 0.0;  // no time function has a kink before this time; with has_kink_ one has a kink then [s]
  bool has_kink_ = false, reads_own_step_ = false;
  mutable std::vector<std::size_t> panel_near_;  // panels where the history was read last
};

}  // namespace beltdyn::analytic
