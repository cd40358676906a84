// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/modes/complex_rectangle.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::numerics {

// Right-hand sides that are the same in every run and resemble no eigenvector: a low-discrepancy sequence.
Eigen::MatrixXcd probe_vectors(int size, int block);

// Calls use(first, count) for parts of the numbers that are factorised together, and for those of which that fails one
// by one, those left out that are singular.
void for_each_factorised(ComplexFamily& family, std::span<const std::complex<double>> s, Digits digits,
                         const std::function<void(std::size_t first, std::size_t count)>& use);

// Guesses of eigenpairs in a rectangle, by Arnoldi's method with shifts along its middle: about a shift σ, with δ = s −
// σ, eigenvalues of T(σ) + δ T₁ + δ² T₂ are reciprocals of those of
//
//     (x, δ x) → (−T⁻¹ (T₁ x + T₂ δ x), x),
//
// which Krylov spaces find the sooner the nearer to the shift they are. One factorisation is used for all of a space.
// Delays that turn far between shifts are no part of such an expansion: then there are spaces without their change,
// too, which is right for motions that hardly depend on the transported history.
struct EigenpairGuess {
  Eigenpair pair;
  std::complex<double> shift;
};
std::vector<EigenpairGuess> eigenpair_guesses(ComplexFamily& family, const ComplexRectangle& range);

// By how many the eigenvalues in a rectangle are more than those known, by the argument principle: without the known
// ones the determinant turns as often around it as others are within. Points on its sides are so close that no delay
// turns by more than 1, and are added until the phase turns by less than a quarter between neighbours; none if that
// takes too many.
std::optional<int> number_missing_within(ComplexFamily& family, const ComplexRectangle& range,
                                         const std::vector<Eigenpair>& known);

}  // namespace beltdyn::numerics
