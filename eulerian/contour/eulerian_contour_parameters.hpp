// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

namespace beltdyn::eulerian {

// How the displacement of the belt in a step, [Oborin 2018] Eq. (59), is computed from the material coordinates, and
// what sticking resists. In stick all schemes but `transported` creep: u_rel is the displacement in one step, so that K
// acts as a viscosity K τ, and the strain ε obeys ∂ε/∂t + V ∂ε/∂σ = D ∂²ε/∂σ² with the D given here.
enum class Scheme {
  paper,               // ∂s/∂σ from before the step; D = b/(K τ) − V² τ/2, stable only if K τ² V² ≤ 2 b
  partially_implicit,  // actual ∂s/∂σ, the variant that Section 5 ends with; D = b/(K τ) + V² τ/2
  transported,         // as paper, but u_rel is accumulated and rides on the pulley: no creep
  midpoint_energy,     // mean of both in the energy and its full variation: second order in τ; D = b/(K τ)
};
inline constexpr std::array<std::string_view, 4> kSchemeNames{"paper", "partially_implicit", "transported",
                                                              "midpoint_energy"};

// When the contact elements switch between stick and slip.
enum class StatusUpdate {
  by_scheme,   // active_set for partially_implicit and midpoint_energy, explicit for the others
  at_end,      // once, at the end of each step, as in the paper
  active_set,  // in the step, until the states agree with the tractions and displacements
};
inline constexpr std::array<std::string_view, 3> kStatusUpdateNames{"by_scheme", "explicit", "active_set"};

// When Newton's method renews its tangent.
enum class Jacobian {
  frozen,  // when an element has switched or convergence is slow
  full,    // in each iteration
};
inline constexpr std::array<std::string_view, 2> kJacobianNames{"frozen", "full"};

// How the length of the slip zone at the exit of a pulley is measured.
enum class SlipLength {
  sub_element,  // up to where the strains of the sticking elements meet the straight line of slip, within an element
  counted,      // (number of slipping elements) h, as in the paper
};
inline constexpr std::array<std::string_view, 2> kSlipLengthNames{"sub_element", "counted"};

struct EulerianContourParameters {
  Scheme scheme = Scheme::midpoint_energy;
  StatusUpdate status_update = StatusUpdate::by_scheme;
  Jacobian jacobian = Jacobian::frozen;
  SlipLength slip_length = SlipLength::sub_element;
  int elements_per_contact{};       // n
  double stick_penalty{};           // K [N/m²]
  double time_step{};               // τ [s]
  double newton_tolerance = 1e-13;  // largest correction of a material coordinate, times the longer contact length [-]
  int max_newton_iterations = 30;
};

// Does the scheme iterate the contact states within a step? Consistent states halve the error, and stop the chatter
// that an explicit update can cause where the belt passes elements of unequal pulleys at different rates. With an
// explicit derivative (θ = 0) consistent states may not exist: then the search runs in a cycle.
constexpr bool uses_active_set(const EulerianContourParameters& parameters) {
  if (parameters.status_update != StatusUpdate::by_scheme) {
    return parameters.status_update == StatusUpdate::active_set;
  }
  return parameters.scheme == Scheme::partially_implicit || parameters.scheme == Scheme::midpoint_energy;
}

// θ of contour_element.hpp
constexpr double theta(Scheme scheme) {
  switch (scheme) {
    case Scheme::partially_implicit:
      return 1.0;
    case Scheme::midpoint_energy:
      return 0.5;
    case Scheme::paper:
    case Scheme::transported:
      break;
  }
  return 0.0;
}

}  // namespace beltdyn::eulerian
