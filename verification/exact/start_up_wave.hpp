// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::exact {

// A belt on idlers at rest, which a drum at y = 0 begins to pull at t = 0, small strains. It has a mass m per length,
// and Coulomb's law limits the resistance to w per length. Behind the front y_f(t), where it moves, the speed v towards
// the drum and the force N that is added obey
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

// v [m/s] and N [N] at a place and a time.
struct WaveState {
  double speed{};
  double force{};
};

// The drum begins to run at the speed V > 0. The front runs at c, and the speed of the belt jumps there to V − w y/(2
// Z). This jump dies at y = 2 Z V/w; from there the front goes on without one, at c/3. Holds for y ≥ 0 and while t ≤
// 2·(2 V m/w).
class DrumAtOnce {
 public:
  DrumAtOnce(const ConveyorBelt& belt, double speed) : belt_(belt), speed_(speed) {}

  double end_of_jump() const;  // where it dies [m]
  double front(double time) const;
  WaveState at(double y, double time) const;

 private:
  ConveyorBelt belt_;
  double speed_;  // V [m/s]
};

// The drum is accelerated by a > 0 from rest. All is similar at all times, and the front runs at
// β c, β = √(a/(a + w/m)).
class DrumSpeedsUp {
 public:
  DrumSpeedsUp(const ConveyorBelt& belt, double acceleration) : belt_(belt), acceleration_(acceleration) {}

  double front(double time) const;
  WaveState at(double y, double time) const;

 private:
  double part() const;  // β

  ConveyorBelt belt_;
  double acceleration_;  // a [m/s²]
};

}  // namespace beltdyn::exact
