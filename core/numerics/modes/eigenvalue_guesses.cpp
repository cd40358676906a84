// SPDX-License-Identifier: MIT
#include "core/numerics/modes/eigenvalue_guesses.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/numerics/solve/dense.hpp"

namespace beltdyn::numerics {
namespace {

using Complex = std::complex<double>;

// The number of shifts along a range, of which the first and the last lie at its ends; and their distance to the left
// of its middle, towards decaying modes, as part of half its width.
constexpr int kShifts = 8;
constexpr double kShiftToDecay = 0.2;
// The dimension of a Krylov space; and the tolerance of an eigenvalue, relative to its distance from the shift.
constexpr int kKrylov = 20;
constexpr double kKnown = 0.1;
// Delays that turn by more than this over the distance of a guess are not expanded accurately [rad].
constexpr double kFarTurned = 1.0;
// Relative remainder below which a vector lies in the space.
constexpr double kDependent = 1e-12;

// The Krylov space about one shift; its vectors have two halves.
struct Krylov {
  Complex shift;
  Eigen::MatrixXcd top, bottom;  // shape (size, kKrylov + 1) each
  Eigen::MatrixXcd H;            // shape (kKrylov + 1, kKrylov)
  int dimension = 0;
  bool is_complete = false;

  // Adds the image of the last vector, orthogonalised in its first rows.
  void add(Eigen::VectorXcd x, Eigen::VectorXcd y, int n_compared) {
    if (is_complete) return;
    const int n = dimension + 1;
    const auto V = top.topLeftCorner(n_compared, n);
    const auto W = bottom.topLeftCorner(n_compared, n);
    const double size = std::hypot(x.head(n_compared).norm(), y.head(n_compared).norm());
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXcd h = V.adjoint() * x.head(n_compared) + W.adjoint() * y.head(n_compared);
      x -= top.leftCols(n) * h;
      y -= bottom.leftCols(n) * h;
      H.col(dimension).head(n) += h;
    }
    const double norm = std::hypot(x.head(n_compared).norm(), y.head(n_compared).norm());
    ++dimension;
    if (!(norm > kDependent * size)) {
      is_complete = true;
      return;
    }
    H(n, n - 1) = norm;
    top.col(n) = x / norm;
    bottom.col(n) = y / norm;
  }
};

// Krylov spaces about factorised shifts, with δ in units of `radius`.
std::vector<Krylov> krylov_spaces(ComplexFamily& family, std::span<const Complex> shifts, double radius,
                                  ComplexFamily::Delays delays) {
  const Eigen::Index size = family.size();
  const int compared = family.n_compared();
  const int dimension = std::min(kKrylov, 2 * compared - 1);
  Eigen::VectorXcd probe = probe_vectors(family.size(), 1);
  probe /= probe.head(compared).norm();
  std::vector<Krylov> spaces;
  for (const Complex shift : shifts) {
    Krylov space{.shift = shift,
                 .top = Eigen::MatrixXcd(size, dimension + 1),
                 .bottom = Eigen::MatrixXcd(size, dimension + 1),
                 .H = Eigen::MatrixXcd::Zero(dimension + 1, dimension)};
    space.top.col(0) = probe;
    space.bottom.col(0).setZero();
    spaces.push_back(std::move(space));
  }
  family.expand(shifts, delays);
  const auto n = static_cast<Eigen::Index>(shifts.size());
  Eigen::MatrixXcd first(size, n), second(size, n), product(size, n), solution;
  for (int k = 0; k < dimension; ++k) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const Krylov& space = spaces[static_cast<std::size_t>(i)];
      first.col(i) = -radius * space.top.col(space.dimension);
      second.col(i) = -radius * radius * space.bottom.col(space.dimension);
    }
    family.multiply_expansion(shifts, first, second, product);
    family.solve(product, solution);
    for (Eigen::Index i = 0; i < n; ++i) {
      Krylov& space = spaces[static_cast<std::size_t>(i)];
      space.add(solution.col(i), space.top.col(space.dimension), compared);
    }
  }
  return spaces;
}

