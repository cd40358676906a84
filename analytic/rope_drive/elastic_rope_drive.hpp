// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace beltdyn::analytic {

// A drum; its angle, speed and torque are positive when it pays out.
struct RopeDrum {
  double radius{};                             // of the centre line of the rope [m]
  bool is_prescribed{};                        // is its speed prescribed? Otherwise rope and torque move it
  double inertia{};                            // of a free drum, > 0 [kg m²]
  double angular_velocity{};                   // of a free drum, at t = 0 [rad/s]
  std::function<double(double time)> speed{};  // of a prescribed drum [rad/s]
  std::function<double(double time, double angular_velocity)> torque{};  // in addition to the rope [N m]
  std::function<double(double time)> brake{};  // largest moment of a dry brake, ≥ 0; may be empty [N m]
};

// An end of a rope. Displacements, speeds and forces are positive away from the rope: a weight that hangs from it has a
// positive force. A given force acts along the span.
struct RopeEnd {
  enum class Kind {
    fixed,  // at rest
    body,   // a mass
    force,  // the force of its span is given
    winch,  // at rest; natural length comes in there, at a given rate or from a drum
  };
  Kind kind = Kind::fixed;
  std::string label{};                              // name in messages
  double mass{};                                    // of a body [kg]
  double rope_mass{};                               // on the span of a body, per length; moves with it [kg/m]
  double rope_weight{};                             // force of its weight on the body, per length [N/m]
  double speed{};                                   // of a body that is not held, at t = 0 [m/s]
  double held_until = 0.0;                          // a body stands still before this time [s]; HUGE_VAL: always
  std::function<double(double time)> force{};       // on a body in addition to the rope, or of the span [N]
  std::function<double(double time)> force_rate{};  // derivative of the force of the span [N/s]
  std::function<double(double time)> paid_out{};    // natural length per time from a winch, < 0: hauled in [m/s]
  std::optional<RopeDrum> drum{};                   // of a winch without a given rate
};

// A sheave; it turns positively if its surface moves from the first end of the rope to the second one.
struct RopeSheave {
  std::string label{};                         // name in messages
  double radius{};                             // of the centre line of the rope [m]
  double wrap{};                               // angle of contact [rad]
  double friction{};                           // μ ≥ 0; without friction the rope always slips [-]
  bool is_prescribed{};                        // is its speed prescribed? Otherwise rope, torque and brake move it
  double inertia{};                            // of a free sheave, > 0 [kg m²]
  double angular_velocity{};                   // of a free sheave, at t = 0 [rad/s]
  std::function<double(double time)> speed{};  // ω of a prescribed sheave [rad/s]
  std::function<double(double time, double angular_velocity)> torque{};  // except rope and brake, or empty [N m]
  // Largest moment of a dry brake and of Coulomb friction in the bearing, ≥ 0, may be empty; and the part of the
  // bearing in it [N m].
  std::function<double(double time)> brake{};
  double bearing{};
  // Direction in which the rope ran before the start: it stuck with the force of the span from which it came, and
  // slipped up to the other span. +1 from the first end to the second one, −1 back.
  double ran = 1.0;
};

// A body between the ends, such as a block with sheaves that hangs in falls of the rope. Its displacement, its speed
// and the forces on it are along a given line. For an arm the displacement is an angle, and the mass is a moment of
// inertia.
struct RopeBlock {
  std::string label{};      // name in messages
  double mass{};            // [kg]
  double speed{};           // at t = 0, if it is not held [m/s]
  double held_until = 0.0;  // it stands still before this time [s]; HUGE_VAL: always
  // Force in addition to the rope, by its displacement since the start and its speed [N].
  std::function<double(double time, double displacement, double speed)> force{};
  // Derivatives of span lengths by its displacement if no geometry is given, 1 for falls along it; shape (n + 1).
  std::vector<double> take_up{};
};

// The path of the rope over its sheaves for displaced ends and blocks. Derivatives are by the displacements of end 0
// and end 1, then of the blocks.
struct RopeGeometry {
  std::vector<double> length;     // of the spans [m], shape (n + 1)
  std::vector<double> length_by;  // [m/m], shape (2 + n_blocks, n + 1)
  // Derivatives of the angles by which sides 0 and 1 of an arc move towards end 1 [rad/m], shape (2 + n_blocks, n, 2).
  std::vector<double> side_by;
};

// An elastic rope from end to end over sheaves with Coulomb friction and rigid stick: end 0, span 0, sheave 0,
// span 1, ..., span n, end 1. N = EA (λ − 1). It has mass only on the spans of bodies, where it moves with the body, so
// that the force varies along them; N is the force at the other end of such a span, or in its middle if both ends are
// bodies.
struct ElasticRopeDrive {
  double axial_stiffness{};  // EA [N]
  std::array<RopeEnd, 2> ends;
  std::vector<RopeSheave> sheaves;  // shape (n), n ≥ 0
  std::vector<RopeBlock> blocks{};  // some sheaves may be on blocks
  // Empty: ends move along their spans, blocks take up rope as they state, and wraps stay constant.
  std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> geometry{};
  std::vector<double> length;  // of the spans at t = 0, stretched, > 0 [m], shape (n + 1)
  std::vector<double> force;  // of the spans at t = 0, > 0 [N], shape (n + 1); at an end with a given force equal to it
  // May a rope without sheaves go slack, until the distance of its ends equals its length again? Otherwise it also
  // transmits pressure, as the spring of closed forms does. On sheaves a slack rope ends the run.
  bool goes_slack = false;
  // The first time in (t0, t1) at which a time function has a kink; t1 if there is none. Empty: there never is one.
  std::function<double(double t0, double t1)> next_kink{};
};

// The end speeds of a rope in steady motion, away from the rope: by the speeds of the sheaves next to the ends at t = 0
// and the forces of the start [m/s]. Zero without sheaves.
std::array<double, 2> steady_end_speeds(const ElasticRopeDrive& drive);

}  // namespace beltdyn::analytic
