// SPDX-License-Identifier: MIT
#include "core/numerics/modes/nonlinear_eigenvalues.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/numerics/modes/contour_guesses.hpp"
#include "core/numerics/modes/eigenvalue_count.hpp"
#include "core/numerics/modes/eigenvalue_guesses.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// Largest number of parts of a range.
constexpr int kMostRectangles = 1000;
constexpr int kNewtonSteps = 10;
// Newton's method ends with a step below kConverged times |s| or the range; or with one below kNearlyConverged if
// rounding keeps the next one from being shorter.
constexpr double kConverged = 1e-14;
constexpr double kNearlyConverged = 1e-8;
// Largest step, as part of |s|, that rounding can cause in an ill-conditioned problem.
constexpr double kRounding = 1e-4;
// Distance from an eigenvalue, as part of |s|, at which an ill-conditioned matrix can already be singular to rounding.
constexpr double kSingular = 1e-6;
// Values with a smaller relative difference and the same vector count as one.
constexpr double kSameValue = 1e-4;
// Guesses outside kGuessWithin ellipses are ignored; Newton's method has diverged outside kStaysWithin ellipses.
constexpr double kGuessWithin = 1.1;
constexpr double kStaysWithin = 2.0;

// An eigenpair during the iteration.
struct Approach {
  Eigenpair pair;
  Ellipse within;               // ellipse in which it starts
  Eigen::VectorXcd fixed{};     // component of the vector that is kept fixed
  double last_step = INFINITY;  // relative to the larger of |s| and the ellipse
  enum class State { goes_on, is_there, fails } state = State::goes_on;

  double scale() const { return std::max(std::abs(pair.value), within.along); }
};

// A step of Newton's method for T(s) v = 0 with a fixed component of v; u = T⁻¹ T' v.
void take_step(Approach& a, const Eigen::VectorXcd& u) {
  const Complex step = a.fixed.dot(a.pair.vector) / a.fixed.dot(u);
  if (!std::isfinite(std::abs(step))) {
    a.state = u.allFinite() ? Approach::State::fails : Approach::State::is_there;
    return;
  }
  a.pair.value -= step;
  a.pair.vector = u.normalized();
  const double share = std::abs(step) / a.scale();
  if (share <= kConverged || (share <= kNearlyConverged && share >= 0.5 * a.last_step)) {
    a.state = Approach::State::is_there;
  }
  a.last_step = share;
}

// Finds vectors slightly beside the eigenvalues, where T is regular, by iteration with T⁻¹ T', which amplifies by the
// inverse distance to an eigenvalue. T⁻¹ alone has large parts where T is soft at any s.
void find_vectors(ComplexFamily& family, std::vector<Approach*> all) {
  constexpr int kInverseIterations = 2;
  constexpr double kAside = 1e-9;
  std::vector<Complex> beside;
  for (const Approach* a : all) beside.push_back(a->pair.value * (1.0 + kAside) + kAside * a->within.along);
  for_each_factorised(family, beside, Digits::all, [&](std::size_t first, std::size_t count) {
    Eigen::MatrixXcd x(family.size(), static_cast<Eigen::Index>(count));
    for (std::size_t i = 0; i < count; ++i) x.col(static_cast<Eigen::Index>(i)) = all[first + i]->pair.vector;
    Eigen::MatrixXcd b(x.rows(), x.cols());
    for (int i = 0; i < kInverseIterations; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        const auto column = static_cast<Eigen::Index>(j);
        b.col(column) = family.derivative(beside[first + j], x.col(column).normalized());
      }
      family.solve(b, x);
    }
    for (std::size_t i = 0; i < count; ++i) {
      all[first + i]->pair.vector = x.col(static_cast<Eigen::Index>(i)).normalized();
    }
  });
}

// Refines guesses by Newton's method, several at once. Drops those that do not converge or leave the ellipse.
void approach(ComplexFamily& family, std::vector<Approach>& all) {
  for (int step = 0; step < kNewtonSteps; ++step) {
    std::vector<Approach*> active;
    std::vector<Complex> values;
    for (Approach& a : all) {
      if (!a.within.has(a.pair.value, kStaysWithin)) a.state = Approach::State::fails;
      if (a.state != Approach::State::goes_on) continue;
      a.pair.vector.normalize();
      a.fixed = a.pair.vector;
      a.fixed.tail(family.size() - family.n_compared()).setZero();
      active.push_back(&a);
      values.push_back(a.pair.value);
    }
    std::vector<bool> is_regular(active.size(), false);
    for_each_factorised(family, values, Digits::all, [&](std::size_t first, std::size_t count) {
      Eigen::MatrixXcd b(family.size(), static_cast<Eigen::Index>(count));
      for (std::size_t i = 0; i < count; ++i) {
        is_regular[first + i] = true;
        b.col(static_cast<Eigen::Index>(i)) = family.derivative(values[first + i], active[first + i]->pair.vector);
      }
      Eigen::MatrixXcd u;
      family.solve(b, u);
      for (std::size_t i = 0; i < count; ++i) take_step(*active[first + i], u.col(static_cast<Eigen::Index>(i)));
    });
    // Singular to rounding: the eigenvalue has been reached as far as rounding shows; only the vector is missing.
    std::vector<Approach*> singular;
    for (std::size_t i = 0; i < active.size(); ++i) {
      if (is_regular[i]) continue;
      active[i]->state = Approach::State::is_there;
      active[i]->last_step = std::min(active[i]->last_step, kSingular);
      singular.push_back(active[i]);
    }
    find_vectors(family, std::move(singular));
  }
  std::vector<Approach*> rounded;
  for (Approach& a : all) {
    if (a.state != Approach::State::goes_on || !(a.last_step <= kRounding)) continue;
    a.state = Approach::State::is_there;
    rounded.push_back(&a);
  }
  find_vectors(family, std::move(rounded));
}

