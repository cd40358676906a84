// SPDX-License-Identifier: MIT
#include "core/numerics/holomorphic_roots.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

constexpr double kTurn = 2.0 * std::numbers::pi;
// Of the phase over a step: what f′/f at its ends may differ by, times the step, and what is left between the change
// by the trapezoidal rule and the one that is found, modulo a turn.
constexpr double kLargestBend = 1.0;
constexpr double kLargestMiss = 0.5;
// A step this short, of its edge, means a root on the edge.
constexpr double kShortestPart = 1e-10;
// Where a rectangle is cut, as parts of its longer side; the first one without a root on the cut is taken.
constexpr std::array<double, 5> kCuts{0.5, 0.4721, 0.5387, 0.4233, 0.5919};
// By how much the outer edges are moved, as parts of the sides.
constexpr std::array<double, 4> kMargins{0.0, 0.0037, 0.0061, 0.0089};
// Roots closer to each other than this part of the outer rectangle are one multiple root.
constexpr double kTogether = 1e-9;
constexpr int kNewtonIterations = 60;
// Newton's method at a root of f moves by its rounding.
constexpr double kNewtonRounding = 1e-13;

class RootSearch {
 public:
  RootSearch(const HolomorphicFunction& f, const ComplexRectangle& outer, int most_evaluations)
      : f_(f), most_evaluations_(most_evaluations) {
    const Complex size = outer.high - outer.low;
    together_ = kTogether * std::max(size.real(), size.imag());
    for (const double margin : kMargins) {
      const ComplexRectangle moved{outer.low - margin * size, outer.high + margin * size};
      const std::optional<int> count = count_in(moved);
      if (!count) continue;
      search(moved, *count);
      return;
    }
    throw SolverError("roots lie on the boundary of every search region tried; choose another region");
  }

  std::vector<Complex> roots() && {
    std::ranges::sort(
        roots_, [](Complex a, Complex b) { return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real(); });
    return std::move(roots_);
  }

 private:
  LogValue value(Complex s) {
    if (++evaluations_ > most_evaluations_) {
      throw SolverError(fmt::format(
          "the root search did not finish within {} function evaluations; choose a smaller region", most_evaluations_));
    }
    return f_(s);
  }

  // By how much the phase of f grows on the way from a to b; none if it cannot be determined.
  std::optional<double> phase_change(Complex a, const LogValue& at_a, Complex b, const LogValue& at_b,
                                     double shortest) {
    const Complex step = b - a;
    const double expected = 0.5 * ((at_a.log_rate + at_b.log_rate) * step).imag();
    const double found = (at_b.log - at_a.log).imag();
    const double miss = std::remainder(found - expected, kTurn);
    const double bend = std::abs((at_b.log_rate - at_a.log_rate) * step);
    if (std::abs(miss) < kLargestMiss && bend < kLargestBend) return expected + miss;
    if (!(std::abs(step) > shortest)) return std::nullopt;
    const Complex middle = 0.5 * (a + b);
    const LogValue at_middle = value(middle);
    const std::optional<double> first = phase_change(a, at_a, middle, at_middle, shortest);
    if (!first) return std::nullopt;
    const std::optional<double> second = phase_change(middle, at_middle, b, at_b, shortest);
    if (!second) return std::nullopt;
    return *first + *second;
  }

  // Of the roots in a rectangle; none if one lies on its edges.
  std::optional<int> count_in(const ComplexRectangle& r) {
    const std::array<Complex, 5> corners{r.low, Complex(r.high.real(), r.low.imag()), r.high,
                                         Complex(r.low.real(), r.high.imag()), r.low};
    double phase = 0.0;
    LogValue at = value(corners[0]);
    for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
      const LogValue next = value(corners[i + 1]);
      const double shortest = kShortestPart * std::abs(corners[i + 1] - corners[i]);
      const std::optional<double> change = phase_change(corners[i], at, corners[i + 1], next, shortest);
      if (!change) return std::nullopt;
      phase += *change;
      at = next;
    }
    return static_cast<int>(std::lround(phase / kTurn));
  }

  void search(const ComplexRectangle& r, int count) {
    if (count <= 0) return;
    const Complex size = r.high - r.low;
    if (count == 1 && polish(r)) return;
    if (std::max(size.real(), size.imag()) < together_) {
      roots_.insert(roots_.end(), static_cast<std::size_t>(count), 0.5 * (r.low + r.high));
      return;
    }
    const bool is_wide = size.real() > size.imag();
    for (const double cut : kCuts) {
      ComplexRectangle first = r;
      ComplexRectangle second = r;
      if (is_wide) {
        first.high.real(r.low.real() + cut * size.real());
        second.low.real(first.high.real());
      } else {
        first.high.imag(r.low.imag() + cut * size.imag());
        second.low.imag(first.high.imag());
      }
      const std::optional<int> in_first = count_in(first);
      if (!in_first || *in_first < 0 || *in_first > count) continue;
      search(first, *in_first);
      search(second, count - *in_first);
      return;
    }
    throw SolverError(
        fmt::format("the root search cannot separate {} roots near {:.9g} {:+.9g} i; choose another region", count,
                    r.low.real(), r.low.imag()));
  }

  // The single root of a rectangle by Newton's method from its middle; false if it leaves the rectangle.
  bool polish(const ComplexRectangle& r) {
    const Complex size = r.high - r.low;
    Complex s = 0.5 * (r.low + r.high);
    double last = std::abs(size);
    for (int i = 0; i < kNewtonIterations; ++i) {
      const Complex rate = value(s).log_rate;
      const Complex correction = std::isfinite(rate.real()) && std::isfinite(rate.imag()) ? 1.0 / rate : Complex(0.0);
      s -= correction;
      if (!r.contains(s)) return false;
      const double length = std::abs(correction);
      // Quadratic convergence ends where rounding begins.
      if (length <= kNewtonRounding * std::abs(s) || (length < 1e-3 * together_ && length >= last)) {
        roots_.push_back(s);
        return true;
      }
      last = length;
    }
    return false;
  }

  const HolomorphicFunction& f_;
  int most_evaluations_;
  int evaluations_ = 0;
  double together_{};
  std::vector<Complex> roots_;
};

}  // namespace

std::vector<Complex> roots_within(const HolomorphicFunction& f, const ComplexRectangle& rectangle,
                                  int most_evaluations) {
  return RootSearch(f, rectangle, most_evaluations).roots();
}

}  // namespace beltdyn::numerics
