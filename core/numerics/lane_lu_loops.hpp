// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/numerics/lane_lu.hpp"

// The loops of LaneLuKernel. Every file that includes them has its own, compiled for its instruction set.
namespace beltdyn::numerics {
namespace {

// a −= b c
inline void subtract_product(LaneComplex& a, const LaneComplex& b, const LaneComplex& c) {
  for (std::size_t i = 0; i < kLuLanes; ++i) {
    a.re[i] += b.im[i] * c.im[i] - b.re[i] * c.re[i];
    a.im[i] -= b.re[i] * c.im[i] + b.im[i] * c.re[i];
  }
}

inline LaneComplex product(const LaneComplex& a, const LaneComplex& b) {
  LaneComplex c;
  for (std::size_t i = 0; i < kLuLanes; ++i) {
    c.re[i] = a.re[i] * b.re[i] - a.im[i] * b.im[i];
    c.im[i] = a.re[i] * b.im[i] + a.im[i] * b.re[i];
  }
  return c;
}

inline LaneComplex inverse_of(const LaneComplex& a) {
  LaneComplex c;
  for (std::size_t i = 0; i < kLuLanes; ++i) {
    const double one_over = 1.0 / (a.re[i] * a.re[i] + a.im[i] * a.im[i]);
    c.re[i] = a.re[i] * one_over;
    c.im[i] = -a.im[i] * one_over;
  }
  return c;
}

// max(bound, |re| + |im|)
inline void raise(std::array<double, kLuLanes>& bound, const LaneComplex& a) {
  for (std::size_t i = 0; i < kLuLanes; ++i) {
    const double size = std::abs(a.re[i]) + std::abs(a.im[i]);
    bound[i] = bound[i] < size ? size : bound[i];
  }
}

void assemble_lanes(std::size_t n_terms, const LaneTerm* terms, const LaneComplex& s, const LaneComplex& s_squared,
                    const LaneComplex* factors, LaneComplex* entries) {
  int last = -1;
  for (std::size_t k = 0; k < n_terms; ++k) {
    const LaneTerm& term = terms[k];
    LaneComplex& entry = entries[term.place];
    if (term.place != last) entry = {};
    last = term.place;
    LaneComplex value;
    for (std::size_t i = 0; i < kLuLanes; ++i) {
      value.re[i] = term.constant + (term.linear * s.re[i] + term.quadratic * s_squared.re[i]);
      value.im[i] = term.linear * s.im[i] + term.quadratic * s_squared.im[i];
    }
    if (term.factor != 0) value = product(value, factors[term.factor]);
    for (std::size_t i = 0; i < kLuLanes; ++i) {
      entry.re[i] += value.re[i];
      entry.im[i] += value.im[i];
    }
  }
}

// Column by column, to the left ([Gilbert, Peierls 1988] without the search for pivots).
void factorise_lanes(const LaneLuPattern& p, const LaneComplex* entries, LaneComplex* work, LaneLuFactors& f,
                     std::array<double, kLuLanes>& growth) {
  growth.fill(std::numeric_limits<double>::infinity());
  const auto size = static_cast<std::size_t>(p.size);
  const auto at = [](const std::vector<int>& list, std::size_t i) { return static_cast<std::size_t>(list[i]); };
  for (std::size_t column = 0; column < size; ++column) {
    std::array<double, kLuLanes> largest{};
    for (std::size_t k = at(p.a_start, column); k < at(p.a_start, column + 1); ++k) {
      const LaneComplex& entry = entries[p.a_place[k]];
      LaneComplex& to = work[p.a_row[k]];
      for (std::size_t i = 0; i < kLuLanes; ++i) {
        to.re[i] = p.a_scale[k] * entry.re[i];
        to.im[i] = p.a_scale[k] * entry.im[i];
      }
      raise(largest, to);
    }
    std::array<double, kLuLanes> largest_u{};
    for (std::size_t k = at(p.u_start, column); k < at(p.u_start, column + 1); ++k) {
      const std::size_t row = at(p.u_row, k);
      const LaneComplex u = work[row];
      work[row] = {};
      f.u[k] = u;
      raise(largest_u, u);
      for (std::size_t m = at(p.l_start, row); m < at(p.l_start, row + 1); ++m) {
        subtract_product(work[p.l_row[m]], f.l[m], u);
      }
    }
    const LaneComplex pivot = work[column];
    work[column] = {};
    raise(largest_u, pivot);
    f.pivot[column] = pivot;
    const LaneComplex one_over = inverse_of(pivot);
    f.one_over_pivot[column] = one_over;
    for (std::size_t m = at(p.l_start, column); m < at(p.l_start, column + 1); ++m) {
      f.l[m] = product(work[p.l_row[m]], one_over);
      work[p.l_row[m]] = {};
    }
    for (std::size_t i = 0; i < kLuLanes; ++i) {
      const double ratio = largest[i] / largest_u[i];
      growth[i] = ratio < growth[i] || std::isnan(ratio) ? ratio : growth[i];
    }
  }
}

void solve_lanes(const LaneLuPattern& p, const LaneLuFactors& f, LaneComplex* x) {
  const auto size = static_cast<std::size_t>(p.size);
  const auto at = [](const std::vector<int>& list, std::size_t i) { return static_cast<std::size_t>(list[i]); };
  for (std::size_t column = 0; column < size; ++column) {
    const LaneComplex known = x[column];
    for (std::size_t m = at(p.l_start, column); m < at(p.l_start, column + 1); ++m) {
      subtract_product(x[p.l_row[m]], f.l[m], known);
    }
  }
  for (std::size_t column = size; column-- > 0;) {
    x[column] = product(x[column], f.one_over_pivot[column]);
    const LaneComplex known = x[column];
    for (std::size_t k = at(p.u_start, column); k < at(p.u_start, column + 1); ++k) {
      subtract_product(x[p.u_row[k]], f.u[k], known);
    }
  }
}

void multiply_lanes(std::size_t size, const int* column_start, const int* row, const LaneComplex* entries,
                    const LaneComplex* x, LaneComplex* y) {
  for (std::size_t column = 0; column < size; ++column) {
    const LaneComplex& known = x[column];
    for (int i = column_start[column]; i < column_start[column + 1]; ++i) {
      const LaneComplex& entry = entries[i];
      LaneComplex& to = y[row[i]];
      for (std::size_t k = 0; k < kLuLanes; ++k) {
        to.re[k] += entry.re[k] * known.re[k] - entry.im[k] * known.im[k];
        to.im[k] += entry.re[k] * known.im[k] + entry.im[k] * known.re[k];
      }
    }
  }
}

}  // namespace
}  // namespace beltdyn::numerics
