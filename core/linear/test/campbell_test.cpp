// SPDX-License-Identifier: MIT
#include "core/linear/campbell.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

#include "core/base/csv_table.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/linear/analysis_at_speeds.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::campbell_test {
namespace {

using Complex = std::complex<double>;

// Roots at a speed v: one mode at 10 i, one at v i that crosses it, and one at (40 − 2 v) i that enters from above 30.
std::vector<Complex> exact(double v) { return {{-0.1, 10.0}, {-0.2, v}, {-0.3, 40.0 - 2.0 * v}}; }

const std::array<double, 7> kSpeeds{3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0};
// Modes that decay faster than `rate` are not searched [1/s].
ModeSearch range_with(double rate) {
  return {.highest_frequency = 30.0 / (2.0 * std::numbers::pi), .highest_rate = rate};
}
ModeSearch range(double) { return range_with(5.0); }

NamedMode mode_of(Complex root, double error) {
  return {.mode = {.root = root, .shape = {}, .error = error}, .energy = {}, .name = {}};
}

std::vector<Complex> search(double speed) {
  std::vector<Complex> roots = exact(speed);
  std::erase_if(roots, [](Complex s) { return s.imag() > 30.0; });
  return roots;
}

std::vector<std::optional<Complex>> follow(double speed, std::span<const Complex> guesses) {
  std::vector<std::optional<Complex>> roots;
  for (const Complex guess : guesses) {
    const std::vector<Complex> all = exact(speed);
    roots.emplace_back(*std::ranges::min_element(all, {}, [&](Complex s) { return std::abs(s - guess); }));
  }
  return roots;
}

}  // namespace

TEST_CASE("campbell: modes keep their numbers where they cross, and new ones come in") {
  int searches = 0;
  const auto count = [&](double speed) {
    ++searches;
    return search(speed);
  };
  const std::vector<CampbellPoint> points = campbell_points(kSpeeds, range, count, follow);
  CHECK(searches < 5);
  for (const CampbellPoint& point : points) {
    CAPTURE(point.speed);
    CAPTURE(point.mode);
    // Modes are numbered by first appearance: v i and 10 i at the first speed.
    const std::array<double, 3> expected{point.speed, 10.0, 40.0 - 2.0 * point.speed};
    REQUIRE(point.mode <= 3);
    CHECK(close(point.root.imag(), expected[static_cast<std::size_t>(point.mode - 1)], {.rel = 1e-14}));
  }
  CHECK(std::ranges::count(points, 1, &CampbellPoint::mode) == 7);
  CHECK(std::ranges::count(points, 3, &CampbellPoint::mode) >= 4);
}

TEST_CASE("campbell: a mode goes on as long as it is in the range of its own speed") {
  const auto decaying = [](double speed) { return std::vector<Complex>{{-0.9 * speed, 10.0}}; };
  const auto follow_it = [&](double speed, std::span<const Complex>) {
    return std::vector<std::optional<Complex>>{decaying(speed)[0]};
  };
  const auto all = [](double speed) { return range_with(speed); };
  CHECK(campbell_points(kSpeeds, all, decaying, follow_it).size() == kSpeeds.size());
  const auto up_to_11 = [](double speed) { return range_with(std::min(speed, 11.0)); };
  CHECK(campbell_points(kSpeeds, up_to_11, decaying, follow_it).back().speed == 11.0);
}

TEST_CASE("campbell: modes go on behind a speed without a steady motion") {
  constexpr double kNone = 5.0;
  const auto search_elsewhere = [](double speed) -> std::optional<std::vector<Complex>> {
    if (speed == kNone) return std::nullopt;
    return search(speed);
  };
  const auto follow_elsewhere = [](double speed, std::span<const Complex> guesses) {
    return speed == kNone ? std::vector<std::optional<Complex>>(guesses.size()) : follow(speed, guesses);
  };
  const std::vector<CampbellPoint> points = campbell_points(kSpeeds, range, search_elsewhere, follow_elsewhere);
  CHECK(std::ranges::count(points, kNone, &CampbellPoint::speed) == 0);
  for (const CampbellPoint& point : points) {
    if (point.mode == 1) CHECK(point.root.imag() == point.speed);
  }
  CHECK(std::ranges::count(points, 1, &CampbellPoint::mode) == 6);
}

