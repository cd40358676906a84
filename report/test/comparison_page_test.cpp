// SPDX-License-Identifier: MIT
#include "report/comparison_page.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"

namespace beltdyn::comparison_page_test {

using namespace beltdyn::report;

namespace {

ComparisonContent one_run() {
  const ContourDrive drive{.contour_length = 4.0,
                           .contact_length = {1.0, 1.0},
                           .axial_stiffness = 1.0,
                           .friction_force = {1.0, 1.0},
                           .surface_speed = {TimeFunction(2.0), TimeFunction(1.5)}};
  ComparisonContent content{.name = "a < b", .drive = drive, .end_time = 2.0};
  content.runs.push_back({.name = "run",
                          .formulation = "analytic_dde",
                          .model = "linear",
                          .status = "complete",
                          .reached = 2.0,
                          .steps = 10,
                          .wall_time = 0.5});
  return content;
}

bool has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("comparison page: one run has no differences and no balances, and no sections for them") {
  const std::string page = comparison_page(one_run());
  CHECK(has(page, "<h1>a &lt; b</h1>"));
  CHECK(has(page, "One run of 2 s"));
  CHECK(!has(page, "id=\"differences\""));
  CHECK(!has(page, "id=\"balances\""));
  CHECK(!has(page, "id=\"convergence\""));
}

TEST_CASE("comparison page: the results of a belt drive are in a table of pulleys and one of spans") {
  BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  drive.pulleys[1].name = "fan";
  const CsvTable history = CsvTable::parse(
      "history.csv",
      "time [s],power_1 [W],hub_load_1 [N],slip_margin_1 [-],slip_arc_1 [rad],slip_speed_1 [m/s],slip_power_1 [W],"
      "power_2 [W],hub_load_2 [N],slip_margin_2 [-],slip_arc_2 [rad],slip_speed_2 [m/s],slip_power_2 [W],"
      "span_force_1 [N],span_force_2 [N]\n"
      "0,0,40,1,0,0,0,0,40,1,0,0,0,20,20\n"
      "1,-50,44,0.75,0.5,0.01,4,45,43,0.625,1,0.02,1,15,25\n"
      "2,-50,42,0.8,0.5,0.01,4,45,41,0.7,1,0.02,1,16,25\n");
  ComparisonContent content = one_run();
  content.belt_numbers.push_back(belt_numbers("run", drive, history, 1.0));
  const std::string page = comparison_page(content);
  CHECK(has(page, "from 1 s to 2 s"));
  CHECK(has(page, "2 (fan) to 1"));
  CHECK(has(page, ">62.5<"));
  CHECK(has(page, "efficiency"));
  const BeltNumbers& numbers = content.belt_numbers.front();
  CHECK(numbers.spans[0].force.least == 15.0);
  CHECK(numbers.pulleys[0].hub_load->largest == 44.0);
  for (const Conclusion& c : numbers.conclusions) {
    if (c.name == "efficiency") CHECK(c.value == 0.9);
    if (c.name == "least_slip_margin") CHECK(c.value == 0.625);
  }
}

TEST_CASE("comparison page: torques of accessories, and when a one-way clutch opens and closes") {
  BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  drive.pulleys[1].name = "fan";
  drive.pulleys[1].accessory = Accessory{.inertia = 1.0, .driving_direction = TurnSense::counterclockwise};
  const CsvTable history = CsvTable::parse("history.csv",
                                           "time [s],accessory_torque_2 [N m],span_force_1 [N],span_force_2 [N]\n"
                                           "0,0,1,1\n0.5,3,1,1\n1,0,1,1\n1.5,0,1,1\n2,2.5,1,1\n2.5,0,1,1\n");
  const BeltNumbers numbers = belt_numbers("run", drive, history, 0.5);
  REQUIRE(numbers.accessories.size() == 1);
  const AccessoryNumbers& fan = numbers.accessories[0];
  CHECK(fan.torque.largest == 3.0);
  REQUIRE(fan.open.size() == 2);  // what is open before the evaluated time does not count
  CHECK(fan.open[0].begin == 1.0);
  CHECK(fan.open[0].end == 2.0);
  CHECK(fan.open[1].begin == 2.5);
  CHECK(!fan.open[1].end);
  const std::string html = html_of(numbers, "run", true);
  CHECK(has(html, "Accessories of run"));
  CHECK(has(html, "Open clutches of run"));
  CHECK(has(html, "<td class=\"number\" data-sort=\"1\">1</td><td class=\"number\" data-sort=\"2\">2</td>"));
  drive.pulleys[1].accessory->driving_direction.reset();
  CHECK(!has(html_of(belt_numbers("run", drive, history, 0.5), "run", true), "Open clutches"));
}

TEST_CASE("comparison page: headline numbers of all runs come first, with their errors") {
  BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  drive.pulleys[0].motion = PrescribedMotion{.angular_velocity = TimeFunction(50.0)};
  drive.pulleys[1].motion = TorqueMotion{};
  const CsvTable history = CsvTable::parse(
      "history.csv",
      "time [s],angular_velocity_1 [rad/s],torque_1 [N m],angular_velocity_2 [rad/s],torque_2 [N m],span_force_1 [N],"
      "span_force_2 [N],slip_arc_2 [rad],mount_position_2 [m],drive_torque_1 [N m],mount_position_1 [m]\n"
      "0,50,0,50,0,20,20,0,0.001,9,0\n1,50,-3,48,3,10,30,0.5,0.004,4,1e-12\n"
      "3,50,-3,46,3,10,30,0.75,-0.002,3,0\n");
  const postprocess::ErrorBars errors{.parts = {},
                                      .conclusions = {},
                                      .columns = {{"angular_velocity_1", {{"last", 0.0}, {"mean", 0.0}}},
                                                  {"angular_velocity_2", {{"last", 0.5}, {"mean", 0.25}}},
                                                  {"drive_torque_1", {{"least", 0.1}, {"largest", 0.2}}}}};
  const double radii = path_to_show(drive).arcs()[1].radius / path_to_show(drive).arcs()[0].radius;
  const HeadlineNumbers at_end = headline_numbers("run", drive, history, {}, errors, 0.0);
  const HeadlineNumbers mean = headline_numbers("run", drive, history, {}, std::nullopt, 1.0);
  const auto number = [](const HeadlineNumbers& list, const std::string& label) {
    for (const HeadlineNumber& item : list.numbers) {
      if (item.label == label) return item;
    }
    FAIL("no " << label);
    return HeadlineNumber{};
  };
  CHECK(number(at_end, "speed of pulley 2 [rad/s]").value == 46.0);
  CHECK(number(at_end, "speed of pulley 2 [rad/s]").error == 0.5);
  CHECK(number(at_end, "force in the middle of span 2 to 1 [N]").value == 30.0);
  CHECK(number(at_end, "creep of pulley 2 [%]").value == doctest::Approx(100.0 * (1.0 - radii * 46.0 / 50.0)));
  CHECK(number(at_end, "creep of pulley 2 [%]").error.value() == doctest::Approx(100.0 * radii * 0.5 / 50.0));
  CHECK(number(at_end, "slip arc of pulley 2 [rad]").value == 0.75);
  CHECK(number(at_end, "travel of pulley 2, largest less smallest [mm]").value == doctest::Approx(6.0));
  CHECK(number(mean, "speed of pulley 2 [rad/s]").value == 47.0);
  CHECK(!number(mean, "speed of pulley 2 [rad/s]").error);
  // What a start needs is not what the evaluated time needs. The error is that of the torque times the speed.
  CHECK(number(at_end, "largest power that pulley 1 needs [W]").value == 450.0);
  CHECK(number(at_end, "largest power that pulley 1 needs [W]").error.value() == doctest::Approx(10.0));
  CHECK(number(mean, "largest power that pulley 1 needs [W]").value == 200.0);
  CHECK(std::ranges::none_of(at_end.numbers, [](const HeadlineNumber& item) {  // rounding is no travel
    return item.label.starts_with("travel of pulley 1");
  }));

  ComparisonContent content = one_run();
  content.runs[0].verdict = "complete, gross slip";
  content.headlines = {at_end};
  const std::string page = comparison_page(content);
  const std::size_t table = page.find("id=\"headline-numbers\"");
  REQUIRE(table != std::string::npos);
  CHECK(page.find("46.0 ± 0.5", table) < page.find("</table>", table));
  CHECK(page.find("complete, gross slip", table) < page.find("46.0 ± 0.5", table));
  // A number without an error has the digits of those beside it.
  content.headlines.push_back(headline_numbers("exact", drive, history, {}, std::nullopt, 0.0));
  CHECK(comparison_page(content).find(">46.0<", table) != std::string::npos);
  CHECK(page.find("<section id=\"answer\"") < page.find("<section id=\"drive\""));
  CHECK(page.find("id=\"drive\"") < page.find("id=\"provenance\""));
}

TEST_CASE("comparison page: of a rope with ends, what it and its drive have to bear comes first") {
  RopeDrive drive;
  drive.pulleys.resize(1);
  drive.pulleys[0].name = "traction";
  drive.ends[0] = {.form = BodyEnd{.mass = 1450.0}, .name = "car"};
  drive.ends[1].form = WinchEnd{};
  const CsvTable history =
      CsvTable::parse("history.csv",
                      "time [s],end_position_1 [m],end_force_1 [N],entry_force_1 [N],exit_force_1 [N],span_force_1 "
                      "[N],drive_torque_1 [N m],"
                      "slip_margin_1 [-],brake_torque_1 [N m],drum_drive_torque_2 [N m],drum_brake_torque_2 [N m]\n"
                      "0,0,14e3,15e3,9e3,14e3,0,1,0,300,0\n1,2,16e3,17e3,8e3,16e3,-900,0.25,-700,-400,0\n"
                      "2,5,15e3,16e3,8e3,15e3,500,0.5,-600,100,250\n");
  const std::vector<Conclusion> conclusions{{"stopping_time", "s", 1.5, "when it rests"},
                                            {"largest_force", "N", 17e3, "largest, at 1 s at end 1 (car)"},
                                            {"slip_distance", "m", 0.25, "slip"}};
  std::string numbers;
  for (const HeadlineNumber& number : headline_numbers("trip", drive, history, conclusions, {}, 0.0).numbers) {
    numbers += fmt::format("{}: {}\n", number.label, number.value);
    if (!number.note.empty()) numbers += fmt::format("  {}\n", number.note);
  }
  CHECK(numbers ==
        "comes to rest at [s]: 1.5\nlargest force of the rope [N]: 17000\n"
        "  at 1 s at end 1 (car)\n"
        "smallest margin to gross slip, pulley 1 (traction) [%]: 25\n"
        "gross slip on the pulley where it slips most [m]: 0.25\n"
        "displacement of end 1 (car, 1450 kg) [m]: 5\nlargest force, end 1 (car) to pulley 1 (traction) [N]: 17000\n"
        "largest force, pulley 1 (traction) to end 2 [N]: 9000\n"
        "largest torque that pulley 1 (traction) needs [N m]: -900\n"
        "largest torque of the brake of pulley 1 (traction) [N m]: -700\n"
        "largest torque that the drum of end 2 needs [N m]: -400\nlargest torque of the brake of end 2 [N m]: 250\n");
  const std::vector<Chart> charts = make_charts(drive, {{.name = "trip", .is_exact = true, .history = &history}});
  std::string titles;
  for (const Chart& chart : charts) titles += fmt::format("{}: {}; ", chart.title, fmt::join(chart.parts, ", "));
  CHECK(titles ==
        "Displacements of the ends [m]: end 1 (car, 1450 kg); Span forces [N]: end 1 (car) to pulley 1 (traction); "
        "Torques that motions need [N m]: pulley 1 (traction), end 2 (winch); Torques of brakes [N m]: pulley 1 "
        "(traction), end 2 (winch); Slip margins [-]: pulley 1 (traction); ");
}

TEST_CASE("comparison page: a braked rope that still moves at the end is not yet at rest") {
  RopeDrive drive;
  const CsvTable history = CsvTable::parse("history.csv", "time [s],end_position_1 [m]\n0,0\n1,2\n");
  const std::vector<HeadlineNumber> numbers =
      headline_numbers("stop", drive, history, {{"brake_energy", "J", 10.0, "taken"}}, {}, 0.0).numbers;
  REQUIRE_FALSE(numbers.empty());
  CHECK(numbers[0].label == "comes to rest at [s]");
  REQUIRE(numbers[0].cell);
  CHECK(numbers[0].cell->html == "not yet at rest");
}

TEST_CASE("comparison page: what comes to rest is at 0, and one state has no charts over time") {
  RopeDrive drive;
  const auto displacement = [&drive](const std::string& rows) {
    const CsvTable history = CsvTable::parse("history.csv", "time [s],end_position_1 [m]\n" + rows);
    const HeadlineNumbers list = headline_numbers("run", drive, history, {}, {}, 0.0);
    CHECK(make_charts(drive, {{.name = "run", .history = &history}}).empty() == (history.rows() == 2));
    REQUIRE(list.numbers.size() == 1);
    return list.numbers[0].value;
  };
  CHECK(displacement("0,0\n1,-5\n2,4.9e-7\n") == 0.0);
  CHECK(displacement("0,0\n1,-5\n2,5.1e-7\n") == 5.1e-7);
  CHECK(displacement("0,3\n1,3\n") == 3.0);
}

// In 2 s the rope moves by −3 m before and −3.002 m behind the pulley, whose groove turns with it by 3 m.
TEST_CASE("comparison page: a rope drifts by the mean of its ways on both sides less that of the groove") {
  RopeDrive drive;
  drive.pulleys.resize(1);
  drive.pulleys[0].center = {0.0, 5.0};
  drive.pulleys[0].radius = 0.5;
  drive.ends[0] = {.form = BodyEnd{.mass = 1.0, .position = {-0.5, 0.0}}};
  drive.ends[1] = {.form = BodyEnd{.mass = 1.0, .position = {0.5, 0.0}}};
  drive.pulleys[0].side = PulleySide::outside;
  const double turn = drive.path().arcs()[0].turn;
  const CsvTable history("history.csv",
                         {"time [s]", "span_speed_1 [m/s]", "span_speed_2 [m/s]", "angular_velocity_1 [rad/s]"},
                         {{0.0, 2.0}, {-1.5, -1.5}, {-1.501, -1.501}, {-3.0 * turn, -3.0 * turn}});
  const postprocess::ErrorBars errors{.parts = {},
                                      .conclusions = {},
                                      .columns = {{"span_speed_1", {{"mean", 1e-3}}},
                                                  {"span_speed_2", {{"mean", 3e-3}}},
                                                  {"angular_velocity_1", {{"mean", 2e-3}}}}};
  const HeadlineNumbers list = headline_numbers("trip", drive, history, {}, errors, 0.0);
  REQUIRE(list.numbers.size() == 1);
  CHECK(list.numbers[0].label == "drift of the rope ahead of pulley 1 [mm]");
  CHECK(list.numbers[0].value == doctest::Approx(1.0));
  CHECK(list.numbers[0].error.value() == doctest::Approx(6.0));
}

TEST_CASE("comparison page: of a linear analysis stability and the lowest modes that oscillate come first") {
  const auto mode = [](double rate, double frequency, const char* name, std::optional<double> error) {
    return NamedMode{.mode = {.root = {rate, 2.0 * 3.14159265358979 * frequency}, .shape = {}, .error = error},
                     .energy = {},
                     .name = name};
  };
  HeadlineNumbers list{.run = "string", .numbers = {{.label = "speed", .value = 1.0}}};
  add_modes(list, {});
  CHECK(list.numbers.size() == 1);
  add_modes(list, {mode(-2.0, 0.0, "creep", {}), mode(-3.0, 14.0, "arm <1>", 2.0 * 3.14159265358979 * 0.5),
                   mode(-1.0, 40.0, "rotation", {})});
  REQUIRE(list.numbers.size() == 4);
  CHECK(list.numbers[0].cell->html == "no mode grows");
  CHECK(list.numbers[1].label == "mode 2 [Hz], damping ratio");
  CHECK(list.numbers[1].cell->html == "14.0 ± 0.5, 0.034<small class=\"reason\">arm &lt;1&gt;</small>");
  CHECK(list.numbers[2].cell->html.starts_with("40, 0.004<"));
  CHECK(list.numbers[3].label == "speed");
  add_modes(list, {mode(-3.0, 14.0, "arm", {}), mode(5.0, 20.0, "span", {})});
  CHECK(list.numbers[0].cell->html == "unstable: mode 2 grows at 5 1/s");
  CHECK(list.numbers[0].cell->style == "fail");
}

TEST_CASE("comparison page: peaks of the response to orders have their speed in rpm and say whether they are inside") {
  ComparisonContent content = one_run();
  content.order_peaks = {
      {.run = "run",
       .rows = {{.quantity = "span force 2",
                 .unit = "N",
                 .order = "order 2 of pulley 1",
                 .peak = {.speed = 100.0, .amplitude = 12.5, .is_inside = true}},
                {.quantity = "span force 3", .unit = "N", .order = "order 2 of pulley 1", .peak = {.speed = 20.0}}}}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "id=\"order-peaks\""));
  CHECK(has(page, "954.93"));  // 100 rad/s · 30/π
  CHECK(has(page, "12.5"));
  CHECK(has(page, "resonance"));
  CHECK(has(page, "end of the range"));
  CHECK(!has(comparison_page(one_run()), "id=\"order-peaks\""));
}

TEST_CASE("comparison page: crossings of orders and modes have the speed in rpm and the name of the mode") {
  ComparisonContent content = one_run();
  // The frequency of the mode is wrong by 0.628/2π Hz = 0.1 Hz, its crossing by 0.1 Hz/0.25 Hz s = 0.4 rad/s.
  content.crossings = {
      {.run = "run",
       .rows = {{.order = 2.0, .speed = 100.0, .mode = 1, .frequency = 31.83, .damping_ratio = 0.02, .slope = -0.25},
                {.order = 2.0, .speed = 120.0, .mode = 2, .frequency = 38.2, .damping_ratio = 0.01, .slope = -0.25}},
       .modes = {{.name = "arm of tensioner", .error = 0.628}}}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "id=\"crossings\""));
  CHECK(has(page, "955 ± 4"));  // 100 rad/s · 30/π and 0.4 rad/s · 30/π
  CHECK(has(page, "31.83 ± 0.1"));
  CHECK(has(page, "1146<"));  // unknown error
  CHECK(has(page, "arm of tensioner"));
  CHECK(!has(comparison_page(one_run()), "id=\"crossings\""));
}

