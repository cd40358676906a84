// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/dynamics/pulley_angles.hpp"
#include "core/dynamics/pulley_mounts.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"

namespace beltdyn {

// An implicit step: all forces are those at its end.
struct BeltStep {
  double length{};            // h [s], infinity in statics
  double end{};               // the time at its end [s]
  numerics::StepRates rates;  // both 0 in statics

  bool is_static() const { return length == std::numeric_limits<double>::infinity(); }
};
inline constexpr BeltStep kStatics{.length = std::numeric_limits<double>::infinity(), .end = 0.0, .rates = {}};

// A force per reference length on the belt in addition to those of its drive [N/m], at a particle given by its
// reference arc length from node 0 of the untouched belt [m] and going on through the end of the loop, and a time [s].
// Manufactured solutions are made exact by it; no configuration has one, statics and balances leave it out.
using BeltLoad = std::function<Eigen::Vector2d(double particle, double time)>;
// Points of Gauss in an element for a BeltLoad: exact for a load of degree 6 on cubics.
inline constexpr int kLoadPoints = 5;

// Where a formulation keeps the nodes of its closed belt, and the linear system of a step. Vectors have kBlock
// components of each node, with halo.
struct BeltArraysView {
  const numerics::CyclicChainLayout& layout;
  numerics::AlignedVector& q;
  numerics::AlignedVector& v;
  numerics::AlignedVector& a;
  numerics::CyclicBlockTridiagonal& matrix;
  numerics::AlignedVector& residual;  // minus the residual; after a solve the correction of q
  // Of each unknown angle of a pulley, then of each unknown coordinate u of a mount: minus ∂(residual)/∂φ or ∂u, after
  // a solve A⁻¹ times that; and ∂τ/∂q or ∂Q/∂q
  std::vector<numerics::AlignedVector>& column;
  std::vector<numerics::AlignedVector>& row;
  // What of the tangent is no part of the matrix, to be kept with it; null if all of it is.
  numerics::AlignedVector* beside_matrix = nullptr;
};

template <class Arrays>
BeltArraysView view_of(Arrays& arrays) {
  return {.layout = arrays.layout,
          .q = arrays.q,
          .v = arrays.v,
          .a = arrays.a,
          .matrix = arrays.matrix,
          .residual = arrays.residual,
          .column = arrays.column,
          .row = arrays.row};
}

// A pulley's circle in the trial state: where its centre is, and how that follows the coordinate u of the mount and the
// angle φ of the pulley.
struct CircleMotion {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();          // C [m]
  Eigen::Vector2d axis_velocity = Eigen::Vector2d::Zero();   // dc/du u̇ [m/s]
  Eigen::Vector2d by_angle = Eigen::Vector2d::Zero();        // ∂C/∂φ, 0 unless it is eccentric [m]
  Eigen::Vector2d by_mount = Eigen::Vector2d::Zero();        // ∂C/∂u
  Eigen::Vector2d by_mount_twice = Eigen::Vector2d::Zero();  // ∂²C/∂u²
  double mount_velocity{};                                   // u̇
};

// The equations of motion of a belt, of the pulleys whose angle is not prescribed and of their mounts, and Newton's
// correction of a trial state, which is that of the arrays, of angles() and of mounts(). A formulation assembles and
// solves the part of the belt.
class BeltSystem {
 public:
  // `carriers` as PulleyMounts has them.
  explicit BeltSystem(const BeltDrive& drive, std::span<const std::size_t> carriers = {});
  virtual ~BeltSystem() = default;
  BeltSystem(const BeltSystem&) = delete;
  BeltSystem& operator=(const BeltSystem&) = delete;

  const BeltDrive& drive() const { return *drive_; }
  PulleyAngles& angles() { return angles_; }
  const PulleyAngles& angles() const { return angles_; }
  PulleyMounts& mounts() { return mounts_; }
  const PulleyMounts& mounts() const { return mounts_; }
  CircleMotion circle_motion(std::size_t pulley) const;
  // Angles, then mounts.
  int n_border_unknowns() const { return angles_.n_unknowns() + mounts_.n_unknowns(); }
  virtual BeltArraysView arrays_view() const = 0;

