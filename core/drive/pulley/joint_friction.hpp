// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/any_friction_law.hpp"

namespace beltdyn {

// Dry friction in a joint of a mount or a bearing: a contact under a given normal force, at a distance from the axis,
// whose slip is radius × turn of the joint. For a slider, the radius is 1 and has no meaning.
struct JointFriction {
  double radius = 1.0;              // r [m]
  double normal_force{};            // N [N]
  Indirect<FrictionLawConfig> law;  // law of a single contact point

  // For a joint that turns or slides.
  void visit_turning(config::FieldVisitor& visitor);
  void visit_sliding(config::FieldVisitor& visitor);
};

// The friction force on the coordinate of the joint, and its derivatives.
struct JointResponse {
  double force{};    // [N m]; of a slider [N]
  double by_turn{};  // ∂/∂(coordinate) at a fixed rate [N m/rad]; of a slider [N/m]
  double by_rate{};  // ∂/∂(rate) [N m s/rad]; of a slider [N s/m]
};

// The powers at a joint at an instant.
struct JointPower {
  double lost{};      // dissipated by dampers and dry friction [W]
  double supplied{};  // by applied forces, torques and weight [W]
};

// The friction in steady motion, after any distance; 0 at rest.
JointResponse steady_friction(const JointFriction& friction, double rate);

// Small motions u exp(s t) of an unloaded joint at rest: the friction is −(stiffness + s damping) u. A law with stick
// holds the joint by its stiffness in stick; a law that creeps damps it.
struct JointHold {
  double stiffness{};  // [N m/rad]; of a slider [N/m]
  double damping{};    // [N m s/rad]; of a slider [N s/m]
};
JointHold hold_at_rest(const JointFriction& friction);

// Friction in a joint, advanced in time steps. As with the friction laws, a step is tried first and then accepted.
class DryJoint {
 public:
  // The initial memory is relaxed.
  explicit DryJoint(const JointFriction& friction);

  // Sets the normal force from now on [N].
  void press(double normal_force) { normal_force_ = normal_force; }
  // Tries a step of length h by the angle `turn`, at the end of which the joint moves with `rate`. In statics, where h
  // is infinite, there is no friction.
  void try_step(double turn, double rate, double h);
  const JointResponse& response() const { return response_; }
  // Sets the memory to that of steady motion with `rate`, after any distance; at rest to a relaxed memory.
  void run(double rate);
  // Accepts the step that was tried last.
  void accept() { memory_ = trial_; }

  // What store() saves for restore().
  struct State {
    std::vector<double> memory;  // all values, then all modes
    double force{};              // [N m]; of a slider [N]
  };
  void store(State& state) const;
  void restore(const State& state);

 private:
  double radius_;
  double normal_force_;
  Indirect<FrictionLaw> law_;
  std::vector<double> memory_;
  std::vector<double> trial_;
  JointResponse response_;
};

}  // namespace beltdyn
