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

// A drum; its angle, speed and torque are positive as it pays out.
struct RopeDrum {
  double radius{};                             // of the centre line of the rope [m]
  bool is_prescribed{};                        // has it a given speed? Else it turns by the rope and a torque
  double inertia{};                            // of one that has not, > 0 [kg m²]
  double angular_velocity{};                   // likewise, at t = 0 [rad/s]
  std::function<double(double time)> speed{};  // of one that has [rad/s]
  std::function<double(double time, double angular_velocity)> torque{};  // beside that of the rope [N m]
  std::function<double(double time)> brake{};  // the largest moment of a dry brake, ≥ 0 [N m], or none
};

// An end of a rope. Displacements, speeds and forces are counted away from the rope: a weight that hangs from it has a
// positive force. A given force is one along the span.
struct RopeEnd {
  enum class Kind {
    fixed,  // it stands still
    body,   // a mass
    force,  // the force of its span is given
    winch,  // it stands still, and natural length comes in there, at a rate or from a drum
  };
  Kind kind = Kind::fixed;
  std::string label{};                              // what messages call it
  double mass{};                                    // of a body [kg]
  double speed{};                                   // of a body that is not held, at t = 0 [m/s]
  double held_until = 0.0;                          // before, a body stands still [s]; HUGE_VAL: always
  std::function<double(double time)> force{};       // on a body beside that of the rope, or of the span [N]
  std::function<double(double time)> force_rate{};  // its derivative, where it is that of the span [N/s]
  std::function<double(double time)> paid_out{};    // natural length per time by a winch, < 0: hauled in [m/s]
  std::optional<RopeDrum> drum{};                   // of a winch without such a rate
};

// A sheave; it turns positively where its surface moves from the first end of the rope to the second.
struct RopeSheave {
  std::string label{};                         // what messages call it
  double radius{};                             // of the centre line of the rope [m]
  double wrap{};                               // the angle of contact [rad]
  double friction{};                           // μ ≥ 0; without friction the rope always slips
  bool is_prescribed{};                        // has it a given speed? Else it turns by the rope, torque and brake
  double inertia{};                            // of one that has not, > 0 [kg m²]
  double angular_velocity{};                   // likewise, at t = 0 [rad/s]
  std::function<double(double time)> speed{};  // ω of one that has [rad/s]
  std::function<double(double time, double angular_velocity)> torque{};  // beside the rope and the brake [N m], or none
  // The largest moment of a dry brake and of Coulomb friction in the bearing, ≥ 0 [N m], or none, and what of it is
  // that of the bearing [N m].
  std::function<double(double time)> brake{};
  double bearing{};
  // Which way the rope ran before the start: it stuck with the force of the span from which it came, and slipped up to
  // the other one. +1 from the first end to the second, −1 back.
  double ran = 1.0;
};

// A body between the ends, such as a block with sheaves that hangs in falls of the rope; its displacement is along a
// line that is given, and so are its speed and the forces on it. Of an arm the displacement is an angle, the mass the
// moment of inertia.
struct RopeBlock {
  std::string label{};      // what messages call it
  double mass{};            // [kg]
  double speed{};           // at t = 0, if it is not held [m/s]
  double held_until = 0.0;  // before, it stands still [s]; HUGE_VAL: always
  // On it beside those of the rope, by its displacement since the start and its speed [N].
  std::function<double(double time, double displacement, double speed)> force{};
  // By which spans become longer with its displacement if no geometry is given, 1 for falls along it; shape (n + 1)
  std::vector<double> take_up{};
};

// The path of the rope over its sheaves when ends and blocks are displaced; derivatives are by displacements, of end 0
// and end 1, then of the blocks.
struct RopeGeometry {
  std::vector<double> length;     // of the spans [m], shape (n + 1)
  std::vector<double> length_by;  // [m/m], shape (2 + n_blocks, n + 1)
  // Of the angle by which the sides 0 and 1 of an arc have gone towards end 1 [rad/m], shape (2 + n_blocks, n, 2)
  std::vector<double> side_by;
};

// A massless elastic rope from end to end over sheaves with Coulomb friction and rigid stick: end 0, span 0, sheave 0,
// span 1, ..., span n, end 1. N = EA (λ − 1).
struct ElasticRopeDrive {
  double axial_stiffness{};  // EA [N]
  std::array<RopeEnd, 2> ends;
  std::vector<RopeSheave> sheaves;  // shape (n), n ≥ 0
  std::vector<RopeBlock> blocks{};  // on which some of the sheaves may be
  // None: the ends go along their spans, blocks take up as they say, and wraps stay the same.
  std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> geometry{};
  std::vector<double> length;  // of the spans at t = 0, stretched, > 0 [m], shape (n + 1)
  std::vector<double> force;   // likewise their forces, > 0 [N]; at ends with a given force the same as that
  // Does a rope without sheaves go slack, until its ends are as far apart again as it is long? Else it also pushes, as
  // the spring does that closed forms take for it. On sheaves slack ends the run.
  bool goes_slack = false;
  // The first time in (t0, t1) at which a function of time has a kink; t1 if there is none. None: there never is.
  std::function<double(double t0, double t1)> next_kink{};
};

// The speeds, away from the rope, with which its ends go if it runs steadily: at the sheaves next to them at the speeds
// of these at t = 0 and with the forces of the start [m/s]. Zero without sheaves.
std::array<double, 2> steady_end_speeds(const ElasticRopeDrive& drive);

}  // namespace beltdyn::analytic
