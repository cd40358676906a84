// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <complex>
#include <vector>

#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

namespace beltdyn::numerics {

// |Re(s − center)/across|² + |Im(s − center)/along|² ≤ 1
struct Ellipse {
  std::complex<double> center;
  double across{};
  double along{};

  // Does an ellipse that is `times` as large contain s?
  bool has(std::complex<double> s, double times) const {
    return std::hypot((s - center).real() / across, (s - center).imag() / along) <= times;
  }
};

// The largest number of eigenpairs that the moments around an ellipse can tell apart.
inline constexpr int kMostContourGuesses = 20;
// Guesses of the eigenpairs inside an ellipse, as many as the rank of the moments of T(s)⁻¹ around it shows ([Beyn
// 2012]).
std::vector<Eigenpair> contour_guesses(ComplexFamily& family, const Ellipse& ellipse);
// Do the nodes on an ellipse resolve the turns of the delays?
bool can_integrate_around(const ComplexFamily& family, const Ellipse& ellipse);

}  // namespace beltdyn::numerics