TEST_CASE("comparison page: charts have a line for each run and part, thinned without losing a peak") {
  const BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
  std::vector<double> time;
  std::vector<double> force;
  for (int i = 0; i < 5000; ++i) {
    time.push_back(1e-3 * i);
    force.push_back(i == 1234 ? 500.0 : 20.0);
  }
  const CsvTable history("history.csv", {"time [s]", "span_force_1 [N]"}, {time, force});
  const CsvTable errors("errors.csv", {"time [s]", "span_force_1 [N]"}, {time, std::vector<double>(time.size(), 2.0)});
  const std::vector<ChartedRun> runs{{.name = "a < b", .history = &history, .errors = &errors},
                                     {.name = "exact", .is_exact = true, .history = &history}};
  const std::vector<Chart> charts = make_charts(drive, runs);
  REQUIRE(charts.size() == 1);
  CHECK(charts[0].title == "Span forces [N]");
  // Without a column of the other span
  CHECK(charts[0].parts == std::vector<std::string>{"span 1 to 2"});
  REQUIRE(charts[0].lines.size() == 2);
  const ChartLine& line = charts[0].lines[0];
  CHECK(line.value.size() <= kChartRows + 2);
  CHECK(line.value.size() == line.time.size());
  CHECK(line.error == std::vector<double>(line.time.size(), 2.0));
  CHECK(charts[0].lines[1].error.empty());
  const auto peak = std::ranges::max_element(line.value);
  CHECK(*peak == 500.0);
  CHECK(line.time[static_cast<std::size_t>(peak - line.value.begin())] == doctest::Approx(1.234));
  const std::string html = html_of(charts, runs);
  CHECK(has(html, "<li>a &lt; b</li><li class=\"exact\">exact</li>"));
  CHECK(html_of(std::vector<Chart>{}, runs).empty());
}

