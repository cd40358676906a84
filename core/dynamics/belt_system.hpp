// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
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

// An implicit step: all forces are evaluated at its end.
struct BeltStep {
  double length{};            // h [s], infinity in statics
  double end{};               // time at the end of the step [s]
  numerics::StepRates rates;  // both 0 in statics

  bool is_static() const { return length == std::numeric_limits<double>::infinity(); }
};
inline constexpr BeltStep kStatics{.length = std::numeric_limits<double>::infinity(), .end = 0.0, .rates = {}};

// An additional force per reference length on the belt [N/m], as a function of particle and time [s]. A particle is
// given by its reference arc length from node 0 of the untouched belt [m], which continues beyond the end of the loop.
// Manufactured solutions become exact by this load. No configuration has one; statics and balances ignore it.
using BeltLoad = std::function<Eigen::Vector2d(double particle, double time)>;
// Gauss points in an element for a BeltLoad: exact for a load of degree 6 on cubic elements.
inline constexpr int kLoadPoints = 5;

// A formulation's storage of the nodes of its closed belt and of the linear system of a step. Vectors have kBlock
// components per node, with halo.
struct BeltArraysView {
  const numerics::CyclicChainLayout& layout;
  numerics::AlignedVector& q;
  numerics::AlignedVector& v;
  numerics::AlignedVector& a;
  numerics::CyclicBlockTridiagonal& matrix;
  numerics::AlignedVector& residual;  // minus the residual; after a solve, the correction of q
  // For each unknown pulley angle φ, then for each unknown mount coordinate u. Column: minus ∂(residual)/∂φ or
  // ∂(residual)/∂u; after a solve, A⁻¹ times that. Row: ∂τ/∂q or ∂Q/∂q.
  std::vector<numerics::AlignedVector>& column;
  std::vector<numerics::AlignedVector>& row;
  // Parts of the tangent that are stored outside the matrix and saved with it; null if there are none.
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

// Moves the nodes by `factor` times a change of q, which has its halo; velocities and accelerations follow with the
// rates.
void move_nodes(const BeltArraysView& arrays, const numerics::StepRates& rates, double factor,
                const numerics::AlignedVector& change);

// A pulley's circle in the trial state: its centre and how the centre depends on the coordinate u of the mount and on
// the angle φ of the pulley.
struct CircleMotion {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();          // C [m]
  Eigen::Vector2d axis_velocity = Eigen::Vector2d::Zero();   // dc/du u̇ [m/s]
  Eigen::Vector2d by_angle = Eigen::Vector2d::Zero();        // ∂C/∂φ, 0 for a pulley that is not eccentric [m]
  Eigen::Vector2d by_mount = Eigen::Vector2d::Zero();        // ∂C/∂u
  Eigen::Vector2d by_mount_twice = Eigen::Vector2d::Zero();  // ∂²C/∂u²
  double mount_velocity{};                                   // u̇
};

// The equations of motion of a belt, of the pulleys whose angle is not prescribed and of their mounts, with Newton's
// correction of a trial state. The trial state consists of the arrays, angles() and mounts(). A formulation derives
// from this class and assembles and solves the equations of the belt.
class BeltSystem {
 public:
  // `carriers`: see PulleyMounts.
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
  // Number of unknown angles and mount coordinates; the angles come first.
  int n_border_unknowns() const { return angles_.n_unknowns() + mounts_.n_unknowns(); }
  virtual BeltArraysView arrays_view() const = 0;

  // Sets a load for all later evaluations; an empty function removes it.
  void set_load(BeltLoad load) { load_ = std::move(load); }

  // For statics: holds the belt in place in its longitudinal direction and the pulleys against rotation. Mounts stay
  // free to move.
  virtual void hold(bool on) = 0;
  // Also holds the mounts while the belt is held.
  void hold_mounts(bool on) { mounts_held_ = on; }
  // The residual of the mounts at the last evaluation [N].
  double mount_imbalance(const BeltStep& step) { return mounts_.residual_norm(step.rates, step.end); }

