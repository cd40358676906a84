// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <functional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/numerics/modes/complex_rectangle.hpp"
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::numerics {

// Right-hand sides that are the same in every run and do not resemble eigenvectors: a low-discrepancy sequence.
Eigen::MatrixXcd probe_vectors(int size, int block);

// Calls use(first, count) for groups of numbers that are factorised together. If a group fails, its numbers are
// factorised one by one, and the singular ones are skipped.
void for_each_factorised(ComplexFamily& family, std::span<const std::complex<double>> s, Digits digits,
                         const std::function<void(std::size_t first, std::size_t count)>& use);

// Guesses of eigenpairs in a rectangle, by Arnoldi's method with shifts along the middle of the rectangle. About a
// shift σ, with δ = s − σ, eigenvalues of T(σ) + δ T₁ + δ² T₂ are reciprocals of those of
//
//     (x, δ x) → (−T⁻¹ (T₁ x + T₂ δ x), x).
//
// Krylov spaces find first the eigenvalues that are closest to the shift, of several close ones with similar vectors
// one; one factorisation suffices for a whole space. A space that is orthogonal to known eigenvectors finds the other
// ones. The expansion fails for delays that turn far between shifts. In that case additional spaces treat the delays as
// constant, which is accurate for motions that hardly depend on the transported history.
struct EigenpairGuess {
  Eigenpair pair;
  std::complex<double> shift;
};
std::vector<EigenpairGuess> eigenpair_guesses(ComplexFamily& family, const ComplexRectangle& range,
                                              const std::vector<Eigenpair>& known = {});

}  // namespace beltdyn::numerics