TEST_CASE("campbell: modes have the numbers that they have at the speed of the run, others follow") {
  std::vector<CampbellPoint> points{
      {.speed = 1.0, .mode = 1, .root = {0.0, 1.0}},  {.speed = 1.0, .mode = 2, .root = {0.0, 10.0}},
      {.speed = 5.0, .mode = 2, .root = {0.0, 10.0}}, {.speed = 5.0, .mode = 3, .root = {0.0, 4.0}},
      {.speed = 5.0, .mode = 4, .root = {0.0, 4.0}},  {.speed = 9.0, .mode = 5, .root = {0.0, 10.0}}};
  const std::array<Complex, 3> roots{Complex(0.0, 4.0), Complex(1e-9, 4.0), Complex(0.0, 10.0)};
  number_by(roots, 5.0, points);
  std::vector<int> numbers;
  for (const CampbellPoint& point : points) numbers.push_back(point.mode);
  CHECK(numbers == std::vector<int>{4, 3, 3, 1, 2, 5});
}

TEST_CASE("campbell: the speed of the run has its place among the speeds, or is reached in steps") {
  CHECK(speeds_with({10.0, 20.0, 30.0}, 12.0) == std::vector<double>{10.0, 12.0, 20.0, 30.0});
  CHECK(speeds_with({30.0, 20.0, 10.0}, 12.0) == std::vector<double>{30.0, 20.0, 12.0, 10.0});
  CHECK(speeds_with({10.0, 20.0, 30.0}, 45.0) == std::vector<double>{10.0, 20.0, 30.0, 37.5, 45.0});
  CHECK(speeds_with({30.0, 20.0, 10.0}, 45.0) == std::vector<double>{45.0, 37.5, 30.0, 20.0, 10.0});
  CHECK(speeds_with({10.0, 20.0}, 5.0) == std::vector<double>{5.0, 10.0, 20.0});
  CHECK(speeds_with({10.0, 20.0}, 1000.0) == std::vector<double>{10.0, 20.0, 510.0, 1000.0});
}

TEST_CASE("campbell: where following fails modes are looked for anew") {
  const auto nowhere = [](double, std::span<const Complex> guesses) {
    return std::vector<std::optional<Complex>>(guesses.size());
  };
  const std::vector<CampbellPoint> points = campbell_points(kSpeeds, range, search, nowhere);
  CHECK(std::ranges::count(points, 1, &CampbellPoint::mode) == 7);
  CHECK(std::ranges::count(points, 2, &CampbellPoint::mode) == 7);
}

TEST_CASE("campbell: the file, and what is said of modes that grow") {
  const test::ScratchFolder folder("campbell");
  const std::array<CampbellPoint, 2> points{CampbellPoint{.speed = 3.0, .mode = 1, .root = {-3.0, 4.0}},
                                            CampbellPoint{.speed = 5.0, .mode = 1, .root = {0.6, 0.8}}};
  write_campbell(points, std::array{1.0, 2.5}, folder.path() / kCampbellFile);
  const CsvTable table = CsvTable::load(folder.path() / kCampbellFile);
  CHECK(table.column("angular_velocity [rad/s]")[1] == 5.0);
  CHECK(close(table.column("damping_ratio [-]")[0], 0.6, {.rel = 1e-15}));
  CHECK(close(table.column("damping_ratio [-]")[1], -0.6, {.rel = 1e-15}));
  CHECK(close(table.column("order_2.5 [Hz]")[0], 7.5 / (2.0 * std::numbers::pi), {.rel = 1e-15}));
  const FinerRoot alike = [](double, Complex root) { return root * 1.01; };
  const std::optional<Finding> some = growth_finding({}, points, alike);
  REQUIRE(some);
  CHECK(some->remark.find("mode 1 of campbell.csv is unstable at 5 rad/s (47.75 rpm), with a growth rate of 0.6 1/s") !=
        std::string::npos);
  const std::array<NamedMode, 2> modes{mode_of({-1.0, 2.0}, 0.0), mode_of({0.5, 2.0 * std::numbers::pi}, 0.1)};
  const std::optional<Finding> now = growth_finding(modes, points, alike);
  REQUIRE(now);
  CHECK(now->verdict == "unstable");
  CHECK(now->remark.find("unstable mode: 1 Hz with a growth rate of 0.5 1/s") != std::string::npos);
  // A growth that discretisation errors can explain.
  CHECK(!growth_finding(std::array{mode_of({1e-5, 1.0}, 0.0)}, {}, alike));
}

