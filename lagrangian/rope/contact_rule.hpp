// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace beltdyn::lagrangian::rope {

// Quadrature of the contact along an element: Gauss or Lobatto points, or the two points ±√(2/3) of [−1, 1], with which
// a chord represents a circle to fourth order.
enum class ContactQuadrature { gauss, lobatto, superconvergent };
inline constexpr std::array<std::string_view, 3> kContactQuadratureNames{"gauss", "lobatto", "superconvergent"};

struct RulePoint {
  double xi{};      // in [0, 1]
  double weight{};  // their sum is 1
};

// The rule with `points` points in each of `subdomains` equal parts of the element. Lobatto rules have two points or
// more, the superconvergent one has two.
std::vector<RulePoint> contact_rule(ContactQuadrature quadrature, int points, int subdomains);

}  // namespace beltdyn::lagrangian::rope
