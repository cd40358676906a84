// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/drive/pulley/pulley.hpp"
#include "core/dynamics/dry_joints.hpp"
#include "core/dynamics/rope/wound_rope.hpp"
#include "core/numerics/ode/step_scheme.hpp"

namespace beltdyn::eulerian::ale {

// The drum of a winch in the steps of an open belt. Its angle φ is positive when it pays out. The natural length p that
// it has paid out follows from φ and from the stretch λ_w of the rope that comes off or is wound up:
//
//     r φ = ∫ λ_w dp,    I φ̈ = M(t, φ̇) + M_b + N r,
//
// with the moment M of torques and bearing damping, the moment M_b of a dry brake and the force N of the rope. The
// stretch of rope that is wound up in a step is extrapolated from the stretch of the rope at the drum and its rate at
// the begin of the step.
class WinchDrum {
 public:
  // `axial_stiffness`: of the rope [N]; `stretch`: of the rope at the start; `angular_velocity` [rad/s].
  WinchDrum(const Pulley& drum, double axial_stiffness, double stretch, double angular_velocity);

  const Pulley& drum() const { return drum_; }
  const numerics::CoordinateState& angle() const { return now_.angle; }
  double paid_out() const { return now_.paid_out; }                                           // p [m]
  double rate() const { return drum_.radius * now_.angle.v / stretch(); }                     // dp/dt [m/s]
  double acceleration() const { return drum_.radius * now_.angle.acceleration / stretch(); }  // d²p/dt² [m/s²]
  // λ_w of the rope that comes off or is wound up in the trial state.
  double stretch() const;

  // Starts with all rope on the drum stretched so, and with the force of the rope, which the brake balances as far as
  // it can.
  void begin(double stretch, double force);
  // Predicts the trial state of a step of length h from the accepted state; `end`: time at the end of the step.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // Corrects the trial state: pays out `more` natural length, with unchanged λ_w [m].
  void follow(double more);
  // M + M_b − I φ̈ in the trial state [N m]; stiffness(): minus its derivative by the angle [N m].
  double moment() const;
  double stiffness() const;
  double brake_moment() const { return response_of(brake_).force; }  // M_b [N m]
  double brake_energy() const { return now_.brake_energy; }          // energy that the brake has dissipated [J]

  // Accept the trial state, with the given stretch of the rope at the drum, or discard it.
  void accept(double stretch);
  void revert();

  // The state as numbers, and back; take() returns false if they are not the state of a drum.
  std::vector<double> numbers() const;
  bool take(std::span<const double> numbers);

 private:
  struct State {
    numerics::CoordinateState angle{};
    double paid_out{};      // p [m]
    double brake_energy{};  // [J]
    double time{};          // [s]
  };
  double paid_out_by(double turned) const;
  double wound_stretch() const;
  void try_brake();

  Pulley drum_;
  WoundRope wound_;
  State last_{}, now_{};
  double stretch_{};               // of the rope at the drum in the accepted state [-]
  double stretch_rate_{};          // [1/s]
  double brake_power_{};           // power of the brake in that state [W]
  numerics::StepScheme scheme_{};  // of the present step
  double step_{};                  // length of the present step [s]
  std::optional<DryJoint> brake_{};
};

}  // namespace beltdyn::eulerian::ale
