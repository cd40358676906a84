// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

// Kelvin–Voigt damping of bending on a mesh at rest: the moment D dK/dt, K the curvature per reference length. The
// particles flow through the mesh, dK/dt = K_t + c K_σ. In a belt of cubics K jumps from element to element, and K_σ
// within the elements misses the jumps. So K is recovered: at a node it has the mean of the second derivatives of both
// elements, weighted with their lengths, in between it is linear. Then ∫ δK dσ is that of the belt for every δr, so
// that moments do the work that they should where short elements meet long ones. The stretch in K is that of the
// chords: what s and |r_σ| do within an element would come back as waves. Forces and power come from the dissipation
// function
//
//     R = ½ ∫ D (dK/dt)² s_σ dσ,   force on an unknown: −∂R/∂(its rate),   lost: 2 R,
//
// which the quadrature of bending integrates. A mean does not see what is opposite on both sides: the jumps J take what
// they would over the length H of the node,
//
//     M = D H s_σ (J_t + |c| J/H) on J,   drag F = D J² s_t/(H s_σ) on s,   lost: D H s_σ (J_t² + J_t |c| J/H + (c
//     J/H)²).
//
// (The square of J_t + |c| J/H would add a force of the sign of c to F, as dry friction does, on which a belt that
// comes to rest finds no step.) The recovered curvature of element e depends on the nodes e − 1 to e + 2, local nodes 0
// to 3, so that the tangent is no longer that of a chain of neighbours.
class CurvatureDamping {
 public:
  static constexpr std::size_t kNodes = 4;
  static constexpr std::size_t kUnknowns = kNodes * numerics::kBlock;
  // The model must outlive it. At least three nodes.
  explicit CurvatureDamping(const AleModel& model) : model_(model) {}

  bool is_there() const { return model_.section.bending_damping > 0.0; }
  // Adds to minus the residual in the arrays, for velocities that follow the unknowns with rates.velocity, and keeps
  // the tangent in arrays.beside_matrix if asked.
  void assemble(AleArrays& arrays, const StepRates& rates, bool with_tangent) const;
  std::size_t tangent_size() const { return model_.mesh.nodes.size() * kUnknowns * kUnknowns; }
  // The entry of element e in the last assembly with tangent: row i and column j, as the unknowns of its local nodes.
  static double tangent(const AleArrays& arrays, int e, std::size_t i, std::size_t j) {
    return arrays.beside_matrix[(static_cast<std::size_t>(e) * kUnknowns + i) * kUnknowns + j];
  }
  // The mesh node of local node j of element e.
  int node(int e, std::size_t j) const;
  // What is lost in element e [W].
  double power(const AleArrays& arrays, int e) const;

 private:
  // Places of nodes and lengths that element e needs.
  struct Neighbourhood {
    std::array<MeshNode, kNodes> nodes;
    std::array<ElementSpread, kNodes - 1> spread{};  // of the elements between them
    std::array<double, kUnknowns> q{};               // with s of a loop on behind the last node
    std::array<double, kUnknowns> v{};               // the rates
  };
  Neighbourhood neighbourhood(const AleArrays& arrays, int e) const;
  template <class T>
  std::array<T, kUnknowns> forces(const Neighbourhood& at, const StepRates& rates, double* power) const;

  const AleModel& model_;
};

}  // namespace beltdyn::eulerian::ale
