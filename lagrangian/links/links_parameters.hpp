// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/numerics/instruction_set.hpp"

namespace beltdyn::lagrangian::links {

// runge_kutta_4: fixed steps, modes of friction switched after each, as in [Kubas 2021]. adaptive: the Dormand–Prince
// pair with error control, in steps that end where contacts open or close, modes of friction switch and pulleys
// reverse. implicit: ImplicitStep, whose step stiff contact does not limit; of first order.
enum class TimeIntegration { runge_kutta_4, adaptive, implicit };
inline constexpr std::array<std::string_view, 3> kTimeIntegrationNames{"runge_kutta_4", "adaptive", "implicit"};

struct LinksParameters {
  int links{};         // n_b
  double time_step{};  // h; with adaptive steps the time between two states that are reported [s]
  TimeIntegration time_integration = TimeIntegration::runge_kutta_4;
  double tolerance = 1e-6;          // of adaptive steps [-]
  double settling_time = 0.1;       // before the start [s]
  double settling_damping = 300.0;  // of all velocities while the belt settles [1/s]
  double standstill_speed = 0.0;    // the run ends when no pulley is faster any more; 0: it does not [rad/s]
  int instruction_choice = 0;       // index of numerics::kInstructionChoiceNames

  numerics::InstructionSet instruction_set() const { return numerics::chosen_instruction_set(instruction_choice); }
};

}  // namespace beltdyn::lagrangian::links
