// SPDX-License-Identifier: MIT
#include "core/drive/pulley/dry_friction.hpp"

#include <variant>

#include <fmt/format.h>

#include "core/drive/friction_laws.hpp"

namespace beltdyn {

double bearing_limit(const Pulley& pulley) {
  if (!pulley.bearing_friction) return 0.0;
  const auto* law = std::get_if<ElastoplasticCoulombConfig>(&*pulley.bearing_friction->law);
  if (law == nullptr) return 0.0;
  return law->coefficient * pulley.bearing_friction->normal_force * pulley.bearing_friction->radius;
}

std::function<double(double time)> dry_limit(const Pulley& pulley) {
  const double bearing = bearing_limit(pulley);
  if (pulley.is_prescribed() || (!pulley.brake && bearing == 0.0)) return {};
  return [&pulley, bearing](double t) { return bearing + (pulley.brake ? pulley.brake->capacity.value(t) : 0.0); };
}

JointFriction joint_of(const Brake& brake) {
  return {
      .normal_force = 0.0,
      .law = ElastoplasticCoulombConfig{.coefficient = 1.0, .stiffness = brake.stiffness, .damping = brake.damping}};
}

double bearing_share(double of_bearing, double limit) { return limit > 0.0 ? of_bearing / limit : 0.0; }

void add_bearing_objection(std::vector<std::string>& sentences, const Pulley& pulley, const std::string& label,
                           std::string_view formulation) {
  if (!pulley.bearing_friction) return;
  const FrictionLawConfig& law = *pulley.bearing_friction->law;
  if (std::holds_alternative<ElastoplasticCoulombConfig>(law)) return;
  sentences.push_back(
      fmt::format("the friction of the bearing of pulley {} is {}, which {} does not support; use "
                  "elastoplastic_coulomb, whose stick "
                  "is treated as rigid, or run eulerian_ale or lagrangian_ancf",
                  label, law_name(law), formulation));
}

}  // namespace beltdyn