TEST_CASE("comparison page: one line says what came out, the worst first") {
  ComparisonContent content = one_run();
  content.runs[0].is_clean = true;
  CHECK(has(comparison_page(content), "<p class=\"verdict pass\">The run is complete, all balances closed.</p>"));
  content.runs.push_back(content.runs[0]);
  content.runs[1].name = "other";
  content.runs[1].is_clean = false;
  CHECK(has(comparison_page(content), "<p class=\"verdict warn\">Complete, with warnings for 1 of 2 runs.</p>"));
  postprocess::PairComparison& pair = content.pairs.emplace_back();
  pair.run = "run";
  pair.reference = "other";
  pair.same_model = true;
  pair.columns.resize(3);
  pair.columns[0].column = "torque_1 [N m]";
  pair.columns[0].maximum_relative = 0.25;
  pair.columns[1].column = "torque_2 [N m]";
  pair.columns[1].maximum_relative = 0.5;
  pair.columns[2].column = "slip_arc_1 [rad]";
  pair.columns[2].maximum_relative = 1.3;
  CHECK(has(comparison_page(content),
            "Largest difference between runs of one model in speeds, torques and span forces: 0.5 of the range (run "
            "against other, torque_2 [N m])."));
  pair.columns[0].column = pair.columns[1].column = "strain_tight [-]";
  CHECK(has(comparison_page(content), "between runs of one model: 1.3 of the range (run against other, slip_arc_1"));
  content.runs[1].is_clean = true;
  CHECK(has(comparison_page(content), "<p class=\"verdict warn\">All 2 runs are complete, all balances closed."));
  for (postprocess::ColumnDifference& column : pair.columns) column.maximum_relative = 0.09;
  CHECK(has(comparison_page(content), "<p class=\"verdict pass\">All 2 runs are complete, all balances closed."));
  for (postprocess::ColumnDifference& column : pair.columns) column.of_errors = 0.5;
  CHECK(has(comparison_page(content), "The error bars explain the differences"));
  pair.columns[1].of_errors = 3.0;
  CHECK(has(comparison_page(content), "<p class=\"verdict warn\">"));
  CHECK(has(comparison_page(content), "Runs of one model differ by 3 times their error bars"));
  CHECK(has(comparison_page(content), "<td class=\"warn\">no</td>"));
  pair.same_model = false;
  CHECK(!has(comparison_page(content), "Largest difference"));
  CHECK(has(comparison_page(content), "<p class=\"verdict pass\">"));
  content.runs.push_back(content.runs[0]);
  content.runs[2].status = "failed";
  content.runs[2].name = "third";
  content.runs[2].reached = 0.5;
  pair.run = "third";
  CHECK(has(comparison_page(content), "<strong>third (ended at 0.5 s)</strong> compared with <strong>other</strong>"));
  CHECK(has(comparison_page(content), "<p class=\"verdict fail\">1 of 3 runs failed."));
}

