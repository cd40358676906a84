// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <tuple>
#include <utility>

#include <klu.h>

#include "core/numerics/solve/permutation.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Singular below this ratio of the pivots, as in SparseSystem.
constexpr double kLeastPivotRatio = 1e-20;
// Smallest pivot on the diagonal relative to the largest entry of its column. Diagonal pivots are often small, but give
// factors with the fewest entries. If the factors then grow too much, the bound of SparseSystem is used.
constexpr std::array kLeastPivots{1e-5, 1e-3};

// Numbers and their squares in the lanes; unused lanes repeat the last number.
std::pair<LaneComplex, LaneComplex> complex_lanes(std::span<const Complex> s) {
  LaneComplex lanes;
  LaneComplex squares;
  for (std::size_t i = 0; i < kLuLanes; ++i) {
    const Complex value = s[std::min(i, s.size() - 1)];
    lanes.re[i] = value.real();
    lanes.im[i] = value.imag();
    squares.re[i] = (value * value).real();
    squares.im[i] = (value * value).imag();
  }
  return {lanes, squares};
}

}  // namespace

std::vector<MatrixTerm> merged(std::vector<MatrixTerm> terms) {
  const auto key = [](const MatrixTerm& t) { return std::tuple(t.column, t.row, t.factor); };
  std::ranges::stable_sort(terms, {}, key);
  std::vector<MatrixTerm> all;
  for (const MatrixTerm& term : terms) {
    if (all.empty() || key(all.back()) != key(term)) {
      all.push_back(term);
      continue;
    }
    all.back().constant += term.constant;
    all.back().linear += term.linear;
    all.back().quadratic += term.quadratic;
  }
  return all;
}

struct LaneMatrix::Work {
  int size{};
  std::vector<MatrixTerm> terms;
  std::vector<LaneTerm> lane_terms;
  std::vector<int> column_start;  // of the entries
  std::vector<int> row;
  std::vector<LaneComplex> entries;
  LaneLuKernel kernel = lane_lu_kernel(best_instruction_set());
  klu_common common{};
  klu_symbolic* symbolic = nullptr;
  // The pivots and the data that follow from them.
  struct Pivots {
    LaneLuPattern pattern;
    std::vector<int> row_of;     // matrix row of each pivot
    std::vector<int> column_of;  // matrix column of each pivot
    std::vector<double> scale;   // of the rows, in the order of the pivots
    bool is_odd;                 // the permutation of rows and columns together
  };
  Pivots usual{};
  // The largest pivots of a single matrix; the factors may then have many more entries.
  std::optional<Pivots> fallback;
  const Pivots& pivots() const { return fallback ? *fallback : usual; }
  LaneLuFactors factors;
  std::array<std::vector<LaneComplex>, 2> expansion;  // entries of T₁ and T₂
  std::vector<LaneComplex> zeros;                     // work array of the factorisation, 0 between calls
  std::size_t n_used = 0;                             // number of lanes in use

  ~Work() { klu_free_symbolic(&symbolic, &common); }

  // Chooses the pivots of the matrix in a lane; false if it is singular.
  bool find_pivots(std::size_t lane, double least_pivot, Pivots& found);
  void take(klu_numeric* numeric, Pivots& found);
  std::array<double, kLuLanes> factorise();
  bool is_sound(std::size_t lane) const;
};

LaneMatrix::LaneMatrix() = default;
LaneMatrix::~LaneMatrix() = default;
LaneMatrix::LaneMatrix(LaneMatrix&&) noexcept = default;
LaneMatrix& LaneMatrix::operator=(LaneMatrix&&) noexcept = default;

