// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>

#include <doctest/doctest.h>

#include "core/contact/friction_law.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/lanes/lane_math.hpp"

namespace beltdyn::contact::test {

using Lanes = xsimd::batch<double>;
inline constexpr std::size_t kLanes = Lanes::size;
inline constexpr int kTrials = 2000;
// Exponential functions of lanes are accurate to some units in the last place; a force is a sum of a few of them.
inline constexpr Tolerance kRounding{.rel = 1e-14, .abs = 1e-14};

inline double lane(const Lanes& lanes, std::size_t i) {
  alignas(64) std::array<double, kLanes> values{};
  numerics::store(lanes, values.data());
  return values[i];
}

// One number per lane, drawn in the order of the lanes.
template <class Draw>
Lanes drawn(const Draw& draw) {
  alignas(64) std::array<double, kLanes> values{};
  for (double& value : values) value = draw();
  return numerics::load<Lanes>(values.data());
}

template <class Law>
typename Law::History history_of_lane(const typename Law::template HistoryOf<Lanes>& lanes, std::size_t i) {
  typename Law::History history{};
  for (std::size_t k = 0; k < Law::History::kSize; ++k) {
    history.value[k] = lane(lanes.value[k], i);
    history.mode[k] = lane(lanes.mode[k], i);
  }
  return history;
}

// Checks that a law gives the same results with lanes and, lane by lane, with doubles. Motions and memories are random;
// some are without contact, and some come to rest. `size` is the magnitude of the memory's values.
template <class Law>
void check_lanes(const Law& law, double size) {
  std::mt19937_64 random(20260101);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const auto draw_mode = [&] { return static_cast<double>(static_cast<int>(random() % 3)) - 1.0; };
  for (int trial = 0; trial < kTrials; ++trial) {
    typename Law::template HistoryOf<Lanes> before{};
    typename Law::template HistoryOf<Lanes> after{};
    for (std::size_t k = 0; k < Law::History::kSize; ++k) {
      before.value[k] = drawn([&] { return size * any(random); });
      before.mode[k] = drawn(draw_mode);
      after.value[k] = Lanes(0.0);
      after.mode[k] = Lanes(0.0);
    }
    const double scale = 1e-6 * static_cast<double>(1 << (trial % 12));
    const SlipStepOf<Lanes> step{.slip = drawn([&] { return random() % 9 == 0 ? 0.0 : scale * any(random); }),
                                 .velocity = drawn([&] { return 30.0 * scale * any(random); }),
                                 .inverse_time_step = Lanes(1e3),
                                 .normal_force = drawn([&] { return any(random) + 0.5; })};
    const auto response = law.respond(step, before, after);
    for (std::size_t i = 0; i < kLanes; ++i) {
      const SlipStep one{.slip = lane(step.slip, i),
                         .velocity = lane(step.velocity, i),
                         .inverse_time_step = 1e3,
                         .normal_force = lane(step.normal_force, i)};
      const auto committed = history_of_lane<Law>(before, i);
      typename Law::History memory{};
      const FrictionResponse expected = law.respond(one, committed, memory);
      CHECK(close(lane(response.traction, i), expected.traction, kRounding));
      CHECK(lane(response.state, i) == expected.state);
      for (std::size_t k = 0; k < law.memory_size(); ++k) {
        CHECK(close(lane(after.value[k], i), memory.value[k], kRounding));
        CHECK(lane(after.mode[k], i) == memory.mode[k]);
      }
    }
    const SlipMotionOf<Lanes> motion{.velocity = step.velocity, .normal_force = Lanes(1.3)};
    const Lanes traction = law.traction(motion, before);
    const auto rate = law.memory_rate(motion, before);
    for (std::size_t i = 0; i < kLanes; ++i) {
      const SlipMotion one{.velocity = lane(motion.velocity, i), .normal_force = 1.3};
      const auto committed = history_of_lane<Law>(before, i);
      CHECK(close(lane(traction, i), law.traction(one, committed), kRounding));
      for (std::size_t k = 0; k < law.memory_size(); ++k) {
        CHECK(close(lane(rate[k], i), law.memory_rate(one, committed)[k], kRounding));
      }
      if constexpr (HybridFrictionLaw<Law>) {
        for (std::size_t mode = 0; mode < law.n_modes(); ++mode) {
          const Lanes margin = law.mode_margin(mode, motion, before);
          CHECK(close(lane(margin, i), law.mode_margin(mode, one, committed), kRounding));
          auto all = before;
          auto switched = committed;
          law.switch_mode(mode, motion, all, margin < Lanes(0.0));
          if (lane(margin, i) < 0.0) law.switch_mode(mode, one, switched);
          CHECK(close(lane(all.value[mode], i), switched.value[mode], kRounding));
          CHECK(lane(all.mode[mode], i) == switched.mode[mode]);
        }
      }
    }
  }
}

}  // namespace beltdyn::contact::test
