// SPDX-License-Identifier: MIT
#include "postprocess/error_bars.hpp"

#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::error_bars_test {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr double kSize = 0.1;

// A run whose force has the error C h², in its history and in its summary; the exact force at the end is 100.
void write_run(const fs::path& folder, double size) {
  fs::create_directories(folder);
  const double error = 3.0 * size * size;
  const double last = 100.0 + error;
  Json column{{"unit", "N"}, {"first", 0.0}, {"last", last}, {"least", 0.0}, {"largest", last}, {"mean", 0.5 * last}};
  Json state{{"unit", "-"}, {"first", 1.0}, {"last", 1.0}, {"least", 1.0}, {"largest", 1.0}, {"mean", 1.0}};
  const Json summary{{"conclusions", {{"power", {{"unit", "W"}, {"value", 7.0 + error}, {"meaning", "power"}}}}},
                     {"columns", {{"force", column}, {"balance_power", state}}}};
  write_text_file(folder / "summary.json", summary.dump());
  write_text_file(folder / "history.csv",
                  fmt::format("time [s],force [N],balance_power [-]\n0,0,1\n1,{},1\n2,{},1\n", 0.5 * last, last));
}

postprocess::ErrorPart mesh(const fs::path& folder) {
  write_run(folder, kSize);
  write_run(folder / "coarse", 2.0 * kSize);
  write_run(folder / "coarsest", 4.0 * kSize);
  return {.name = "mesh",
          .keys = "elements",
          .advice = "double elements",
          .order = 2.0,
          .runs = {folder, folder / "coarse", folder / "coarsest"},
          .ratios = {2.0, 2.0}};
}

}  // namespace

TEST_CASE("error bars: summary and history get the errors of their numbers, in which the true ones lie") {
  const test::ScratchFolder folder("error_bars");
  const postprocess::ErrorPart part = mesh(folder.path());
  CHECK(!postprocess::read_error_bars(folder.path()));
  postprocess::write_error_bars(folder.path(), std::span(&part, 1));
  const std::optional<postprocess::ErrorBars> bars = postprocess::read_error_bars(folder.path());
  REQUIRE(bars);
  // Three times 9 h²/3 by second order, 1.2 times 45 h²/3 by first order; the larger one counts.
  const double truth = 3.0 * kSize * kSize;
  for (const std::optional<double> error : {bars->of("force", "last"), bars->of_conclusion("power")}) {
    REQUIRE(error);
    CHECK(*error >= truth);
    CHECK(*error <= 6.1 * truth);
  }
  CHECK(bars->of("force", "first") == 0.0);
  CHECK(*bars->of("force", "mean") == doctest::Approx(0.5 * *bars->of("force", "last")));
  CHECK(!bars->of("balance_power", "last"));
  CHECK(bars->advice() == "mesh 100 % (double elements)");
  CHECK(bars->gaps().empty());
  const CsvTable errors = CsvTable::load(folder.path() / postprocess::kErrorsFile);
  CHECK(!errors.has("balance_power [-]"));
  CHECK(errors.column("time [s]").size() == 3);
  CHECK(errors.column("force [N]")[2] >= truth);
  CHECK(errors.column("force [N]")[2] <= 6.1 * truth);
}

TEST_CASE("error bars: written twice they are the same, and what else the summary holds stays") {
  const test::ScratchFolder folder("error_bars_twice");
  const postprocess::ErrorPart part = mesh(folder.path());
  postprocess::write_error_bars(folder.path(), std::span(&part, 1));
  const std::string once = read_text_file(folder.path() / "summary.json");
  postprocess::write_error_bars(folder.path(), std::span(&part, 1));
  CHECK(read_text_file(folder.path() / "summary.json") == once);
  CHECK(Json::parse(once)["columns"]["force"]["largest"] == 100.0 + 3.0 * kSize * kSize);
}

TEST_CASE("error bars: parts are summed up, and one that is unknown is told") {
  const test::ScratchFolder folder("error_bars_parts");
  postprocess::ErrorPart first = mesh(folder.path());
  postprocess::ErrorPart second = first;
  second.name = "time step";
  postprocess::ErrorPart unknown{
      .name = "stick", .keys = "k", .advice = "double k", .order = 1.0, .missing = "no motion"};
  postprocess::write_error_bars(folder.path(), std::vector{first});
  const double alone = *postprocess::read_error_bars(folder.path())->of("force", "last");
  postprocess::write_error_bars(folder.path(), std::vector{first, second, unknown});
  const std::optional<postprocess::ErrorBars> bars = postprocess::read_error_bars(folder.path());
  CHECK(*bars->of("force", "last") == doctest::Approx(2.0 * alone));
  CHECK(bars->advice() == "mesh 50 % (double elements), time step 50 % (double elements)");
  CHECK(bars->gaps() == "the error bars leave out a part that is not known (stick: no motion)");
  const Json summary = Json::parse(read_text_file(folder.path() / "summary.json"));
  CHECK(summary["columns"]["force"]["error_parts"]["mesh"]["last"].get<double>() == doctest::Approx(alone));
}