void LaneMatrix::set_terms(int size, std::vector<MatrixTerm> terms) {
  work_ = std::make_unique<Work>();
  Work& w = *work_;
  w.size = size;
  w.terms = std::move(terms);
  w.column_start.assign(static_cast<std::size_t>(size) + 1, 0);
  std::pair<int, int> last(-1, -1);
  for (const MatrixTerm& term : w.terms) {
    const std::pair<int, int> place(term.row, term.column);
    if (place != last) {
      w.row.push_back(term.row);
      ++w.column_start[static_cast<std::size_t>(term.column) + 1];
      last = place;
    }
    w.lane_terms.push_back({.place = static_cast<int>(w.row.size()) - 1,
                            .factor = static_cast<int>(term.factor),
                            .constant = term.constant,
                            .linear = term.linear,
                            .quadratic = term.quadratic});
  }
  for (std::size_t i = 1; i < w.column_start.size(); ++i) w.column_start[i] += w.column_start[i - 1];
  w.entries.resize(w.row.size());
  w.zeros.resize(static_cast<std::size_t>(size));
  klu_defaults(&w.common);
  w.common.btf = 0;
  w.symbolic = klu_analyze(size, w.column_start.data(), w.row.data(), &w.common);
}

const std::vector<MatrixTerm>& LaneMatrix::terms() const { return work_->terms; }

bool LaneMatrix::Work::find_pivots(std::size_t lane, double least_pivot, Pivots& found) {
  std::vector<Complex> values;
  values.reserve(entries.size());
  for (const LaneComplex& entry : entries) values.emplace_back(entry.re[lane], entry.im[lane]);
  common.tol = least_pivot;
  // Real and imaginary parts alternate, as the C++ standard guarantees.
  klu_numeric* numeric =
      klu_z_factor(column_start.data(), row.data(), reinterpret_cast<double*>(values.data()), symbolic, &common);
  const bool is_regular = numeric != nullptr && common.status == KLU_OK;
  if (is_regular) take(numeric, found);
  klu_z_free_numeric(&numeric, &common);
  return is_regular;
}

void LaneMatrix::Work::take(klu_numeric* numeric, Pivots& found) {
  const auto n = static_cast<std::size_t>(size);
  klu_z_sort(symbolic, numeric, &common);
  std::vector<int> Lp(n + 1);
  std::vector<int> Li(static_cast<std::size_t>(numeric->lnz));
  std::vector<int> Up(n + 1);
  std::vector<int> Ui(static_cast<std::size_t>(numeric->unz));
  // KLU returns the pattern only together with the values.
  std::vector<double> values(2 * std::max(Li.size(), Ui.size()));
  double* real = values.data();
  double* imaginary = real + values.size() / 2;
  found.row_of.resize(n);
  found.column_of.resize(n);
  found.scale.resize(n);
  klu_z_extract(numeric, symbolic, Lp.data(), Li.data(), real, imaginary, Up.data(), Ui.data(), real, imaginary,
                nullptr, nullptr, nullptr, nullptr, found.row_of.data(), found.column_of.data(), found.scale.data(),
                nullptr, &common);
  found.is_odd = is_odd(found.row_of) != is_odd(found.column_of);
  std::vector<int> pivot_of(n);
  for (std::size_t k = 0; k < n; ++k) pivot_of[static_cast<std::size_t>(found.row_of[k])] = static_cast<int>(k);
  LaneLuPattern& pattern = found.pattern;
  pattern = {.size = size, .l_start = {0}, .u_start = {0}, .a_start = {0}};
  for (std::size_t k = 0; k < n; ++k) {
    const auto own = static_cast<int>(k);
    for (int i = Lp[k]; i < Lp[k + 1]; ++i) {
      if (const int at = Li[static_cast<std::size_t>(i)]; at != own) pattern.l_row.push_back(at);
    }
    for (int i = Up[k]; i < Up[k + 1]; ++i) {
      if (const int at = Ui[static_cast<std::size_t>(i)]; at != own) pattern.u_row.push_back(at);
    }
    std::sort(pattern.u_row.begin() + pattern.u_start.back(), pattern.u_row.end());
    const auto column = static_cast<std::size_t>(found.column_of[k]);
    for (int i = column_start[column]; i < column_start[column + 1]; ++i) {
      const auto at = static_cast<std::size_t>(row[static_cast<std::size_t>(i)]);
      pattern.a_row.push_back(pivot_of[at]);
      pattern.a_place.push_back(i);
      pattern.a_scale.push_back(1.0 / found.scale[static_cast<std::size_t>(pivot_of[at])]);
    }
    pattern.l_start.push_back(static_cast<int>(pattern.l_row.size()));
    pattern.u_start.push_back(static_cast<int>(pattern.u_row.size()));
    pattern.a_start.push_back(static_cast<int>(pattern.a_row.size()));
  }
}

