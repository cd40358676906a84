// SPDX-License-Identifier: MIT
#include "core/numerics/modes/holomorphic_roots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/modes/argument_edge.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Largest turn of a term e^{−s τ} over a step along an edge [rad].
constexpr double kLargestTurn = 1.0;
// Places of a cut as parts of the longer side, tried in this order until no root lies on the cut. The middle is not the
// first, because roots of undamped systems lie on it.
constexpr std::array<double, 5> kCuts{0.4721, 0.5387, 0.5, 0.4233, 0.5919};
// Shifts of the outer edges, as parts of the sides.
constexpr std::array<double, 4> kMargins{0.0, 0.0037, 0.0061, 0.0089};
// Largest deviation of the number of turns from an integer, due to rounding.
constexpr double kWhole = 0.01;
// Roots in a rectangle smaller than this part of the outer one count as one multiple root.
constexpr double kTogether = 1e-9;
// Largest number of roots for Newton's method in a rectangle: with more it diverges, with fewer there are more edges.
constexpr int kMostAtOnce = 3;
constexpr int kNewtonIterations = 40;
constexpr int kTriesPerRoot = 4;
// Relative size of Newton corrections at a root, due to rounding.
constexpr double kNewtonRounding = 1e-13;

// A rectangle and the phases along its edges, which point upwards and to the right.
struct Cell {
  ComplexRectangle within;
  ArgumentEdge bottom, right, top, left;

  double turns() const {
    return (bottom.turned() + right.turned() - top.turned() - left.turned()) / (2.0 * std::numbers::pi);
  }
};
struct Halves {
  Cell first, second;
};

std::string name_of(const ComplexRectangle& r) {
  return fmt::format("{:.6g} to {:.6g} 1/s and {:.6g} to {:.6g} rad/s", r.low.real(), r.high.real(), r.low.imag(),
                     r.high.imag());
}

class RootSearch {
 public:
  RootSearch(const HolomorphicFunction& f, int most_evaluations)
      : f_(f.value),
        longest_step_(f.longest_delay > 0.0 ? kLargestTurn / f.longest_delay : INFINITY),
        most_evaluations_(most_evaluations) {}

  std::vector<Complex> roots_in(const ComplexRectangle& outer) {
    const Complex size = outer.high - outer.low;
    together_ = kTogether * std::max(size.real(), size.imag());
    for (const double margin : kMargins) {
      const std::optional<Cell> cell = cell_of({outer.low - margin * size, outer.high + margin * size});
      if (!cell) continue;
      search(*cell);
      std::ranges::sort(roots_, [](Complex a, Complex b) {
        return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real();
      });
      return std::move(roots_);
    }
    throw SolverError("roots lie on the boundary of every search region tried; choose another region");
  }

 private:
  LogValue value(Complex s) {
    if (++evaluations_ > most_evaluations_) {
      throw SolverError(fmt::format(
          "the root search did not finish within {} function evaluations; choose a smaller region", most_evaluations_));
    }
    return f_(s);
  }
  ArgumentEdge::Value function() {
    return [this](Complex s) { return value(s); };
  }
  std::optional<ArgumentEdge> edge(Complex a, Complex b) {
    return ArgumentEdge::between(function(), a, b, longest_step_);
  }

  std::optional<Cell> cell_of(const ComplexRectangle& r) {
    const Complex right(r.high.real(), r.low.imag());
    const Complex left(r.low.real(), r.high.imag());
    std::optional<ArgumentEdge> bottom = edge(r.low, right);
    std::optional<ArgumentEdge> end = bottom ? edge(right, r.high) : std::nullopt;
    std::optional<ArgumentEdge> top = end ? edge(left, r.high) : std::nullopt;
    std::optional<ArgumentEdge> start = top ? edge(r.low, left) : std::nullopt;
    if (!start) return std::nullopt;
    return Cell{r, std::move(*bottom), std::move(*end), std::move(*top), std::move(*start)};
  }

  int count_in(const Cell& cell) const {
    const double turns = cell.turns();
    const double count = std::round(turns);
    if (!(std::abs(turns - count) < kWhole) || count < 0.0) {
      throw SolverError(
          fmt::format("the number of roots in {} is in doubt: the function turns {:.4g} times around it; choose "
                      "another region",
                      name_of(cell.within), turns));
    }
    return static_cast<int>(count);
  }

  void search(const Cell& cell) {
    const int count = count_in(cell);
    if (count == 0) return;
    if (count <= kMostAtOnce && find_all(cell.within, count)) return;
    const Complex size = cell.within.high - cell.within.low;
    if (std::max(size.real(), size.imag()) < together_) return add_multiple(cell.within, count);
    for (const double part : kCuts) {
      const std::optional<Halves> halves = size.real() > size.imag() ? cut_across(cell, part) : cut_along(cell, part);
      if (!halves) continue;
      search(halves->first);
      search(halves->second);
      return;
    }
    throw SolverError(fmt::format("the root search cannot separate {} roots in {}; choose another region", count,
                                  name_of(cell.within)));
  }

