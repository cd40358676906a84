// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/drive.hpp"
#include "report/contour_loop.hpp"
#include "report/mode_player.hpp"
#include "report/player_data.hpp"
#include "report/quantised.hpp"

namespace beltdyn::player_test {

using namespace beltdyn::report;

namespace {

constexpr double kPi = std::numbers::pi;

// Pulleys of radius 1/π and spans of 1 m: L = 4 m.
const Drive kContour = ContourDrive{.contour_length = 4.0,
                                    .contact_length = {1.0, 1.0},
                                    .axial_stiffness = 1.0,
                                    .friction_force = {1.0, 1.0},
                                    .surface_speed = {TimeFunction(2.0), TimeFunction(2.0)}};
const CsvTable kHistory("history.csv", {"time [s]"}, {{0.0, 1.0, 2.0}});
const CsvTable kProfiles("profiles.csv", {"time [s]", "sigma [m]", "force [N]"},
                         {{0.0, 0.0, 2.0, 2.0}, {0.0, 3.0, 0.0, 3.0}, {0.0, 3.0, 1.0, 1.0}});
const CsvTable kZones("slip_zones.csv", {"time [s]", "pulley [-]", "sigma_begin [m]", "sigma_end [m]", "direction [-]"},
                      {{1.0, 2.0}, {1.0, 2.0}, {0.5, 2.5}, {1.0, 3.0}, {1.0, -1.0}});

Player contour_player() {
  return make_player("run", "A run",
                     {.drive = kContour, .history = kHistory, .profiles = kProfiles, .slip_zones = kZones})
      .value();
}

}  // namespace

TEST_CASE("player: decoding gives each number back within half a quantum") {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(3.0 * std::sin(0.37 * i) + 1e-3 * i);
  for (const Bits bits : {Bits::eight, Bits::sixteen}) {
    const Quantised quantised = quantise(values, bits);
    const double quantum = (quantised.high - quantised.low) / quantised.most;
    CHECK(quantised.most == (bits == Bits::eight ? 255 : 65535));
    for (std::size_t i = 0; i < values.size(); ++i) {
      // 1e-9 of a quantum for the rounding of the decoding itself.
      CHECK(std::abs(quantised.decoded(i) - values[i]) <= quantum * (0.5 + 1e-9));
    }
  }
}

TEST_CASE("player: constant and missing numbers are no trouble") {
  const std::vector<double> constant(3, 2.5);
  CHECK(quantise(constant, Bits::eight).decoded(1) == 2.5);
  CHECK(quantise({}, Bits::sixteen).codes.empty());
}

TEST_CASE("player: base64 is that of RFC 4648") {
  const std::array<std::uint8_t, 6> bytes{'f', 'o', 'o', 'b', 'a', 'r'};
  const std::array<std::string, 7> expected{"", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (std::size_t n = 0; n < expected.size(); ++n) CHECK(base64(std::span(bytes).first(n)) == expected[n]);
}

TEST_CASE("player: a contour drive becomes a loop of its length with pulleys that turn with its speed") {
  const Player player = contour_player();
  CHECK(player.pulleys.size() == 2);
  CHECK(player.pulleys[0].radius == doctest::Approx(1.0 / kPi));
  CHECK(player.pulleys[1].x == doctest::Approx(1.0));
  // V t/R = 2·2 π
  CHECK(player.pulleys[0].angle.back() == doctest::Approx(4.0 * kPi));
  CHECK(player.travel.back() == doctest::Approx(4.0));
  double length = 0.0;
  for (std::size_t i = 0; i < player.points; ++i) {
    const std::size_t j = (i + 1) % player.points;
    length += std::hypot(player.x[j] - player.x[i], player.y[j] - player.y[i]);
  }
  // A polygon with 60 corners per circle is shorter by less than the part π²/6/60².
  CHECK(std::abs(length - 4.0) < 2.0 * kPi * kPi / 6.0 / 3600.0);
}

// An open belt around pulleys of 0.1 m and 0.2 m at a distance of 1 m touches them over π ∓ 2 asin(0.1).
TEST_CASE(
    "player: each pulley of a belt drive has its own arc and turns by its own speed, the belt goes by the mean of its "
    "spans") {
  BeltDrive belt;
  belt.pulleys.resize(2);
  belt.pulleys[0].radius = 0.1;
  belt.pulleys[1].radius = 0.2;
  belt.pulleys[1].center = {1.0, 0.0};
  const Drive drive = belt;
  BeltShape shape;
  for (int i = 0; i < 8; ++i) {
    ShapePoint point;
    point.position = {std::cos(kPi * i / 4), std::sin(kPi * i / 4), 0.0};
    shape.belt.push_back(point);
  }
  const CsvTable history("history.csv",
                         {"time [s]", "angular_velocity_1 [rad/s]", "angular_velocity_2 [rad/s]", "span_speed_1 [m/s]",
                          "span_speed_2 [m/s]"},
                         {{0.0, 2.0}, {30.0, 30.0}, {14.0, 14.0}, {3.0, 3.0}, {2.0, 2.0}});
  const Player player = make_player("run", "A run",
                                    {.drive = drive,
                                     .history = history,
                                     .profiles = kProfiles,
                                     .slip_zones = kZones,
                                     .shapes = {{.time = 0.0, .shape = shape}, {.time = 2.0, .shape = shape}}})
                            .value();
  REQUIRE(player.pulleys.size() == 2);
  const double lean = std::asin(0.1);
  CHECK(player.pulleys[0].arc_end - player.pulleys[0].arc_begin == doctest::Approx(0.1 * (kPi - 2.0 * lean)));
  CHECK(player.pulleys[1].arc_end - player.pulleys[1].arc_begin == doctest::Approx(0.2 * (kPi + 2.0 * lean)));
  CHECK(player.contour_length == doctest::Approx(0.3 * kPi + 0.2 * lean + 2.0 * std::cos(lean)));
  CHECK(player.pulleys[0].angle.back() == doctest::Approx(60.0));
  CHECK(player.pulleys[1].angle.back() == doctest::Approx(28.0));
  CHECK(player.travel.back() == doctest::Approx(5.0));
  // All points lie evenly spaced on the sides of the octagon.
  REQUIRE(player.x.size() == 2 * player.points);
  const double side = 2.0 * std::sin(kPi / 8.0);
  for (std::size_t i = 0; i < player.points; ++i) {
    const double distance = std::hypot(player.x[i], player.y[i]);
    CHECK(distance <= doctest::Approx(1.0));
    CHECK(distance >= doctest::Approx(std::cos(kPi / 8.0)));
    const std::size_t next = (i + 1) % player.points;
    CHECK(std::hypot(player.x[next] - player.x[i], player.y[next] - player.y[i]) <=
          doctest::Approx(8.0 * side / static_cast<double>(player.points)));
  }
}

TEST_CASE("player: the spans of a contour drive are drawn as long as they are, however unlike its pulleys") {
  ContourDrive drive = std::get<ContourDrive>(kContour);
  drive.contact_length = {2.0, 0.5};
  const ContourLoop loop(drive);
  const double span = (loop.point(drive.exit(0)) - loop.point(drive.entry(1))).norm();
  CHECK(span == doctest::Approx(drive.span_length()));
  CHECK((loop.point(drive.exit(1)) - loop.point(0.0)).norm() == doctest::Approx(drive.span_length()));
}

TEST_CASE("player: zones are those of the nearest row of the history") {
  const Player player = contour_player();
  REQUIRE(player.zones.size() == kPlayerFrames);
  CHECK(player.zones.front().empty());
  REQUIRE(player.zones[kPlayerFrames / 2].size() == 1);
  CHECK(player.zones[kPlayerFrames / 2][0].pulley == 0);
  CHECK(player.zones[kPlayerFrames / 2][0].begin == 0.5);
  REQUIRE(player.zones.back().size() == 1);
  CHECK(player.zones.back()[0].direction == -1);
}

TEST_CASE("player: forces are those of the profiles") {
  const Player player = contour_player();
  REQUIRE(player.shape_time == std::vector<double>{0.0, 2.0});
  CHECK(player.force[player.points / 2] == doctest::Approx(2.0));
  CHECK(player.force[player.points + player.points / 2] == doctest::Approx(1.0));
}

TEST_CASE("player: its markup escapes titles and is the same twice") {
  Player player = contour_player();
  player.title = "a < b";
  const std::string html = html_of(std::span(&player, 1));
  CHECK(html.find("a &lt; b") != std::string::npos);
  CHECK(html.find("a < b") == std::string::npos);
  CHECK(html == html_of(std::span(&player, 1)));
}

TEST_CASE("player: an arm is drawn from its pivot to the axis, and the place that is kept has room for both") {
  Player player = contour_player();
  CHECK(html_of(std::span(&player, 1)).find("\"pivot\"") == std::string::npos);
  // The loop is 1 + 2/π wide and 2/π high; a pivot 1 m below it increases the height by 1 − 1/π.
  player.pulleys[0].pivot = {0.5, -1.0};
  const std::string html = html_of(std::span(&player, 1));
  CHECK(html.find(",\"pivot\":[0.5,-1]") != std::string::npos);
  const std::size_t at = html.find("data-aspect=\"") + 13;
  // Four digits are printed.
  CHECK(std::abs(std::stod(html.substr(at)) - (1.0 + 1.0 / kPi) / (1.0 + 2.0 / kPi)) < 1e-3);
}

TEST_CASE("player: modes can be chosen by number, frequency and name, with their shapes; without modes there is none") {
  ModePlayer player{.id = "run", .title = "a < b", .table = {}};
  CHECK(html_of(player).empty());
  player.table.places.contour_length = 2.0;
  player.table.places.points = {{.sigma = 0.0, .position = {0.0, 0.0}}, {.sigma = 1.0, .position = {1.0, 0.0}}};
  player.table.places.pulleys = {{.label = "1", .axis = {0.0, 1.0}, .radius = 0.5, .axis_by = {0.0, 2.0}}};
  player.table.modes.push_back({.mode = {.root = {-1.0, 4.0 * kPi},
                                         .shape = {.angle = {{0.5, 0.25}},
                                                   .mount = {{1.0, 0.0}},
                                                   .accessory = {0.0},
                                                   .across = {1.0, 0.0},
                                                   .along = {0.0, 1.0}}},
                                .energy = {},
                                .name = "along the belt"});
  const std::string html = html_of(player);
  CHECK(html.find("<option value=\"0\">1: 2 Hz, along the belt</option>") != std::string::npos);
  CHECK(html.find("a &lt; b") != std::string::npos);
  CHECK(html.find("\"angle\":[[0.5,0.25]],\"mount\":[[1,0]]") != std::string::npos);
  CHECK(html.find("\"byX\":0,\"byY\":2}") != std::string::npos);
  CHECK(html.find("\"open\":false") != std::string::npos);
}

TEST_CASE("player: there is none for a run that ended at its start, nor for a drive without a belt") {
  const CsvTable start("history.csv", {"time [s]"}, {{0.0}});
  CHECK(!make_player("run", "", {.drive = kContour, .history = start, .profiles = kProfiles, .slip_zones = kZones}));
  const Drive rig = FrictionRigDrive{.normal_force = 1.0, .motion = {}};
  CHECK(!make_player("run", "", {.drive = rig, .history = kHistory, .profiles = kProfiles, .slip_zones = kZones}));
}

}  // namespace beltdyn::player_test