std::array<double, kLuLanes> LaneMatrix::Work::factorise() {
  const LaneLuPattern& pattern = pivots().pattern;
  factors.l.resize(pattern.l_row.size());
  factors.u.resize(pattern.u_row.size());
  factors.pivot.resize(static_cast<std::size_t>(size));
  factors.one_over_pivot.resize(static_cast<std::size_t>(size));
  std::array<double, kLuLanes> growth{};
  kernel.factorise(pattern, entries.data(), zeros.data(), factors, growth);
  return growth;
}

// The comparison treats NaN as not sound.
bool LaneMatrix::Work::is_sound(std::size_t lane) const {
  double least = INFINITY;
  double largest = 0.0;
  for (const LaneComplex& pivot : factors.pivot) {
    const double magnitude = std::abs(pivot.re[lane]) + std::abs(pivot.im[lane]);
    least = std::min(least, magnitude);
    largest = std::max(largest, magnitude);
  }
  return least > kLeastPivotRatio * largest;
}

std::array<bool, kLuLanes> LaneMatrix::factorise(std::span<const Complex> s, std::span<const LaneComplex> factors,
                                                 double least_growth) {
  Work& w = *work_;
  w.n_used = s.size();
  const auto [lanes, squares] = complex_lanes(s);
  w.kernel.assemble(w.lane_terms.size(), w.lane_terms.data(), lanes, squares, factors.data(), w.entries.data());
  std::array<bool, kLuLanes> is_regular{};
  // `own`: the lane whose own pivots are used; its factors may grow.
  const auto try_pivots = [&](std::size_t own) {
    const std::array<double, kLuLanes> growth = w.factorise();
    bool all = true;
    for (std::size_t i = 0; i < w.n_used; ++i) {
      is_regular[i] = w.is_sound(i) && (i == own || growth[i] > least_growth);
      all = all && is_regular[i];
    }
    return all;
  };
  w.fallback.reset();
  if (w.usual.pattern.size > 0 && try_pivots(kLuLanes)) return is_regular;
  // The pivots of the first matrix that is not singular.
  for (const double least_pivot : kLeastPivots) {
    for (std::size_t lane = 0; lane < w.n_used; ++lane) {
      if (!w.find_pivots(lane, least_pivot, w.usual)) continue;
      if (try_pivots(kLuLanes)) return is_regular;
      break;
    }
  }
  if (w.n_used > 1) return is_regular;
  // Along a chain of equations the factors may grow by the inverse of the smallest pivot at each equation. Then the
  // largest pivots are chosen.
  if (w.find_pivots(0, 1.0, w.fallback.emplace())) {
    try_pivots(0);
  } else {
    w.fallback.reset();
  }
  return is_regular;
}

void LaneMatrix::solve(const Eigen::MatrixXcd& B, Eigen::MatrixXcd& X) const {
  const Work& w = *work_;
  const Work::Pivots& pivots = w.pivots();
  const auto n = static_cast<std::size_t>(w.size);
  std::vector<LaneComplex> x(n);
  for (std::size_t k = 0; k < n; ++k) {
    const int row = pivots.row_of[k];
    for (std::size_t lane = 0; lane < w.n_used; ++lane) {
      const Complex value = B(row, static_cast<Eigen::Index>(lane)) / pivots.scale[k];
      x[k].re[lane] = value.real();
      x[k].im[lane] = value.imag();
    }
  }
  w.kernel.solve(pivots.pattern, w.factors, x.data());
  X.resize(w.size, static_cast<Eigen::Index>(w.n_used));
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t lane = 0; lane < w.n_used; ++lane) {
      X(pivots.column_of[k], static_cast<Eigen::Index>(lane)) = Complex(x[k].re[lane], x[k].im[lane]);
    }
  }
}

