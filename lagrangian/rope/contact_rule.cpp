// SPDX-License-Identifier: MIT
#include "lagrangian/rope/contact_rule.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/special_functions/legendre.hpp>

#include "core/numerics/root.hpp"

namespace beltdyn::lagrangian::rope {
namespace {

// All zeros of P_n in (−1, 1), ascending.
std::vector<double> legendre_zeros(int n) {
  std::vector<double> zeros;
  for (const double x : boost::math::legendre_p_zeros<double>(n)) {
    zeros.push_back(x);
    if (x != 0.0) zeros.push_back(-x);
  }
  std::sort(zeros.begin(), zeros.end());
  return zeros;
}

// Gauss rule on [−1, 1]; the sum of its weights is 2.
std::vector<RulePoint> gauss(int n) {
  std::vector<RulePoint> rule;
  for (const double x : legendre_zeros(n)) {
    const double slope = boost::math::legendre_p_prime(n, x);
    rule.push_back({x, 2.0 / ((1.0 - x * x) * slope * slope)});
  }
  return rule;
}

// Lobatto rule: the ends, and the zeros of the derivative of P_{n−1}, one between each two zeros of P_{n−1}.
std::vector<RulePoint> lobatto(int n) {
  std::vector<double> points{-1.0};
  const std::vector<double> zeros = legendre_zeros(n - 1);
  for (std::size_t i = 0; i + 1 < zeros.size(); ++i) {
    points.push_back(
        numerics::find_root([n](double x) { return boost::math::legendre_p_prime(n - 1, x); }, zeros[i], zeros[i + 1]));
  }
  points.push_back(1.0);
  std::vector<RulePoint> rule;
  for (const double x : points) {
    const double value = boost::math::legendre_p(n - 1, x);
    rule.push_back({x, 2.0 / (n * (n - 1) * value * value)});
  }
  return rule;
}

}  // namespace

std::vector<RulePoint> contact_rule(ContactQuadrature quadrature, int points, int subdomains) {
  const double place = std::sqrt(2.0 / 3.0);
  const std::vector<RulePoint> basic = quadrature == ContactQuadrature::gauss ? gauss(points)
                                       : quadrature == ContactQuadrature::lobatto
                                           ? lobatto(points)
                                           : std::vector<RulePoint>{{-place, 1.0}, {place, 1.0}};
  std::vector<RulePoint> rule;
  for (int part = 0; part < subdomains; ++part) {
    for (const RulePoint& point : basic) {
      rule.push_back({(part + 0.5 * (1.0 + point.xi)) / subdomains, 0.5 * point.weight / subdomains});
    }
  }
  return rule;
}

}  // namespace beltdyn::lagrangian::rope
