// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_contact.hpp"

#include <array>
#include <cmath>

#include "core/drive/friction_laws.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

constexpr std::array<std::string_view, std::variant_size_v<BeltNormal>> kNormalNames{"rigid", "penalty",
                                                                                     "kelvin_voigt"};

void visit_normal(FieldVisitor& visitor, BeltNormal& normal) {
  const std::array<Alternative, kNormalNames.size()> laws{{
      {kNormalNames[0], "nothing sinks in, which needs no number; what is taken where there is no normal law",
       [&normal](FieldVisitor&) { hold<RigidContact>(normal); }},
      {kNormalNames[1], "a pressure proportional to the penetration, with damping, never adhesive",
       [&normal](FieldVisitor& v) {
         auto& law = hold<PenaltyContact>(normal);
         v.number({"stiffness_per_area", "N/m^3", "the normal stiffness per area of the belt"}, law.stiffness_per_area,
                  kPositive);
         v.number({"damping_per_area", "N s/m^3", "the normal damping per area of the belt; 0 for none"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
      {kNormalNames[2], "a spring and a damper that act from first contact, never adhesive [Kubas 2021]",
       [&normal](FieldVisitor& v) {
         auto& law = hold<KelvinVoigtContact>(normal);
         v.number({"stiffness_per_area", "N/m^3", "the normal stiffness per area of the belt"}, law.stiffness_per_area,
                  kPositive);
         v.number({"quadratic_stiffness_per_area", "N/m^4",
                   "the coefficient of the squared penetration, per area of the belt; 0 for a linear spring"},
                  law.quadratic_stiffness_per_area, kNonNegative, Presence::optional);
         v.number({"damping_per_area", "N s/m^3", "the normal damping per area of the belt; 0 for none"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
  }};
  visit_tagged(visitor, {"type", "-", "the normal law"}, laws, normal);
}

// The normal law of a contact point that represents `area` of the belt.
struct LawOfPoint {
  double area;  // [m²]

  NormalLaw operator()(const RigidContact& n) const {
    return contact::PenaltyNormal({.stiffness = n.point_stiffness_per_area * area});
  }
  NormalLaw operator()(const PenaltyContact& n) const {
    return contact::PenaltyNormal({.stiffness = n.stiffness_per_area * area, .damping = n.damping_per_area * area});
  }
  NormalLaw operator()(const KelvinVoigtContact& n) const {
    return contact::KelvinVoigtNormal({.quadratic_stiffness = n.quadratic_stiffness_per_area * area,
                                       .linear_stiffness = n.stiffness_per_area * area,
                                       .damping = n.damping_per_area * area});
  }
};

}  // namespace

void PulleyContact::set_rigid(const RigidStiffness& stiffness) {
  if (auto* law = std::get_if<RigidContact>(&normal)) *law = stiffness.normal;
  if (auto* law = std::get_if<CoulombConfig>(&*friction)) law->stiffness = stiffness.stick_per_area;
}

double PulleyContact::stiffness_per_area() const {
  if (const auto* rigid = std::get_if<RigidContact>(&normal)) return rigid->patch_stiffness_per_area;
  if (const auto* penalty = std::get_if<PenaltyContact>(&normal)) return penalty->stiffness_per_area;
  return std::get<KelvinVoigtContact>(normal).stiffness_per_area;
}

double PulleyContact::normal_damping_per_area() const {
  if (const auto* penalty = std::get_if<PenaltyContact>(&normal)) return penalty->damping_per_area;
  if (const auto* layer = std::get_if<KelvinVoigtContact>(&normal)) return layer->damping_per_area;
  return 0.0;
}

contact::RigidPatch PulleyContact::patch() const {
  const auto* rigid = std::get_if<RigidContact>(&normal);
  return rigid == nullptr ? contact::RigidPatch()
                          : contact::RigidPatch::of(rigid->patch_stiffness_per_area, rigid->point_stiffness_per_area);
}

double PulleyContact::penetration(double pressure) const {
  if (is_rigid()) return 0.0;
  const auto* quadratic = std::get_if<KelvinVoigtContact>(&normal);
  const double k = stiffness_per_area();
  if (quadratic == nullptr) return pressure / k;
  // The root of c₁ P² + c₂ P = p, in a form without cancellation.
  return 2.0 * pressure / (k + std::sqrt(k * k + 4.0 * quadratic->quadratic_stiffness_per_area * pressure));
}

double PulleyContact::kinetic_coefficient() const {
  return std::visit([](const auto& law) { return law.kinetic_coefficient(); }, *friction);
}

std::optional<CoulombParameters> PulleyContact::coulomb() const {
  if (const auto* rigid = std::get_if<CoulombConfig>(&*friction)) {
    return CoulombParameters{.coefficient = rigid->coefficient, .stiffness = rigid->stiffness};
  }
  const auto* law = std::get_if<ElastoplasticCoulombConfig>(&*friction);
  if (law == nullptr) return std::nullopt;
  return CoulombParameters{.coefficient = law->coefficient, .stiffness = law->stiffness, .damping = law->damping};
}

bool PulleyContact::sticks_rigidly() const { return std::holds_alternative<CoulombConfig>(*friction); }

std::string_view PulleyContact::normal_name() const { return kNormalNames[normal.index()]; }
std::string_view PulleyContact::friction_name() const { return law_name(friction); }

NormalLaw PulleyContact::normal_law(double area) const { return std::visit(LawOfPoint{area}, normal); }
FrictionLaw PulleyContact::friction_law(double area) const { return beltdyn::friction_law(friction, area); }

void PulleyContact::visit(FieldVisitor& v) {
  v.object(
      {"normal", "-", "the normal law; without it contact is rigid"},
      [this](FieldVisitor& inner) { visit_normal(inner, normal); }, Presence::optional);
  v.object({"friction", "-", "the friction law"},
           [this](FieldVisitor& inner) { visit_friction_law(inner, friction, LawScale::per_area); });
}

}  // namespace beltdyn
