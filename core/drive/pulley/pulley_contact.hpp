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

// The contact between belt and pulley in the configuration. The laws themselves are in core/contact; here are
// their parameters per area of the belt, which a formulation multiplies by the area that a contact point represents.

// Rigid: nothing sinks in. There is nothing to configure; the numbers of the method, those of contact::RigidPatch, are
// set by a formulation, see RigidStiffness.
struct RigidContact {
  double patch_stiffness_per_area{};  // K [N/m^3]
  double point_stiffness_per_area{};  // k, of a penalty without damping [N/m^3]
};

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

// The first one is that of contacts without any.
using BeltNormal = std::variant<RigidContact, PenaltyContact, KelvinVoigtContact>;
// The laws of BeltNormal; that of RigidContact is a penalty.
using NormalLaw = std::variant<contact::PenaltyNormal, contact::KelvinVoigtNormal>;

// The numbers with which a formulation makes contact rigid on its mesh, where the configuration has no stiffness: those
// of RigidContact, and the stick stiffness of CoulombConfig. Each is > 0.
struct RigidStiffness {
  RigidContact normal{};
  double stick_per_area{};  // [N/m^3]
};

struct PulleyContact {
  BeltNormal normal{};
  Indirect<FrictionLawConfig> friction;  // per area

  // Is there no stiffness of the normal law, or of stick?
  bool is_rigid() const { return std::holds_alternative<RigidContact>(normal); }
  bool sticks_rigidly() const;
  // Sets the numbers of the method where it is rigid; without them there are no laws.
  void set_rigid(const RigidStiffness& stiffness);

  std::string_view normal_name() const;    // "type" of the normal law
  std::string_view friction_name() const;  // "type" of the friction law
  double stiffness_per_area() const;       // of the normal law where the bodies just touch [N/m^3]
  double normal_damping_per_area() const;  // that the drive has; 0 of a rigid contact [N s/m^3]
  // How deep a pressure presses the belt in, at rest, 0 where contact is rigid [m]; the pressure is per area, ≥ 0
  // [N/m²].
  double penetration(double pressure) const;
  // The coefficient of friction that fast sliding approaches, without viscosity [-]
  double kinetic_coefficient() const;
  // Of coulomb and elastoplastic_coulomb; none of any other law.
  std::optional<CoulombParameters> coulomb() const;
  // The laws of a contact point that represents an area of the belt [m²].
  NormalLaw normal_law(double area) const;  // of a rigid contact that of its points
  contact::RigidPatch patch() const;        // raises nothing unless the contact is rigid
  FrictionLaw friction_law(double area) const;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
