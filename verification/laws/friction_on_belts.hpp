// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/drive/friction_laws.hpp"

namespace beltdyn::verification {

// A friction law and the exact steady motion with it, on the drive of [Ntarladima 2023] as a string: R = 0.1 m, wraps
// π, spans 0.1 π m, EA = 8000 N, reference strain −0.05, m = 0.8288 kg/m, width 0.08 m, ω₁ = 12 rad/s, M₂ = 25 + 2 ω₂ N
// m, without bending and weight, on rigid pulleys. The values come from an independent code. It integrates force and
// memory along the arcs by a Runge-Kutta method of order 4 with located switches, to a residual below 1e-11. It refers
// the stiffness of elastoplastic_coulomb to the deformed area.
struct LawOnBelt {
  std::string name;  // short name for ids
  Indirect<FrictionLawConfig> law;
  double driven_speed{};  // ω₂ [rad/s]
  double tight_force{};   // N₁ [N]
  double slack_force{};   // N₂ [N]
};

inline std::vector<LawOnBelt> laws_on_belts() {
  constexpr double kCoefficient = 0.5;  // μ where it is constant [-]
  const SlidingCoefficient constant{ConstantCoefficient{kCoefficient}};
  const SlidingCoefficient stribeck{contact::StribeckCurve::Parameters{
      .static_coefficient = 0.6, .kinetic_coefficient = 0.45, .velocity = 0.02, .exponent = 2.0}};
  const auto regularised = [&](contact::Regularisation form, double velocity) {
    return RegularisedCoulombConfig{
        .parameters = {.friction_coefficient = kCoefficient, .velocity = velocity, .form = form}};
  };
  const auto elastoplastic = [&](double stiffness) {
    return ElastoplasticCoulombConfig{.coefficient = kCoefficient, .stiffness = stiffness, .damping = 0.0};
  };
  const auto dahl = [&](double stiffness) {
    return DahlConfig{.parameters = {.friction_coefficient = kCoefficient, .stiffness = stiffness, .exponent = 1.0}};
  };
  const auto lugre = [&](double damping, double viscosity) {
    return LuGreConfig{.coefficient = stribeck, .stiffness = 2e3, .damping = damping, .viscosity = viscosity};
  };
  const auto gms = [](const SlidingCoefficient& coefficient, std::vector<GmsConfig::Element> elements,
                      double attraction, double viscosity) {
    return GmsConfig{.coefficient = coefficient,
                     .elements = std::move(elements),
                     .attraction = attraction,
                     .viscosity = viscosity,
                     .relaxation = contact::GmsRelaxation::common};
  };
  const std::vector<GmsConfig::Element> three{{1200.0, 1.0 / 3.0}, {1600.0, 1.0 / 3.0}, {2000.0, 1.0 / 3.0}};
  const std::vector<GmsConfig::Element> four{{4000.0, 0.4}, {2000.0, 0.3}, {1000.0, 0.2}, {500.0, 0.1}};
  using contact::Regularisation;
  return {
      {"trilinear-0.1", regularised(Regularisation::trilinear, 0.1), 10.3621817904, 653.48898151, 196.18583316},
      {"trilinear-0.02", regularised(Regularisation::trilinear, 0.02), 11.2282821787, 662.17128236, 187.53947469},
      {"trilinear-0.005", regularised(Regularisation::trilinear, 0.005), 11.3047094701, 662.96867913, 186.80790427},
      {"threlfall-0.02", regularised(Regularisation::threlfall, 0.02), 11.2888501384, 662.45919844, 186.61565694},
      {"hyperbolic-0.02", regularised(Regularisation::hyperbolic, 0.02), 11.1936548908, 661.83507565, 187.89601625},
      {"elastoplastic-1e7", elastoplastic(1e7), 10.9400216758, 658.91628341, 190.05337208},
      {"elastoplastic-5e7", elastoplastic(5e7), 11.2498542128, 662.83087557, 187.76788676},
      {"elastoplastic-5e8", elastoplastic(5e8), 11.3075318782, 663.29147932, 187.07426130},
      {"dahl-1e3", dahl(1e3), 11.2010767299, 662.38418278, 188.29686161},
      {"dahl-5e3", dahl(5e3), 11.2994362300, 663.17699903, 187.12173198},
      {"lugre", lugre(0.0, 0.0), 11.2515673802, 664.98197086, 189.88455655},
      {"lugre-damped", lugre(2.0, 1.0), 11.2811194131, 662.96615316, 187.27735553},
      {"gms", gms(constant, three, 0.0, 0.0), 11.2765267082, 662.99987842, 187.40297864},
      {"gms-stribeck", gms(stribeck, three, 5.0, 0.0), 11.2829925005, 665.38367173, 189.65747598},
      {"gms-viscous", gms(stribeck, four, 20.0, 0.5), 11.2909760258, 664.22864381, 188.34267754},
  };
}

// The law of this name in the table. Throws std::out_of_range if there is none.
inline LawOnBelt law_on_belt(const std::string& name) {
  for (const LawOnBelt& law : laws_on_belts()) {
    if (law.name == name) return law;
  }
  throw std::out_of_range("no law on belts is called " + name);
}

}  // namespace beltdyn::verification
