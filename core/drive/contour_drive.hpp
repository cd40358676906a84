// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "core/config/field_visitor.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// Which terms of the belt strain ε a contour model keeps. The exact solutions of the three models differ by O(ε),
// relative. Compare a numerical scheme only with the model to which it converges.
enum class StrainModel {
  linear,          // ds/dσ = 1 − ε; [Oborin 2018] Section 4
  finite_contour,  // ds/dσ = 1/(1 + ε), friction f per contour length: b ∂ε/∂σ + q = 0; [Oborin 2018] Section 5
  finite_material,  // ds/dσ = 1/(1 + ε), friction f per material length: b ∂ε/∂s + q = 0; [Oborin 2018] Section 3
};
inline constexpr std::array<std::string_view, 3> kStrainModelNames{"linear", "finite_contour", "finite_material"};

// The idealised drive of [Oborin 2018] Section 2: a belt on a fixed contour that touches two pulleys.
//
//   σ = 0          R₁             R₁ + a         R₁ + a + R₂          L
//     | pulley 1   |  slack span  |  pulley 2    |   tight span       |
//
// The two spans are equally long, a = (L − R₁ − R₂)/2. The belt moves towards increasing σ. Pulley 1 (index 0) drives
// when it is the faster one. ε is the strain from the pretensioned state, Q = b ε the change of the belt force.
struct ContourDrive {
  double contour_length{};                    // L [m]
  std::array<double, 2> contact_length{};     // R₁, R₂ [m]
  double axial_stiffness{};                   // b [N]
  std::array<double, 2> friction_force{};     // f₁, f₂ [N/m], the limit of the friction force per length
  std::array<TimeFunction, 2> surface_speed;  // V₁, V₂ [m/s]

  double span_length() const { return 0.5 * (contour_length - contact_length[0] - contact_length[1]); }
  // σ at which the belt enters and leaves pulley 0 or 1 [m]
  double entry(int pulley) const { return pulley == 0 ? 0.0 : contact_length[0] + span_length(); }
  double exit(int pulley) const { return entry(pulley) + contact_length[static_cast<std::size_t>(pulley)]; }

  // The distance ∫ V_k dt that each surface moves from time t0 to t1 [m]. Throws SolverError if a surface moves
  // backward, because the belt must enter each pulley at its first contact point.
  std::array<double, 2> surface_travel(double t0, double t1) const;
  bool has_constant_speeds() const { return surface_speed[0].is_constant() && surface_speed[1].is_constant(); }

  void visit(config::FieldVisitor& visitor);
};

// Where a contour coordinate lies. Intervals are half open: the exit point belongs to the following span.
struct ContourPlace {
  int pulley{};       // 0 or 1; -1 in a span
  double local{};     // distance from the entry of the pulley, or from the start of the span [m]
  bool tight_span{};  // only if pulley == -1
};
ContourPlace locate(const ContourDrive& drive, double sigma);

}  // namespace beltdyn
