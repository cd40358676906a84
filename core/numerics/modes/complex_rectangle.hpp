// SPDX-License-Identifier: MIT
#pragma once

#include <complex>

namespace beltdyn::numerics {

// The rectangle between two corners: `low` has the smallest and `high` the largest real and imaginary parts.
struct ComplexRectangle {
  std::complex<double> low;
  std::complex<double> high;

  bool contains(std::complex<double> s) const {
    return s.real() >= low.real() && s.real() <= high.real() && s.imag() >= low.imag() && s.imag() <= high.imag();
  }
};

}  // namespace beltdyn::numerics
