// SPDX-License-Identifier: MIT
#include "core/dynamics/rope_state.hpp"

#include <array>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

namespace beltdyn::rope_state_test {
namespace {

constexpr double kFriction = 0.14;
constexpr int kPieces = 50;

// On a half circle of radius 1 m; borne(i) is the used part of the friction limit of piece i.
template <class Borne>
std::array<double, 2> slip_arcs(const Borne& borne) {
  const double length = std::numbers::pi / kPieces;
  std::vector<TouchingPiece> pieces;
  for (int i = 0; i < kPieces; ++i) {
    pieces.push_back({.sigma = (i + 0.5) * length, .length = length, .normal = 2.0});
    pieces.back().traction = borne(i) * kFriction * pieces.back().normal;
  }
  const RopeState rope({{}, {.sigma = 1.0}}, {pieces});
  const PathArc arc{.radius = 1.0, .wrap = std::numbers::pi};
  std::array<double, 2> arcs = rope.slip_arcs(0, arc, kFriction);
  for (double& angle : arcs) angle /= length;
  return arcs;
}

}  // namespace

TEST_CASE("rope state: pieces that stick for a moment are no end of a slip arc, nor are single ones that slip an arc") {
  const auto at_exit = slip_arcs([](int i) {
    if (i == kPieces - 1 || i == kPieces - 9) return -0.6;
    return i >= 20 ? -1.0 : i % 4 == 0 ? -0.8 : -0.3;
  });
  CHECK(at_exit[0] == 0.0);
  CHECK(at_exit[1] == doctest::Approx(kPieces - 20));
  const auto at_both = slip_arcs([](int i) { return i < 10 ? 1.0 : i >= 30 ? -1.0 : 0.2; });
  CHECK(at_both[0] == doctest::Approx(10));
  CHECK(at_both[1] == doctest::Approx(kPieces - 30));
  const auto sticks = slip_arcs([](int i) { return i % 7 == 3 ? 1.0 : 0.4; });
  CHECK(sticks[0] == 0.0);
  CHECK(sticks[1] == 0.0);
}

TEST_CASE("rope state: the slip arc of a rope that slips on all of a pulley is at its second end") {
  const auto arcs = slip_arcs([](int) { return 1.0; });
  CHECK(arcs[0] == 0.0);
  CHECK(arcs[1] == doctest::Approx(kPieces));
}

}  // namespace beltdyn::rope_state_test