TEST_CASE("comparison page: belt and contact of a belt drive stand in a table, with units and meanings") {
  ComparisonContent content = one_run();
  content.drive = beltdyn::test::small_belt_drive(2.0);
  const std::string page = comparison_page(content);
  CHECK(has(page, "<details><summary>Belt and contact</summary>"));
  CHECK(has(page,
            "<code>belt.axial_stiffness</code><small class=\"reason\">the axial stiffness EA</small></td><td "
            "class=\"number\">"));
  CHECK(has(page, "<code>contact.friction.type</code>"));
  CHECK(has(page, "<td>N m²</td>"));
  CHECK(!has(page, "<code>pulleys"));
}

TEST_CASE("comparison page: tables and pictures can be kept") {
  ComparisonContent content = one_run();
  content.runs[0].files = {"run/history.csv"};
  content.figures = {{.name = "fig2", .title = "Strain", .alt = "a", .svg = "<svg/>", .files = {"figures/fig2.pdf"}}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "<a href=\"run/history.csv\" download>history.csv</a>"));
  CHECK(has(page, "<a href=\"figures/fig2.pdf\" download>PDF</a>"));
}

TEST_CASE("comparison page: a failed run states the reason and its end") {
  ComparisonContent content = one_run();
  content.runs.push_back({.name = "other",
                          .formulation = "lagrangian_contour",
                          .model = "linear",
                          .status = "failed",
                          .message = "no solution for mu < 0.1",
                          .reached = 0.5});
  const std::string page = comparison_page(content);
  CHECK(has(page, "One of them did not finish."));
  CHECK(has(page, "<li class=\"fail\"><strong>other: failed</strong><span>No solution for mu &lt; 0.1.</span></li>"));
  CHECK(has(page, "Its results end at 0.5 s of 2 s."));
}