// The eigenpairs to which guesses within an ellipse lead.
std::vector<Approach> improved(ComplexFamily& family, std::vector<Eigenpair> guesses, const Ellipse& ellipse) {
  std::vector<Approach> all;
  for (Eigenpair& guess : guesses) {
    if (ellipse.has(guess.value, kGuessWithin)) all.push_back({.pair = std::move(guess), .within = ellipse});
  }
  std::vector<Approach*> each;
  for (Approach& a : all) each.push_back(&a);
  find_vectors(family, std::move(each));
  approach(family, all);
  return all;
}

// The ellipse through the corners of a rectangle, with its aspect ratio.
Ellipse around(const ComplexRectangle& r) {
  const Complex half = 0.5 * (r.high - r.low);
  return {.center = 0.5 * (r.low + r.high),
          .across = std::numbers::sqrt2 * half.real(),
          .along = std::numbers::sqrt2 * half.imag()};
}

// Cuts a rectangle across its longer side.
std::array<ComplexRectangle, 2> halves(const ComplexRectangle& r) {
  const Complex middle = 0.5 * (r.low + r.high);
  if ((r.high - r.low).imag() >= (r.high - r.low).real()) {
    return {ComplexRectangle{r.low, {r.high.real(), middle.imag()}},
            ComplexRectangle{{r.low.real(), middle.imag()}, r.high}};
  }
  return {ComplexRectangle{r.low, {middle.real(), r.high.imag()}},
          ComplexRectangle{{middle.real(), r.low.imag()}, r.high}};
}

// Adds a pair unless it is known: its vector depends on those of the same value. `size` is the size of the range.
void add_unless_known(Eigenpair pair, int n_compared, double size, std::vector<Eigenpair>& pairs) {
  constexpr double kSameVector = 1e-2;
  Eigen::VectorXcd rest = pair.vector.head(n_compared).normalized();
  std::vector<Eigen::VectorXcd> others;  // orthonormal
  for (const Eigenpair& other : pairs) {
    if (std::abs(other.value - pair.value) > kSameValue * std::max(std::abs(pair.value), size)) continue;
    Eigen::VectorXcd direction = other.vector.head(n_compared);
    for (const Eigen::VectorXcd& one : others) direction -= one.dot(direction) * one;
    others.push_back(direction.normalized());
    rest -= others.back().dot(rest) * others.back();
  }
  if (rest.norm() > kSameVector) pairs.push_back(std::move(pair));
}

// Adds the eigenpairs that were reached. One in doubt gives way to any other within its doubt.
void add_reached(std::vector<Approach> all, int n_compared, double size, std::vector<Eigenpair>& pairs) {
  constexpr double kDoubtInSteps = 100.0;
  for (Approach& a : all) {
    if (a.state != Approach::State::is_there) continue;
    if (a.last_step > kNearlyConverged) a.pair.doubt = kDoubtInSteps * a.last_step * a.scale();
    const auto has = [](const Eigenpair& doubtful, const Eigenpair& other) {
      return std::abs(doubtful.value - other.value) < doubtful.doubt;
    };
    if (std::ranges::any_of(pairs, [&](const Eigenpair& other) { return has(a.pair, other); })) continue;
    std::erase_if(pairs, [&](const Eigenpair& other) { return has(other, a.pair); });
    add_unless_known(std::move(a.pair), n_compared, size, pairs);
  }
}

// The number of eigenvalues in a rectangle that are not among the known ones; none if it cannot be told.
std::optional<int> n_missing(EigenvalueCount& count, const ComplexRectangle& range,
                             const std::vector<Eigenpair>& known) {
  const std::optional<int> missing = count.missing_within(range, known);
  if (missing && *missing < 0) {
    throw SolverError(
        fmt::format("{} more modes are found than counted between s = ({:.4g} {:+.4g} i) 1/s and ({:.4g} {:+.4g} i) "
                    "1/s; search a smaller range: reduce linear/modes/highest_frequency [Hz], or highest_rate [1/s]",
                    -*missing, range.low.real(), range.low.imag(), range.high.real(), range.high.imag()));
  }
  return missing;
}

