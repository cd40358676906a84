// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <limits>

#include <xsimd/xsimd.hpp>

#include "core/numerics/lanes/lane_lu.hpp"

// The loops of LaneLuKernel. Every file that includes them compiles its own copy for its instruction set.
namespace beltdyn::numerics {
namespace {

// One entry of kLuLanes matrices, in vectors of the instruction set.
template <class Batch>
struct LuEntry {
  static constexpr std::size_t kParts = kLuLanes / Batch::size;
  std::array<Batch, kParts> re;
  std::array<Batch, kParts> im;

  LuEntry() = default;
  explicit LuEntry(const LaneComplex& from) {
    for (std::size_t i = 0; i < kParts; ++i) {
      re[i] = Batch::load_aligned(from.re.data() + i * Batch::size);
      im[i] = Batch::load_aligned(from.im.data() + i * Batch::size);
    }
  }

  void store(LaneComplex& to) const {
    for (std::size_t i = 0; i < kParts; ++i) {
      re[i].store_aligned(to.re.data() + i * Batch::size);
      im[i].store_aligned(to.im.data() + i * Batch::size);
    }
  }
};

// a += b c
template <class Batch>
void add_product(LaneComplex& a, const LaneComplex& b, const LuEntry<Batch>& c) {
  const LuEntry<Batch> x(b);
  LuEntry<Batch> sum(a);
  for (std::size_t i = 0; i < sum.kParts; ++i) {
    sum.re[i] = (sum.re[i] + x.re[i] * c.re[i]) - x.im[i] * c.im[i];
    sum.im[i] = (sum.im[i] + x.re[i] * c.im[i]) + x.im[i] * c.re[i];
  }
  sum.store(a);
}

template <class Batch>
LuEntry<Batch> minus(LuEntry<Batch> a) {
  for (std::size_t i = 0; i < a.kParts; ++i) {
    a.re[i] = -a.re[i];
    a.im[i] = -a.im[i];
  }
  return a;
}

template <class Batch>
LuEntry<Batch> product(const LuEntry<Batch>& a, const LuEntry<Batch>& b) {
  LuEntry<Batch> c;
  for (std::size_t i = 0; i < c.kParts; ++i) {
    c.re[i] = a.re[i] * b.re[i] - a.im[i] * b.im[i];
    c.im[i] = a.re[i] * b.im[i] + a.im[i] * b.re[i];
  }
  return c;
}

template <class Batch>
LuEntry<Batch> inverse_of(const LuEntry<Batch>& a) {
  LuEntry<Batch> c;
  for (std::size_t i = 0; i < c.kParts; ++i) {
    const Batch one_over = Batch(1.0) / (a.re[i] * a.re[i] + a.im[i] * a.im[i]);
    c.re[i] = a.re[i] * one_over;
    c.im[i] = -a.im[i] * one_over;
  }
  return c;
}

// One real number for each of kLuLanes matrices.
template <class Batch>
using LuNumbers = std::array<Batch, kLuLanes / Batch::size>;

template <class Batch>
LuNumbers<Batch> lu_numbers(double value) {
  LuNumbers<Batch> all;
  all.fill(Batch(value));
  return all;
}

// max(bound, |re| + |im|); NaN stays NaN.
template <class Batch>
void raise(LuNumbers<Batch>& bound, const LuEntry<Batch>& a) {
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const Batch size = xsimd::abs(a.re[i]) + xsimd::abs(a.im[i]);
    bound[i] = xsimd::select(size > bound[i] || xsimd::isnan(size), size, bound[i]);
  }
}

// min(bound, over/under); NaN stays NaN.
template <class Batch>
void lower_to_ratio(LuNumbers<Batch>& bound, const LuNumbers<Batch>& over, const LuNumbers<Batch>& under) {
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const Batch ratio = over[i] / under[i];
    bound[i] = xsimd::select(ratio < bound[i] || xsimd::isnan(ratio), ratio, bound[i]);
  }
}

template <class Batch>
void assemble_lanes(std::size_t n_terms, const LaneTerm* terms, const LaneComplex& s, const LaneComplex& s_squared,
                    const LaneComplex* factors, LaneComplex* entries) {
  const LuEntry<Batch> linear(s);
  const LuEntry<Batch> quadratic(s_squared);
  int last = -1;
  for (std::size_t k = 0; k < n_terms; ++k) {
    const LaneTerm& term = terms[k];
    LuEntry<Batch> value;
    for (std::size_t i = 0; i < value.kParts; ++i) {
      value.re[i] = Batch(term.constant) + (term.linear * linear.re[i] + term.quadratic * quadratic.re[i]);
      value.im[i] = term.linear * linear.im[i] + term.quadratic * quadratic.im[i];
    }
    if (term.factor != 0) value = product(value, LuEntry<Batch>(factors[term.factor]));
    LaneComplex& entry = entries[term.place];
    if (term.place == last) {
      const LuEntry<Batch> others(entry);
      for (std::size_t i = 0; i < value.kParts; ++i) {
        value.re[i] += others.re[i];
        value.im[i] += others.im[i];
      }
    }
    last = term.place;
    value.store(entry);
  }
}

