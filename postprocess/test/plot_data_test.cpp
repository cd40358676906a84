// SPDX-License-Identifier: MIT
#include "postprocess/plot_data.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace beltdyn::plot_data_test {

namespace plot_data = beltdyn::postprocess::plot_data;

TEST_CASE("plot data: thinning keeps the first and last row and every peak") {
  std::vector<double> time;
  std::vector<double> value;
  for (int i = 0; i < 10000; ++i) {
    time.push_back(i);
    value.push_back(i == 1234 ? 7.0 : i == 8765 ? -7.0 : 0.0);
  }
  const std::vector<std::size_t> rows = plot_data::thin_rows({time, value}, 100);
  CHECK(rows.size() <= 401);
  CHECK(rows.front() == 0);
  CHECK(rows.back() == 9999);
  CHECK(std::count(rows.begin(), rows.end(), 1234) == 1);
  CHECK(std::count(rows.begin(), rows.end(), 8765) == 1);
  CHECK(plot_data::thin_rows({std::span<const double>()}, 100).empty());
  CHECK(plot_data::thin_rows({std::span(time).first(3)}, 100).size() == 3);
}

TEST_CASE("plot data: lines have ten digits") {
  const std::vector<double> x{0.1, 1.0 / 3.0};
  const std::vector<std::size_t> rows{1};
  CHECK(plot_data::lines({x, x}, rows) == "0.3333333333 0.3333333333\n");
}

TEST_CASE("plot data: profiles become data sets") {
  const CsvTable profiles = CsvTable::parse(
      "profiles.csv",
      "time [s],sigma [m],strain [-],force [N],speed [m/s],pressure [N/m],traction [N/m],contact_state [-]\n"
      "0,0.5,0,0,1,0,0,0\n0,1.5,0,0,1,0,0,2\n1,0.5,3,3,1,0,0,-1\n1,1.5,4,4,1,0,0,2\n2,0.5,5,5,1,7,0,0\n");
  CHECK(plot_data::profile_times(profiles) == std::vector<double>{0.0, 1.0, 2.0});
  CHECK(plot_data::profile_blocks(profiles, std::vector<std::size_t>{1, 2}) ==
        "0.5 3 3 1 0 -1 0\n1.5 4 4 1 0 2 0\n\n\n0.5 5 5 1 0 0 7\n");
}

TEST_CASE("plot data: a slip zone is a strip while it lives, on its pulley, in its direction") {
  const CsvTable zones = CsvTable::parse("slip_zones.csv",
                                         "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n"
                                         "1,1,0.9,1,-1\n1,2,3.9,4,1\n"
                                         "2,1,0.8,1,-1\n2,2,3.8,4,1\n"
                                         "3,1,0.7,1,-1\n"
                                         "4,1,0.1,0.2,-1\n"  // elsewhere: another zone
                                         "5,1,0.1,0.3,-1\n");
  const std::vector<double> history{0.0, 1.0, 2.0, 3.0, 4.0, 5.0};
  CHECK(plot_data::slip_strips(zones, history, -1, 100) == "1 0.9 1\n2 0.8 1\n3 0.7 1\n\n4 0.1 0.2\n5 0.1 0.3\n");
  CHECK(plot_data::slip_strips(zones, history, 1, 100) == "1 3.9 4\n2 3.8 4\n");
  // A row without slip between two zones at the same place separates them.
  const CsvTable gap = CsvTable::parse("slip_zones.csv",
                                       "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n"
                                       "0,1,0.9,1,1\n1,1,0.9,1,1\n3,1,0.9,1,1\n4,1,0.9,1,1\n");
  CHECK(plot_data::slip_strips(gap, history, 1, 100) == "0 0.9 1\n1 0.9 1\n\n3 0.9 1\n4 0.9 1\n");
}

TEST_CASE("plot data: where slip zones part or join, strips leave nothing out between them") {
  const CsvTable zones = CsvTable::parse("slip_zones.csv",
                                         "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n"
                                         "0,1,0,1,1\n1,1,0,1,1\n"
                                         "2,1,0,0.4,1\n2,1,0.6,1,1\n"
                                         "3,1,0,1,1\n4,1,0,1,1\n");
  const std::vector<double> history{0.0, 1.0, 2.0, 3.0, 4.0};
  CHECK(plot_data::slip_strips(zones, history, 1, 100) ==
        "0 0 1\n1 0 1\n\n1 0 0.4\n2 0 0.4\n\n1 0.6 1\n2 0.6 1\n\n2 0 1\n3 0 1\n4 0 1\n");
  // A gap shorter than `apart` does not separate zones.
  CHECK(plot_data::slip_strips(zones, history, 1, 100, std::vector<double>{0.25}) ==
        "0 0 1\n1 0 1\n2 0 1\n3 0 1\n4 0 1\n");
  CHECK(plot_data::slip_strips(zones, history, 1, 100, std::vector<double>{0.15}).find("1 0.6 1\n") !=
        std::string::npos);
}

TEST_CASE("plot data: strips use few rows of a long history, the last one among them") {
  const CsvTable zones = CsvTable::parse("slip_zones.csv",
                                         "time [s],pulley [-],sigma_begin [m],sigma_end [m],direction [-]\n"
                                         "0,1,0.9,1,1\n1,1,0.8,1,1\n2,1,0.7,1,1\n3,1,0.6,1,1\n");
  CHECK(plot_data::slip_strips(zones, std::vector<double>{0.0, 1.0, 2.0, 3.0}, 1, 2) == "0 0.9 1\n2 0.7 1\n3 0.6 1\n");
}

}  // namespace beltdyn::plot_data_test