  // The residual of the trial state [N]: the largest of nodal forces, nodal moments over the element length, pulley
  // torques over the radius, and forces on mounts. Infinity if a number is not finite or the state has no residual.
  double evaluate(const BeltStep& step, bool with_tangent);
  // Applies the full Newton correction from the last evaluation, with the last tangent. Returns false if the matrix is
  // singular.
  bool correct(const BeltStep& step);
  // Moves the trial state by `factor` times the last correction; a negative factor moves it back.
  void move(const BeltStep& step, double factor);
  // After correct(): halves the correction, down to a smallest part, until the residual is accepted or less than
  // `before`. Returns the residual [N].
  double shorten_correction(const BeltStep& step, double before, double accepted);
  // After correct(): takes the whole correction if it reduces the residual to less than `before` or to the accepted
  // one. Otherwise shortens it to where the residual does almost no work along it, if there is such a place; where
  // contact points begin to touch or to stick, the residual is large just behind it, and its norm says little. Without
  // such a place, or where the norm there is far above `before`, as shorten_correction(). Source: [Matthies 1979].
  // Where all contacts slip, the tangent lets a belt move along itself until its inertia stops it. The correction is
  // then up to millions of times too long for a belt that sticks. Returns the residual [N].
  double limit_correction(const BeltStep& step, double before, double accepted);
  // Is there a tangent, of any state, for steps of this length, which may be infinite? Equal steps differ by rounding.
  bool has_tangent(const BeltStep& step) const {
    constexpr double kSameLength = 1e-9;  // [-]
    return tangent_step_ == step.length || std::abs(tangent_step_ - step.length) <= kSameLength * tangent_step_;
  }
  void forget_tangent() { tangent_step_ = 0.0; }

  // Saves and restores the tangent, which later steps may use again and which is therefore part of the state. It is
  // stored in the layout of the lanes; a run with another number of lanes does not use it. A tangent that is still in
  // memory is not read again; one that was read is factorised by the first step that uses it.
  void save_tangent(StateWriter& writer) const;
  void restore_tangent(StateReader& reader);

  // Factorises the matrix of the last evaluation with tangent; false if it is found to be singular. After that, solve()
  // replaces a right-hand side by the solution.
  virtual bool factorise() = 0;
  virtual void solve(numerics::AlignedVector& rhs) = 0;

 protected:
  bool is_held() const { return held_; }
  void set_held(bool on) { held_ = on; }
  bool holds_mounts() const { return held_ && mounts_held_; }

 private:
  // Assembles the belt; passes the torques on the pulleys to angles() and the forces of the belt on mounts to mounts().
  // Returns false if the state has no residual.
  virtual bool assemble(const BeltStep& step, bool with_tangent) = 0;
  // The residual of the belt as last assembled [N].
  virtual double belt_residual_norm() const = 0;
  // Adds the virtual work of a load for each unknown of the belt to minus the residual. The tangent ignores its
  // derivative with respect to the state, which is small compared with that of inertia.
  virtual void add_load(const BeltLoad& load, double time) = 0;

  // Called after a factorisation.
  void multiply_border();
  bool solve_border(const BeltStep& step);
  // The equations of the unknowns beside the belt, of which there may be none in statics.
  numerics::CyclicBorder* enter_border(const BeltStep& step);
  double work_of_correction(const BeltStep& step);
  // Shortens this part of the correction, which left this residual [N], to where it is in balance, if there is such a
  // place. Returns the residual [N].
  double balance_correction(const BeltStep& step, double& part, double residual);

  Indirect<BeltDrive> drive_;
  PulleyAngles angles_;
  PulleyMounts mounts_;
  BeltLoad load_;
  numerics::CyclicBorder border_;
  numerics::CyclicBorder static_border_;  // of the mounts alone
  numerics::AlignedVector correction_;
  double tangent_step_ = 0.0;  // length of the step of the tangent, 0: no tangent [s]
  TangentMark tangent_mark_ = 0;
  bool is_factorised_ = false;
  bool has_solved_columns_ = false;
  bool held_ = false;
  bool mounts_held_ = false;
};

}  // namespace beltdyn
