// SPDX-License-Identifier: MIT
#include "postprocess/moved_path.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

namespace beltdyn::moved_path_test {

using postprocess::laid_on;
using postprocess::path_at;
using postprocess::same_place;
using std::numbers::pi;

// Two pulleys of radius 0.1 m, 1 m apart: the path has arcs of 0.1 π and spans of 1 m.
BeltDrive two_pulleys() {
  BeltDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) pulley.radius = 0.1;
  drive.pulleys[1].center = {1.0, 0.0};
  return drive;
}

// The second pulley moves away by 0.5 m in a second.
const CsvTable& history() {
  static const CsvTable table =
      CsvTable::parse("history.csv", "time [s],axis_x_2 [m],axis_y_2 [m]\n0,1,0\n1,1.5,0\n2,1.5,0\n");
  return table;
}

TEST_CASE("moved path: the path of each time goes around the axes at that time") {
  for (const double time : {0.0, 0.5, 3.0}) {
    const auto path = path_at(two_pulleys(), history(), time);
    REQUIRE(path);
    const double span = 1.0 + std::min(time, 1.0) * 0.5;
    CHECK(path->spans()[0].length == doctest::Approx(span));
    CHECK(path->length() == doctest::Approx(2.0 * span + 0.2 * pi));
  }
  // Without axes in the history it is the path at rest; where pulleys overlap there is none.
  const CsvTable fixed = CsvTable::parse("history.csv", "time [s]\n0\n1\n");
  CHECK(path_at(two_pulleys(), fixed, 3.0)->spans()[0].length == doctest::Approx(1.0));
  const CsvTable overlap = CsvTable::parse("history.csv", "time [s],axis_x_2 [m],axis_y_2 [m]\n0,1,0\n1,0.05,0\n");
  CHECK(path_at(two_pulleys(), overlap, 0.0));
  CHECK_FALSE(path_at(two_pulleys(), overlap, 3.0));
}

TEST_CASE("moved path: a place keeps its fraction of its arc or span") {
  const BeltPath now = *path_at(two_pulleys(), history(), 1.0);
  const BeltPath drawn = *path_at(two_pulleys(), history(), 0.0);
  const double arc = 0.1 * pi;
  CHECK(same_place(0.3 * arc, now, drawn) == doctest::Approx(0.3 * arc));
  CHECK(same_place(arc + 0.75, now, drawn) == doctest::Approx(arc + 0.5));
  CHECK(same_place(arc + 1.5 + 0.25 * arc, now, drawn) == doctest::Approx(arc + 1.0 + 0.25 * arc));
  CHECK(same_place(now.length() + 0.3 * arc, now, drawn) == doctest::Approx(drawn.length() + 0.3 * arc));
  CHECK(same_place(-0.75, now, drawn) == doctest::Approx(-0.5));
}

TEST_CASE("moved path: rows of a table are laid on by the path of their time") {
  const BeltPath drawn = *path_at(two_pulleys(), history(), 0.0);
  const CsvTable table =
      CsvTable::parse("profiles.csv", "time [s],sigma [m],force [N]\n0,0.2,5\n0,1.0,6\n1,0.2,7\n1,1.0,8\n");
  const std::array<std::string_view, 1> sigmas{"sigma [m]"};
  const CsvTable laid = laid_on(drawn, table, sigmas, two_pulleys(), history());
  const auto sigma = laid.column("sigma [m]");
  const double arc = 0.1 * pi;
  CHECK(sigma[0] == doctest::Approx(0.2));
  CHECK(sigma[1] == doctest::Approx(1.0));
  CHECK(sigma[2] == doctest::Approx(0.2));
  CHECK(sigma[3] == doctest::Approx(arc + (1.0 - arc) / 1.5));
  CHECK(laid.column("force [N]")[3] == 8.0);
}

}  // namespace beltdyn::moved_path_test
