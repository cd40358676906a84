// SPDX-License-Identifier: MIT
#include "postprocess/comparison.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::comparison_test {

using beltdyn::close;
using beltdyn::postprocess::compare_histories;
using beltdyn::postprocess::PairComparison;
using beltdyn::postprocess::RunHistory;

namespace {

// x(t) at n + 1 times on [begin, end].
template <class F>
CsvTable curve(double begin, double end, int n, const F& x, const std::string& column = "x [-]") {
  std::vector<double> time;
  std::vector<double> value;
  for (int i = 0; i <= n; ++i) {
    time.push_back(begin + (end - begin) * i / n);
    value.push_back(x(time.back()));
  }
  return {"memory.csv", {"time [s]", column}, {time, value}};
}

}  // namespace

TEST_CASE("comparison: maximum and L2 norm of a known difference") {
  constexpr double kPi = std::numbers::pi;
  const CsvTable reference = curve(0.0, 2.0 * kPi, 400, [](double t) { return std::cos(t); });
  const CsvTable run = curve(0.0, 2.0 * kPi, 400, [](double t) { return std::cos(t) + 0.3 * std::sin(t); });
  const std::vector<PairComparison> pairs = compare_histories(
      std::vector<RunHistory>{{.name = "exact", .model = "linear", .is_reference = true, .history = &reference},
                              {.name = "scheme", .model = "linear", .is_reference = false, .history = &run}});
  REQUIRE(pairs.size() == 1);
  CHECK(pairs[0].run == "scheme");
  CHECK(pairs[0].reference == "exact");
  CHECK(pairs[0].same_model);
  CHECK(pairs[0].begin_time == 0.0);
  CHECK(pairs[0].end_time == 2.0 * kPi);
  REQUIRE(pairs[0].columns.size() == 1);
  const beltdyn::postprocess::ColumnDifference& x = pairs[0].columns[0];
  // 0.3 sin t| has the maximum 0.3 at π/2; its norm over a period, for which the trapezoidal rule is exact, is 0.3/√2.
  CHECK(close(x.maximum, 0.3, {.rel = 1e-14}));
  CHECK(close(x.time_of_maximum, kPi / 2.0, {.rel = 1e-14}));
  CHECK(close(x.l2, 0.3 / std::numbers::sqrt2, {.rel = 1e-13}));
  CHECK(close(x.maximum_relative.value(), 0.15, {.rel = 1e-14}));
  CHECK(close(x.l2_relative.value(), 0.15 / std::numbers::sqrt2, {.rel = 1e-13}));
}

TEST_CASE("comparison: the finer history is interpolated at the times of the coarser one, whichever is the reference") {
  // The coarse rows lie both on the straight line and on the other curve; between the rows the curves differ.
  const CsvTable coarse = curve(0.0, 2.0, 2, [](double t) { return t; });
  const CsvTable fine = curve(0.0, 2.0, 200, [](double t) { return t + 0.1 * std::sin(std::numbers::pi * t); });
  for (const bool coarse_is_reference : {true, false}) {
    const auto pairs = compare_histories(std::vector<RunHistory>{
        {.name = "coarse", .model = "linear", .is_reference = coarse_is_reference, .history = &coarse},
        {.name = "fine", .model = "linear", .is_reference = !coarse_is_reference, .history = &fine}});
    REQUIRE(pairs.size() == 1);
    CHECK(pairs[0].reference == (coarse_is_reference ? "coarse" : "fine"));
    CHECK(pairs[0].columns[0].maximum <= 1e-15);
  }
}

TEST_CASE("comparison: only the common time and the shared columns count") {
  const CsvTable early = curve(0.0, 2.0, 20, [](double t) { return t; });
  const CsvTable late = curve(1.0, 3.0, 40, [](double t) { return t + 1.0; });
  const CsvTable other = curve(
      0.0, 2.0, 20, [](double t) { return t; }, "y [-]");
  const CsvTable after = curve(5.0, 6.0, 4, [](double t) { return t; });
  const auto pairs = compare_histories(
      std::vector<RunHistory>{{.name = "early", .model = "linear", .is_reference = false, .history = &early},
                              {.name = "late", .model = "finite_contour", .is_reference = false, .history = &late},
                              {.name = "other", .model = "linear", .is_reference = false, .history = &other},
                              {.name = "after", .model = "linear", .is_reference = false, .history = &after}});
  REQUIRE(pairs.size() == 3);  // none with "after"
  CHECK(pairs[0].begin_time == 1.0);
  CHECK(pairs[0].end_time == 2.0);
  CHECK_FALSE(pairs[0].same_model);
  CHECK(pairs[0].reference == "early");
  CHECK(close(pairs[0].columns[0].maximum, 1.0, {.rel = 1e-14}));
  CHECK(close(pairs[0].columns[0].l2, 1.0, {.rel = 1e-14}));
  // The range is taken over the common time.
  CHECK(close(pairs[0].columns[0].maximum_relative.value(), 1.0, {.rel = 1e-14}));
  CHECK(pairs[1].columns.empty());
}

