// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/dynamics/rope/rigid_rope.hpp"

namespace beltdyn {

// The state and the loads of a rope and its sheaves at an instant.
struct RigidLoad {
  double time{};                   // [s]
  double speed{};                  // v [m/s]
  std::array<double, 2> end{};     // on a body including its weight, or rope force at a force end [N]
  std::array<bool, 2> is_given{};  // is the motion of the end given or the end held?
  double given_acceleration{};     // acceleration of the rope at such an end [m/s²]
  std::vector<double> spans{};     // lengths [m]
  // The state and the loads of a sheave; forces act at its surface.
  struct Sheave {
    double speed{};         // c [m/s]
    double force{};         // of torques and bearing damping [N]
    double brake{};         // capacity of the brake [N]
    double acceleration{};  // of a prescribed sheave [m/s²]
  };
  std::vector<Sheave> sheaves{};
};

// The state of motion of a sheave and the rope on it.
struct RigidSheaveMode {
  int slip = 0;   // sign of v − c; 0: equal speeds; after decide() the rope then sticks
  int brake = 0;  // sign of c while the brake slips; 0: the sheave is at rest
  // Does it hold the rope with a force that the acceleration does not determine? The rope then sticks to a prescribed
  // sheave or to one that its brake holds.
  bool anchors = false;

  bool operator==(const RigidSheaveMode&) const = default;
};
using RigidModes = std::vector<RigidSheaveMode>;

// The forces on a sheave and the rope on it.
struct RigidSheaveForces {
  double entry{};         // force of the rope on the side of the first end [N]
  double exit{};          // force of the rope on the side of the second end [N]
  double friction{};      // F, on the rope [N]
  double least{};         // lower bound of F, reached where the rope is faster than the surface [N]
  double most{};          // upper bound of F [N]
  double brake{};         // force of the brake on the surface [N]
  double acceleration{};  // dc/dt [m/s²]
};

// The acceleration and the forces of a rope and its sheaves at an instant.
struct RigidForces {
  double acceleration{};  // dv/dt [m/s²]
  // Rope forces at the two ends [N].
  std::array<double, 2> end{};
  std::vector<RigidSheaveForces> sheaves{};
  // For sheaves that anchor the rope: each carries the friction force at this fraction of the way from its upper to its
  // lower bound, one fraction for all, because statics cannot distinguish several anchoring sheaves. In [0, 1] while
  // they hold.
  double share = 0.5;

  // Rope forces at the begin and the end of span k, counted from 0 [N].
  std::array<double, 2> span(std::size_t k) const;
};

// Accelerations and forces of a rigid rope. The solver walks from the first end to the second. The rope force behind
// each piece is an increasing function of the acceleration a, hence so is the force left over at the second end, which
// jumps where sheaves anchor the rope. Therefore exactly one a balances the second end. It determines stick and slip
// for any number of sheaves.
class RigidRopeSolver {
 public:
  explicit RigidRopeSolver(const RigidRope& rope) : rope_(&rope) {}

  // Decides which sheaves with slip = 0 stick or begin to slip, and which brakes at rest (brake = 0) hold. Throws
  // SolverError if no mass moves with the rope.
  RigidModes decide(const RigidLoad& load, const RigidModes& touching) const;
  // The forces in these modes, whether or not the modes can persist.
  void solve(const RigidLoad& load, const RigidModes& modes, RigidForces& forces) const;

 private:
  struct Trial;
  double walk(const RigidLoad& load, const RigidModes& modes, const Trial& trial, RigidForces& forces) const;
  void load_sheave(const RigidLoad& load, std::size_t k, const RigidSheaveMode& mode, const Trial& trial,
                   RigidSheaveForces& at) const;
  double touching_friction(const RigidLoad::Sheave& sheave, const RigidSheave& data, const RigidSheaveMode& mode,
                           const Trial& trial, const RigidSheaveForces& at) const;
  Trial search(const RigidLoad& load, const RigidModes& modes, RigidForces& forces) const;
  Trial search_with_given_end(const RigidLoad& load, const RigidModes& modes, bool decides, RigidForces& forces) const;
  RigidSheaveMode decided(const RigidLoad::Sheave& sheave, const RigidSheave& data, const RigidSheaveMode& mode,
                          const Trial& trial, const RigidSheaveForces& at) const;
  double anchored_acceleration(const RigidLoad& load, const RigidModes& modes) const;

  const RigidRope* rope_;
};

}  // namespace beltdyn
