// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "core/base/indirect.hpp"

namespace beltdyn {

// Forward declarations of the friction laws, for code that stores or passes on a law without looking into it.
// THE REGISTRY of the laws is in friction_laws.hpp.
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

// The configuration of any friction law. Messages and the schema list the laws in this order.
using FrictionLawConfig = std::variant<ElastoplasticCoulombConfig, RegularisedCoulombConfig, DahlConfig,
                                       BlimanSorineConfig, LuGreConfig, BristleConfig, GmsConfig, CoulombConfig>;
// Any friction law, in the same order. CoulombConfig comes last and has no entry here: it shares ElastoplasticCoulomb.
using FrictionLaw = std::variant<contact::ElastoplasticCoulomb, contact::RegularisedCoulomb, contact::Dahl,
                                 contact::BlimanSorine, contact::LuGre, contact::Bristle, contact::Gms>;

// The largest number of internal variables that a friction law has.
inline constexpr std::size_t kMostFrictionMemory = 8;

extern template class Indirect<FrictionLawConfig>;
// Indirect<FrictionLaw> has no default constructor, as a law needs parameters; so only these members are instantiated.
extern template Indirect<FrictionLaw>::Indirect(const Indirect& other);
extern template Indirect<FrictionLaw>::~Indirect();
extern template Indirect<FrictionLaw>& Indirect<FrictionLaw>::operator=(const Indirect& other);

// The column names of a law's internal variables and of their modes. {} stands for the number of the variable where a
// law has several. An empty name means that there is no such column.
struct MemoryNames {
  std::size_t size{};
  std::string value{};
  std::string unit{};
  std::string mode{};
};

// Parameters of ElastoplasticCoulombConfig or CoulombConfig, the laws that most drives use.
struct CoulombParameters {
  double coefficient{};  // μ [-]
  double stiffness{};    // K, at a point [N/m], per area [N/m³]
  double damping{};      // D, at a point [N s/m], per area [N s/m³]
};
Indirect<FrictionLawConfig> coulomb(double coefficient);
Indirect<FrictionLawConfig> elastoplastic_coulomb(double coefficient, double stiffness, double damping = 0.0);

}  // namespace beltdyn
