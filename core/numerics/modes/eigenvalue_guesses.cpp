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

// The number of first shifts along a range, of which the first and the last lie at its ends; and their distance to the
// left of its middle, towards decaying modes, as part of half its width. A space tells eigenvalues apart whose distance
// is not small beside that to its shift, so shifts lie close to lightly damped ones.
constexpr int kShifts = 8;
constexpr double kShiftToDecay = 0.02;
// How often shifts are added in the middle of two whose spaces do not meet.
constexpr int kMostInsertions = 5;
// The dimension of a Krylov space; and the tolerance of an eigenvalue, relative to its distance from the shift.
constexpr int kKrylov = 20;
constexpr double kKnown = 0.1;
// Delays that turn by more than this over the distance of a guess are not expanded accurately [rad].
constexpr double kFarTurned = 1.0;
// Spaces are orthogonal to known eigenvectors up to this distance from their shift, in units of their radius.
constexpr double kKnownWithin = 2.0;
// Relative remainder below which a vector lies in the space, and below which known vectors are the same.
constexpr double kDependent = 1e-12;
constexpr double kSameVector = 1e-6;

// A vector with two halves, of which the first `compared` rows each count.
struct Halves {
  Eigen::VectorXcd top, bottom;
  int compared{};

  double norm() const { return std::hypot(top.head(compared).norm(), bottom.head(compared).norm()); }
};

// Orthonormal vectors with two halves.
struct Basis {
  Eigen::MatrixXcd top, bottom;  // shape (size, most) each
  int n = 0;

  Basis(Eigen::Index size, Eigen::Index most) : top(size, most), bottom(size, most) {}

  // Makes a vector orthogonal to the basis; returns its components.
  Eigen::VectorXcd orthogonalise(Halves& v) const {
    Eigen::VectorXcd components = Eigen::VectorXcd::Zero(n);
    for (int twice = 0; twice < 2; ++twice) {
      const Eigen::VectorXcd h = top.topLeftCorner(v.compared, n).adjoint() * v.top.head(v.compared) +
                                 bottom.topLeftCorner(v.compared, n).adjoint() * v.bottom.head(v.compared);
      v.top -= top.leftCols(n) * h;
      v.bottom -= bottom.leftCols(n) * h;
      components += h;
    }
    return components;
  }
  // Adds an orthogonal vector, unless it is shorter than `least`; returns its length, or 0.
  double add(const Halves& v, double least) {
    const double norm = v.norm();
    if (!(norm > least)) return 0.0;
    top.col(n) = v.top / norm;
    bottom.col(n) = v.bottom / norm;
    ++n;
    return norm;
  }
};

// The Krylov space about one shift, orthogonal to the known eigenvectors, so that it finds other ones.
struct Krylov {
  Complex shift;
  Basis known;
  Basis basis;
  Eigen::MatrixXcd H;  // shape (kKrylov + 1, kKrylov)
  int dimension = 0;
  bool is_complete = false;

  void start(Halves probe) {
    const double size = probe.norm();
    known.orthogonalise(probe);
    is_complete = basis.add(probe, kDependent * size) == 0.0;
  }
  // Adds the image of the last vector.
  void add(Halves image) {
    if (is_complete) return;
    const double size = image.norm();
    known.orthogonalise(image);
    H.col(dimension).head(basis.n) = basis.orthogonalise(image);
    ++dimension;
    const double norm = basis.add(image, kDependent * size);
    is_complete = norm == 0.0;
    if (!is_complete) H(dimension, dimension - 1) = norm;
  }
};

// The known eigenvectors (v, δ v) near a shift, with δ in units of `radius`.
Basis known_near(const std::vector<Eigenpair>& known, Complex shift, double radius, Eigen::Index size, int compared) {
  std::vector<Halves> near;
  for (const Eigenpair& pair : known) {
    const Complex away = pair.value - shift;
    if (std::abs(away) < kKnownWithin * radius) near.push_back({pair.vector, away / radius * pair.vector, compared});
  }
  Basis basis(size, static_cast<Eigen::Index>(near.size()));
  for (Halves& vector : near) {
    const double norm = vector.norm();
    basis.orthogonalise(vector);
    basis.add(vector, kSameVector * norm);
  }
  return basis;
}

// Krylov spaces about factorised shifts, with δ in units of `radius`.
std::vector<Krylov> krylov_spaces(ComplexFamily& family, std::span<const Complex> shifts, double radius,
                                  ComplexFamily::Delays delays, const std::vector<Eigenpair>& known) {
  const Eigen::Index size = family.size();
  const int compared = family.n_compared();
  const int dimension = std::min(kKrylov, 2 * compared - 1);
  Halves probe{probe_vectors(family.size(), 1).col(0), Eigen::VectorXcd::Zero(size), compared};
  probe.top /= probe.norm();
  std::vector<Krylov> spaces;
  for (const Complex shift : shifts) {
    spaces.push_back({.shift = shift,
                      .known = known_near(known, shift, radius, size, compared),
                      .basis = Basis(size, dimension + 1),
                      .H = Eigen::MatrixXcd::Zero(dimension + 1, dimension)});
    spaces.back().start(probe);
  }
  family.expand(shifts, delays);
  const auto n = static_cast<Eigen::Index>(shifts.size());
  Eigen::MatrixXcd first = Eigen::MatrixXcd::Zero(size, n), second = first, product(size, n), solution;
  for (int k = 0; k < dimension; ++k) {
    for (Eigen::Index i = 0; i < n; ++i) {
      const Krylov& space = spaces[static_cast<std::size_t>(i)];
      if (space.is_complete) continue;
      first.col(i) = -radius * space.basis.top.col(space.dimension);
      second.col(i) = -radius * radius * space.basis.bottom.col(space.dimension);
    }
    family.multiply_expansion(shifts, first, second, product);
    family.solve(product, solution);
    for (Eigen::Index i = 0; i < n; ++i) {
      Krylov& space = spaces[static_cast<std::size_t>(i)];
      if (!space.is_complete) space.add({solution.col(i), space.basis.top.col(space.dimension), compared});
    }
  }
  return spaces;
}

