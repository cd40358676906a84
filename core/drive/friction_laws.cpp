// SPDX-License-Identifier: MIT
#include "core/drive/friction_laws.hpp"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/config/writers.hpp"

namespace beltdyn {

template class Indirect<FrictionLawConfig>;
template Indirect<FrictionLaw>::Indirect(const Indirect& other);
template Indirect<FrictionLaw>::~Indirect();
template Indirect<FrictionLaw>& Indirect<FrictionLaw>::operator=(const Indirect& other);

namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kNonNegative;
using config::kPositive;
using config::Presence;
using contact::StribeckCurve;

constexpr std::array<std::string_view, 3> kRegularisationNames{"trilinear", "threlfall", "hyperbolic"};
constexpr std::array<std::string_view, 2> kRelaxationNames{"by_share", "common"};

constexpr const char* kViscosityMeaning = "the viscosity per normal force; 0 for none";

void visit_coefficient(FieldVisitor& v, SlidingCoefficient& coefficient) {
  visit_object(
      v, {"coefficient", "-", "the friction coefficient of steady sliding: a number, or of type constant or stribeck"},
      coefficient);
}

// The same of a law whose sliding friction does not depend on the velocity.
void visit_constant_coefficient(FieldVisitor& v, double& coefficient, config::Range range) {
  v.number_or_constant({"coefficient", "-", "the friction coefficient mu"}, coefficient, range,
                       "the laws lugre, gms and bristle take others");
}

// The stiffness and the damping of a bristle, at a point or per area, as `scale` says.
void visit_stick(FieldVisitor& v, LawScale scale, double& stiffness, double& damping) {
  const bool is_point = scale == LawScale::point;
  v.number(is_point
               ? config::Field{"stiffness", "N/m", "the stick stiffness"}
               : config::Field{"stiffness_per_area", "N/m^3", "the stick stiffness per undeformed area of the belt"},
           stiffness, kPositive);
  v.number(is_point
               ? config::Field{"damping", "N s/m", "the stick damping; 0 for none"}
               : config::Field{"damping_per_area", "N s/m^3", "the stick damping per area of the belt; 0 for none"},
           damping, kNonNegative, Presence::optional);
}

template <std::size_t... I>
std::array<Alternative, sizeof...(I)> alternatives(FrictionLawConfig& law, LawScale scale, std::index_sequence<I...>) {
  return {Alternative{kFrictionLaws[I].name, kFrictionLaws[I].meaning, [&law, scale](FieldVisitor& v) {
                        hold<std::variant_alternative_t<I, FrictionLawConfig>>(law).visit(v, scale);
                      }}...};
}

}  // namespace

StribeckCurve SlidingCoefficient::curve() const {
  if (const auto* constant = std::get_if<ConstantCoefficient>(&form)) return StribeckCurve(constant->value);
  return StribeckCurve(std::get<StribeckCurve::Parameters>(form));
}

SlidingCoefficient SlidingCoefficient::times(double factor) const {
  if (const auto* constant = std::get_if<ConstantCoefficient>(&form)) {
    return {ConstantCoefficient{constant->value * factor}};
  }
  auto scaled = std::get<StribeckCurve::Parameters>(form);
  scaled.static_coefficient *= factor;
  scaled.kinetic_coefficient *= factor;
  return {scaled};
}

void SlidingCoefficient::visit(FieldVisitor& visitor) {
  const std::array<Alternative, 2> forms{{
      {"constant", "independent of velocity",
       [this](FieldVisitor& v) {
         v.number({"value", "-", "the coefficient"}, hold<ConstantCoefficient>(form).value, kPositive);
       }},
      {"stribeck", "decreasing from its static to its kinetic value: mu_C + (mu_s - mu_C) exp(-|v/v_S|^exponent)",
       [this](FieldVisitor& v) {
         auto& curve = hold<StribeckCurve::Parameters>(form);
         v.number({"static", "-", "the static coefficient mu_s"}, curve.static_coefficient, kPositive);
         v.number({"kinetic", "-", "the kinetic coefficient mu_C"}, curve.kinetic_coefficient, kPositive);
         v.number({"velocity", "m/s", "the Stribeck velocity v_S"}, curve.velocity, kPositive);
         v.number({"exponent", "-", "the exponent, 2 for a Gaussian curve"}, curve.exponent, kPositive,
                  Presence::optional);
         v.check(
             "static", [&curve] { return curve.static_coefficient >= curve.kinetic_coefficient; },
             [&curve] {
               return fmt::format("is below the kinetic coefficient, {}; exchange the two", curve.kinetic_coefficient);
             });
       }},
  }};
  visitor.may_be_plain();
  visit_tagged(visitor, {"type", "-", "the type of coefficient"}, forms, form);
}