TEST_CASE("campbell: unstable is what grows alike on a finer mesh") {
  const std::array<CampbellPoint, 1> points{CampbellPoint{.speed = 5.0, .mode = 2, .root = {0.5, 6.0}}};
  const std::optional<Finding> halved =
      growth_finding({}, points, [](double, Complex root) { return root - Complex(0.25); });
  REQUIRE(halved);
  CHECK(halved->verdict == "damping not resolved");
  CHECK(halved->remark.find("grows at 5 rad/s (47.75 rpm) by 0.5 1/s and on a mesh twice as fine by 0.25 1/s") !=
        std::string::npos);
  const std::optional<Finding> lost =
      growth_finding({}, points, [](double, Complex) { return std::optional<Complex>(); });
  REQUIRE(lost);
  CHECK(lost->remark.find("on a mesh twice as fine is not found") != std::string::npos);
  const std::optional<Finding> now = growth_finding(std::array{mode_of({0.5, 6.0}, 0.4)}, {}, {});
  REQUIRE(now);
  CHECK(now->verdict == "damping not resolved");
}

TEST_CASE("campbell: modes that the mesh does not resolve are named") {
  CHECK(!resolution_finding(std::array{mode_of({-1.0, 10.0}, 0.1)}));
  const std::optional<Finding> coarse =
      resolution_finding(std::array{mode_of({-1.0, 10.0}, 0.1), mode_of({0.0, 20.0}, 5.0), mode_of({0.0, 30.0}, 3.0)});
  REQUIRE(coarse);
  CHECK(coarse->verdict == "2 modes not resolved");
  CHECK(coarse->remark.find("the error of modes 2, 3 of modes.csv is up to 25 %") != std::string::npos);
}

TEST_CASE("campbell: pulleys in gross slip are named with the speeds at which they are") {
  const SpeedStates states{.columns = {"slip_margin_1 [-]", "span_force_1 [N]"},
                           .pulleys = {"1 (crank)", "2 (fan)"},
                           .states = {{.speed = 10.0, .values = {0.5, 100.0}, .gross_slip = {0, 0}},
                                      {.speed = 20.0, .values = {0.1, 90.0}, .gross_slip = {0, -1}},
                                      {.speed = 30.0, .values = {0.0, 80.0}, .gross_slip = {0, -1}}}};
  const test::ScratchFolder folder("speed_states");
  write_speed_states(states, folder.path() / kSpeedStatesFile);
  const CsvTable table = CsvTable::load(folder.path() / kSpeedStatesFile);
  CHECK(table.column("angular_velocity [rad/s]")[2] == 30.0);
  CHECK(table.column("span_force_1 [N]")[1] == 90.0);
  CHECK(table.column("gross_slip_2 [-]")[1] == -1.0);
  const std::optional<Finding> finding = gross_slip_finding(states);
  REQUIRE(finding);
  CHECK(finding->verdict == "gross slip on pulley 2 (fan) at some speeds");
  CHECK(finding->remark.find("pulley 2 (fan) from 20 rad/s (191 rpm) to 30 rad/s (286.5 rpm)") != std::string::npos);
  CHECK(!gross_slip_finding({.columns = {}, .pulleys = {}, .states = {states.states.front()}}));
}

}  // namespace beltdyn::campbell_test
