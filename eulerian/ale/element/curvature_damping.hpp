// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// Kelvin–Voigt damping of bending on a mesh at rest: the moment D dK/dt, K the curvature per reference length.
// Particles flow through the mesh, so that dK/dt = K_t + c K_σ. In a belt of cubics K jumps from element to element,
// and K_σ within the elements misses the jumps. Therefore K is recovered: at a node it is the mean of the second
// derivatives of both elements, weighted with their lengths; between nodes it is linear. Then ∫ δK dσ equals the
// integral of the belt for every δr, so that moments do the right work where short elements meet long ones. The stretch
// in K is the stretch of the chords, since the variation of s and |r_σ| within an element would excite waves. Forces
// and power follow from the dissipation function
//
//     R = ½ ∫ D (dK/dt)² s_σ dσ,   force on an unknown: −∂R/∂(its rate),   dissipated power: 2 R,
//
// integrated by the quadrature of bending. The mean does not see opposite curvatures on both sides of a node. The jumps
// J are therefore damped as if spread over the length H of the node,
//
//     M = D H s_σ (J_t + |c| J/H) on J,   drag F = D J² s_t/(H s_σ) on s,
//     dissipated power: D H s_σ (J_t² + J_t |c| J/H + (c J/H)²).
//
// (The square of J_t + |c| J/H would add a force with the sign of c to F, as dry friction does; then a belt that comes
// to rest would find no step.) The recovered curvature of element e depends on the nodes e − 1 to e + 2, local nodes 0
// to 3, so that the tangent couples more than neighbours.
class CurvatureDamping {
 public:
  static constexpr std::size_t kNodes = 4;
  static constexpr std::size_t kUnknowns = kNodes * numerics::kBlock;
  // The model must outlive it and have at least three nodes.
  explicit CurvatureDamping(const AleModel& model) : model_(model) {}

  bool is_there() const { return model_.section.bending_damping > 0.0; }
  // Subtracts the residual of damping from the right-hand side in the arrays; velocities follow the unknowns with
  // rates.velocity. If asked, stores the tangent in arrays.beside_matrix.
  void assemble(AleArrays& arrays, const StepRates& rates, bool with_tangent) const;
  std::size_t tangent_size() const { return model_.mesh.nodes.size() * kUnknowns * kUnknowns; }
  // The tangent of element e in the last assembly with tangent: entry of row i and column j, the unknowns of its local
  // nodes.
  static double tangent(const AleArrays& arrays, int e, std::size_t i, std::size_t j) {
    return arrays.beside_matrix[(static_cast<std::size_t>(e) * kUnknowns + i) * kUnknowns + j];
  }
  // The mesh node of local node j of element e.
  int node(int e, std::size_t j) const;
  // Dissipated power in element e [W].
  double power(const AleArrays& arrays, int e) const;

 private:
  // The nodes, elements and unknowns on which the recovered curvature of an element depends.
  struct Neighbourhood {
    std::array<MeshNode, kNodes> nodes;
    std::array<ElementSpread, kNodes - 1> spread{};  // of the elements between them
    std::array<double, kUnknowns> q{};               // s is a loop further behind the last node
    std::array<double, kUnknowns> v{};               // the rates
  };
  Neighbourhood neighbourhood(const AleArrays& arrays, int e) const;
  template <class T>
  std::array<T, kUnknowns> forces(const Neighbourhood& at, const StepRates& rates, double* power) const;

  const AleModel& model_;
};

}  // namespace beltdyn::eulerian::ale
