// SPDX-License-Identifier: MIT
#include "core/contact/rigid_patch.hpp"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/contact/normal_law.hpp"
#include "core/numerics/dual.hpp"

namespace beltdyn::rigid_patch_test {

using contact::PenaltyNormal;
using contact::RigidPatch;

constexpr double kPatch = 5e6;
constexpr double kPoint = 2e3;
constexpr std::array kWeights{5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};

template <class T>
std::array<T, 3> forces(const std::array<T, 3>& gaps) {
  const RigidPatch patch = RigidPatch::of(kPatch, kPoint);
  const PenaltyNormal point({.stiffness = kPoint});
  T mean(0.0);
  for (std::size_t i = 0; i < 3; ++i) mean = mean + kWeights[i] * gaps[i];
  const T raise = patch.raise(mean);
  std::array<T, 3> force;
  for (std::size_t i = 0; i < 3; ++i) {
    force[i] = point.respond(contact::GapStateOf<T>{.gap = T(gaps[i] - raise)}).normal_force;
  }
  return force;
}

TEST_CASE("rigid patch: the mean has the stiffness of the patch, what is off it that of a point") {
  const double deep = 1e-6;
  const std::array<double, 3> even = forces<double>({-deep, -deep, -deep});
  for (const double force : even) CHECK(force == doctest::Approx(kPatch * deep).epsilon(1e-12));
  // Alternating gaps with the same mean
  const double off = 1e-4;
  const std::array<double, 3> odd = forces<double>({-deep - off, -deep + 1.25 * off, -deep - off});
  CHECK(odd[0] - even[0] == doctest::Approx(kPoint * off).epsilon(1e-9));
  CHECK(odd[1] - even[1] == doctest::Approx(-1.25 * kPoint * off).epsilon(1e-9));
}

TEST_CASE("rigid patch: one that is open in the mean bears by its points alone, and nothing pulls") {
  const std::array<double, 3> part = forces<double>({-1e-3, 2e-3, 5e-3});
  CHECK(part[0] == doctest::Approx(kPoint * 1e-3).epsilon(1e-12));
  CHECK(part[1] == 0.0);
  CHECK(part[2] == 0.0);
  for (const double force : forces<double>({1e-9, 1e-9, 1e-9})) CHECK(force == 0.0);
  // The patch is closed in the mean, but the open point does not pull.
  CHECK(forces<double>({-1e-3, 0.5, -1e-3})[1] == 0.0);
}

TEST_CASE("rigid patch: the forces have no jump where the mean gap closes, and the tangent is their derivative") {
  using T = numerics::Dual<double, 3>;
  const double step = 1e-10;
  const std::array<std::array<double, 3>, 4> states{
      {{-1e-6, -2e-6, -1e-6}, {-3e-4, 2e-4, -1e-4}, {-1e-3, 2e-3, 5e-3}, {-1e-3, 0.5, -1e-3}}};
  for (const auto& state : states) {
    std::array<T, 3> gaps{T(state[0]), T(state[1]), T(state[2])};
    for (std::size_t i = 0; i < 3; ++i) gaps[i].d[i] = 1.0;
    const std::array<T, 3> by_gaps = forces<T>(gaps);
    for (std::size_t j = 0; j < 3; ++j) {
      std::array<double, 3> ahead = state;
      std::array<double, 3> behind = state;
      ahead[j] += step;
      behind[j] -= step;
      const std::array<double, 3> high = forces<double>(ahead);
      const std::array<double, 3> low = forces<double>(behind);
      for (std::size_t i = 0; i < 3; ++i) {
        // The forces are linear up to the rounding of forces of K |g|.
        CHECK(std::abs((high[i] - low[i]) / (2.0 * step) - by_gaps[i].d[j]) < 1e-5 * kPatch);
      }
    }
  }
  // ḡ → 0 from both sides
  const std::array<double, 3> closed = forces<double>({-1e-4, 1.25e-4 - 1e-13, -1e-4});
  const std::array<double, 3> open = forces<double>({-1e-4, 1.25e-4 + 1e-13, -1e-4});
  CHECK(std::abs(closed[0] - open[0]) < 2e-13 * kPatch);
}

TEST_CASE("rigid patch: without stiffening nothing is raised, and a patch softer than its points is refused") {
  CHECK_FALSE(RigidPatch().raises());
  CHECK(RigidPatch().raise(-1.0) == 0.0);
  CHECK(RigidPatch::of(kPoint, kPoint).raise(-1.0) == 0.0);
  CHECK(RigidPatch::of(3.0 * kPoint, kPoint).raise(-1.0) == doctest::Approx(2.0));
  CHECK(RigidPatch::raise(2.0, -1.0) == 2.0);
  CHECK_THROWS_AS(RigidPatch::of(1.0, 2.0), UsageError);
  CHECK_THROWS_AS(RigidPatch::of(1.0, 0.0), UsageError);
}

}  // namespace beltdyn::rigid_patch_test