TEST_CASE("comparison: of runs with variants of a drive, those differ in one thing that are compared") {
  const CsvTable history = curve(0.0, 1.0, 4, [](double t) { return t; });
  std::vector<RunHistory> runs;
  for (const char* run : {"ale", "ancf"}) {
    for (const char* variant : {"dry", "wet"}) {
      runs.push_back({.name = fmt::format("{}-{}", run, variant),
                      .model = "beam",
                      .is_reference = false,
                      .history = &history,
                      .member_of = run,
                      .variant = variant});
    }
  }
  std::string compared;
  for (const PairComparison& pair : compare_histories(runs)) {
    compared += fmt::format("{} {} {}\n", pair.run, pair.reference, pair.same_model ? "errors" : "effects");
  }
  CHECK(compared ==
        "ale-wet ale-dry effects\nancf-dry ale-dry errors\nancf-wet ale-wet errors\nancf-wet ancf-dry effects\n");
}

TEST_CASE("comparison: end times that differ by the rounding of summed steps are common") {
  double time = 0.0;
  std::vector<double> summed{0.0};
  for (int i = 0; i < 10; ++i) summed.push_back(time += 0.1);
  REQUIRE(summed.back() != 1.0);
  const CsvTable a("a.csv", {"time [s]", "x [-]"}, {summed, summed});
  const CsvTable b = curve(0.0, 1.0, 100, [](double t) { return t; });
  const auto pairs =
      compare_histories(std::vector<RunHistory>{{.name = "a", .model = "linear", .is_reference = false, .history = &a},
                                                {.name = "b", .model = "linear", .is_reference = true, .history = &b}});
  CHECK(pairs[0].end_time == summed.back());
  CHECK(pairs[0].columns[0].maximum <= 1e-15);
}

TEST_CASE("comparison: a reference that is constant but for rounding has no range to be relative to") {
  const CsvTable constant = curve(0.0, 1.0, 10, [](double t) { return t > 0.5 ? 2.5 : std::nextafter(2.5, 3.0); });
  const CsvTable run = curve(0.0, 1.0, 10, [](double t) { return 2.5 + 0.1 * t; });
  const auto pairs = compare_histories(
      std::vector<RunHistory>{{.name = "exact", .model = "linear", .is_reference = true, .history = &constant},
                              {.name = "run", .model = "linear", .is_reference = false, .history = &run}});
  CHECK_FALSE(pairs[0].columns[0].maximum_relative.has_value());
  CHECK_FALSE(pairs[0].columns[0].l2_relative.has_value());
  CHECK(close(pairs[0].columns[0].maximum, 0.1, {.rel = 1e-14}));
}

TEST_CASE("comparison: directions of slip are taken from the nearest row") {
  const std::string column = "slip_direction_1 [-]";
  const CsvTable fine = curve(
      0.0, 1.0, 10, [](double t) { return t < 0.45 ? -1.0 : 1.0; }, column);
  const CsvTable coarse("c.csv", {"time [s]", column}, {{0.0, 0.44, 0.46, 1.0}, {-1.0, -1.0, 1.0, 1.0}});
  const auto pairs = compare_histories(
      std::vector<RunHistory>{{.name = "fine", .model = "linear", .is_reference = true, .history = &fine},
                              {.name = "coarse", .model = "linear", .is_reference = false, .history = &coarse}});
  CHECK(pairs[0].columns[0].maximum == 0.0);
}

TEST_CASE("comparison: a constant reference has no relative difference, and the files state this") {
  const CsvTable still = curve(0.0, 1.0, 4, [](double) { return -2.0; });
  const CsvTable run = curve(0.0, 1.0, 4, [](double) { return -2.5; });
  const auto pairs = compare_histories(
      std::vector<RunHistory>{{.name = "still", .model = "linear", .is_reference = true, .history = &still},
                              {.name = "a,b", .model = "linear", .is_reference = false, .history = &run}});
  CHECK_FALSE(pairs[0].columns[0].maximum_relative.has_value());
  CHECK(pairs[0].columns[0].magnitude == 2.0);
  const auto json = nlohmann::json::parse(beltdyn::postprocess::comparison_json(pairs));
  const auto& column = json.at("pairs").at(0).at("columns").at(0);
  CHECK(column.at("max").get<double>() == 0.5);
  CHECK(column.at("max_relative").is_null());
  CHECK(beltdyn::postprocess::comparison_csv(pairs) ==
        "run,reference,run_model,reference_model,same_model,begin_time [s],end_time [s],column,max,max_relative [-],"
        "time_of_max [s],l2,l2_relative [-],of_errors [-]\n\"a,b\",still,linear,linear,true,0,1,x [-],0.5,,0,0.5,,\n");
}