// Takes the Ritz values of a space as guesses. In a complete space the residual entry of H vanishes.
void take_guesses(const Krylov& space, double radius, std::vector<EigenpairGuess>& guesses) {
  const int n = space.dimension;
  const Eigenpairs ritz = eigenpairs(space.H.topLeftCorner(n, n));
  const double rest = space.is_complete ? 0.0 : std::abs(space.H(n, n - 1));
  for (Eigen::Index i = 0; i < n; ++i) {
    const Complex reciprocal = ritz.values[i];
    const double residual = rest * std::abs(ritz.vectors(n - 1, i)) / ritz.vectors.col(i).norm();
    if (!(residual < kKnown * std::abs(reciprocal))) continue;
    guesses.push_back(
        {.pair = {.value = space.shift + radius / reciprocal, .vector = space.top.leftCols(n) * ritz.vectors.col(i)},
         .shift = space.shift});
  }
}

}  // namespace

Eigen::MatrixXcd probe_vectors(int size, int block) {
  Eigen::MatrixXcd V(size, block);
  double place = 0.0;
  for (int j = 0; j < block; ++j) {
    for (int i = 0; i < size; ++i) {
      place = std::fmod(place + 1.0 / std::numbers::phi, 1.0);
      V(i, j) = std::polar(1.0, 2.0 * std::numbers::pi * (place + static_cast<double>(i) * (j + 1) / size));
    }
  }
  return V;
}

void for_each_factorised(ComplexFamily& family, std::span<const Complex> s, Digits digits,
                         const std::function<void(std::size_t first, std::size_t count)>& use) {
  for (std::size_t first = 0; first < s.size(); first += family.n_lanes()) {
    const std::size_t count = std::min(family.n_lanes(), s.size() - first);
    const std::vector<bool> is_regular = family.factorise(s.subspan(first, count), digits);
    if (std::ranges::all_of(is_regular, std::identity())) {
      use(first, count);
      continue;
    }
    for (std::size_t i = first; i < first + count && count > 1; ++i) {
      if (family.factorise(s.subspan(i, 1), digits)[0]) use(i, 1);
    }
  }
}

std::vector<EigenpairGuess> eigenpair_guesses(ComplexFamily& family, const ComplexRectangle& range) {
  const Complex half = 0.5 * (range.high - range.low);
  const Complex middle = 0.5 * (range.low + range.high);
  const double spacing = 2.0 * half.imag() / (kShifts - 1);
  std::vector<Complex> shifts;
  for (int i = 0; i < kShifts; ++i) {
    shifts.emplace_back(middle.real() - kShiftToDecay * half.real(), range.low.imag() + i * spacing);
  }
  const double radius = std::hypot(half.real(), 0.5 * spacing);
  std::vector<EigenpairGuess> guesses;
  for_each_factorised(family, shifts, Digits::some, [&](std::size_t first, std::size_t count) {
    const std::span<const Complex> part = std::span(shifts).subspan(first, count);
    for (const auto delays : {ComplexFamily::Delays::change, ComplexFamily::Delays::stay}) {
      if (delays == ComplexFamily::Delays::stay && family.longest_delay() * radius < kFarTurned) continue;
      for (const Krylov& space : krylov_spaces(family, part, radius, delays)) take_guesses(space, radius, guesses);
    }
  });
  // Keeps guesses that belong to the nearest shift and are not far outside the range.
  std::erase_if(guesses, [&](const EigenpairGuess& guess) {
    const Complex away = guess.pair.value - middle;
    if (std::abs(away.real()) > 1.2 * half.real() || std::abs(away.imag()) > half.imag() + 0.5 * spacing) return true;
    return std::ranges::any_of(shifts, [&](Complex shift) {
      return std::abs(guess.pair.value - shift) < std::abs(guess.pair.value - guess.shift);
    });
  });
  return guesses;
}

}  // namespace beltdyn::numerics
