// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/numerics/lanes/instruction_set.hpp"

namespace beltdyn::lagrangian::links {

// runge_kutta_4  fixed steps; friction modes are switched after each step, as in [Kubas 2021]
// adaptive       the Dormand–Prince pair with error control; steps end where contacts open or close, friction modes
//                switch, or pulleys reverse
// implicit       ImplicitStep with error control, whose step stiff contact does not limit
enum class TimeIntegration { runge_kutta_4, adaptive, implicit };
inline constexpr std::array<std::string_view, 3> kTimeIntegrationNames{"runge_kutta_4", "adaptive", "implicit"};

struct LinksParameters {
  int links = 240;     // n_b
  double time_step{};  // h, the longest implicit step; of adaptive steps the time between reported states [s]
  TimeIntegration time_integration = TimeIntegration::implicit;
  double tolerance = 1e-6;          // of adaptive steps [-]
  double step_tolerance = 1e-6;     // of the error of an implicit step, over the smallest radius; 0: none [-]
  double settling_time = 0.0;       // before the start; 0: the belt starts in equilibrium [s]
  double settling_damping = 300.0;  // of all velocities while the belt settles [1/s]
  double standstill_speed = 0.0;    // the run ends when no pulley is faster any more; 0: never [rad/s]
  int instruction_choice = 0;       // index of numerics::kInstructionChoiceNames

  numerics::InstructionSet instruction_set() const { return numerics::chosen_instruction_set(instruction_choice); }
};

}  // namespace beltdyn::lagrangian::links
