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

constexpr std::array<std::string_view, std::variant_size_v<BeltNormal>> kNormalNames{"penalty", "kelvin_voigt"};
constexpr std::array<std::string_view, std::variant_size_v<BeltFriction>> kFrictionNames{
    "elastoplastic_coulomb", "bristle", "regularised_coulomb", "dahl", "lugre", "gms"};

void visit_normal(FieldVisitor& visitor, BeltNormal& normal) {
  const std::array<Alternative, kNormalNames.size()> laws{{
      {kNormalNames[0], "a pressure in proportion to the penetration, with a damper, never adhesive",
       [&normal](FieldVisitor& v) {
         auto& law = hold<PenaltyContact>(normal);
         v.number({"stiffness_per_area", "N/m^3", "the normal stiffness per area of the belt"}, law.stiffness_per_area,
                  kPositive, Presence::required);
         v.number({"damping_per_area", "N s/m^3", "the normal damping per area of the belt, 0 without a damper"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
      {kNormalNames[1], "a spring and a damper that begin where the bodies touch, never adhesive [Kubas 2021]",
       [&normal](FieldVisitor& v) {
         auto& law = hold<KelvinVoigtContact>(normal);
         v.number({"stiffness_per_area", "N/m^3", "the normal stiffness per area of the belt"}, law.stiffness_per_area,
                  kPositive, Presence::required);
         v.number({"quadratic_stiffness_per_area", "N/m^4",
                   "what the penetration squared adds, per area of the belt, 0 for a linear spring"},
                  law.quadratic_stiffness_per_area, kNonNegative, Presence::optional);
         v.number({"damping_per_area", "N s/m^3", "the normal damping per area of the belt, 0 without a damper"},
                  law.damping_per_area, kNonNegative, Presence::optional);
       }},
  }};
  int index = static_cast<int>(normal.index());
  visitor.tagged({"type", "-", "the normal law"}, laws, index);
}

void visit_stick(FieldVisitor& v, double& stiffness_per_area, double& damping_per_area) {
  v.number({"stiffness_per_area", "N/m^3", "the stiffness of stick per area of the belt"}, stiffness_per_area,
           kPositive, Presence::required);
  v.number({"damping_per_area", "N s/m^3", "the damping of stick per area of the belt, 0 without a damper"},
           damping_per_area, kNonNegative, Presence::optional);
}

// A law whose parameters are the same per area and in the friction rig.
template <class Config>
Alternative as_in_the_rig(BeltFriction& friction, std::size_t index, std::string_view meaning) {
  return {kFrictionNames[index], meaning, [&friction](FieldVisitor& v) { hold<Config>(friction).visit(v); }};
}

void visit_friction(FieldVisitor& visitor, BeltFriction& friction) {
  const std::array<Alternative, kFrictionNames.size()> laws{{
      {kFrictionNames[0], "Coulomb friction with an elastic bristle that sticks",
       [&friction](FieldVisitor& v) {
         auto& law = hold<ElastoplasticCoulombFriction>(friction);
         v.number({"coefficient", "-", "the coefficient of friction mu"}, law.coefficient, kNonNegative,
                  Presence::required);
         visit_stick(v, law.stiffness_per_area, law.damping_per_area);
       }},
      {kFrictionNames[1], "the bristle of [Ntarladima 2023], its state switched after the step",
       [&friction](FieldVisitor& v) {
         auto& law = hold<BristleFriction>(friction);
         v.object(
             {"coefficient", "-", "the coefficient of friction of steady sliding, of the type constant or stribeck"},
             [&law](FieldVisitor& inner) { law.coefficient.visit(inner); }, Presence::required);
         visit_stick(v, law.stiffness_per_area, law.damping_per_area);
       }},
      as_in_the_rig<RegularisedCoulombConfig>(friction, 2, "Coulomb friction regularised over the velocity; creeps"),
      as_in_the_rig<DahlConfig>(friction, 3, "a stiffness that falls off towards the friction limit"),
      as_in_the_rig<LuGreConfig>(friction, 4, "the mean deflection of bristles, with the Stribeck curve as limit"),
      as_in_the_rig<GmsConfig>(friction, 5, "generalised Maxwell slip: parallel elements that stick or slip"),
  }};
  int index = static_cast<int>(friction.index());
  visitor.tagged({"type", "-", "the friction law"}, laws, index);
}

struct LawOfPoint {
  double area;  // [m²]

  BeltFrictionLaw operator()(const ElastoplasticCoulombFriction& f) const {
    return contact::ElastoplasticCoulomb({.friction_coefficient = f.coefficient,
                                          .stiffness = f.stiffness_per_area * area,
                                          .damping = f.damping_per_area * area});
  }
  BeltFrictionLaw operator()(const BristleFriction& f) const {
    return contact::Bristle({.limit = f.coefficient.curve(),
                             .stiffness = f.stiffness_per_area * area,
                             .damping = f.damping_per_area * area});
  }
  template <class Config>
  BeltFrictionLaw operator()(const Config& config) const {
    return config.law();
  }
};

struct KineticCoefficient {
  double operator()(const ElastoplasticCoulombFriction& f) const { return f.coefficient; }
  double operator()(const RegularisedCoulombConfig& f) const { return f.parameters.friction_coefficient; }
  double operator()(const DahlConfig& f) const { return f.parameters.friction_coefficient; }
  template <class Config>
  double operator()(const Config& f) const {
    const auto* constant = std::get_if<ConstantCoefficient>(&f.coefficient.form);
    return constant != nullptr ? constant->value
                               : std::get<contact::StribeckCurve::Parameters>(f.coefficient.form).kinetic_coefficient;
  }
};

}  // namespace

double PulleyContact::kinetic_coefficient() const { return std::visit(KineticCoefficient{}, friction); }

std::string_view PulleyContact::normal_name() const { return kNormalNames[normal.index()]; }
std::string_view PulleyContact::friction_name() const { return kFrictionNames[friction.index()]; }

BeltFrictionLaw PulleyContact::friction_law(double area) const { return std::visit(LawOfPoint{area}, friction); }

void PulleyContact::visit(FieldVisitor& v) {
  v.object(
      {"normal", "-", "the normal law"}, [this](FieldVisitor& inner) { visit_normal(inner, normal); },
      Presence::required);
  v.object(
      {"friction", "-", "the friction law"}, [this](FieldVisitor& inner) { visit_friction(inner, friction); },
      Presence::required);
}

}  // namespace beltdyn