TEST_CASE("comparison page: a run that ends within rounding of end_time is complete") {
  ComparisonContent content = one_run();
  content.runs[0].reached = 2.0 * (1.0 - 1e-12);
  CHECK_FALSE(has(comparison_page(content), "Its results end at"));
  content.runs[0].reached = 2.0 * (1.0 - 1e-6);
  CHECK(has(comparison_page(content), "Its results end at"));
}

TEST_CASE("comparison page: a balance that does not close, and one that is not a number") {
  ComparisonContent content = one_run();
  content.runs[0].balances = {{.column = "balance_power [-]",
                               .law = "energy stays",
                               .largest = 0.2,
                               .time = 1.0,
                               .tolerance = 1e-3,
                               .is_open = true},
                              {.column = "length_error [-]",
                               .law = "length stays",
                               .largest = std::numeric_limits<double>::quiet_NaN(),
                               .time = 0.0,
                               .tolerance = 1e-3}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "<td class=\"fail\">open</td>"));
  CHECK(has(page, "<td class=\"number\">–</td>"));
}

TEST_CASE("comparison page: a balance whose error is of the start holds, and says so") {
  ComparisonContent content = one_run();
  content.runs[0].balances = {{.column = "balance_power [-]",
                               .law = "energy stays",
                               .largest = 0.002,
                               .time = 0.004,
                               .for_verdict = 1.2e-5,
                               .tolerance = 1e-3}};
  CHECK(has(comparison_page(content),
            "<td class=\"pass\">holds<small class=\"reason\">the largest error is at the "
            "start, relative to the little energy exchanged until then; relative to at least "
            "1 % of the energy of the run it is 1.2e-5</small></td>"));
  content.runs[0].balances[0].largest = 9e-4;
  CHECK(has(comparison_page(content), "<td class=\"pass\">holds</td>"));
}

