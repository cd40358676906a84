// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/steady/arc_slip.hpp"
#include "analytic/belt/steady/friction_loop.hpp"
#include "analytic/belt/steady/rigid_arc.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::analytic {

// The arc of pulley i at a given flux and effective force before it.
struct LoopArc {
  ArcEntry entry;          // its slip is set only if the change is not 0
  double length{};         // [m]
  double change{};         // Δτ [N]
  ArcSlip slip{};          // set if the change is not 0
  double slip_velocity{};  // v_s at the entry, signed [m/s]
  double material{};       // reference length on the arc [m]

  // R ω [m/s]
  double surface_speed() const { return entry.flux * entry.stretch - slip_velocity; }
};

// Equations (1) to (3) of a FrictionLoop, with a given fraction of the torques, of the differences of the given speeds,
// and of the loads along the spans. Unknowns are G and τ, relative to an even belt; for each pulley Δτ relative to that
// τ, or its y if it is_slipping; and the coordinates of the mounts.
//
// The Jacobian uses finite differences, in which linear functions replace the arcs: functions of the flux, of the force
// at the entry, of the length of the arc, and of Δτ or y. Arcs with rigid stick have a closed form and need no such
// functions. Their y is −∞ while a part of the arc sticks.
class FrictionLoopEquations final : public numerics::NonlinearSystem {
 public:
  FrictionLoopEquations(const FrictionLoop& loop, double driver_speed);

  // Limits the steps of integrations along arcs; beyond this number there is no residual.
  void limit_arc_steps(std::int64_t most) { arc_steps_left_ = most; }
  // Sets the fraction of torques, speed differences and loads, from 0 to 1.
  void ask_for(double part) { part_ = part; }
  // The Δτ that (2) requires of a pulley whose torque is given, at the fraction 1 and its ω of the last evaluation [N].
  double asked_change(std::size_t pulley) const;

  // The unknowns of an even belt without load, with mounts where their search begins.
  Eigen::VectorXd even() const;
  // A first guess: the even belt x with the loads that its speeds require, about the same mean force.
  Eigen::VectorXd loaded(Eigen::VectorXd x);
  Eigen::VectorXd unknowns(const FrictionLoopState& state);
  FrictionLoopState state(const Eigen::VectorXd& x);
  // Makes y the unknown of the pulley, in the state x of the last evaluation. Returns false if it is so already.
  bool make_slipping(std::size_t pulley, Eigen::VectorXd& x);
  void forget_slipping() { is_slipping_.assign(is_slipping_.size(), false); }
  // Position of the unknown of a pulley.
  static Eigen::Index place_of(std::size_t pulley);
  // From now on the y of this slipping pulley is given, and the fraction of the load is the unknown in its place.
  void set_guide(std::size_t pulley, double log_slip) { guide_ = Guide{.pulley = pulley, .log_slip = log_slip}; }
  void end_guide() { guide_.reset(); }
  // Is the stick of the pulley rigid?
  bool is_rigid(std::size_t pulley) const { return rigid_[pulley].has_value(); }
  // The arcs of the last evaluation, shape (n_pulleys).
  const std::vector<LoopArc>& arcs() const { return arcs_; }
  // ln |Δτ| that friction sustains on the arc of the last evaluation; see largest_log_change().
  double largest_log_change_on(std::size_t pulley) const;
  // Upper bound of |Δτ| on that arc at any slip; infinite with viscosity [N].
  double bound_of_change_on(std::size_t pulley) const { return bound_of_change(pulley, arcs_[pulley]); }
  // Points on an arc with a change of force, at ascending distances from its entry [m].
  std::vector<ArcPoint> points_on(const LoopArc& arc, std::size_t pulley, std::span<const double> distances) const;
  ArcEntry entry_at(double flux, double force) const;
  // The span behind pulley i, for an effective force with which the belt enters it.
  StringSpan span_at(const BeltPath& path, std::size_t i, double flux, double force) const;
  // The arc of a state, for the force before it and its length.
  LoopArc arc_of(const FrictionLoopState& state, std::size_t pulley, double force, double length) const;
  double speed() const { return speed_; }
  // Why the last attempt to integrate along an arc failed; empty if none failed.
  const std::string& failure() const { return failure_; }

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override;
  bool factorise(const Eigen::VectorXd& x) override;
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

 private:
  // Derivatives of ln|Δτ| and of the reference length by (flux, force at the entry, length of the arc, y). Without a
  // change of force only the derivative of v_s by Δτ is set.
  struct ArcSlopes {
    Eigen::Vector4d log_change = Eigen::Vector4d::Zero();
    Eigen::Vector4d material = Eigen::Vector4d::Zero();
    double slip_by_change{};  // [m/(N s)]
  };

  // A slipping pulley whose y is given.
  struct Guide {
    std::size_t pulley{};
    double log_slip{};
  };

  std::size_t n_pulleys() const { return loop_.pulleys.size(); }
  double bound_of_change(std::size_t pulley, const LoopArc& arc) const;
  // The arc of a pulley with the given length [m], without and with rigid stick.
  StringArc string_arc(std::size_t pulley, double length) const;
  RigidArc rigid_arc(std::size_t pulley, double length) const;
  std::vector<double> mounts_of(const Eigen::VectorXd& x) const;
  double log_slip_of(const FrictionLoopState& state, std::size_t pulley) const;
  // Finds the arc for its unknown w; false if there is none.
  bool find_arc(std::size_t pulley, double w, LoopArc& arc) const;
  // The same for rigid stick. While an arc sticks somewhere its change may exceed the largest one.
  void find_rigid_arc(std::size_t pulley, double w, LoopArc& arc) const;
  ArcSlopes slopes_of(std::size_t pulley) const;
  LoopArc linear_arc(std::size_t pulley, const ArcEntry& entry, double length, double w) const;
  // Computes path and arcs for x, then the residual. arc_of(pulley, w, arc) completes an arc whose entry and length are
  // set. False if a value is not valid.
  template <class ArcOf>
  bool residual_by(const Eigen::VectorXd& x, const ArcOf& arc_of, std::vector<LoopArc>& arcs,
                   Eigen::VectorXd& residual) const;
  void fill_residual(const Eigen::VectorXd& x, const BeltPath& path, const std::vector<LoopArc>& arcs,
                     const std::vector<StringSpan>& spans, Eigen::VectorXd& residual) const;

  const FrictionLoop& loop_;
  double speed_;  // [m/s]
  bool rests_;
  std::vector<std::optional<double>> rigid_;                // coefficients, shape (n_pulleys)
  std::vector<std::optional<Indirect<FrictionLaw>>> laws_;  // set if stick is not rigid
  std::vector<double> largest_coefficient_;                 // of friction, infinite with viscosity; shape (n_pulleys)
  double even_flux_{};                                      // [m/s]
  double even_force_{};                                     // [N]
  double part_ = 1.0;                                       // [-]
  std::vector<bool> is_slipping_;
  std::optional<Guide> guide_;
  std::vector<LoopArc> arcs_;
  std::vector<ArcSlopes> slopes_;
  Eigen::VectorXd evaluated_;
  numerics::DenseLu lu_;
  std::string failure_;
  mutable std::optional<std::int64_t> arc_steps_left_{};
};

}  // namespace beltdyn::analytic
