// SPDX-License-Identifier: MIT
#include "core/belt/idler_sag.hpp"

#include <doctest/doctest.h>

#include "core/drive/belt/test/conveyor_drive.hpp"

namespace beltdyn::idler_sag_test {
namespace {

// The conclusions of a conveyor whose return and carrying idlers are 2.4 m and 1.2 m apart.
std::vector<Conclusion> conclusions(const std::vector<double>& first, const std::vector<double>& second) {
  BeltDrive drive = test::Conveyor().drive();
  drive.spans[1].idler_spacing = 2.4;
  const std::vector<HistoryColumn> columns{{.name = "span_sag_1", .unit = "m", .value = {}},
                                           {.name = "span_sag_2", .unit = "m", .value = {}}};
  Summary summary(columns, 0.0);
  summary.add(0.0, first);
  summary.add(1.0, second);
  return sag_conclusions(drive, summary);
}

}  // namespace

TEST_CASE("idler sag: the conclusion is the largest ratio of sag and spacing, with run and time") {
  // 0.024/2.4 = 1 %, 0.018/1.2 = 1.5 %
  const std::vector<Conclusion> list = conclusions({0.024, 0.018}, {0.02, 0.01});
  REQUIRE(list.size() == 1);
  CHECK(list[0].name == "sag_ratio");
  CHECK(list[0].value == doctest::Approx(0.015).epsilon(1e-14));
  CHECK_FALSE(list[0].is_doubtful);
  CHECK(list[0].message ==
        "the belt sags between idlers by up to 1.5 % of their spacing, of the run from pulley 2 (tail), at 0 s");
}

TEST_CASE("idler sag: above two per cent it is doubtful") {
  CHECK_FALSE(conclusions({0.0, 0.0}, {0.0479, 0.0})[0].is_doubtful);
  const Conclusion large = conclusions({0.0, 0.0}, {0.0481, 0.0})[0];
  CHECK(large.is_doubtful);
  CHECK(large.message ==
        "the belt sags between idlers by up to 2 % of their spacing, of the run from pulley 1 (head), at 1 s; usual is "
        "at most 2 %: increase the force of the take-up, or reduce idler_spacing");
}

TEST_CASE("idler sag: without the columns there is no conclusion") {
  const std::vector<HistoryColumn> columns;
  CHECK(sag_conclusions(test::Conveyor().drive(), Summary(columns, 0.0)).empty());
}

}  // namespace beltdyn::idler_sag_test