contact::RegularisedCoulomb RegularisedCoulombConfig::law(double) const {
  return contact::RegularisedCoulomb(parameters);
}

void RegularisedCoulombConfig::visit(FieldVisitor& v, LawScale) {
  visit_constant_coefficient(v, parameters.friction_coefficient, kNonNegative);
  v.number({"velocity", "m/s", "the regularisation velocity v_r"}, parameters.velocity, kPositive);
  config::visit_choice(v, {"form", "-", "the regularisation: min(1, x), 1 - exp(-3 x) or tanh(x) with x = v/v_r"},
                       parameters.form, kRegularisationNames);
}

contact::ElastoplasticCoulomb ElastoplasticCoulombConfig::law(double area) const {
  return contact::ElastoplasticCoulomb(
      {.friction_coefficient = coefficient, .stiffness = stiffness * area, .damping = damping * area});
}

void ElastoplasticCoulombConfig::visit(FieldVisitor& v, LawScale scale) {
  visit_constant_coefficient(v, coefficient, kNonNegative);
  visit_stick(v, scale, stiffness, damping);
}

contact::ElastoplasticCoulomb CoulombConfig::law(double area) const {
  return contact::ElastoplasticCoulomb({.friction_coefficient = coefficient, .stiffness = stiffness * area});
}

void CoulombConfig::visit(FieldVisitor& v, LawScale) { visit_constant_coefficient(v, coefficient, kNonNegative); }

contact::Dahl DahlConfig::law(double) const { return contact::Dahl(parameters); }

void DahlConfig::visit(FieldVisitor& v, LawScale) {
  visit_constant_coefficient(v, parameters.friction_coefficient, kPositive);
  v.number({"stiffness", "1/m", "the stick stiffness per normal force"}, parameters.stiffness, kPositive);
  v.number({"exponent", "-", "the exponent alpha, 1 for the usual form"}, parameters.exponent, kNonNegative,
           Presence::optional);
}

contact::BlimanSorine BlimanSorineConfig::law(double) const { return contact::BlimanSorine(parameters); }

double BlimanSorineConfig::stick_stiffness(double normal_force) const {
  const double f1 = parameters.friction_coefficient + parameters.excess;
  return normal_force * (f1 / parameters.ratio - parameters.excess) / parameters.distance;
}

// The peak of the virgin curve f₁ (1 − e^(−x/η)) − f₂ (1 − e^(−x)), with x = |slip|/ε.
double BlimanSorineConfig::static_coefficient() const {
  const auto& [mu, f2, distance, eta] = parameters;
  if (f2 == 0.0) return mu;
  const double x = std::log((mu + f2) / (eta * f2)) * eta / (1.0 - eta);
  return f2 * std::expm1(-x) - (mu + f2) * std::expm1(-x / eta);
}

void BlimanSorineConfig::visit(FieldVisitor& v, LawScale) {
  visit_constant_coefficient(v, parameters.friction_coefficient, kPositive);
  v.number({"excess", "-", "the amount by which the fast memory exceeds mu; 0 for no friction peak"}, parameters.excess,
           kNonNegative, Presence::optional);
  v.number({.key = "distance",
            .unit = "m",
            .meaning = "the characteristic distance epsilon of the slow memory",
            .former_key = "way"},
           parameters.distance, kPositive);
  v.number({"ratio", "-", "eta, the ratio of the characteristic distances of the fast and the slow memory"},
           parameters.ratio, {.low = 0.0, .high = 1.0, .low_exclusive = true, .high_exclusive = true});
}

