// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/contact/normal_law.hpp"
#include "core/drive/any_friction_law.hpp"

namespace beltdyn {

// The contact between belt and pulley in the configuration. The laws themselves are in core/contact; here are
// their parameters per area of the belt, which a formulation multiplies by the area that a contact point represents.

// contact::PenaltyNormal with the exponent 1
struct PenaltyContact {
  double stiffness_per_area{};  // k [N/m^3]
  double damping_per_area{};    // d [N s/m^3]
};

// contact::KelvinVoigtNormal
struct KelvinVoigtContact {
  double stiffness_per_area{};            // c₂ [N/m^3]
  double quadratic_stiffness_per_area{};  // c₁ [N/m^4]
  double damping_per_area{};              // b [N s/m^3]
};

using BeltNormal = std::variant<PenaltyContact, KelvinVoigtContact>;
// The laws of BeltNormal, in its order.
using NormalLaw = std::variant<contact::PenaltyNormal, contact::KelvinVoigtNormal>;

struct PulleyContact {
  BeltNormal normal;
  Indirect<FrictionLawConfig> friction;  // per area

  std::string_view normal_name() const;    // "type" of the normal law
  std::string_view friction_name() const;  // "type" of the friction law
  double stiffness_per_area() const;       // of the normal law where the bodies just touch [N/m^3]
  // How deep a pressure presses the belt in, at rest [m]; the pressure is per area, > 0 [N/m²].
  double penetration(double pressure) const;
  // The coefficient of friction that fast sliding approaches, without viscosity [-]
  double kinetic_coefficient() const;
  // Of elastoplastic_coulomb; none of any other law.
  std::optional<CoulombParameters> coulomb() const;
  // The laws of a contact point that represents an area of the belt [m²].
  NormalLaw normal_law(double area) const;
  FrictionLaw friction_law(double area) const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
