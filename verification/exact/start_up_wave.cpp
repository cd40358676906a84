// SPDX-License-Identifier: MIT
#include "verification/exact/start_up_wave.hpp"

#include <cmath>

namespace beltdyn::exact {
namespace {

// The state from the Riemann invariants r = v + N/Z and l = v − N/Z [m/s].
WaveState from_invariants(const ConveyorBelt& belt, double r, double l) {
  return {.speed = 0.5 * (r + l), .force = 0.5 * belt.impedance() * (r - l)};
}

}  // namespace

double ConveyorBelt::wave_speed() const { return std::sqrt(axial_stiffness / mass_per_length); }

double ConveyorBelt::impedance() const { return std::sqrt(axial_stiffness * mass_per_length); }

double DrumAtOnce::end_of_jump() const { return 2.0 * belt_.impedance() * speed_ / belt_.resistance; }

double DrumAtOnce::front(double time) const {
  const double displacement = belt_.wave_speed() * time;
  const double end = end_of_jump();
  return displacement <= end ? displacement : (displacement + 2.0 * end) / 3.0;
}

// The invariant l starts with l = 0 at the front and runs to the drum; there r = 2 V − l starts and runs to the front.
WaveState DrumAtOnce::at(double y, double time) const {
  if (y >= front(time)) return {};
  const double c = belt_.wave_speed();
  const double left_jump = 0.5 * (y / c + time);
  const double end = end_of_jump() / c;
  const double left_front = left_jump <= end ? left_jump : 1.5 * left_jump - 0.5 * end;
  const double began = time - y / c;
  const double w = belt_.retardation();
  return from_invariants(belt_, 2.0 * speed_ + 0.5 * w * began - w * y / c, -w * (time - left_front));
}

double DrumSpeedsUp::part() const { return std::sqrt(acceleration_ / (acceleration_ + belt_.retardation())); }

double DrumSpeedsUp::front(double time) const { return part() * belt_.wave_speed() * time; }

WaveState DrumSpeedsUp::at(double y, double time) const {
  if (y >= front(time)) return {};
  const double after = y / belt_.wave_speed();
  const double w = belt_.retardation();
  const double gain = w * part() / (1.0 + part());
  return from_invariants(belt_, (2.0 * acceleration_ + gain) * (time - after) - w * after,
                         -w * (part() * time - after) / (1.0 + part()));
}

}  // namespace beltdyn::exact
