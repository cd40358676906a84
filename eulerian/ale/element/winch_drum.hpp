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

// The drum of a winch in steps of an open belt. Its angle φ is positive as it pays out, and the natural length p that
// it has paid out follows from it and from the stretch λ_w of the rope that comes off or is wound up:
//
//     r φ = ∫ λ_w dp,    I φ̈ = M(t, φ̇) + M_b + N r,
//
// M the moment of torques and bearing damping, M_b of a dry brake, N the force of the rope. What is wound up in a step
// has the stretch that the rope at the drum has by its rate at the begin of the step.
class WinchDrum {
 public:
  // On the rope's axial stiffness [N], with its stretch at the start, turning at a speed [rad/s].
  WinchDrum(const Pulley& drum, double axial_stiffness, double stretch, double angular_velocity);

  const Pulley& drum() const { return drum_; }
  const numerics::CoordinateState& angle() const { return now_.angle; }
  double paid_out() const { return now_.paid_out; }                                           // p [m]
  double rate() const { return drum_.radius * now_.angle.v / stretch(); }                     // dp/dt [m/s]
  double acceleration() const { return drum_.radius * now_.angle.acceleration / stretch(); }  // d²p/dt² [m/s²]
  // λ_w of what comes off or is wound up in the trial state.
  double stretch() const;

  // All rope on it has this stretch, and that beside it this force, which its brake holds as far as it can.
  void begin(double stretch, double force);
  // The trial state of a step of length h from the accepted one.
  void predict(const numerics::StepScheme& scheme, double h, double end);
  // Has so much more paid out at the end of that step: a correction, in which λ_w does not change [m].
  void follow(double more);
  // M + M_b − I φ̈ in the trial state [N m], and minus its derivative by the angle [N m].
  double moment() const;
  double stiffness() const;
  double brake_moment() const { return response_of(brake_).force; }  // M_b [N m]
  double brake_energy() const { return now_.brake_energy; }          // that it has taken [J]

  // The step that was tried is taken, with the rope at the drum stretched so; or it is not.
  void accept(double stretch);
  void revert();

  // What lasts, as numbers, and back; false if they are none of a drum.
  std::vector<double> numbers() const;
  bool take(std::span<const double> numbers);

 private:
  struct State {
    numerics::CoordinateState angle{};
    double paid_out{};
    double brake_energy{};
    double time{};
  };
  double paid_out_by(double turned) const;
  double wound_stretch() const;
  void try_brake();

  Pulley drum_;
  WoundRope wound_;
  State last_{}, now_{};
  double stretch_{};               // of the rope at the drum in the accepted state
  double stretch_rate_{};          // [1/s]
  double brake_power_{};           // that the brake takes in that state [W]
  numerics::StepScheme scheme_{};  // of the step that is tried, and its length
  double step_{};                  // [s]
  std::optional<DryJoint> brake_{};
};

}  // namespace beltdyn::eulerian::ale
