// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/any_friction_law.hpp"

namespace beltdyn {

// Dry friction in a joint, of a mount or a bearing: a contact at a distance from the axis under a given normal force
// slips by radius × the turn of the joint. At a slider the radius is 1 and has no meaning.
struct JointFriction {
  double radius = 1.0;              // r [m]
  double normal_force{};            // N [N]
  Indirect<FrictionLawConfig> law;  // at one contact point

  // Of a joint that turns or slides.
  void visit_turning(config::FieldVisitor& visitor);
  void visit_sliding(config::FieldVisitor& visitor);
};

// What friction answers on the coordinate of the joint, and its derivatives.
struct JointResponse {
  double force{};    // [N m], of a slider [N]
  double by_turn{};  // by the coordinate, at a fixed rate
  double by_rate{};  // by the rate
};

// What a joint and the forces given on it do at an instant.
struct JointPower {
  double lost{};      // to dampers and dry friction [W]
  double supplied{};  // by what is given: weight, forces, torques [W]
};

// In steady motion, however far it has gone; none at rest.
JointResponse steady_friction(const JointFriction& friction, double rate);

// Small motions u exp(s t) of an unloaded joint at rest: −(stiffness + s damping) u. A law with stick holds it
// by its stiffness there, and one that creeps damps it.
struct JointHold {
  double stiffness{};  // [N m/rad], of a slider [N/m]
  double damping{};    // [N m s/rad], [N s/m]
};
JointHold hold_at_rest(const JointFriction& friction);

// Friction in a joint in steps: transactional, as the laws are.
class DryJoint {
 public:
  // Relaxed.
  explicit DryJoint(const JointFriction& friction);

  // Under another normal force from now on [N].
  void press(double normal_force) { normal_force_ = normal_force; }
  // Tries a step of the length h by a turn, at the end of which the joint moves with the rate; none in statics, where h
  // is infinite.
  void try_step(double turn, double rate, double h);
  const JointResponse& response() const { return response_; }
  // As it is in steady motion with a rate, however far it has gone; relaxed at rest.
  void run(double rate);
  // The step that was tried last is taken.
  void accept() { memory_ = trial_; }

  struct State {
    std::vector<double> memory;  // values, then modes
    double force{};
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
