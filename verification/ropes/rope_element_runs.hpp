// SPDX-License-Identifier: MIT
// Runs of ropes of finite elements that cases of several formulations make.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace beltdyn::verification {

// The edits that make the only run one in analytic_string_dynamics, and that make the rope elastic.
std::string string_run(double step);
std::string elastic(double stiffness, double density);

// 1 kg and 1.2 kg over a wheel of 0.22 m and 0.9 kg m², on a stiff and light rope; the heavy one is let go.
struct Weights {
  double weights{};  // acceleration [m/s²]
  double wheel{};    // angular acceleration [rad/s²]
};
Weights exact_weights(double coefficient);
// By the run that an edit makes, with a rope of this mass per length [kg/m].
Weights weights_of(const std::string& formulation, double coefficient, double density);

// The lift of the demo with shorter spans, of which a rope without mass knows nothing, on a stiff and light rope.
struct Stop {
  double deceleration{};  // of the parabola that fits the displacements of both ends best, in the mean [m/s²]
  double car_force{};     // at the sheave, in the mean [N]
  double counterweight_force{};
  double brake_energy{};   // [J]
  double sheave_speed{};   // at the end [rad/s]
  double energy_defect{};  // [-]
};
Stop stop_with(const std::string& formulation, double density);

// A rope of 400 m with a load of 1.5 t that runs down at 2 m/s and is stopped at its top at once; the weight is added
// to the wave, so that the rope stays taut.
std::string shaft();
struct Wave {
  double time{};
  double speed{};  // of the load [m/s]
  double force{};  // on it beside its weight [N]
};
inline constexpr std::array<Wave, 4> kWaves{{{0.3, 0.681280184143, 16087.6811049},
                                             {0.7, -2.28496319851, 6465.58301865},
                                             {1.3, 1.11825787518, -13069.1429552},
                                             {1.6, 2.29915900038, -3561.21438013}}};

// The edits for a lift whose sheave slows down, with the elastic string without mass as the reference.
std::vector<std::string> slowing_lift(const std::string& formulation, double density);

}  // namespace beltdyn::verification