contact::LuGre LuGreConfig::law(double) const {
  return contact::LuGre(
      {.stribeck = coefficient.curve(), .stiffness = stiffness, .damping = damping, .viscosity = viscosity});
}

void LuGreConfig::visit(FieldVisitor& v, LawScale) {
  visit_coefficient(v, coefficient);
  v.number({"stiffness", "1/m", "the bristle stiffness sigma_0 per normal force"}, stiffness, kPositive);
  v.number({"damping", "s/m", "the bristle damping sigma_1 per normal force; 0 for none"}, damping, kNonNegative,
           Presence::optional);
  v.number({"viscosity", "s/m", kViscosityMeaning}, viscosity, kNonNegative, Presence::optional);
}

contact::Bristle BristleConfig::law(double area) const {
  return contact::Bristle({.limit = coefficient.curve(), .stiffness = stiffness * area, .damping = damping * area});
}

void BristleConfig::visit(FieldVisitor& v, LawScale scale) {
  visit_coefficient(v, coefficient);
  visit_stick(v, scale, stiffness, damping);
}

void GmsConfig::Element::visit(FieldVisitor& v) {
  v.number({"stiffness", "1/m", "the stiffness sigma_k of the element, per its normal force"}, stiffness, kPositive);
  v.number({"share", "-", "the fraction nu_k of the normal force carried by the element"}, share, kPositive);
}

contact::Gms GmsConfig::law(double) const {
  contact::Gms::Parameters parameters{.stribeck = coefficient.curve(),
                                      .stiffness = {},
                                      .share = {},
                                      .attraction = attraction,
                                      .viscosity = viscosity,
                                      .relaxation = relaxation};
  for (const Element& element : elements) {
    parameters.stiffness.push_back(element.stiffness);
    parameters.share.push_back(element.share);
  }
  return contact::Gms(parameters);
}

void GmsConfig::visit(FieldVisitor& v, LawScale) {
  visit_coefficient(v, coefficient);
  config::visit_list(v, {"elements", "-", "the parallel elements"}, elements,
                     {.low = 1, .high = contact::Gms::kMaxElements});
  v.number({"attraction", "1/s", "the attraction rate C towards the Stribeck curve during slip"}, attraction,
           kNonNegative);
  v.number({"viscosity", "s/m", kViscosityMeaning}, viscosity, kNonNegative, Presence::optional);
  config::visit_choice(
      v,
      {"relaxation", "-",
       "the attraction rate of an element: common (C) or by_share (C times its share, as in [Kubas 2021])"},
      relaxation, kRelaxationNames, Presence::optional);
  const auto sum_of_shares = [this] {
    double sum = 0.0;
    for (const Element& element : elements) sum += element.share;
    return sum;
  };
  v.check(
      "elements", [sum_of_shares] { return std::abs(sum_of_shares() - 1.0) <= contact::Gms::kShareTolerance; },
      [sum_of_shares] {
        return fmt::format("the shares of the normal force sum to {:.9g}; they must sum to 1", sum_of_shares());
      });
}

double GmsConfig::stick_stiffness(double normal_force) const {
  double sum = 0.0;
  for (const Element& element : elements) sum += element.share * element.stiffness;
  return sum * normal_force;
}

ElastoplasticCoulombConfig ElastoplasticCoulombConfig::at_rest() const {
  ElastoplasticCoulombConfig law = *this;
  law.damping = 0.0;
  return law;
}

LuGreConfig LuGreConfig::at_rest() const {
  return {.coefficient = coefficient.at_rest(), .stiffness = stiffness, .damping = 0.0, .viscosity = 0.0};
}

BristleConfig BristleConfig::at_rest() const {
  return {.coefficient = coefficient.at_rest(), .stiffness = stiffness, .damping = 0.0};
}

GmsConfig GmsConfig::at_rest() const {
  GmsConfig law = *this;
  law.coefficient = coefficient.at_rest();
  law.attraction = 0.0;
  law.viscosity = 0.0;
  return law;
}

