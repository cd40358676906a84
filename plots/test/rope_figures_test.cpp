// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/drive/rope/rope_on_surface.hpp"
#include "plots/figures.hpp"

namespace beltdyn::rope_figures_test {

namespace {

plots::Run run(const std::string& name, bool is_exact, int elements, double first, double second) {
  return {.name = name,
          .formulation = is_exact ? "analytic_rope" : "lagrangian_rope",
          .model = "rope_on_surface",
          .is_exact = is_exact,
          .history = CsvTable::parse(
              "history.csv", "time [s],friction_coefficient [-],tension [N],force_ratio [-],peak_pressure [N/m]\n" +
                                 fmt::format("0,0.25,1,{},3\n1,0.5,1,{},4\n", first, second)),
          .profiles = CsvTable("profiles.csv", {}, {}),
          .slip_zones = CsvTable("slip_zones.csv", {}, {}),
          .shape = std::nullopt,
          .resolution = {.elements = elements, .segments_per_element = 2}};
}

plots::Result result(std::vector<plots::Run> runs) {
  return {.drive = as_drive(RopeOnSurface{}), .end_time = 1.0, .runs = std::move(runs), .marks = {}};
}

std::vector<std::string> names(const plots::Result& r) {
  std::vector<std::string> found;
  for (const plots::Figure& figure : plots::applicable_figures(r)) found.push_back(figure.name);
  return found;
}

std::string script(const plots::FigureFiles& files, const std::string& name) {
  for (const plots::TextFile& file : files.scripts) {
    if (file.path == name + ".gp") return file.text;
  }
  return "";
}

}  // namespace

TEST_CASE("rope figures: ratio over what is varied, and errors from the exact run at the same time") {
  const plots::Result r = result({run("exact", true, 0, 2.0, 4.0), run("bars", false, 8, 2.5, 3.0)});
  CHECK(names(r) == std::vector<std::string>{"rope_ratio", "rope_error"});
  const plots::FigureFiles files = plots::figure_files(r);
  CHECK(script(files, "rope_ratio").find("swept_label = 'friction coefficient μ'") != std::string::npos);
  REQUIRE(files.data.size() == 2);
  CHECK(files.data[1].path == "data/bars.history.dat");
  CHECK(files.data[1].text == "0.25 2.5 0.25 3 NaN NaN\n0.5 3 -0.25 4 NaN NaN\n");
}

TEST_CASE("rope figures: without an exact run there are no errors") {
  const plots::Result r = result({run("bars", false, 8, 2.5, 3.0)});
  CHECK(names(r) == std::vector<std::string>{"rope_ratio"});
  CHECK(plots::figure_files(r).data[0].text == "0.25 2.5 NaN 3 NaN NaN\n0.5 3 NaN 4 NaN NaN\n");
}

TEST_CASE("rope figures: runs that differ in the number at the end of their names are a series of meshes") {
  const plots::Result r =
      result({run("exact", true, 0, 2.0, 4.0), run("bars_8", false, 8, 2.0, 5.0), run("bars_16", false, 16, 2.0, 4.5),
              run("bars_32", false, 32, 2.0, 4.25), run("cables_8", false, 8, 2.0, 4.0)});
  CHECK(names(r) == std::vector<std::string>{"rope_ratio", "rope_error", "rope_convergence"});
  CHECK(script(plots::figure_files(r), "rope_convergence")
            .find("$errors << END\n8 0.25\n16 0.125\n32 0.0625\n\n\nEND\nn_series = 1\narray series[1] = ['bars']\n") !=
        std::string::npos);
}

}  // namespace beltdyn::rope_figures_test