// Adds the eigenpairs to which guesses in Krylov spaces lead, until they lead to no other.
void add_guessed(ComplexFamily& family, const ComplexRectangle& range, std::vector<Eigenpair>& kept) {
  const Ellipse ellipse = around(range);
  std::size_t before = 0;
  do {
    before = kept.size();
    std::vector<Approach> all;
    for (EigenpairGuess& guess : eigenpair_guesses(family, range, kept)) {
      all.push_back({.pair = std::move(guess.pair), .within = ellipse});
    }
    approach(family, all);
    add_reached(std::move(all), family.n_compared(), ellipse.along, kept);
  } while (kept.size() > before);
}

// Do integrals around an ellipse separate the known and missing eigenvalues in it?
bool can_separate(const ComplexFamily& family, const Ellipse& ellipse, int missing,
                  const std::vector<Eigenpair>& known) {
  const auto n_known =
      std::ranges::count_if(known, [&](const Eigenpair& pair) { return ellipse.has(pair.value, 1.0); });
  return missing + n_known <= kMostContourGuesses && can_integrate_around(family, ellipse);
}

// Adds the eigenpairs that are missing in a rectangle, in which guesses have been tried or not.
void collect(ComplexFamily& family, EigenvalueCount& count, const ComplexRectangle& range, bool is_guessed,
             int& rectangles, std::vector<Eigenpair>& kept) {
  if (++rectangles > kMostRectangles) {
    throw SolverError(
        fmt::format("modes cannot be separated near s = ({:.4g} {:+.4g} i) 1/s, or there are too many; reduce "
                    "linear/modes/highest_frequency [Hz], or set highest_rate [1/s] to a fraction of 2 pi "
                    "highest_frequency",
                    range.low.real(), range.low.imag()));
  }
  std::optional<int> missing = n_missing(count, range, kept);
  if (missing == 0) return;
  if (!is_guessed) {
    add_guessed(family, range, kept);
    missing = n_missing(count, range, kept);
    if (missing == 0) return;
  }
  const Ellipse ellipse = around(range);
  if (can_separate(family, ellipse, missing.value_or(0), kept)) {
    add_reached(improved(family, contour_guesses(family, ellipse), ellipse), family.n_compared(), ellipse.along, kept);
    if (n_missing(count, range, kept) == 0) return;
  }
  for (const ComplexRectangle& half : halves(range)) collect(family, count, half, false, rectangles, kept);
}

}  // namespace

void ComplexFamily::multiply_expansion(std::span<const Complex> s, const Eigen::MatrixXcd& x, const Eigen::MatrixXcd&,
                                       Eigen::MatrixXcd& y) const {
  y.resize(x.rows(), x.cols());
  for (Eigen::Index i = 0; i < x.cols(); ++i) y.col(i) = derivative(s[static_cast<std::size_t>(i)], x.col(i));
}

std::vector<Eigenpair> eigenvalues_within(ComplexFamily& family, const ComplexRectangle& range, double usual) {
  std::vector<ComplexRectangle> parts{range};
  if (usual < range.high.real()) {
    parts = {{range.low, {usual, range.high.imag()}}, {{usual, range.low.imag()}, range.high}};
  }
  EigenvalueCount count(family);
  std::vector<Eigenpair> found;
  add_guessed(family, parts.front(), found);
  if (parts.size() == 1 || n_missing(count, range, found) != 0) {
    int rectangles = 0;
    for (const ComplexRectangle& part : parts) {
      collect(family, count, part, &part == &parts.front(), rectangles, found);
    }
  }
  std::erase_if(found, [&](const Eigenpair& pair) { return !range.contains(pair.value); });
  std::sort(found.begin(), found.end(), [](const Eigenpair& a, const Eigenpair& b) {
    return std::pair(a.value.imag(), a.value.real()) < std::pair(b.value.imag(), b.value.real());
  });
  return found;
}

std::vector<std::optional<Complex>> eigenvalues_near(ComplexFamily& family, std::span<const Complex> guesses,
                                                     double largest) {
  const Eigen::VectorXcd probe = probe_vectors(family.size(), 1);
  std::vector<Approach> all;
  for (const Complex guess : guesses) {
    all.push_back(
        {.pair = {.value = guess, .vector = probe}, .within = {.center = guess, .across = largest, .along = largest}});
  }
  std::vector<Approach*> each;
  for (Approach& a : all) each.push_back(&a);
  find_vectors(family, std::move(each));
  approach(family, all);
  std::vector<std::optional<Complex>> found;
  for (const Approach& a : all) {
    const bool is_there = a.state == Approach::State::is_there && a.within.has(a.pair.value, 1.0);
    found.push_back(is_there ? std::optional(a.pair.value) : std::nullopt);
  }
  return found;
}

}  // namespace beltdyn::numerics
