// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/dynamics/rope/rigid_rope.hpp"

namespace beltdyn {

// What a rope and its sheaves are subject to at an instant.
struct RigidLoad {
  double time{};                   // [s]
  double speed{};                  // v [m/s]
  std::array<double, 2> end{};     // on a body with its weight, or of the rope at an end of given force [N]
  std::array<bool, 2> is_given{};  // is the motion of the end given, or is it held?
  double given_acceleration{};     // of such an end [m/s²]
  std::vector<double> spans{};     // lengths [m]
  struct Sheave {
    double speed{};         // c [m/s]
    double force{};         // f of torques [N]
    double brake{};         // what the brake bears [N]
    double acceleration{};  // of a prescribed one [m/s²]
  };
  std::vector<Sheave> sheaves{};
};

// How a sheave and the rope on it move.
struct RigidSheaveMode {
  int slip = 0;   // the sign of v − c; 0: they touch at one speed, and the rope sticks once that is decided
  int brake = 0;  // the sign of c while the brake slides; 0: at rest
  // Does it hold the rope by a force that no acceleration tells: stuck to a prescribed sheave, or to one that a brake
  // holds?
  bool anchors = false;

  bool operator==(const RigidSheaveMode&) const = default;
};
using RigidModes = std::vector<RigidSheaveMode>;

struct RigidSheaveForces {
  double entry{};         // force of the rope where it meets the sheave on the side of the first end [N]
  double exit{};          // and on the other side [N]
  double friction{};      // F on the rope [N]
  double least{};         // F ≥ least, reached where the rope overtakes [N]
  double most{};          // F ≤ most [N]
  double brake{};         // force of the brake on the surface [N]
  double acceleration{};  // dc/dt [m/s²]
};

struct RigidForces {
  double acceleration{};  // dv/dt [m/s²]
  std::array<double, 2> end{};
  std::vector<RigidSheaveForces> sheaves{};
  // Of the sheaves that anchor the rope: each bears this share of the way from its most to its least force. They are
  // more than statics can tell apart if there are several. In [0, 1] while they hold.
  double share = 0.5;

  // At the begin and the end of span k, counted from 0 [N].
  std::array<double, 2> span(std::size_t k) const;
};

// Accelerations and forces of a rigid rope. From the first end on each piece gives the force behind it as a growing
// function of the acceleration a of the rope, so that what remains at the second end is one, with jumps where sheaves
// anchor the rope: there is one a, and with it what sticks and what slips, for any number of sheaves.
class RigidRopeSolver {
 public:
  explicit RigidRopeSolver(const RigidRope& rope) : rope_(&rope) {}

  // What of the sheaves that touch (slip = 0) sticks and what starts to slip, and which brakes at rest (brake = 0)
  // hold. Throws SolverError if nothing with a mass moves with the rope.
  RigidModes decide(const RigidLoad& load, const RigidModes& touching) const;
  // Forces in these modes, whether they can last or not.
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
