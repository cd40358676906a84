// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/arc_memory.hpp"

#include <doctest/doctest.h>

namespace beltdyn::arc_memory_test {

using analytic::ArcMemory;

TEST_CASE("arc memory: states that cannot be are told from those that can") {
  CHECK(ArcMemory{}.is_sound());
  CHECK(ArcMemory{.is_whole = true, .stuck = {}}.is_sound());
  CHECK(ArcMemory{.sign = -1.0, .entry_sign = 1.0, .stuck = {}}.is_sound());
  CHECK(ArcMemory{.entry_sign = -1.0, .stuck = {{.sign = -1.0, .begin = 0.0, .end = 1.0}}}.is_sound());
  // Slip without direction; two slip arcs of equal direction that meet; a stuck piece where the whole belt slips.
  CHECK_FALSE(ArcMemory{.sign = 0.0}.is_sound());
  CHECK_FALSE(ArcMemory{.entry_sign = 0.5}.is_sound());
  CHECK_FALSE(ArcMemory{.sign = 1.0, .entry_sign = 1.0, .stuck = {}}.is_sound());
  CHECK_FALSE(ArcMemory{.is_whole = true}.is_sound());
  CHECK_FALSE(ArcMemory{.entry_sign = 1.0, .is_whole = true, .stuck = {}}.is_sound());
  // No belt that comes in, without slip at the entry; a piece that ends before it begins.
  CHECK_FALSE(ArcMemory{.stuck = {{.sign = 1.0, .begin = 0.0, .end = 1.0}}}.is_sound());
  CHECK_FALSE(ArcMemory{.stuck = {{.came_in = true, .begin = 1.0, .end = 0.0}}}.is_sound());
  CHECK_FALSE(ArcMemory{.stuck = {{.came_in = true, .first = 1.0, .last = 0.0}}}.is_sound());
}

}  // namespace beltdyn::arc_memory_test
