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
#include "core/drive/any_friction_law.hpp"
#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::analytic {

// The arc of pulley i at a flux and an effective force before it.
struct LoopArc {
  ArcEntry entry;          // its slip only where the change is not 0
  double length{};         // [m]
  double change{};         // Δτ [N]
  ArcSlip slip{};          // where the change is not 0
  double slip_velocity{};  // v_s at the entry, signed [m/s]
  double material{};       // reference length on the arc [m]

  // R ω [m/s]
  double surface_speed() const { return entry.flux * entry.stretch - slip_velocity; }
};

// (1) to (3) of a FrictionLoop, of which a part of the torques, of the differences of the given speeds and of what acts
// along the spans is asked for.
// Unknown are G and τ over those of an even belt, of each pulley Δτ over that τ, or its y where it is_slipping, and the
// coordinates of the mounts.
//
// The Jacobian is that of differences, in which linear functions replace the arcs: of the flux, of the force at the
// entry, of the length of the arc and of Δτ or y. Arcs with rigid stick are in closed form and need none. Their y is −∞
// as long as some of the arc sticks.
class FrictionLoopEquations final : public numerics::NonlinearSystem {
 public:
  FrictionLoopEquations(const FrictionLoop& loop, double driver_speed);

  // Beyond so many steps of integrations along arcs there is no residual any more.
  void limit_arc_steps(std::int64_t most) { arc_steps_left_ = most; }
  // What is asked for, from 0 to 1.
  void ask_for(double part) { part_ = part; }
  // The Δτ that (2) asks of a pulley whose torque is given, where all is asked for, at its ω of the last evaluation
  // [N].
  double asked_change(std::size_t pulley) const;

  // An even belt without load where the mounts begin.
  Eigen::VectorXd even() const;
  // A first guess: to the even belt x the loads that its speeds ask for, about the same mean force.
  Eigen::VectorXd loaded(Eigen::VectorXd x);
  Eigen::VectorXd unknowns(const FrictionLoopState& state);
  FrictionLoopState state(const Eigen::VectorXd& x);
  // Makes y the unknown of the pulley, in the state x of the last evaluation, or returns that it is already.
  bool make_slipping(std::size_t pulley, Eigen::VectorXd& x);
  void forget_slipping() { is_slipping_.assign(is_slipping_.size(), false); }
  // Where the unknown of a pulley is.
  static Eigen::Index place_of(std::size_t pulley);
  // From here on y of this slipping pulley is given, and what part is asked for is the unknown in its place.
  void set_guide(std::size_t pulley, double log_slip) { guide_ = Guide{.pulley = pulley, .log_slip = log_slip}; }
  void end_guide() { guide_.reset(); }
  // Is its stick rigid?
  bool is_rigid(std::size_t pulley) const { return rigid_[pulley].has_value(); }
  // The arcs of the last evaluation, shape (n_pulleys).
  const std::vector<LoopArc>& arcs() const { return arcs_; }
  // Of the arc of the last evaluation, ln |Δτ| that friction sustains; see largest_log_change().
  double largest_log_change_on(std::size_t pulley) const;
  // What |Δτ| is less than there, whatever the slip: infinity with viscosity [N].
  double bound_of_change_on(std::size_t pulley) const { return bound_of_change(pulley, arcs_[pulley]); }
  // On an arc with a change of force, at ascending distances from its entry [m].
  std::vector<ArcPoint> points_on(const LoopArc& arc, std::size_t pulley, std::span<const double> distances) const;
  ArcEntry entry_at(double flux, double force) const;
  // The span behind pulley i, which the belt enters with an effective force.
  StringSpan span_at(const BeltPath& path, std::size_t i, double flux, double force) const;
  // The arc of a state, with the force before it and its length.
  LoopArc arc_of(const FrictionLoopState& state, std::size_t pulley, double force, double length) const;
  double speed() const { return speed_; }
  // Why the last attempt to follow the belt along an arc failed, empty if none did.
  const std::string& failure() const { return failure_; }

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override;
  bool factorise(const Eigen::VectorXd& x) override;
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { d = lu_.solve(rhs); }

 private:
  // ∂/∂(flux, force at the entry, length of the arc, y) of ln|Δτ| and of the reference length; of a belt without change
  // only that of v_s by Δτ.
  struct ArcSlopes {
    Eigen::Vector4d log_change = Eigen::Vector4d::Zero();
    Eigen::Vector4d material = Eigen::Vector4d::Zero();
    double slip_by_change{};  // [m/(N s)]
  };

  // A pulley whose y is given.
  struct Guide {
    std::size_t pulley{};
    double log_slip{};
  };

  std::size_t n_pulleys() const { return loop_.pulleys.size(); }
  double bound_of_change(std::size_t pulley, const LoopArc& arc) const;
  // Of a length [m], of a pulley with and without rigid stick.
  StringArc string_arc(std::size_t pulley, double length) const;
  RigidArc rigid_arc(std::size_t pulley, double length) const;
  std::vector<double> mounts_of(const Eigen::VectorXd& x) const;
  double log_slip_of(const FrictionLoopState& state, std::size_t pulley) const;
  // The arc whose unknown is w; false if there is none.
  bool find_arc(std::size_t pulley, double w, LoopArc& arc) const;
  // The same with rigid stick. The change of an arc that sticks somewhere may exceed the largest one.
  void find_rigid_arc(std::size_t pulley, double w, LoopArc& arc) const;
  ArcSlopes slopes_of(std::size_t pulley) const;
  LoopArc linear_arc(std::size_t pulley, const ArcEntry& entry, double length, double w) const;
  // The path and the arcs of x by a function of (pulley, w, arc) that gives the rest of an arc whose entry and length
  // are known; then the residual. False if it makes no sense.
  template <class ArcOf>
  bool residual_by(const Eigen::VectorXd& x, const ArcOf& arc_of, std::vector<LoopArc>& arcs,
                   Eigen::VectorXd& residual) const;
  void fill_residual(const Eigen::VectorXd& x, const BeltPath& path, const std::vector<LoopArc>& arcs,
                     const std::vector<StringSpan>& spans, Eigen::VectorXd& residual) const;

  const FrictionLoop& loop_;
  double speed_;
  bool rests_;
  std::vector<std::optional<double>> rigid_;                // coefficients, shape (n_pulleys)
  std::vector<std::optional<Indirect<FrictionLaw>>> laws_;  // where stick is not rigid
  std::vector<double> largest_coefficient_;                 // of friction, infinity with viscosity; shape (n_pulleys)
  double even_flux_{};
  double even_force_{};
  double part_ = 1.0;
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