TEST_CASE("error bars: slip that no mesh shows has the error of slip that is seen") {
  const test::ScratchFolder folder("error_bars_slip");
  postprocess::ErrorPart part = mesh(folder.path());
  for (std::size_t i = 0; i < part.runs.size(); ++i) {
    // An arc that is 0.01 rad too short on the finest mesh, and one that is shorter than an element.
    const double arc = 0.5 - 0.01 * std::pow(2.0, static_cast<double>(i));
    Json columns = Json::object();
    const auto add = [&columns](const char* name, const char* unit, double value) {
      columns[name] = {{"unit", unit},   {"first", value},   {"last", value},
                       {"least", value}, {"largest", value}, {"mean", value}};
    };
    add("slip_arc_1", "rad", arc);
    add("slip_speed_1", "m/s", 0.1);
    add("slip_power_1", "W", 2.0);
    add("slip_arc_2", "rad", 0.0);
    add("slip_speed_2", "m/s", 0.0);
    add("slip_power_2", "W", 0.01);
    write_text_file(part.runs[i] / "summary.json", Json{{"conclusions", Json::object()}, {"columns", columns}}.dump());
    write_text_file(part.runs[i] / "history.csv",
                    fmt::format("time [s],slip_arc_1 [rad],slip_speed_1 [m/s],slip_power_1 [W],slip_arc_2 [rad],"
                                "slip_speed_2 [m/s],slip_power_2 [W]\n0,{0},0.1,2,0,0,0.01\n1,{0},0.1,2,0,0,0.01\n",
                                arc));
  }
  postprocess::write_error_bars(folder.path(), std::span(&part, 1));
  const std::optional<postprocess::ErrorBars> bars = postprocess::read_error_bars(folder.path());
  REQUIRE(bars);
  // Three times the remaining error of first order.
  CHECK(*bars->of("slip_arc_1", "last") == doctest::Approx(0.03));
  CHECK(bars->of("slip_arc_2", "last") == bars->of("slip_arc_1", "last"));
  CHECK(*bars->of("slip_power_2", "mean") >= 0.15 * 0.01);
  CHECK(*bars->of("slip_power_2", "mean") <= 0.01);
  const CsvTable errors = CsvTable::load(folder.path() / postprocess::kErrorsFile);
  CHECK(errors.column("slip_arc_2 [rad]")[1] == errors.column("slip_arc_1 [rad]")[1]);
  CHECK(errors.column("slip_power_2 [W]")[0] >= 0.15 * 0.01);
}

TEST_CASE("error bars: a summary that is damaged is refused") {
  const test::ScratchFolder folder("error_bars_damaged");
  for (const char* text : {"{", R"({"errors": 1})", R"({"errors": [{"name": 1}]})", R"({"errors": []})"}) {
    write_text_file(folder.path() / "summary.json", text);
    CHECK_THROWS_AS(postprocess::read_error_bars(folder.path()), IoError);
  }
}

TEST_CASE("error bars: a number is told with as many digits as its error allows") {
  CHECK(postprocess::with_error(237.4939, 0.0314) == "237.49 ± 0.03");
  CHECK(postprocess::with_error(-0.00135123, 2e-6) == "-0.001351 ± 2e-06");
  CHECK(postprocess::with_error(3.2, 40.0) == "0 ± 40");
  CHECK(postprocess::with_error(-1e-4, 0.02) == "0.00 ± 0.02");
  CHECK(postprocess::with_error(-279.3, 12.0) == "-279 ± 12");
  CHECK(postprocess::with_error(505.25, 14.16) == "505 ± 14");
  CHECK(postprocess::with_error(1234.5, 140.0) == "1230 ± 140");
  CHECK(postprocess::with_error(0.1389, 0.0171) == "0.139 ± 0.017");
  CHECK(postprocess::with_error(-0.00135123, 1.2e-6) == "-0.0013512 ± 1.2e-06");
  CHECK(postprocess::with_error(2.5e7, 3e4) == "2.5e+07 ± 3e+04");
  CHECK(postprocess::with_error(157.0796326795, 3e-13) == "157.08 ± 0");
  CHECK(postprocess::with_error(1.5, 0.0) == "1.5 ± 0");
}

}  // namespace beltdyn::error_bars_test
