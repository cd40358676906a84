// SPDX-License-Identifier: MIT
#include "core/drive/pulley_contact.hpp"

#include <array>

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

void visit_normal(FieldVisitor& visitor, std::variant<PenaltyContact>& normal) {
  const std::array<Alternative, 1> laws{{
      {"penalty", "a pressure in proportion to the penetration, with a damper, never adhesive",
       [&normal](FieldVisitor& v) {
         auto& law = hold<PenaltyContact>(normal);
         v.number({"stiffness_per_area", "N/m^3", "the normal stiffness per area of the belt"}, law.stiffness_per_area,
                  kPositive, Presence::required);
         v.number({"damping_per_area", "N s/m^3", "the normal damping per area of the belt, 0 without a damper"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
  }};
  int index = static_cast<int>(normal.index());
  visitor.tagged({"type", "-", "the normal law"}, laws, index);
}

void visit_friction(FieldVisitor& visitor, std::variant<ElastoplasticCoulombFriction>& friction) {
  const std::array<Alternative, 1> laws{{
      {"elastoplastic_coulomb", "Coulomb friction with an elastic bristle that sticks",
       [&friction](FieldVisitor& v) {
         auto& law = hold<ElastoplasticCoulombFriction>(friction);
         v.number({"coefficient", "-", "the coefficient of friction mu"}, law.coefficient, kNonNegative,
                  Presence::required);
         v.number({"stiffness_per_area", "N/m^3", "the stiffness of stick per area of the belt"},
                  law.stiffness_per_area, kPositive, Presence::required);
         v.number({"damping_per_area", "N s/m^3", "the damping of stick per area of the belt, 0 without a damper"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
  }};
  int index = static_cast<int>(friction.index());
  visitor.tagged({"type", "-", "the friction law"}, laws, index);
}

}  // namespace

void PulleyContact::visit(FieldVisitor& v) {
  v.object(
      {"normal", "-", "the normal law"}, [this](FieldVisitor& inner) { visit_normal(inner, normal); },
      Presence::required);
  v.object(
      {"friction", "-", "the friction law"}, [this](FieldVisitor& inner) { visit_friction(inner, friction); },
      Presence::required);
}

}  // namespace beltdyn
