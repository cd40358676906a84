// SPDX-License-Identifier: MIT
// Runs of ropes of finite elements that cases of several formulations share.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace beltdyn::verification {

// Edits: one run of analytic_string_dynamics only; an elastic rope.
std::string string_run(double step);
std::string elastic(double stiffness, double density);

// Accelerations of 1 kg and 1.2 kg over a wheel of 0.22 m and 0.9 kg m², on a stiff and light rope, after the release
// of the heavy weight.
struct Weights {
  double weights{};  // of the weights [m/s²]
  double wheel{};    // of the wheel [rad/s²]
};
Weights exact_weights(double coefficient);
// The accelerations in the run that an edit creates, with a rope of this mass per length [kg/m].
Weights weights_of(const std::string& formulation, double coefficient, double density);

// The emergency stop of the lift of the demo, on a stiff and light rope. The spans are shorter, which does not matter
// for a rope without mass.
struct Stop {
  double deceleration{};         // from the parabola fitted to the mean displacement of both ends [m/s²]
  double car_force{};            // mean at the sheave [N]
  double counterweight_force{};  // mean at the sheave [N]
  double brake_energy{};         // [J]
  double sheave_speed{};         // at the end [rad/s]
  double energy_defect{};        // [-]
};
Stop stop_with(const std::string& formulation, double density);

// A rope of 400 m with a load of 1.5 t that descends at 2 m/s, until the top of the rope is stopped abruptly. The
// static force of the weight is superposed on the wave, so that the rope stays taut.
std::string shaft();
// The exact wave in the rope of shaft() at a time.
struct Wave {
  double time{};   // [s]
  double speed{};  // of the load [m/s]
  double force{};  // force of the rope on the load minus its weight [N]
};
inline constexpr std::array<Wave, 4> kWaves{{{0.3, 0.681280184143, 16087.6811049},
                                             {0.7, -2.28496319851, 6465.58301865},
                                             {1.3, 1.11825787518, -13069.1429552},
                                             {1.6, 2.29915900038, -3561.21438013}}};

// The edits for a lift whose sheave slows down; the elastic string without mass is the reference.
std::vector<std::string> slowing_lift(const std::string& formulation, double density);

}  // namespace beltdyn::verification
