// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/contact/normal_law.hpp"
#include "core/contact/rigid_patch.hpp"
#include "core/drive/any_friction_law.hpp"

namespace beltdyn {

// The contact between belt and pulley as configured. The laws themselves are in core/contact. Their parameters here are
// per area of the belt; a formulation multiplies them by the area that a contact point represents.

// Rigid contact: the belt does not penetrate the pulley. There is nothing to configure. A formulation sets the
// stiffnesses of its numerical method, which are those of contact::RigidPatch; see RigidStiffness.
struct RigidContact {
  double patch_stiffness_per_area{};  // K [N/m^3]
  double point_stiffness_per_area{};  // k, penalty stiffness without damping [N/m^3]
};

// contact::PenaltyNormal with exponent 1
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

// RigidContact comes first: it applies if no normal law is configured.
using BeltNormal = std::variant<RigidContact, PenaltyContact, KelvinVoigtContact>;
// The laws of BeltNormal. RigidContact is represented by a penalty.
using NormalLaw = std::variant<contact::PenaltyNormal, contact::KelvinVoigtNormal>;

// The stiffnesses > 0 with which a formulation makes contact rigid on its mesh, where the configuration has none: those
// of RigidContact, and the stick stiffness of CoulombConfig.
struct RigidStiffness {
  RigidContact normal{};
  double stick_per_area{};  // [N/m^3]
};

// The normal law and the friction law of a contact, as configured.
struct PulleyContact {
  BeltNormal normal{};
  Indirect<FrictionLawConfig> friction;  // per area

  // Does the normal law, stick, or one of both lack a stiffness?
  bool is_rigid() const { return std::holds_alternative<RigidContact>(normal); }
  bool sticks_rigidly() const;
  bool lacks_stiffness() const { return is_rigid() || sticks_rigidly(); }
  // Sets the stiffnesses of the numerical method where the contact is rigid. Without them, the contact has no laws.
  void set_rigid(const RigidStiffness& stiffness);

  std::string_view normal_name() const;    // "type" of the normal law
  std::string_view friction_name() const;  // "type" of the friction law
  double stiffness_per_area() const;       // of the normal law at zero penetration [N/m^3]
  double normal_damping_per_area() const;  // as configured; 0 for a rigid contact [N s/m^3]
  // The depth [m] to which a static pressure ≥ 0 per area [N/m²] presses the belt in; 0 for a rigid contact.
  double penetration(double pressure) const;
  // The friction coefficient that fast sliding approaches, without viscosity [-]
  double kinetic_coefficient() const;
  // The parameters of coulomb and elastoplastic_coulomb; empty for other laws.
  std::optional<CoulombParameters> coulomb() const;
  // The laws of a contact point that represents `area` [m²] of the belt.
  NormalLaw normal_law(double area) const;  // for a rigid contact the penalty of its points
  contact::RigidPatch patch() const;        // has no effect unless the contact is rigid
  FrictionLaw friction_law(double area) const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
