// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// What the configuration says of the contact between belt and pulley. The laws themselves are in core/contact; here are
// their parameters per area of the belt, which a formulation multiplies by the area that a contact point stands for.
// A further law is a further alternative of the variant and of its list in visit().

// contact::PenaltyNormal with the exponent 1
struct PenaltyContact {
  double stiffness_per_area{};  // k [N/m^3]
  double damping_per_area{};    // d [N s/m^3]
};

// contact::ElastoplasticCoulomb
struct ElastoplasticCoulombFriction {
  double coefficient{};         // μ [-]
  double stiffness_per_area{};  // K [N/m^3]
  double damping_per_area{};    // D [N s/m^3]
};

struct PulleyContact {
  std::variant<PenaltyContact> normal;
  std::variant<ElastoplasticCoulombFriction> friction;

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