TEST_CASE("comparison: a history without rows or with falling times is refused") {
  const CsvTable good = curve(0.0, 1.0, 4, [](double t) { return t; });
  const CsvTable none("none.csv", {"time [s]", "x [-]"}, {{}, {}});
  const CsvTable falling("falling.csv", {"time [s]", "x [-]"}, {{0.0, 1.0, 0.5}, {0.0, 0.0, 0.0}});
  const auto compare = [&good](const CsvTable& table) {
    return compare_histories(
        std::vector<RunHistory>{{"good", "linear", true, &good}, {"bad", "linear", false, &table}});
  };
  CHECK_THROWS_WITH_AS(compare(none), doctest::Contains("none.csv: has no rows"), beltdyn::IoError);
  CHECK_THROWS_WITH_AS(compare(falling), doctest::Contains("falling.csv:4: the time decreases"), beltdyn::IoError);
}

TEST_CASE("comparison: balances are each run's own and not compared") {
  for (const char* column : {"balance_power [-]", "length_error [-]", "eytelwein_1 [-]"}) {
    const CsvTable run = curve(
        0.0, 1.0, 4, [](double t) { return t; }, column);
    const std::vector<PairComparison> pairs =
        compare_histories(std::vector<RunHistory>{{.name = "a", .model = "m", .is_reference = true, .history = &run},
                                                  {.name = "b", .model = "m", .is_reference = false, .history = &run}});
    for (const PairComparison& pair : pairs) CHECK(pair.columns.empty());
  }
}

TEST_CASE("comparison: what solvers leave of their residuals is no range, whatever the size of the column") {
  // ω varies by 6e-9 rad/s; the torque of an idler by 1e-9 N m, compared with one of 5 N m.
  const auto tables = [](double speed_off, double torque_off) {
    const std::vector<double> time{0.0, 1.0, 2.0};
    return CsvTable("memory.csv", {"time [s]", "angular_velocity_1 [rad/s]", "torque_1 [N m]", "torque_2 [N m]"},
                    {time,
                     {5.0 + speed_off, 5.0 + 6e-9 + speed_off, 5.0 + speed_off},
                     {4.0, 5.0, 4.5},
                     {torque_off, 1e-9, torque_off}});
  };
  const CsvTable reference = tables(0.0, 0.0);
  const CsvTable run = tables(0.004, 1e-8);
  const std::vector<PairComparison> pairs = compare_histories(
      std::vector<RunHistory>{{.name = "exact", .model = "m", .is_reference = true, .history = &reference},
                              {.name = "run", .model = "m", .is_reference = false, .history = &run}});
  const std::vector<beltdyn::postprocess::ColumnDifference>& columns = pairs.at(0).columns;
  CHECK(!columns[0].maximum_relative);
  CHECK(close(*columns[0].relative(), 0.004 / 5.0, {.rel = 1e-6}));
  CHECK(columns[1].maximum_relative);
  CHECK(!columns[2].maximum_relative);
  CHECK(close(*columns[2].relative(), 1e-8 / 5.0, {.rel = 1e-6}));
}

TEST_CASE("comparison: beside a steady run, a transient one is compared with the larger of both ranges") {
  const CsvTable steady = curve(0.0, 1.0, 10, [](double t) { return 1.0 + 0.1 * t; });
  const CsvTable transient = curve(0.0, 1.0, 10, [](double t) { return 1.0 - 2.0 * t; });
  const auto relative = [&](const std::string& model) {
    return compare_histories(
               std::vector<RunHistory>{{.name = "transient", .model = "elastic_beam", .history = &transient},
                                       {.name = "steady", .model = model, .is_reference = true, .history = &steady}})[0]
        .columns[0]
        .maximum_relative.value();
  };
  CHECK(close(relative("steady_elastic_string"), 2.1 / 2.0, {.rel = 1e-14}));
  CHECK(close(relative("elastic_beam"), 2.1 / 0.1, {.rel = 1e-14}));
}

