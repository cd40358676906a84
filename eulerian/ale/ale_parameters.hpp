// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/numerics/lanes/instruction_set.hpp"
#include "core/numerics/ode/step_scheme.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"

namespace beltdyn::eulerian::ale {

// transient       motion in time
// steady          steady motion at the values that the time functions have at each instant
// characteristic  as steady, until no steady motion exists: the limit of what the belt can transmit is located, and the
//                 motion at the limit is shown from there on
// linear          as steady; at the end also the small motions about the last steady motion
enum class Analysis { transient, steady, characteristic, linear };
inline constexpr std::array<std::string_view, 4> kAnalysisNames{"transient", "steady", "characteristic", "linear"};

enum class TimeIntegration { generalised_alpha, quasi_static };
inline constexpr std::array<std::string_view, 2> kTimeIntegrationNames{"generalised_alpha", "quasi_static"};

// Whether the mesh follows the belt path as pulley axes move, or is fixed in space.
enum class MeshFollowing { follows, at_rest };
inline constexpr std::array<std::string_view, 2> kMeshFollowingNames{"follows", "at_rest"};

struct AleParameters {
  MeshParameters mesh;
  MeshFollowing mesh_motion = MeshFollowing::follows;
  Analysis analysis = Analysis::transient;
  TimeIntegration time_integration = TimeIntegration::generalised_alpha;
  double spectral_radius = 0.7;  // ρ_∞ of the generalised-α method [-]
  double time_step{};            // longest time step [s]
  double step_tolerance = 0.0;   // of the error of a step, relative to the smallest radius; 0: no step-size control [-]
  double newton_tolerance = 0.0;  // of the residual; 0: a small part of the force in the belt as laid [N]
  int newton_iterations = 25;     // at most, in one solution of the equations
  int instruction_choice = 0;     // index of numerics::kInstructionChoiceNames

  numerics::StepScheme scheme() const {
    return time_integration == TimeIntegration::quasi_static ? numerics::StepScheme::quasi_static()
                                                             : numerics::StepScheme::generalised_alpha(spectral_radius);
  }
};

}  // namespace beltdyn::eulerian::ale
