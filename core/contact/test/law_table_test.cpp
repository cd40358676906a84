// SPDX-License-Identifier: MIT
#include "core/contact/law_table.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/test/lanes_check.hpp"

namespace beltdyn::law_table_test {

using namespace beltdyn::contact;
using contact::test::kLanes;
using contact::test::lane;
using contact::test::Lanes;

namespace {

using AnyLaw = std::variant<ElastoplasticCoulomb, Dahl>;

const AnyLaw kStiff = ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 1600.0});
const AnyLaw kSoft = ElastoplasticCoulomb({.friction_coefficient = 0.5, .stiffness = 100.0});
const AnyLaw kDahl = Dahl({.friction_coefficient = 0.5, .stiffness = 1600.0, .exponent = 1.0});

// Lanes that belong to these pulleys in turn, starting with pulleys[first].
Lanes owners(const std::vector<int>& pulleys, std::size_t first) {
  std::size_t next = first;
  return contact::test::drawn([&] { return static_cast<double>(pulleys[next++ % pulleys.size()]); });
}

// Checks that every lane with a pulley is visited once, by the law of this pulley, and the other lanes never.
void check_visits(const LawTable<AnyLaw>& table, const std::vector<AnyLaw>& of_pulley) {
  std::vector<int> pulleys{-1};
  for (std::size_t p = 0; p < of_pulley.size(); ++p) pulleys.push_back(static_cast<int>(p));
  for (std::size_t first = 0; first < pulleys.size(); ++first) {
    const Lanes owner = owners(pulleys, first);
    std::array<int, kLanes> visits{};
    table.for_each(owner, [&](const auto& law, const auto& here) {
      const Lanes is_here = select(here, Lanes(1.0), Lanes(0.0));
      for (std::size_t i = 0; i < kLanes; ++i) {
        if (lane(is_here, i) == 0.0) continue;
        ++visits[i];
        const double pulley = lane(owner, i);
        REQUIRE(pulley >= 0.0);
        const auto* expected = std::get_if<std::decay_t<decltype(law)>>(&of_pulley[static_cast<std::size_t>(pulley)]);
        REQUIRE(expected != nullptr);
        CHECK(law == *expected);
      }
    });
    for (std::size_t i = 0; i < kLanes; ++i) CHECK(visits[i] == (lane(owner, i) >= 0.0 ? 1 : 0));
  }
}

}  // namespace

TEST_CASE("law table: each lane is answered once, by the law of its pulley, and none that has no pulley") {
  for (const std::vector<AnyLaw>& laws :
       {std::vector<AnyLaw>{kStiff, kStiff}, {kStiff, kSoft}, {kDahl, kStiff, kDahl}, {kStiff, kDahl, kSoft, kStiff}}) {
    const LawTable<AnyLaw> table(laws);
    for (std::size_t p = 0; p < laws.size(); ++p) CHECK(table.of_pulley(p) == laws[p]);
    check_visits(table, laws);
  }
}

TEST_CASE("law table: equal laws are one") {
  CHECK(LawTable<AnyLaw>({kStiff, kStiff}).laws().size() == 1);
  CHECK(LawTable<AnyLaw>({kDahl, kStiff, kDahl}).laws().size() == 2);
}

}  // namespace beltdyn::law_table_test
