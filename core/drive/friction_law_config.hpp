// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/regularised_coulomb.hpp"

namespace beltdyn {

// The friction laws of core/contact as a configuration names them, for a contact with one normal force. Each struct
// lists the parameters of its law in visit() and makes the law with law(); ranges are those of the constructors, so
// that law() does not throw after a configuration was read. Laws whose stiffness is per normal force mean the same at
// a point, per length and per area; the other two, elastoplastic Coulomb and the bristle, are in N/m here.

struct ConstantCoefficient {
  double value{};  // [-]
};

// A coefficient of friction of steady sliding: the same at all velocities, or a contact::StribeckCurve.
struct SlidingCoefficient {
  std::variant<ConstantCoefficient, contact::StribeckCurve::Parameters> form;

  contact::StribeckCurve curve() const;
  void visit(config::FieldVisitor& visitor);
};

struct RegularisedCoulombConfig {
  contact::RegularisedCoulomb::Parameters parameters;

  contact::RegularisedCoulomb law() const { return contact::RegularisedCoulomb(parameters); }
  void visit(config::FieldVisitor& visitor);
};

struct ElastoplasticCoulombConfig {
  contact::ElastoplasticCoulomb::Parameters parameters;

  contact::ElastoplasticCoulomb law() const { return contact::ElastoplasticCoulomb(parameters); }
  void visit(config::FieldVisitor& visitor);
};

struct DahlConfig {
  contact::Dahl::Parameters parameters;

  contact::Dahl law() const { return contact::Dahl(parameters); }
  void visit(config::FieldVisitor& visitor);
};

struct LuGreConfig {
  SlidingCoefficient coefficient;
  double stiffness{};  // σ₀ [1/m]
  double damping{};    // σ₁ [s/m]
  double viscosity{};  // σ₂ [s/m]

  contact::LuGre law() const;
  void visit(config::FieldVisitor& visitor);
};

struct BristleConfig {
  SlidingCoefficient coefficient;
  double stiffness{};  // μ_k [N/m]
  double damping{};    // μ_v [N s/m]

  contact::Bristle law() const;
  void visit(config::FieldVisitor& visitor);
};

struct GmsConfig {
  struct Element {
    double stiffness{};  // σ_k [1/m]
    double share{};      // ν_k [-]

    void visit(config::FieldVisitor& visitor);
  };
  SlidingCoefficient coefficient;
  std::vector<Element> elements;
  double attraction{};  // C [1/s]
  double viscosity{};   // σ₂ [s/m]
  contact::GmsRelaxation relaxation = contact::GmsRelaxation::common;

  contact::Gms law() const;
  void visit(config::FieldVisitor& visitor);
};

using FrictionLawConfig = std::variant<RegularisedCoulombConfig, ElastoplasticCoulombConfig, DahlConfig, LuGreConfig,
                                       BristleConfig, GmsConfig>;

struct FrictionLawEntry {
  std::string_view name;  // its "type"
  std::string_view meaning;
};

// The laws that can be configured, in the order of the alternatives of FrictionLawConfig.
inline constexpr std::array<FrictionLawEntry, std::variant_size_v<FrictionLawConfig>> kFrictionLaws{{
    {"regularised_coulomb", "Coulomb friction without memory, regularised over the velocity; creeps"},
    {"elastoplastic_coulomb", "Coulomb friction with stick by an elastic bristle, as a return map"},
    {"dahl", "a stiffness that falls off towards the friction limit, not rate dependent"},
    {"lugre", "the mean deflection of bristles, with the Stribeck curve as limit"},
    {"bristle", "the bristle of [Ntarladima 2023], its state switched after the step"},
    {"gms", "generalised Maxwell slip: parallel elements that stick, or slip towards the Stribeck curve"},
}};

// Visits the "type" and the parameters of a law.
void visit_friction_law(config::FieldVisitor& visitor, FrictionLawConfig& law);

std::string_view law_name(const FrictionLawConfig& law);

// Type and parameters in one line, e.g. for telling two laws of one type apart.
std::string law_text(const FrictionLawConfig& law);

}  // namespace beltdyn
