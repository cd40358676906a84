// SPDX-License-Identifier: MIT
#pragma once

#include <complex>

namespace beltdyn::numerics {

// The points between two corners, with the smallest and the largest real and imaginary parts.
struct ComplexRectangle {
  std::complex<double> low;
  std::complex<double> high;

  bool contains(std::complex<double> s) const {
    return s.real() >= low.real() && s.real() <= high.real() && s.imag() >= low.imag() && s.imag() <= high.imag();
  }
};

}  // namespace beltdyn::numerics
