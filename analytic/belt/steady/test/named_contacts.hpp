// SPDX-License-Identifier: MIT
// A contact with each friction law, for the tests of steady belts as strings.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/drive/friction_laws.hpp"

namespace beltdyn::analytic::test {

inline PulleyContact contact_of(FrictionLawConfig friction) {
  return {.normal = PenaltyContact{}, .friction = std::move(friction)};
}
inline PulleyContact coulomb(double coefficient, double stiffness) {
  return contact_of(ElastoplasticCoulombConfig{coefficient, stiffness, 0.0});
}

// The response of each law to the slip of a belt.
inline const SlidingCoefficient kConstant{.form = ConstantCoefficient{0.5}};
inline const SlidingCoefficient kFalling{.form = contact::StribeckCurve::Parameters{0.6, 0.45, 0.02}};
struct NamedContact {
  std::string name;
  PulleyContact contact;
  bool is_viscous = false;
};
inline const std::vector<NamedContact> kContacts{
    {"elastoplastic", coulomb(0.5, 5e8)},
    {"regularised", contact_of(RegularisedCoulombConfig{{.friction_coefficient = 0.5, .velocity = 0.02}})},
    {"bristle", contact_of(BristleConfig{.coefficient = kConstant, .stiffness = 1e8, .damping = 1e3})},
    {"dahl", contact_of(DahlConfig{{.friction_coefficient = 0.5, .stiffness = 5e3}})},
    {"lugre", contact_of(LuGreConfig{.coefficient = kFalling, .stiffness = 2e3, .damping = 2.0, .viscosity = 1.0}),
     true},
    {"bliman-sorine",
     contact_of(BlimanSorineConfig{{.friction_coefficient = 0.5, .excess = 0.1, .distance = 1e-3, .ratio = 0.3}})},
    {"gms",
     contact_of(GmsConfig{.coefficient = kFalling,
                          .elements = {{4000, 0.4}, {2000, 0.3}, {1000, 0.2}, {500, 0.1}},
                          .attraction = 20.0,
                          .viscosity = 0.5}),
     true}};

constexpr double kWidth = 0.08;  // of the belt [m]

}  // namespace beltdyn::analytic::test
