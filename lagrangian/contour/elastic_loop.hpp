// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace beltdyn::lagrangian {

// A closed belt of n equal linear elements: element i joins the nodes i and i + 1 (modulo n) and has the strain
//
//     ε_i = (u_{i+1} − u_i)/h,                                                                          (1)
//
// u_i [m] is the displacement of a node along the contour. (1) is [Oborin 2018] Eq. (10) with σ_i = s_i + u_i: the
// length L that Eq. (10) adds in the last element cancels against the jump of s, so that no element is special.
struct ElasticLoop {
  double axial_stiffness{};  // b [N]
  double element_length{};   // h, unstrained [m]

  double strain(std::span<const double> displacement, std::size_t element) const {
    const std::size_t next = element + 1 == displacement.size() ? 0 : element + 1;
    return (displacement[next] - displacement[element]) / element_length;
  }

  // The traction that balances a node, q_i = −b (ε_i − ε_{i−1})/h: force on the belt per material length [N/m].
  double reaction(std::span<const double> displacement, std::size_t node) const {
    const std::size_t previous = node == 0 ? displacement.size() - 1 : node - 1;
    return -axial_stiffness * (strain(displacement, node) - strain(displacement, previous)) / element_length;
  }

  // Minimises [Oborin 2018] Eq. (9): computes the displacements of the nodes that are not prescribed; prescribed ones
  // stay. All arguments have the shape (n_nodes); traction is the force on the belt per material length [N/m], used at
  // free nodes only. Returns false and changes nothing if no node is prescribed: then the loop can shift freely, and
  // the problem is singular.
  bool equilibrate(std::span<const std::uint8_t> prescribed, std::span<const double> traction,
                   std::span<double> displacement) const;
};

}  // namespace beltdyn::lagrangian
