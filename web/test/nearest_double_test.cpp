// SPDX-License-Identifier: MIT
#include "web/shims/nearest_double.hpp"

#include <charconv>
#include <random>
#include <string>

#include <doctest/doctest.h>

namespace beltdyn::web::nearest_double_test {

namespace {

double read(const std::string& text) {
  double value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

}  // namespace

TEST_CASE("nearest double: as the C++ library has it, to the last bit") {
  std::mt19937_64 draw(1);
  int n_found = 0;
  constexpr int kTexts = 200000;
  for (int i = 0; i < kTexts; ++i) {
    const std::uint64_t digits = draw() % 1'000'000'000'000'000'000 >> draw() % 60;
    const int exponent = static_cast<int>(draw() % 93) - 46;
    const std::optional<double> nearest = nearest_double(digits, exponent);
    if (!nearest) continue;
    ++n_found;
    if (*nearest != read(std::to_string(digits) + "e" + std::to_string(exponent))) {
      FAIL_CHECK(digits << "e" << exponent);
    }
  }
  // All but those of the four exponents that are too large on either side, or nearly so.
  CHECK(n_found > kTexts * 88 / 93);
}

TEST_CASE("nearest double: the middle between two numbers is left to others") {
  // 2^53 + 1 is the middle between 2^53 and 2^53 + 2.
  CHECK_FALSE(nearest_double(9007199254740993, 0));
  CHECK(nearest_double(9007199254740992, 0) == 0x1p53);
  CHECK(nearest_double(9007199254740994, 0) == 0x1p53 + 2.0);
  CHECK(nearest_double(0, 5) == 0.0);
  CHECK(nearest_double(1, -1) == 0.1);
  CHECK(nearest_double(17976931348623157, 44) == 17976931348623157e44);
  CHECK_FALSE(nearest_double(1, 45));
  CHECK_FALSE(nearest_double(1'000'000'000'000'000'000, 0));
}

}  // namespace beltdyn::web::nearest_double_test