TEST_CASE("comparison: what hardly varies is compared with the largest of its kind") {
  // The difference is half of the range of the second column; `largest` is the largest value of the first one.
  const auto relative = [](const std::string& quantity, const std::string& unit, double largest, double range) {
    const std::vector<double> time{0.0, 1.0, 2.0};
    const auto table = [&](double off) {
      return CsvTable("memory.csv",
                      {"time [s]", fmt::format("{}_1 [{}]", quantity, unit), fmt::format("{}_2 [{}]", quantity, unit)},
                      {time, {0.0, largest, largest}, {off, range + off, off}});
    };
    const CsvTable reference = table(0.0);
    const CsvTable run = table(0.5 * range);
    const std::vector<PairComparison> pairs = compare_histories(
        std::vector<RunHistory>{{.name = "exact", .model = "m", .is_reference = true, .history = &reference},
                                {.name = "run", .model = "m", .is_reference = false, .history = &run}});
    return pairs.at(0).columns.at(1).relative().value();
  };
  CHECK(close(relative("torque", "N m", 1000.0, 3.0), 1.5e-3, {.rel = 1e-9}));
  CHECK(close(relative("torque", "N m", 100.0, 3.0), 0.5, {.rel = 1e-9}));
  CHECK(close(relative("span_force", "N", 1000.0, 3.0), 1.5e-3, {.rel = 1e-9}));
  // Creep of a thousandth is a difference of speeds that counts.
  CHECK(close(relative("angular_velocity", "rad/s", 100.0, 0.1), 0.5, {.rel = 1e-9}));
  CHECK(close(relative("angular_velocity", "rad/s", 100.0, 0.005), 2.5e-5, {.rel = 1e-9}));
  CHECK(close(relative("mount_position", "m", 100.0, 0.005), 0.5, {.rel = 1e-9}));
}

TEST_CASE("comparison: runs are compared from the begin of their summaries on, if both reach it") {
  // A run that starts elsewhere, and is the same from 1 s on.
  const std::vector<double> time{0.0, 1.0, 2.0};
  const CsvTable reference("memory.csv", {"time [s]", "torque_1 [N m]"}, {time, {0.0, 3.0, 5.0}});
  const CsvTable run("memory.csv", {"time [s]", "torque_1 [N m]"}, {time, {4.0, 3.0, 5.0}});
  const auto difference = [&](double begin) {
    return compare_histories(std::vector<RunHistory>{
                                 {.name = "exact", .model = "m", .is_reference = true, .history = &reference},
                                 {.name = "run", .model = "m", .is_reference = false, .history = &run, .begin = begin}})
        .at(0);
  };
  CHECK(difference(0.0).columns.at(0).maximum == 4.0);
  CHECK(difference(1.0).columns.at(0).maximum == 0.0);
  CHECK(difference(1.0).begin_time == 1.0);
  CHECK(difference(3.0).columns.at(0).maximum == 4.0);
}

TEST_CASE("comparison: error bars explain a difference up to their sum, and without them a tenth of the range does") {
  const auto line = [](double slope) { return [slope](double t) { return slope * t; }; };
  const CsvTable reference = curve(0.0, 2.0, 10, line(1.0));
  const CsvTable run = curve(0.0, 2.0, 10, line(1.02));
  const auto compared = [&](double own, double other) {
    const CsvTable errors = curve(0.0, 2.0, 10, line(own));
    const CsvTable other_errors = curve(0.0, 2.0, 10, line(other));
    return compare_histories(std::vector<RunHistory>{{.name = "a",
                                                      .model = "m",
                                                      .is_reference = false,
                                                      .history = &reference,
                                                      .errors = other > 0.0 ? &other_errors : nullptr},
                                                     {.name = "b",
                                                      .model = "m",
                                                      .is_reference = false,
                                                      .history = &run,
                                                      .errors = own > 0.0 ? &errors : nullptr,
                                                      .is_complete = false}})
        .at(0);
  };
  const PairComparison enough = compared(0.015, 0.01);
  CHECK(close(*enough.columns[0].of_errors, 0.8, {.rel = 1e-9}));
  CHECK(enough.columns[0].is_explained());
  const bool b_is_run = enough.run == "b";
  CHECK((b_is_run ? enough.run_ended_early : enough.reference_ended_early));
  const PairComparison too_small = compared(0.005, 0.005);
  CHECK(close(*too_small.columns[0].of_errors, 2.0, {.rel = 1e-9}));
  CHECK(!too_small.columns[0].is_explained());
  const std::vector<PairComparison> both{enough, too_small};
  CHECK(beltdyn::postprocess::worst_difference(both).column == &both[1].columns[0]);
  // Errors of a single run explain nothing.
  const PairComparison half = compared(0.015, 0.0);
  CHECK(!half.columns[0].of_errors);
  CHECK(half.columns[0].is_explained());
  const CsvTable far = curve(0.0, 2.0, 10, line(1.3));
  const std::vector<PairComparison> apart = compare_histories(
      std::vector<RunHistory>{{.name = "a", .model = "m", .is_reference = false, .history = &reference},
                              {.name = "b", .model = "m", .is_reference = false, .history = &far}});
  CHECK(!apart.at(0).columns[0].is_explained());
}

}  // namespace beltdyn::comparison_test