TEST_CASE("comparison page: problems of a complete run are listed at the top, before all sections") {
  ComparisonContent content = one_run();
  content.runs[0].is_clean = true;
  CHECK(!has(comparison_page(content), "class=\"notices\""));
  CHECK(has(comparison_page(content), "<td class=\"pass\">complete</td>"));
  content.runs[0].is_clean = false;
  content.runs[0].verdict = "complete, 1 balance not closed, gross slip on pulley 2";
  content.runs[0].remarks = {"the belt slips over the whole arc of pulley 2 from 0.2 s to the end at 2 s"};
  content.runs[0].balances = {{.column = "balance_power [-]",
                               .law = "energy stays",
                               .largest = 0.2,
                               .time = 1.0,
                               .tolerance = 1e-3,
                               .is_open = true}};
  const std::string page = comparison_page(content);
  CHECK(
      has(page,
          "<li class=\"warn\"><strong>run: complete, 1 balance not closed, gross slip on pulley 2</strong><span>The "
          "belt slips over the whole arc of pulley 2 from 0.2 s to the end at 2 s.</span><span><a href=\"#balances\">1 "
          "balance is not closed</a>: <code>balance_power</code> is off by 0.2 at 1 s, tolerance 0.001.</span></li>"));
  CHECK(has(page, "<td class=\"warn\">complete, 1 balance not closed, gross slip on pulley 2</td>"));
  CHECK(page.find("class=\"notices\"") < page.find("<section"));
}

