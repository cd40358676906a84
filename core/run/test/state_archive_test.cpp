// SPDX-License-Identifier: MIT
#include "core/run/state_archive.hpp"

#include <bit>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "core/base/error.hpp"

namespace beltdyn::state_archive_test {

using beltdyn::IoError;
using beltdyn::StateReader;
using beltdyn::StateWriter;

TEST_CASE("state archive: doubles come back to the bit, special values included") {
  const std::vector<double> values{0.1, -0.0, 1e-320, std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
  StateWriter writer;
  writer.numbers("values", values);
  writer.number("pi", 3.141592653589793);
  writer.integers("list", std::vector<std::int64_t>{-1, 1LL << 60});
  writer.integer("count", 42);
  writer.numbers("none", {});
  const StateReader reader(writer.to_cbor());
  const std::vector<double>& back = reader.any_numbers("values", values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CHECK(std::bit_cast<std::uint64_t>(back[i]) == std::bit_cast<std::uint64_t>(values[i]));
  }
  CHECK(reader.number("pi") == 3.141592653589793);
  CHECK(reader.integers("list")[1] == 1LL << 60);
  CHECK(reader.integer("count") == 42);
  CHECK(reader.numbers("none").empty());
}

TEST_CASE("state archive: missing entries and damaged bytes are input/output errors") {
  const StateReader reader(StateWriter{}.to_cbor());
  CHECK_THROWS_WITH_AS(reader.number("x"), doctest::Contains("has no entry 'x'"), IoError);
  const std::vector<std::uint8_t> garbage{1, 2, 3};
  CHECK_THROWS_WITH_AS(StateReader{garbage}, doctest::Contains("is corrupt"), IoError);
  // Deeply nested lists.
  CHECK_THROWS_WITH_AS(StateReader{std::vector<std::uint8_t>(3'000'000, 0x81)}, doctest::Contains("is corrupt"),
                       IoError);
  CHECK_THROWS_WITH_AS(StateReader{std::vector<std::uint8_t>(3'000'000, 0xA1)}, doctest::Contains("is corrupt"),
                       IoError);
}

TEST_CASE("state archive: entries that are not what is expected are input/output errors") {
  StateWriter writer;
  writer.numbers("three", std::vector<double>{1.0, 2.0, 3.0});
  writer.integers("two", std::vector<std::int64_t>{-1, 4});
  writer.number("before", -1e-9);
  writer.number("never", std::numeric_limits<double>::infinity());
  writer.number("nan", std::numeric_limits<double>::quiet_NaN());
  writer.numbers("ends",
                 std::vector<double>{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()});
  writer.number("now", 0.0);
  writer.integer("less", -1);
  const StateReader reader(writer.to_cbor());
  CHECK(reader.numbers("three", 3).size() == 3);
  CHECK(reader.integers("two", 2, {.least = -1, .most = 4}).size() == 2);
  CHECK(reader.numbers("ends", 2)[0] == std::numeric_limits<double>::max());
  CHECK(reader.time("now") == 0.0);
  CHECK_THROWS_WITH_AS(reader.numbers("three", 2),
                       "the checkpoint's entry 'three' has 3 numbers instead of 2; run again with --force", IoError);
  CHECK_THROWS_AS(reader.integers("two", 3, {.least = -1}), IoError);
  CHECK_THROWS_WITH_AS(reader.integers("two", 2, {}), doctest::Contains("'two' holds -1"), IoError);
  CHECK_THROWS_WITH_AS(reader.integers("two", 2, {.least = -1, .most = 3}), doctest::Contains("holds 4"), IoError);
  for (const char* name : {"before", "never", "nan", "three"}) CHECK_THROWS_AS(reader.time(name), IoError);
  for (const char* name : {"never", "nan"}) {
    CHECK_THROWS_WITH_AS(reader.number(name), doctest::Contains("is not a number"), IoError);
  }
  CHECK_THROWS_WITH_AS(reader.count("less"), doctest::Contains("holds -1"), IoError);
}

}  // namespace beltdyn::state_archive_test