  std::optional<Halves> cut_across(const Cell& cell, double part) {
    const ComplexRectangle& r = cell.within;
    const double at = r.low.real() + part * (r.high.real() - r.low.real());
    const Complex low(at, r.low.imag());
    const Complex high(at, r.high.imag());
    const std::optional<ArgumentEdge> cut = edge(low, high);
    if (!cut) return std::nullopt;
    const auto bottom = cell.bottom.cut_at(function(), low);
    const auto top = cell.top.cut_at(function(), high);
    if (!bottom || !top) return std::nullopt;
    return Halves{{{r.low, high}, bottom->before, *cut, top->before, cell.left},
                  {{low, r.high}, bottom->behind, cell.right, top->behind, *cut}};
  }

  std::optional<Halves> cut_along(const Cell& cell, double part) {
    const ComplexRectangle& r = cell.within;
    const double at = r.low.imag() + part * (r.high.imag() - r.low.imag());
    const Complex left(r.low.real(), at);
    const Complex right(r.high.real(), at);
    const std::optional<ArgumentEdge> cut = edge(left, right);
    if (!cut) return std::nullopt;
    const auto start = cell.left.cut_at(function(), left);
    const auto end = cell.right.cut_at(function(), right);
    if (!start || !end) return std::nullopt;
    return Halves{{{r.low, right}, cell.bottom, end->before, *cut, start->before},
                  {{left, r.high}, *cut, end->behind, cell.top, start->behind}};
  }

  // Finds all roots of a rectangle by Newton's method; false if it finds fewer than `count`. Each start leads to
  // another root, because f is divided by the known roots.
  bool find_all(const ComplexRectangle& r, int count) {
    std::vector<Complex> known;  // inside and outside the rectangle
    int found = 0;
    for (int i = 0; i < kTriesPerRoot * count && found < count; ++i) {
      const std::optional<Complex> root = newton(start_point(r, i), r, known);
      if (!root) continue;
      // The second root of a multiple root coincides with the first; such rectangles are cut further.
      if (std::ranges::any_of(known, [&](Complex other) { return std::abs(other - *root) < 2.0 * together_; })) {
        return false;
      }
      known.push_back(*root);
      if (r.contains(*root)) ++found;
    }
    if (found < count) return false;
    std::ranges::copy_if(known, std::back_inserter(roots_), [&](Complex root) { return r.contains(root); });
    return true;
  }

  // The middle first, then a low-discrepancy sequence.
  static Complex start_point(const ComplexRectangle& r, int i) {
    constexpr double kFirst = 0.7548776662466927;  // 1/p and 1/p² with p³ = p + 1
    constexpr double kSecond = 0.5698402909980532;
    const double across = std::fmod(0.5 + i * kFirst, 1.0);
    const double along = std::fmod(0.5 + i * kSecond, 1.0);
    const Complex size = r.high - r.low;
    return r.low + Complex(across * size.real(), along * size.imag());
  }

  // A root near a start point by Newton's method; none if it leaves the surroundings.
  std::optional<Complex> newton(Complex s, const ComplexRectangle& r, const std::vector<Complex>& known) {
    const Complex margin = r.high - r.low;
    const ComplexRectangle allowed{r.low - margin, r.high + margin};
    double last = INFINITY;
    bool divides = !known.empty();
    for (int i = 0; i < kNewtonIterations; ++i) {
      const Complex rate = value(s).log_rate;
      if (!std::isfinite(rate.real()) || !std::isfinite(rate.imag())) return s;  // singular: s is the root
      Complex divided = rate;
      if (divides) {
        for (const Complex root : known) divided -= 1.0 / (s - root);
      }
      const Complex correction = 1.0 / divided;
      s -= correction;
      if (!allowed.contains(s)) return std::nullopt;
      const double length = std::abs(correction);
      // The last steps use f itself, without division; they end where rounding stops quadratic convergence.
      if (divides && length < 1e-3 * together_) {
        divides = false;
        last = INFINITY;
        continue;
      }
      if (!divides && (length <= kNewtonRounding * std::abs(s) || (length < 1e-3 * together_ && length >= last))) {
        return s;
      }
      last = length;
    }
    return std::nullopt;
  }

  // Adds roots that cannot be separated. A Newton step for this multiplicity must stay with them.
  void add_multiple(const ComplexRectangle& r, int count) {
    const Complex middle = 0.5 * (r.low + r.high);
    const Complex rate = value(middle).log_rate;
    const double step = count / std::abs(rate);
    if (std::isfinite(std::abs(rate)) && !(step < 2.0 * together_)) {
      throw SolverError(
          fmt::format("{} roots are counted in {}, but the nearest is {:.3g} 1/s away; choose another "
                      "region",
                      count, name_of(r), step));
    }
    roots_.insert(roots_.end(), static_cast<std::size_t>(count), middle);
  }

  ArgumentEdge::Value f_;
  double longest_step_;
  int most_evaluations_;
  int evaluations_ = 0;
  double together_{};
  std::vector<Complex> roots_;
};

}  // namespace

std::vector<Complex> roots_within(const HolomorphicFunction& f, const ComplexRectangle& rectangle,
                                  int most_evaluations) {
  return RootSearch(f, most_evaluations).roots_in(rectangle);
}

}  // namespace beltdyn::numerics
