// SPDX-License-Identifier: MIT
#include "lagrangian/contour/elastic_loop.hpp"

#include <algorithm>

namespace beltdyn::lagrangian {

// The prescribed nodes divide the loop into independent chains. In a chain from node 0 to node m the balance b (u_{k+1}
// − 2 u_k + u_{k−1})/h + h q_k = 0 is summed twice instead of eliminated:
//
//     u_{k+1} − u_k = d − G_k,  G_k = Σ_{1≤j≤k} h² q_j/b,        d the elongation of the first element,
//     u_k = u_0 + k d − S_k,    S_k = Σ_{j<k} G_j,                d = (u_m − u_0 + S_m)/m.
//
// This costs O(m), and rounds each u_k once, however long the chain.
bool ElasticLoop::equilibrate(std::span<const std::uint8_t> prescribed, std::span<const double> traction,
                              std::span<double> displacement) const {
  const std::size_t n = displacement.size();
  const auto first = static_cast<std::size_t>(std::find(prescribed.begin(), prescribed.end(), 1) - prescribed.begin());
  if (first == n) return false;
  const auto next = [n](std::size_t i) { return i + 1 == n ? 0 : i + 1; };
  const double load_factor = element_length * element_length / axial_stiffness;

  std::size_t start = first;
  do {
    std::size_t length = 1;  // m
    std::size_t node = next(start);
    double gradient = 0.0;  // G_k
    double sum = 0.0;       // S_k
    for (; prescribed[node] == 0; node = next(node), ++length) {
      displacement[node] = sum;
      gradient += load_factor * traction[node];
      sum += gradient;
    }
    const double origin = displacement[start];
    const double elongation = (displacement[node] - origin + sum) / static_cast<double>(length);
    std::size_t k = 1;
    for (std::size_t i = next(start); i != node; i = next(i), ++k) {
      displacement[i] = origin + (static_cast<double>(k) * elongation - displacement[i]);
    }
    start = node;
  } while (start != first);
  return true;
}

}  // namespace beltdyn::lagrangian