// A shift, and the distance up to which its space knows the eigenvalues.
struct Shift {
  Complex value;
  double reach = 0.0;
};

// Takes the Ritz values of a space as guesses, and returns its reach. In a complete space the residual entry of H
// vanishes.
double take_guesses(const Krylov& space, double radius, std::vector<EigenpairGuess>& guesses) {
  const int n = space.dimension;
  if (n == 0) return INFINITY;
  const Eigenpairs ritz = eigenpairs(space.H.topLeftCorner(n, n));
  const double rest = space.is_complete ? 0.0 : std::abs(space.H(n, n - 1));
  double reach = INFINITY;
  for (Eigen::Index i = 0; i < n; ++i) {
    const Complex reciprocal = ritz.values[i];
    const double residual = rest * std::abs(ritz.vectors(n - 1, i)) / ritz.vectors.col(i).norm();
    if (!(residual < kKnown * std::abs(reciprocal))) {
      reach = std::min(reach, radius / std::abs(reciprocal));
      continue;
    }
    guesses.push_back({.pair = {.value = space.shift + radius / reciprocal,
                                .vector = space.basis.top.leftCols(n) * ritz.vectors.col(i)},
                       .shift = space.shift});
  }
  return reach;
}

// Adds the guesses of spaces about shifts, and sets their reach.
void add_guesses(ComplexFamily& family, double radius, const std::vector<Eigenpair>& known, std::vector<Shift>& shifts,
                 std::vector<EigenpairGuess>& guesses) {
  std::vector<Complex> values;
  for (const Shift& shift : shifts) values.push_back(shift.value);
  for_each_factorised(family, values, Digits::some, [&](std::size_t first, std::size_t count) {
    const std::span<const Complex> part = std::span(values).subspan(first, count);
    for (const auto delays : {ComplexFamily::Delays::change, ComplexFamily::Delays::stay}) {
      if (delays == ComplexFamily::Delays::stay && family.longest_delay() * radius < kFarTurned) continue;
      const std::vector<Krylov> spaces = krylov_spaces(family, part, radius, delays, known);
      for (std::size_t i = 0; i < count; ++i) {
        double& reach = shifts[first + i].reach;
        reach = std::max(reach, take_guesses(spaces[i], radius, guesses));
      }
    }
  });
}

// New shifts in the middle of neighbours whose spaces do not meet.
std::vector<Shift> shifts_between(const std::vector<Shift>& sorted) {
  std::vector<Shift> added;
  for (std::size_t i = 0; i + 1 < sorted.size(); ++i) {
    const double gap = std::abs(sorted[i + 1].value - sorted[i].value);
    if (sorted[i].reach + sorted[i + 1].reach < gap) added.push_back({0.5 * (sorted[i].value + sorted[i + 1].value)});
  }
  return added;
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

std::vector<EigenpairGuess> eigenpair_guesses(ComplexFamily& family, const ComplexRectangle& range,
                                              const std::vector<Eigenpair>& known) {
  const Complex half = 0.5 * (range.high - range.low);
  const Complex middle = 0.5 * (range.low + range.high);
  const double spacing = 2.0 * half.imag() / (kShifts - 1);
  std::vector<Shift> fresh;
  for (int i = 0; i < kShifts; ++i) {
    fresh.push_back({{middle.real() - kShiftToDecay * half.real(), range.low.imag() + i * spacing}});
  }
  const double radius = std::hypot(half.real(), 0.5 * spacing);
  std::vector<Shift> shifts;
  std::vector<EigenpairGuess> guesses;
  for (int i = 0; i <= kMostInsertions && !fresh.empty(); ++i) {
    add_guesses(family, radius, known, fresh, guesses);
    shifts.insert(shifts.end(), fresh.begin(), fresh.end());
    std::ranges::sort(shifts, {}, [](const Shift& shift) { return shift.value.imag(); });
    fresh = shifts_between(shifts);
  }
  // Keeps guesses that belong to the nearest shift and are not far outside the range.
  std::erase_if(guesses, [&](const EigenpairGuess& guess) {
    const Complex away = guess.pair.value - middle;
    if (std::abs(away.real()) > 1.2 * half.real() || std::abs(away.imag()) > half.imag() + 0.5 * spacing) return true;
    return std::ranges::any_of(shifts, [&](const Shift& shift) {
      return std::abs(guess.pair.value - shift.value) < std::abs(guess.pair.value - guess.shift);
    });
  });
  return guesses;
}

}  // namespace beltdyn::numerics
