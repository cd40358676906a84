// SPDX-License-Identifier: MIT
#include "plots/time_range.hpp"

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"
#include "plots/test/figure_support.hpp"

namespace beltdyn::time_range_test {

TEST_CASE("figures: of a part of the time, the rows within it are drawn") {
  const std::string history =
      "time [s],strain_tight [-],strain_slack [-],slip_length_1 [m],slip_length_2 [m],slip_direction_1 [-],"
      "slip_direction_2 [-],length_error [-]\n0,0,0,0,0,0,0,0\n1,3,-3,0,0,0,0,0\n2,4,-4,0,0,0,0,0\n3,5,-5,0,0,0,0,0\n";
  plots::Result all{
      .drive = ContourDrive{.contour_length = 6.0,
                            .contact_length = {1.0, 1.0},
                            .axial_stiffness = 1.0,
                            .friction_force = {0.2, 0.2},
                            .surface_speed = {TimeFunction(1.0), TimeFunction(0.9)}},
      .end_time = 3.0,
      .runs = {{.name = "a",
                .formulation = "lagrangian_contour",
                .model = "finite_material",
                .is_exact = false,
                .history = CsvTable::parse("history.csv", history),
                .profiles = CsvTable::parse("profiles.csv",
                                            "time [s],sigma [m],strain [-],force [N],speed [m/s],pressure "
                                            "[N/m],traction [N/m],contact_state [-]\n"),
                .slip_zones = CsvTable::parse("slip_zones.csv",
                                              "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n")}},
      .marks = {{.time = 0.5, .label = "before"}, {.time = 1.5, .label = "within"}}};
  const plots::Result part = plots::within(all, {.from = 0.9, .to = 2.0});
  CHECK(part.runs[0].history.rows() == 2);
  CHECK(part.runs[0].history.column("strain_tight [-]")[0] == 3.0);
  REQUIRE(part.marks.size() == 1);
  CHECK(part.marks[0].label == "within");
  CHECK(beltdyn::test::text_of(plots::figure_files(part).scripts, "history_strain.gp")
            .find("\nbegin_time = 0.9\nend_time = 2\n") != std::string::npos);
  // A time after the end is the end.
  CHECK(plots::within(all, {.from = 0.9, .to = 9.0}).end_time == 3.0);
  CHECK_THROWS_AS(plots::within(all, {.from = 2.5}), UsageError);
}

}  // namespace beltdyn::time_range_test
