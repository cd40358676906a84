// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/drive/supported_beam_drive.hpp"
#include "plots/figures.hpp"

namespace beltdyn::beam_figures_test {

namespace {

const std::string kHeader = "time [s],circle_force [N],circle_position [m],axial_force_middle [N]\n";

plots::Run run(int elements, int segments, double y, double force) {
  return {.name = fmt::format("n{}_s{}", elements, segments),
          .formulation = "lagrangian_ancf_static",
          .model = "elastic_beam",
          .is_exact = false,
          .history = CsvTable::parse("history.csv", kHeader + fmt::format("0,0,0.5,0\n1,-2,{},{}\n", y, force)),
          .profiles = CsvTable("profiles.csv", {}, {}),
          .slip_zones = CsvTable("slip_zones.csv", {}, {}),
          .shape = std::nullopt,
          .resolution = {.elements = elements, .segments_per_element = segments}};
}

plots::Result result(std::vector<plots::Run> runs) {
  SupportedBeamDrive drive;
  drive.length = 1.0;
  drive.has_circle = true;
  drive.circle.radius = 0.25;
  drive.circle.rest_position = {0.5, 0.5};
  return {.drive = as_drive(drive), .end_time = 1.0, .runs = std::move(runs), .marks = {}};
}

std::vector<std::string> names(const plots::Result& r) {
  std::vector<std::string> found;
  for (const plots::Figure& figure : plots::applicable_figures(r)) found.push_back(figure.name);
  return found;
}

}  // namespace

TEST_CASE("beam figures: errors are those from the finest mesh, a block for each number of segments") {
  const plots::Result r = result({run(4, 1, 0.75, 3.0), run(8, 1, 0.5, 2.5), run(16, 1, 0.375, 2.25),
                                  run(4, 2, 0.3125, 2.0), run(32, 2, 0.25, 1.0)});
  CHECK(names(r) == std::vector<std::string>{"beam_convergence"});
  const plots::FigureFiles files = plots::figure_files(r);
  REQUIRE(files.scripts.size() == 1);
  CHECK(files.scripts[0].text.find("$errors << END\n4 0.5 2\n8 0.25 1.5\n16 0.125 1.25\n\n\n4 0.0625 1\n\n\nEND\n"
                                   "n_counts = 2\narray segments[2] = [1, 2]\n") != std::string::npos);
  CHECK(files.scripts[0].text.find("coarsest = 1\nfinest = 5\n") != std::string::npos);
  REQUIRE(files.data.size() == 5);
  CHECK(files.data[0].path == "data/n4_s1.history.dat");
  CHECK(files.data[0].text == "0 0 0.5 0\n1 -2 0.75 3\n");
}

TEST_CASE("beam figures: few meshes give no convergence figure, many loads give a curve") {
  plots::Run loaded = run(4, 1, 0.75, 3.0);
  CHECK(names(result({loaded, run(8, 1, 0.5, 2.5)})).empty());
  loaded.history = CsvTable::parse("history.csv", kHeader + "0,0,0.5,0\n1,-1,0.25,1\n2,-2,0.125,2\n");
  CHECK(names(result({loaded})) == std::vector<std::string>{"beam_loading"});
}

}  // namespace beltdyn::beam_figures_test
