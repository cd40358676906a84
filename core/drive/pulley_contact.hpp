// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/drive/friction_law_config.hpp"

namespace beltdyn {

// What the configuration says of the contact between belt and pulley. The laws themselves are in core/contact; here are
// their parameters per area of the belt, which a formulation multiplies by the area that a contact point stands for.
// Friction laws whose stiffness is per normal force are the same at a point and per area.
// A further law is a further alternative of the variant and of its list in visit().

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

// contact::ElastoplasticCoulomb
struct ElastoplasticCoulombFriction {
  double coefficient{};         // μ [-]
  double stiffness_per_area{};  // K [N/m^3]
  double damping_per_area{};    // D [N s/m^3]
};

// contact::Bristle
struct BristleFriction {
  SlidingCoefficient coefficient;
  double stiffness_per_area{};  // μ_k [N/m^3]
  double damping_per_area{};    // μ_v [N s/m^3]
};

using BeltNormal = std::variant<PenaltyContact, KelvinVoigtContact>;
using BeltFriction = std::variant<ElastoplasticCoulombFriction, BristleFriction, RegularisedCoulombConfig, DahlConfig,
                                  LuGreConfig, GmsConfig>;

// The laws of BeltFriction, in its order.
using BeltFrictionLaw = std::variant<contact::ElastoplasticCoulomb, contact::Bristle, contact::RegularisedCoulomb,
                                     contact::Dahl, contact::LuGre, contact::Gms>;

struct PulleyContact {
  BeltNormal normal;
  BeltFriction friction;

  std::string_view normal_name() const;    // "type" of the normal law
  std::string_view friction_name() const;  // "type" of the friction law
  // The coefficient of friction that fast sliding approaches, without viscosity [-]
  double kinetic_coefficient() const;
  // The friction law of a contact point that stands for an area of the belt [m²].
  BeltFrictionLaw friction_law(double area) const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
