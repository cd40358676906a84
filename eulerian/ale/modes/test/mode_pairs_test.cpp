// SPDX-License-Identifier: MIT
#include "eulerian/ale/modes/mode_pairs.hpp"

#include <algorithm>
#include <complex>
#include <numbers>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"

namespace beltdyn::eulerian::ale::mode_pairs_test {
namespace {

using Complex = std::complex<double>;

constexpr double kOscillation = 30.0;  // [rad/s]
constexpr double kDecay = 0.5;         // [1/s]

// diag(s² − g², (s + δ)² + ω²) with the roots ±g and −δ ± iω.
class Instability final : public numerics::ComplexFamily {
 public:
  explicit Instability(double growth) : growth_(growth) {}
  int size() const override { return 2; }
  std::vector<bool> factorise(std::span<const Complex> s, numerics::Digits) override {
    diagonal_ = {s[0] * s[0] - growth_ * growth_, (s[0] + kDecay) * (s[0] + kDecay) + kOscillation * kOscillation};
    return {true};
  }
  void solve(const Eigen::MatrixXcd& b, Eigen::MatrixXcd& x) const override {
    x = diagonal_.asDiagonal().inverse() * b;
  }
  double phase(int) const override { return diagonal_.array().arg().sum(); }
  Eigen::VectorXcd derivative(Complex s, const Eigen::VectorXcd& x) const override {
    return Eigen::Vector2cd(2.0 * s, 2.0 * (s + kDecay)).cwiseProduct(x);
  }

 private:
  double growth_;
  Eigen::Vector2cd diagonal_;
};

}  // namespace

// The search has a decay rate of 5 1/s. Next to it both of its parts find a root.
TEST_CASE("mode pairs: growing modes are found up to the highest angular frequency, and each once") {
  const ModeSearch search{.highest_frequency = 10.0, .highest_rate = 5.0};
  for (const double growth : {2.0, 5.0, 5.02, 40.0, 60.0}) {
    CAPTURE(growth);
    Instability family(growth);
    std::vector<numerics::Eigenpair> modes = mode_pairs(family, search, 0.0);
    std::erase_if(modes, [](const numerics::Eigenpair& mode) { return mode.value.real() < -2.0 * kDecay; });
    std::ranges::sort(modes, {}, [](const numerics::Eigenpair& mode) { return mode.value.real(); });
    REQUIRE(modes.size() == 2);
    // The errors of Newton's method are those of the last digits of s².
    CHECK(close(modes[0].value.imag(), kOscillation, {.rel = 1e-12}));
    CHECK(close(modes[1].value.real(), growth, {.rel = 1e-12}));
  }
}

}  // namespace beltdyn::eulerian::ale::mode_pairs_test