void LaneMatrix::expand(std::span<const Complex> s, std::span<const LaneComplex> factors,
                        std::span<const LaneComplex> slopes, std::span<const LaneComplex> bends) {
  Work& w = *work_;
  const auto found = complex_lanes(s);
  const auto& lanes = found.first;
  const auto& squares = found.second;
  // With respect to s: the first derivative of a term's polynomial, and half of the second one.
  const auto derived = [](const LaneTerm& t) {
    return LaneTerm{.place = t.place, .factor = t.factor, .constant = t.linear, .linear = 2.0 * t.quadratic};
  };
  const auto half_bend = [](const LaneTerm& t) {
    return LaneTerm{.place = t.place, .factor = t.factor, .constant = t.quadratic};
  };
  std::vector<LaneTerm> some;
  std::vector<LaneComplex> part(w.entries.size());
  // Adds `times` the changed terms with these factors. Factor number 0 is 1, or 0 for derivatives (has_ones = false).
  const auto add = [&](std::vector<LaneComplex>& to, double times, const auto& change,
                       std::span<const LaneComplex> with, bool has_ones) {
    some.clear();
    for (const LaneTerm& term : w.lane_terms) {
      if (term.factor != 0 || has_ones) some.push_back(change(term));
    }
    std::ranges::fill(part, LaneComplex{});
    w.kernel.assemble(some.size(), some.data(), lanes, squares, with.data(), part.data());
    for (std::size_t i = 0; i < to.size(); ++i) {
      for (std::size_t k = 0; k < kLuLanes; ++k) {
        to[i].re[k] += times * part[i].re[k];
        to[i].im[k] += times * part[i].im[k];
      }
    }
  };
  const auto as_it_is = [](const LaneTerm& t) { return t; };
  for (std::vector<LaneComplex>& entries : w.expansion) entries.assign(w.entries.size(), {});
  add(w.expansion[0], 1.0, derived, factors, true);
  add(w.expansion[0], 1.0, as_it_is, slopes, false);
  add(w.expansion[1], 1.0, half_bend, factors, true);
  add(w.expansion[1], 1.0, derived, slopes, false);
  add(w.expansion[1], 0.5, as_it_is, bends, false);
}

void LaneMatrix::multiply(const Eigen::MatrixXcd& X1, const Eigen::MatrixXcd& X2, Eigen::MatrixXcd& Y) const {
  const Work& w = *work_;
  const auto n = static_cast<std::size_t>(w.size);
  std::vector<LaneComplex> x(n);
  std::vector<LaneComplex> y(n);
  const std::array<const Eigen::MatrixXcd*, 2> factors{&X1, &X2};
  for (std::size_t order = 0; order < 2; ++order) {
    for (std::size_t i = 0; i < n; ++i) {
      for (Eigen::Index lane = 0; lane < X1.cols(); ++lane) {
        const Complex value = (*factors[order])(static_cast<Eigen::Index>(i), lane);
        x[i].re[static_cast<std::size_t>(lane)] = value.real();
        x[i].im[static_cast<std::size_t>(lane)] = value.imag();
      }
    }
    w.kernel.multiply(n, w.column_start.data(), w.row.data(), w.expansion[order].data(), x.data(), y.data());
  }
  Y.resize(w.size, X1.cols());
  for (std::size_t i = 0; i < n; ++i) {
    for (Eigen::Index lane = 0; lane < X1.cols(); ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      Y(static_cast<Eigen::Index>(i), lane) = Complex(y[i].re[l], y[i].im[l]);
    }
  }
}

double LaneMatrix::phase_of_determinant(int lane) const {
  const Work& w = *work_;
  double phase = w.pivots().is_odd ? std::numbers::pi : 0.0;
  for (const LaneComplex& pivot : w.factors.pivot) {
    phase += std::atan2(pivot.im[static_cast<std::size_t>(lane)], pivot.re[static_cast<std::size_t>(lane)]);
  }
  return phase;
}

}  // namespace beltdyn::numerics
