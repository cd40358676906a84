// SPDX-License-Identifier: MIT
#include "core/numerics/lanes/lane_matrix.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <Eigen/LU>
#include <doctest/doctest.h>

#include "core/numerics/solve/permutation.hpp"

namespace beltdyn::numerics::lane_matrix_test {
namespace {

using Complex = std::complex<double>;

constexpr int kSize = 30;

// A band matrix with some distant entries, and a delay in every third column.
std::vector<MatrixTerm> terms() {
  std::vector<MatrixTerm> all;
  for (int i = 0; i < kSize; ++i) {
    for (const int j : {i, (i + 1) % kSize, (i + 7) % kSize}) {
      const double size = 1.0 + 0.3 * std::sin(3.0 * i + 5.0 * j);
      all.push_back({.row = i,
                     .column = j,
                     .constant = i == j ? 4.0 : size,
                     .linear = 0.2 * size,
                     .quadratic = i == j ? 1.0 : 0.0,
                     .factor = j % 3 == 0 ? std::size_t{1} : std::size_t{0}});
    }
    all.push_back({.row = i, .column = i, .constant = 0.5});
  }
  return all;
}

Eigen::MatrixXcd dense(Complex s) {
  Eigen::MatrixXcd T = Eigen::MatrixXcd::Zero(kSize, kSize);
  for (const MatrixTerm& t : terms()) {
    T(t.row, t.column) += (t.constant + s * (t.linear + s * t.quadratic)) * (t.factor == 0 ? 1.0 : std::exp(-s));
  }
  return T;
}

std::vector<LaneComplex> factors(const std::vector<Complex>& s) {
  std::vector<LaneComplex> all(2);
  for (std::size_t lane = 0; lane < kLuLanes; ++lane) {
    const Complex delayed = std::exp(-s[std::min(lane, s.size() - 1)]);
    all[0].re[lane] = 1.0;
    all[1].re[lane] = delayed.real();
    all[1].im[lane] = delayed.imag();
  }
  return all;
}

}  // namespace

TEST_CASE("lane matrix: solutions and phases of determinants are those of each matrix alone") {
  LaneMatrix matrix;
  matrix.set_terms(kSize, merged(terms()));
  for (const int n : {8, 3, 1}) {
    CAPTURE(n);
    std::vector<Complex> s;
    for (int i = 0; i < n; ++i) s.emplace_back(-0.3 + 0.1 * i, 0.7 * i);
    const std::array<bool, kLuLanes> is_regular = matrix.factorise(s, factors(s));
    Eigen::MatrixXcd b(kSize, n);
    for (int i = 0; i < kSize; ++i) {
      for (int j = 0; j < n; ++j) b(i, j) = Complex(std::cos(i), std::sin(2.0 * i * j));
    }
    Eigen::MatrixXcd x;
    matrix.solve(b, x);
    REQUIRE(x.cols() == n);
    for (int j = 0; j < n; ++j) {
      CAPTURE(j);
      CHECK(is_regular[static_cast<std::size_t>(j)]);
      const Eigen::PartialPivLU<Eigen::MatrixXcd> lu(dense(s[static_cast<std::size_t>(j)]));
      const Eigen::VectorXcd exact = lu.solve(b.col(j));
      CHECK((x.col(j) - exact).norm() < 1e-12 * exact.norm());
      const double turned = matrix.phase_of_determinant(j) - std::arg(lu.determinant());
      CHECK(std::abs(std::remainder(turned, 2.0 * std::numbers::pi)) < 1e-12);
    }
  }
}

TEST_CASE("lane matrix: a singular matrix is reported and does not affect its neighbours") {
  // diag(s, 1 + s) with an off-diagonal entry.
  LaneMatrix matrix;
  matrix.set_terms(2, merged({{.row = 0, .column = 0, .constant = 0.0, .linear = 1.0},
                              {.row = 0, .column = 1, .constant = 1.0},
                              {.row = 1, .column = 1, .constant = 1.0, .linear = 1.0}}));
  const std::vector<Complex> s{0.0, 2.0};
  const std::array<bool, kLuLanes> is_regular = matrix.factorise(s, factors(s));
  CHECK(!is_regular[0]);
  CHECK(is_regular[1]);
  Eigen::MatrixXcd x;
  matrix.solve(Eigen::MatrixXcd::Ones(2, 2), x);
  CHECK(std::abs(x(0, 1) - 1.0 / 3.0) < 1e-15);
}

TEST_CASE("lane matrix: a matrix with an entry that is no number is not regular, wherever the entry is") {
  for (const int bad : {0, 1, 2}) {
    CAPTURE(bad);
    LaneMatrix matrix;
    std::vector<MatrixTerm> diagonal;
    for (int i = 0; i < 3; ++i) {
      diagonal.push_back(
          {.row = i, .column = i, .constant = 1.0, .factor = i == bad ? std::size_t{1} : std::size_t{0}});
    }
    matrix.set_terms(3, merged(diagonal));
    const std::vector<Complex> s{1.0, 1.5, 2.0};
    std::vector<LaneComplex> values = factors(s);
    values[1].re[1] = std::nan("");
    const std::array<bool, kLuLanes> is_regular = matrix.factorise(s, values);
    CHECK(is_regular[0]);
    CHECK(!is_regular[1]);
    CHECK(is_regular[2]);
  }
}

TEST_CASE("lane matrix: pivots unsuitable for another matrix are chosen again") {
  // [[s, 1], [1, 1]]: at s = 1e9 the first pivot is s; at 1e-12 it would make the factors grow.
  LaneMatrix matrix;
  matrix.set_terms(2, merged({{.row = 0, .column = 0, .constant = 0.0, .linear = 1.0},
                              {.row = 0, .column = 1, .constant = 1.0},
                              {.row = 1, .column = 0, .constant = 1.0},
                              {.row = 1, .column = 1, .constant = 1.0}}));
  for (const double value : {1e9, 1e-12}) {
    const std::vector<Complex> s{value};
    REQUIRE(matrix.factorise(s, factors(s))[0]);
    Eigen::MatrixXcd x;
    Eigen::MatrixXcd b(2, 1);
    b << 1.0, 2.0;
    matrix.solve(b, x);
    CHECK(std::abs(x(0, 0) - 1.0 / (1.0 - value)) < 1e-14 * std::abs(x(0, 0)));
    CHECK(std::abs(x(1, 0) - (2.0 - x(0, 0))) < 1e-14 * 2.0);
  }
}

TEST_CASE("permutations: odd ones take an odd number of exchanges") {
  CHECK(!is_odd(std::array{0, 1, 2}));
  CHECK(is_odd(std::array{1, 0, 2}));
  CHECK(!is_odd(std::array{1, 2, 0}));
  CHECK(is_odd(std::array{1, 2, 3, 0}));
}

TEST_CASE("Lane matrix: its expansion is that of the matrix") {
  const std::vector<Complex> numbers{{0.3, 1.2}, {-0.4, 0.1}, {0.0, 2.0}};
  const std::vector<LaneComplex> values = factors(numbers);
  std::vector<LaneComplex> slopes(2);
  std::vector<LaneComplex> bends = values;
  bends[0] = {};
  for (std::size_t lane = 0; lane < kLuLanes; ++lane) {
    slopes[1].re[lane] = -values[1].re[lane];
    slopes[1].im[lane] = -values[1].im[lane];
  }
  LaneMatrix matrix;
  matrix.set_terms(kSize, merged(terms()));
  matrix.expand(numbers, values, slopes, bends);
  const auto n = static_cast<Eigen::Index>(numbers.size());
  Eigen::MatrixXcd x(kSize, n);
  for (Eigen::Index i = 0; i < kSize; ++i) {
    for (Eigen::Index k = 0; k < n; ++k) x(i, k) = std::polar(1.0, 1.0 + static_cast<double>(i * (k + 2)));
  }
  Eigen::MatrixXcd first, second;
  matrix.multiply(x, Eigen::MatrixXcd::Zero(kSize, n), first);
  matrix.multiply(Eigen::MatrixXcd::Zero(kSize, n), x, second);
  // Differences over h have the error h²; rounding is amplified by 1/h, for second differences by 1/h².
  constexpr double kStep = 1e-3;
  for (Eigen::Index k = 0; k < n; ++k) {
    CAPTURE(k);
    const Complex s = numbers[static_cast<std::size_t>(k)];
    const Eigen::MatrixXcd ahead = dense(s + kStep);
    const Eigen::MatrixXcd back = dense(s - kStep);
    CHECK((first.col(k) - (ahead - back) * x.col(k) / (2.0 * kStep)).norm() < 1e-5 * first.col(k).norm());
    CHECK((second.col(k) - 0.5 * (ahead - 2.0 * dense(s) + back) * x.col(k) / (kStep * kStep)).norm() <
          1e-5 * second.col(k).norm());
  }
}

}  // namespace beltdyn::numerics::lane_matrix_test
