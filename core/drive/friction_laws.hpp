// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/contact/bliman_sorine.hpp"
#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/regularised_coulomb.hpp"
#include "core/drive/any_friction_law.hpp"

namespace beltdyn {

// THE REGISTRY OF FRICTION LAWS. To offer a law of core/contact in the program, that is on the friction rig and on
// every belt, add a struct here and list the law in any_friction_law.hpp. The laws are listed nowhere else. Each struct
// has
//
//     Law                    the law of core/contact
//     kType, kMeaning        its name and meaning in configurations
//     visit(v, scale)        its parameters; their ranges are those of the law's constructor, so that law() does not
//                            throw after a configuration was read
//     law(area)              the law of a contact point that represents `area` [m²] of the belt; 1 at a single point
//     stick_stiffness(N)     |∂T/∂Δ| of a sticking contact under the normal force N; 0 for a law without stick
//     kinetic_coefficient()  the friction coefficient that fast sliding approaches, without viscosity [-]
//     static_coefficient()   the largest friction at rest over the normal force; 0 for a law that creeps [-]
//     at_rest()              the law in the limit of vanishing speeds
//     pressed(f)             the law whose friction under N equals the friction of this law under f N, f > 0
//     memory()               the names of its internal variables in results

// Where a law is used: at a single contact point, with forces in N, or on a belt, with values per area. A law whose
// stiffness is per normal force has the same parameters in both cases.
enum class LawScale { point, per_area };

// The same friction coefficient at all velocities.
struct ConstantCoefficient {
  double value{};  // [-]
};

// The friction coefficient of steady sliding: one value for all velocities, or a contact::StribeckCurve.
struct SlidingCoefficient {
  std::variant<ConstantCoefficient, contact::StribeckCurve::Parameters> form;

  contact::StribeckCurve curve() const;
  SlidingCoefficient at_rest() const { return {ConstantCoefficient{curve().limit(0.0)}}; }
  SlidingCoefficient times(double factor) const;
  void visit(config::FieldVisitor& visitor);
};

struct RegularisedCoulombConfig {
  using Law = contact::RegularisedCoulomb;
  static constexpr std::string_view kType = "regularised_coulomb";
  static constexpr std::string_view kMeaning =
      "Coulomb friction without memory, regularised in velocity; creeps under load";

  contact::RegularisedCoulomb::Parameters parameters;

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double) const { return 0.0; }
  double kinetic_coefficient() const { return parameters.friction_coefficient; }
  double static_coefficient() const { return 0.0; }
  RegularisedCoulombConfig at_rest() const { return *this; }
  RegularisedCoulombConfig pressed(double factor) const;
  MemoryNames memory() const { return {}; }
};

struct ElastoplasticCoulombConfig {
  using Law = contact::ElastoplasticCoulomb;
  static constexpr std::string_view kType = "elastoplastic_coulomb";
  static constexpr std::string_view kMeaning =
      "Coulomb friction with elastic stick (bristle), integrated by return mapping";

  double coefficient{};  // μ [-]
  double stiffness{};    // K, at a point [N/m], per area [N/m³]
  double damping{};      // D, at a point [N s/m], per area [N s/m³]

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double) const { return stiffness; }
  double kinetic_coefficient() const { return coefficient; }
  double static_coefficient() const { return coefficient; }
  ElastoplasticCoulombConfig at_rest() const;
  ElastoplasticCoulombConfig pressed(double factor) const;
  MemoryNames memory() const { return {1, "deflection", "m", "contact_state"}; }
};

// Coulomb friction with rigid stick: the limit of ElastoplasticCoulombConfig for K → ∞. The configuration gives no
// stiffness. A formulation that steps in time or space sets the stiffness that is rigid on its mesh; without it law()
// throws. Only for belts.
struct CoulombConfig {
  using Law = contact::ElastoplasticCoulomb;
  static constexpr std::string_view kType = "coulomb";
  static constexpr std::string_view kMeaning = "Coulomb friction with rigid stick, which needs a coefficient alone";

  double coefficient{};  // μ [-]
  double stiffness{};    // set by the numerical method, per area; 0: not set [N/m³]

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double) const { return stiffness; }
  double kinetic_coefficient() const { return coefficient; }
  double static_coefficient() const { return coefficient; }
  CoulombConfig at_rest() const { return *this; }
  CoulombConfig pressed(double factor) const { return {.coefficient = factor * coefficient, .stiffness = stiffness}; }
  MemoryNames memory() const { return {1, "deflection", "m", "contact_state"}; }
};

struct DahlConfig {
  using Law = contact::Dahl;
  static constexpr std::string_view kType = "dahl";
  static constexpr std::string_view kMeaning =
      "a stiffness that decreases towards the friction limit; rate-independent";

  contact::Dahl::Parameters parameters;

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double normal_force) const { return parameters.stiffness * normal_force; }
  double kinetic_coefficient() const { return parameters.friction_coefficient; }
  double static_coefficient() const { return parameters.friction_coefficient; }
  DahlConfig at_rest() const { return *this; }
  DahlConfig pressed(double factor) const;
  MemoryNames memory() const { return {1, "friction_memory", "-", ""}; }
};

