// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/numerics/ode/step_scheme.hpp"
#include "lagrangian/ancf/element/belt_kernel.hpp"

namespace beltdyn::lagrangian::ancf {

// How slip is measured and friction is solved; see ContactFriction.
enum class FrictionMode { paper, consistent };
inline constexpr std::array<std::string_view, 2> kFrictionModeNames{"paper", "consistent"};

enum class TimeIntegration { trapezoidal, generalised_alpha, quasi_static };
inline constexpr std::array<std::string_view, 3> kTimeIntegrationNames{"trapezoidal", "generalised_alpha",
                                                                       "quasi_static"};

struct AncfParameters {
  int elements = 240;
  int segments_per_element = 4;
  IntegrationScheme integration = IntegrationScheme::c;
  ContactFrame contact_frame = ContactFrame::center;
  FrictionMode friction = FrictionMode::consistent;
  TimeIntegration time_integration = TimeIntegration::generalised_alpha;
  double spectral_radius = 0.7;       // ρ_∞ of the generalised-α method [-]
  double time_step{};                 // longest time step [s]
  double newton_tolerance = 0.0;      // of the residual; 0: a small part of the force in the belt as laid [N]
  int newton_iterations = 25;         // at most, for one set of frozen states
  double switching_tolerance = 1e-3;  // of the sum of the errors of the states checked [N]
  int switching_iterations = 5;       // at most, for one step
  int instruction_choice = 0;         // index of numerics::kInstructionChoiceNames

  numerics::StepScheme scheme() const;
  InstructionSet instruction_set() const;
};

}  // namespace beltdyn::lagrangian::ancf