// Left-looking factorisation, column by column ([Gilbert, Peierls 1988] without the search for pivots).
template <class Batch>
void factorise_lanes(const LaneLuPattern& p, const LaneComplex* entries, LaneComplex* work, LaneLuFactors& f,
                     std::array<double, kLuLanes>& growth) {
  using Entry = LuEntry<Batch>;
  LuNumbers<Batch> least_ratio = lu_numbers<Batch>(std::numeric_limits<double>::infinity());
  const auto size = static_cast<std::size_t>(p.size);
  const auto at = [](const std::vector<int>& list, std::size_t i) { return static_cast<std::size_t>(list[i]); };
  for (std::size_t column = 0; column < size; ++column) {
    LuNumbers<Batch> largest = lu_numbers<Batch>(0.0);
    for (std::size_t k = at(p.a_start, column); k < at(p.a_start, column + 1); ++k) {
      Entry entry(entries[p.a_place[k]]);
      for (std::size_t i = 0; i < Entry::kParts; ++i) {
        entry.re[i] *= p.a_scale[k];
        entry.im[i] *= p.a_scale[k];
      }
      raise(largest, entry);
      entry.store(work[p.a_row[k]]);
    }
    LuNumbers<Batch> largest_u = lu_numbers<Batch>(0.0);
    for (std::size_t k = at(p.u_start, column); k < at(p.u_start, column + 1); ++k) {
      const std::size_t row = at(p.u_row, k);
      const Entry u(work[row]);
      work[row] = {};
      u.store(f.u[k]);
      raise(largest_u, u);
      const Entry minus_u = minus(u);
      for (std::size_t m = at(p.l_start, row); m < at(p.l_start, row + 1); ++m) {
        add_product(work[p.l_row[m]], f.l[m], minus_u);
      }
    }
    const Entry pivot(work[column]);
    work[column] = {};
    raise(largest_u, pivot);
    pivot.store(f.pivot[column]);
    const Entry one_over = inverse_of(pivot);
    one_over.store(f.one_over_pivot[column]);
    for (std::size_t m = at(p.l_start, column); m < at(p.l_start, column + 1); ++m) {
      product(Entry(work[p.l_row[m]]), one_over).store(f.l[m]);
      work[p.l_row[m]] = {};
    }
    lower_to_ratio<Batch>(least_ratio, largest, largest_u);
  }
  for (std::size_t i = 0; i < Entry::kParts; ++i) least_ratio[i].store_unaligned(growth.data() + i * Batch::size);
}

template <class Batch>
void solve_lanes(const LaneLuPattern& p, const LaneLuFactors& f, LaneComplex* x) {
  using Entry = LuEntry<Batch>;
  const auto size = static_cast<std::size_t>(p.size);
  const auto at = [](const std::vector<int>& list, std::size_t i) { return static_cast<std::size_t>(list[i]); };
  for (std::size_t column = 0; column < size; ++column) {
    const Entry minus_x = minus(Entry(x[column]));
    for (std::size_t m = at(p.l_start, column); m < at(p.l_start, column + 1); ++m) {
      add_product(x[p.l_row[m]], f.l[m], minus_x);
    }
  }
  for (std::size_t column = size; column-- > 0;) {
    const Entry known = product(Entry(x[column]), Entry(f.one_over_pivot[column]));
    known.store(x[column]);
    const Entry minus_x = minus(known);
    for (std::size_t k = at(p.u_start, column); k < at(p.u_start, column + 1); ++k) {
      add_product(x[p.u_row[k]], f.u[k], minus_x);
    }
  }
}

template <class Batch>
void multiply_lanes(std::size_t size, const int* column_start, const int* row, const LaneComplex* entries,
                    const LaneComplex* x, LaneComplex* y) {
  for (std::size_t column = 0; column < size; ++column) {
    const LuEntry<Batch> known(x[column]);
    for (int i = column_start[column]; i < column_start[column + 1]; ++i) add_product(y[row[i]], entries[i], known);
  }
}

template <class Batch>
LaneLuKernel lane_lu_kernel_of() {
  return {.assemble = assemble_lanes<Batch>,
          .factorise = factorise_lanes<Batch>,
          .solve = solve_lanes<Batch>,
          .multiply = multiply_lanes<Batch>};
}

}  // namespace
}  // namespace beltdyn::numerics