struct BlimanSorineConfig {
  using Law = contact::BlimanSorine;
  static constexpr std::string_view kType = "bliman_sorine";
  static constexpr std::string_view kMeaning =
      "a fast and a slow memory over distance, so that friction rises to a peak and then settles";

  contact::BlimanSorine::Parameters parameters;

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double normal_force) const;
  double kinetic_coefficient() const { return parameters.friction_coefficient; }
  double static_coefficient() const;
  BlimanSorineConfig at_rest() const { return *this; }
  BlimanSorineConfig pressed(double factor) const;
  MemoryNames memory() const { return {2, "friction_memory_{}", "-", ""}; }
};

struct LuGreConfig {
  using Law = contact::LuGre;
  static constexpr std::string_view kType = "lugre";
  static constexpr std::string_view kMeaning = "mean bristle deflection, limited by the Stribeck curve";

  SlidingCoefficient coefficient;
  double stiffness{};  // σ₀ [1/m]
  double damping{};    // σ₁ [s/m]
  double viscosity{};  // σ₂ [s/m]

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double normal_force) const { return stiffness * normal_force; }
  double kinetic_coefficient() const { return coefficient.curve().kinetic(); }
  double static_coefficient() const { return coefficient.curve().limit(0.0); }
  LuGreConfig at_rest() const;
  LuGreConfig pressed(double factor) const;
  MemoryNames memory() const { return {1, "friction_memory", "-", ""}; }
};

struct BristleConfig {
  using Law = contact::Bristle;
  static constexpr std::string_view kType = "bristle";
  static constexpr std::string_view kMeaning =
      "the bristle of [Ntarladima 2023], whose state is switched after each step";

  SlidingCoefficient coefficient;
  double stiffness{};  // μ_k, at a point [N/m], per area [N/m³]
  double damping{};    // μ_v, at a point [N s/m], per area [N s/m³]

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double) const { return stiffness; }
  double kinetic_coefficient() const { return coefficient.curve().kinetic(); }
  double static_coefficient() const { return coefficient.curve().limit(0.0); }
  BristleConfig at_rest() const;
  BristleConfig pressed(double factor) const;
  MemoryNames memory() const { return {1, "deflection", "m", "contact_state"}; }
};

struct GmsConfig {
  using Law = contact::Gms;
  static constexpr std::string_view kType = "gms";
  static constexpr std::string_view kMeaning =
      "generalised Maxwell slip: parallel elements that stick or slip towards the Stribeck curve";

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

  void visit(config::FieldVisitor& visitor, LawScale scale);
  Law law(double area = 1.0) const;
  double stick_stiffness(double normal_force) const;
  double kinetic_coefficient() const { return coefficient.curve().kinetic(); }
  double static_coefficient() const { return coefficient.curve().limit(0.0); }
  GmsConfig at_rest() const;
  GmsConfig pressed(double factor) const;
  MemoryNames memory() const { return {elements.size(), "element_{}", "-", "element_state_{}"}; }
};

template <class Variant>
struct LawsOf;
template <class... Config>
struct LawsOf<std::variant<Config...>> {
  using Any = std::variant<typename Config::Law...>;
};
// The types of a variant except its last one.
template <class Variant, class Indices>
struct FirstOf;
template <class Variant, std::size_t... I>
struct FirstOf<Variant, std::index_sequence<I...>> {
  using Type = std::variant<std::variant_alternative_t<I, Variant>...>;
};
// The configurations that have a contact law of their own: all but CoulombConfig, the last one.
using OwnLawConfig =
    FirstOf<FrictionLawConfig, std::make_index_sequence<std::variant_size_v<FrictionLawConfig> - 1>>::Type;
static_assert(std::same_as<FrictionLaw, LawsOf<OwnLawConfig>::Any>);
static_assert([]<class... Law>(const std::variant<Law...>*) {
  return std::max({Law::History::kSize...});
}(static_cast<const FrictionLaw*>(nullptr)) == kMostFrictionMemory);

struct FrictionLawEntry {
  std::string_view name;  // its "type" in configurations
  std::string_view meaning;
};

// All laws that can be configured.
inline constexpr auto kFrictionLaws = []<class... Config>(const std::variant<Config...>*) {
  return std::array<FrictionLawEntry, sizeof...(Config)>{FrictionLawEntry{Config::kType, Config::kMeaning}...};
}(static_cast<const FrictionLawConfig*>(nullptr));

// Visits the "type" and the parameters of a law. CoulombConfig is not available at a single point.
void visit_friction_law(config::FieldVisitor& visitor, FrictionLawConfig& law, LawScale scale);

// The law of a contact point that represents `area` [m²] of the belt.
FrictionLaw friction_law(const FrictionLawConfig& law, double area = 1.0);
// The number of internal variables of a law.
std::size_t memory_size(const FrictionLaw& law);
// The damping in stick, −∂T/∂v of a contact at rest under the normal force N [N s/m]
double stick_damping(const FrictionLaw& law, double normal_force);

// The law whose friction under the normal force N equals the friction of this law under f N.
FrictionLawConfig pressed(const FrictionLawConfig& law, double factor);

std::string_view law_name(const FrictionLawConfig& law);

// Type and parameters in one line, e.g. to tell two laws of the same type apart.
std::string law_text(const FrictionLawConfig& law, LawScale scale = LawScale::point);

}  // namespace beltdyn