TEST_CASE("comparison page: a study of physics has results and sensitivities, and no order") {
  ComparisonContent content = one_run();
  content.parameter_tables = {
      {.run = "run",
       .parameter = "coefficient",
       .values = {0.2, 0.4},
       .rows = {
           {.column = "span_force_1 [N]", .results = {500.0, 400.0}, .change = -0.2, .sensitivity = std::nullopt}}}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "id=\"study\""));
  CHECK(has(page, "there is no order of convergence"));
  CHECK(has(page, "<td class=\"number\" data-sort=\"400\">400</td>"));
  CHECK(!has(page, "observed order"));
  CHECK(!has(page, "id=\"convergence\""));
}

TEST_CASE("comparison page: timings are between the machine marks only") {
  const auto without_machine = [](std::string page) {
    const std::size_t begin = page.find(kMachineBegin);
    return page.erase(begin, page.find(kMachineEnd) - begin);
  };
  ComparisonContent slow = one_run();
  slow.runs[0].wall_time = 99.0;
  slow.machine.host = "elsewhere";
  CHECK(comparison_page(one_run()) == comparison_page(one_run()));
  CHECK(comparison_page(slow) != comparison_page(one_run()));
  CHECK(without_machine(comparison_page(slow)) == without_machine(comparison_page(one_run())));
}