  // From now on; an empty one takes it away.
  void set_load(BeltLoad load) { load_ = std::move(load); }

  // Holds the belt in place along itself, and keeps the pulleys from turning; for statics. Mounts find their place.
  virtual void hold(bool on) = 0;
  // Whether a belt that is held finds its place with mounts that stay where they are.
  void hold_mounts(bool on) { mounts_held_ = on; }
  // What mounts are out of balance by, as last evaluated [N].
  double mount_imbalance(const BeltStep& step) { return mounts_.residual_norm(step.rates, step.end); }

  // The residual of the trial state: the largest of forces on nodes, of moments on them over the length of an element,
  // of torques on pulleys over their radius, and of mounts; infinity if a number is not finite or the state has no
  // residual [N].
  double evaluate(const BeltStep& step, bool with_tangent);
  // The correction of Newton's method from the last evaluation, with the last tangent; applied whole. Returns false if
  // the matrix is singular.
  bool correct(const BeltStep& step);
  // Goes `factor` of the last correction further; back if it is negative.
  void move(const BeltStep& step, double factor);
  // After correct(): halves the correction, down to a smallest part of it, until the residual is accepted or below
  // that of before. Returns the residual [N].
  double shorten_correction(const BeltStep& step, double before, double accepted);
  // After shorten_correction() in vain: shortens the correction to where the residual does next to no work along it,
  // if there is such a place. Where all contacts slip, the tangent lets a belt go along itself until its inertia stops
  // it, and the correction is up to millions of times too long for a belt that sticks; what the norm of the residual
  // does on the way says nothing of it. Source: [Matthies 1979]. Returns the residual [N].
  double balance_correction(const BeltStep& step);
  // Is there a tangent, of whatever state, for steps of this length?
  bool has_tangent(const BeltStep& step) const { return tangent_step_ == step.length; }
  void forget_tangent() { tangent_step_ = 0.0; }

  // The tangent that later steps may use again is part of the state. It lies in memory as the lanes do; with another
  // number of lanes it is not taken over. One that is still here is not read again, and one that was read is factorised
  // by the first step that uses it.
  void save_tangent(StateWriter& writer) const;
  void restore_tangent(StateReader& reader);

  // Factorises the matrix of the last evaluation with tangent; false if it is singular. solve() then replaces a
  // right-hand side by the solution.
  virtual bool factorise() = 0;
  virtual void solve(numerics::AlignedVector& rhs) = 0;

 protected:
  bool is_held() const { return held_; }
  void set_held(bool on) { held_ = on; }
  bool holds_mounts() const { return held_ && mounts_held_; }

 private:
  // Assembles the belt, passes the torques on the pulleys to angles() and the forces of the belt on mounts to mounts().
  // Returns false if the state has no residual.
  virtual bool assemble(const BeltStep& step, bool with_tangent) = 0;
  // Of the belt, as last assembled [N].
  virtual double belt_residual_norm() const = 0;
  // Adds the work of a load on each unknown of the belt to minus the residual. Its derivative by the state, small
  // beside that of inertia, is no part of the tangent.
  virtual void add_load(const BeltLoad& load, double time) = 0;

  // After a factorisation.
  void multiply_border();
  bool solve_border(const BeltStep& step);
  // The equations of the unknowns beside the belt, of which there may be none in statics.
  numerics::CyclicBorder* enter_border(const BeltStep& step);
  double work_of_correction(const BeltStep& step);

  Indirect<BeltDrive> drive_;
  PulleyAngles angles_;
  PulleyMounts mounts_;
  BeltLoad load_;
  numerics::CyclicBorder border_;
  numerics::CyclicBorder static_border_;  // of the mounts alone
  numerics::AlignedVector correction_;
  double tangent_step_ = 0.0;  // length of the step that the tangent belongs to, 0: there is none [s]
  TangentMark tangent_mark_ = 0;
  bool is_factorised_ = false;
  bool has_solved_columns_ = false;
  bool held_ = false;
  bool mounts_held_ = false;
};

}  // namespace beltdyn
