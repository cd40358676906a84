// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::exact {

// A belt on idlers, at rest until a drum at y = 0 begins to pull it at t = 0; strains are small. The belt has the mass
// m per length, and Coulomb's law limits the resistance to w per length. Behind the front y_f(t) the belt moves. There
// the speed v towards the drum and the added force N obey
//
//     (∂/∂t ± c ∂/∂y)(v ± N/Z) = −w/m,   c = √(EA/m),  Z = m c;
//
// ahead of the front v = N = 0.
struct ConveyorBelt {
  double axial_stiffness{};  // EA [N]
  double mass_per_length{};  // m, with load and idlers [kg/m]
  double resistance{};       // w > 0 [N/m]

  double wave_speed() const;                                           // c [m/s]
  double impedance() const;                                            // Z [N s/m]
  double retardation() const { return resistance / mass_per_length; }  // w/m [m/s²]
};

// v [m/s] and N [N] at a place and time.
struct WaveState {
  double speed{};
  double force{};
};

// The drum starts abruptly with the speed V > 0. The front runs at c, and the speed of the belt jumps there to V − w
// y/(2 Z). The jump vanishes at y = 2 Z V/w; from there the front continues without a jump, at c/3. Valid for y ≥ 0 and
// t ≤ 2·(2 V m/w).
class DrumAtOnce {
 public:
  DrumAtOnce(const ConveyorBelt& belt, double speed) : belt_(belt), speed_(speed) {}

  double end_of_jump() const;  // where the jump vanishes [m]
  double front(double time) const;
  WaveState at(double y, double time) const;

 private:
  ConveyorBelt belt_;
  double speed_;  // V [m/s]
};

// The drum accelerates from rest with a > 0. The solution is self-similar, and the front runs at β c, β = √(a/(a +
// w/m)).
class DrumSpeedsUp {
 public:
  DrumSpeedsUp(const ConveyorBelt& belt, double acceleration) : belt_(belt), acceleration_(acceleration) {}

  double front(double time) const;
  WaveState at(double y, double time) const;

 private:
  double part() const;  // β [-]

  ConveyorBelt belt_;
  double acceleration_;  // a [m/s²]
};

}  // namespace beltdyn::exact