TEST_CASE("comparison page: an invalid picture is reported, and the page is complete") {
  ComparisonContent content = one_run();
  content.figures = {{.name = "one", .title = "One", .alt = "what it shows", .svg = ""},
                     {.name = "two", .title = "Two", .alt = "what it shows", .svg = "<svg><g>"}};
  const std::string page = comparison_page(content);
  CHECK(has(page, "Not drawn: gnuplot is required."));
  CHECK(has(page, "the picture two is not an SVG"));
}

// An open belt around pulleys of 0.1 m and 0.2 m at a distance of 1 m: wraps of 180° ∓ 2 asin(0.1), 11.48°.
TEST_CASE("comparison page: a steady string is exact for steady runs, and only that beside transient ones") {
  ComparisonContent content = one_run();
  content.runs[0].model = "steady_string";
  content.runs[0].is_exact = true;
  CHECK(has(comparison_page(content), "<strong>run</strong> (exact)"));
  content.runs.push_back(content.runs[0]);
  content.runs[1].model = "elastic_beam";
  content.runs[1].is_exact = false;
  CHECK(has(comparison_page(content), "<strong>run</strong> (exact steady motion only)"));
}

TEST_CASE("comparison page: the banner says where a steady run differs from a transient one as loads vary in time") {
  const auto page_of = [](const TimeFunction& load, double of_errors, const char* model) {
    ComparisonContent content = one_run();
    BeltDrive drive = beltdyn::test::small_belt_drive(2.0);
    drive.pulleys[0].motion = PrescribedMotion{TimeFunction(10.0)};
    drive.pulleys[1].motion = TorqueMotion{.torques = {{.form = AppliedTorque{load}}}};
    content.drive = Drive(drive);
    content.runs[0].is_clean = true;
    postprocess::PairComparison& pair = content.pairs.emplace_back();
    pair.run = "transient";
    pair.reference = "string";
    pair.run_model = model;
    pair.reference_model = "steady_string";
    postprocess::ColumnDifference& column = pair.columns.emplace_back();
    column.column = "creep_2 [-]";
    column.of_errors = of_errors;
    return comparison_page(content);
  };
  const TimeFunction ramp(TimeFunction::PiecewiseLinear{.time = {0.0, 1.0}, .value = {0.0, -60.0}});
  const std::string page = page_of(ramp, 7.0, "elastic_beam");
  CHECK(has(page, "<p class=\"verdict warn\">"));
  CHECK(has(page,
            "string, the steady motion of each instant, differs from transient by up to 7 times their error bars "
            "(creep_2 [-])"));
  for (const std::string& good : {page_of(TimeFunction(-60.0), 7.0, "elastic_beam"), page_of(ramp, 0.9, "elastic_beam"),
                                  page_of(ramp, 7.0, "steady_elastic_beam")}) {
    CHECK(has(good, "<p class=\"verdict pass\">"));
    CHECK(!has(good, "the steady motion of each instant"));
  }
}

TEST_CASE("comparison page: open balances are not complete") {
  ComparisonContent content = one_run();
  content.runs[0].balances = {{.column = "balance_power [-]", .law = "energy stays", .largest = 0.2, .is_open = true}};
  CHECK(has(comparison_page(content),
            "<p class=\"verdict warn\">Not complete: the balances of 1 of 1 run are not closed.</p>"));
}

}  // namespace beltdyn::comparison_page_test