// pressed(f): the friction limit is proportional to the normal force, so the coefficients are multiplied by f.
// Parameters per normal force, such as a stiffness in 1/m, are multiplied too: the memory of these laws is friction
// over N, so the memory and its rate grow by f. Absolute parameters remain, and so do velocities and distances, because
// they do not depend on a force.

RegularisedCoulombConfig RegularisedCoulombConfig::pressed(double factor) const {
  RegularisedCoulombConfig law = *this;
  law.parameters.friction_coefficient *= factor;
  return law;
}

ElastoplasticCoulombConfig ElastoplasticCoulombConfig::pressed(double factor) const {
  ElastoplasticCoulombConfig law = *this;
  law.coefficient *= factor;
  return law;
}

DahlConfig DahlConfig::pressed(double factor) const {
  DahlConfig law = *this;
  law.parameters.friction_coefficient *= factor;
  law.parameters.stiffness *= factor;
  return law;
}

BlimanSorineConfig BlimanSorineConfig::pressed(double factor) const {
  BlimanSorineConfig law = *this;
  law.parameters.friction_coefficient *= factor;
  law.parameters.excess *= factor;
  return law;
}

LuGreConfig LuGreConfig::pressed(double factor) const {
  return {.coefficient = coefficient.times(factor),
          .stiffness = factor * stiffness,
          .damping = factor * damping,
          .viscosity = factor * viscosity};
}

BristleConfig BristleConfig::pressed(double factor) const {
  return {.coefficient = coefficient.times(factor), .stiffness = stiffness, .damping = damping};
}

// dm/dt = d c (1 − d m/s): if m and s are multiplied by f, the rate is multiplied by f only if c is too.
GmsConfig GmsConfig::pressed(double factor) const {
  GmsConfig law = *this;
  law.coefficient = coefficient.times(factor);
  for (Element& element : law.elements) element.stiffness *= factor;
  law.attraction *= factor;
  law.viscosity *= factor;
  return law;
}

FrictionLawConfig pressed(const FrictionLawConfig& law, double factor) {
  return std::visit([factor](const auto& config) -> FrictionLawConfig { return config.pressed(factor); }, law);
}

void visit_friction_law(FieldVisitor& visitor, FrictionLawConfig& law, LawScale scale) {
  const auto forms = alternatives(law, scale, std::make_index_sequence<kFrictionLaws.size()>{});
  int index = static_cast<int>(law.index());
  const std::span<const Alternative> all(forms);
  visitor.tagged({"type", "-", "the friction law"}, scale == LawScale::point ? all.first(all.size() - 1) : all, index);
}

FrictionLaw friction_law(const FrictionLawConfig& law, double area) {
  return std::visit([area](const auto& config) -> FrictionLaw { return config.law(area); }, law);
}

Indirect<FrictionLawConfig> coulomb(double coefficient) { return CoulombConfig{.coefficient = coefficient}; }

Indirect<FrictionLawConfig> elastoplastic_coulomb(double coefficient, double stiffness, double damping) {
  return ElastoplasticCoulombConfig{.coefficient = coefficient, .stiffness = stiffness, .damping = damping};
}

std::size_t memory_size(const FrictionLaw& friction) {
  return std::visit([](const auto& law) { return law.memory_size(); }, friction);
}

double stick_damping(const FrictionLaw& friction, double normal_force) {
  // Much smaller than all velocities on which the friction of a law depends [m/s].
  constexpr double kSmallVelocity = 1e-9;
  return std::visit(
      [normal_force](const auto& law) {
        const typename std::decay_t<decltype(law)>::History relaxed{};
        const double T = law.traction({.velocity = kSmallVelocity, .normal_force = normal_force}, relaxed);
        return std::max(0.0, -T / kSmallVelocity);
      },
      friction);
}

std::string_view law_name(const FrictionLawConfig& law) { return kFrictionLaws[law.index()].name; }

std::string law_text(const FrictionLawConfig& law, LawScale scale) {
  FrictionLawConfig copy = law;
  std::string text = config::resolved_json([&copy, scale](FieldVisitor& v) { visit_friction_law(v, copy, scale); });
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

}  // namespace beltdyn
