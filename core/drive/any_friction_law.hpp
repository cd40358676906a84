// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "core/base/indirect.hpp"

namespace beltdyn {

// The friction laws by name, for those that hold or hand on one and do not look at it. THE REGISTRY of them is in
// friction_laws.hpp.
namespace contact {

class BlimanSorine;
class Bristle;
class Dahl;
class ElastoplasticCoulomb;
class Gms;
class LuGre;
class RegularisedCoulomb;

}  // namespace contact

struct BlimanSorineConfig;
struct BristleConfig;
struct CoulombConfig;
struct DahlConfig;
struct ElastoplasticCoulombConfig;
struct GmsConfig;
struct LuGreConfig;
struct RegularisedCoulombConfig;

// Any of the laws as configured. The order is that of `type` in messages and in the schema.
using FrictionLawConfig = std::variant<ElastoplasticCoulombConfig, RegularisedCoulombConfig, DahlConfig,
                                       BlimanSorineConfig, LuGreConfig, BristleConfig, GmsConfig, CoulombConfig>;
// Any of the laws, in the same order; CoulombConfig shares that of ElastoplasticCoulombConfig.
using FrictionLaw = std::variant<contact::ElastoplasticCoulomb, contact::RegularisedCoulomb, contact::Dahl,
                                 contact::BlimanSorine, contact::LuGre, contact::Bristle, contact::Gms>;

// The most internal variables that any of them has.
inline constexpr std::size_t kMostFrictionMemory = 8;

extern template class Indirect<FrictionLawConfig>;
// A law has parameters, and is not made of nothing.
extern template Indirect<FrictionLaw>::Indirect(const Indirect& other);
extern template Indirect<FrictionLaw>::~Indirect();
extern template Indirect<FrictionLaw>& Indirect<FrictionLaw>::operator=(const Indirect& other);

// Names of the internal variables and of their modes in columns, {} standing for their number where there are several;
// empty: there are none.
struct MemoryNames {
  std::size_t size{};
  std::string value{};
  std::string unit{};
  std::string mode{};
};

// Of ElastoplasticCoulombConfig or CoulombConfig, the laws that most belts have.
struct CoulombParameters {
  double coefficient{};  // μ [-]
  double stiffness{};    // K, at a point [N/m], per area [N/m³]
  double damping{};      // D, at a point [N s/m], per area [N s/m³]
};
Indirect<FrictionLawConfig> elastoplastic_coulomb(double coefficient, double stiffness, double damping = 0.0);

}  // namespace beltdyn
