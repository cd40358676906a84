// SPDX-License-Identifier: MIT
#include "verification/all_cases.hpp"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "verification/report.hpp"

namespace beltdyn::verification::all_cases_test {

TEST_CASE("verification: ids select by prefix, and an unknown one is an error that suggests") {
  CHECK(select_cases({}, false).size() == all_cases().size());
  CHECK(select_cases({"oborin-2018/"}, false).size() < all_cases().size());
  CHECK(select_cases({"oborin-2018/abel"}, false).size() == 1);
  CHECK(select_cases({}, true).size() <= all_cases().size());
  CHECK_THROWS_WITH_AS(select_cases({"oborin-2018/abell"}, false),
                       doctest::Contains("did you mean \"oborin-2018/abel\"?"), UsageError);
}

TEST_CASE("verification: every case of the first screen of README exists") {
  for (const FrontRow& row : kFrontRows) {
    CAPTURE(std::string(row.id));
    CHECK(std::ranges::any_of(all_cases(), [&row](const VerificationCase& item) { return item.id == row.id; }));
  }
}

}  // namespace beltdyn::verification::all_cases_test
