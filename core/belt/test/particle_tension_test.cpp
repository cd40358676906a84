// SPDX-License-Identifier: MIT
#include "core/belt/particle_tension.hpp"

#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/belt/test/creep_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::particle_tension_test {

using std::numbers::pi;

namespace {

std::vector<double> ranges(const std::vector<double>& forces) {
  std::vector<double> found;
  for (const TensionCycle& cycle : rainflow_cycles(forces)) found.push_back(cycle.range);
  return found;
}

}  // namespace

// −2, 1, −3, 5, −1, 3, −4, 4, −2 is the example of ASTM E1049; repeated periodically it has only full cycles.
TEST_CASE("particle tension: rainflow counting closes every loop of a sequence that repeats") {
  CHECK(ranges({-2.0, 1.0, -3.0, 5.0, -1.0, 3.0, -4.0, 4.0}) == std::vector<double>{9.0, 7.0, 4.0, 3.0});
  const std::vector<TensionCycle> cycles = rainflow_cycles(std::vector<double>{-2, 1, -3, 5, -1, 3, -4, 4});
  CHECK(cycles[0].mean == 0.5);   // 5 and −4
  CHECK(cycles[1].mean == 0.5);   // 4 and −3
  CHECK(cycles[2].mean == 1.0);   // 3 and −1
  CHECK(cycles[3].mean == -0.5);  // 1 and −2
}

TEST_CASE("particle tension: where a sequence begins, points on the way and points that repeat do not matter") {
  CHECK(ranges({1.0, 3.0, 2.0, 4.0}) == std::vector<double>{3.0, 1.0});
  CHECK(ranges({2.0, 4.0, 1.0, 3.0}) == std::vector<double>{3.0, 1.0});
  CHECK(ranges({1.0, 2.0, 3.0, 3.0, 2.5, 2.0, 2.0, 4.0, 2.0, 1.0}) == std::vector<double>{3.0, 1.0});
  CHECK(ranges({5.0, 5.0, 5.0}).empty());
  CHECK(ranges({}).empty());
}

TEST_CASE("particle tension: over a revolution a particle of a creeping belt comes once to each point") {
  constexpr double kTight = 600.0;
  constexpr int kPoints = 1200;
  const test::CreepDrive drive(test::creep_test_drive(), kTight, kPoints);
  const double length = drive.drive().reference_length();
  for (const double flux : {2.0, -2.0}) {
    const std::vector<TensionPoint> points = revolution_of(drive.belt(), length, flux);
    REQUIRE(points.size() == kPoints + 1);
    CHECK(points.front().time == 0.0);
    CHECK(close(points.back().time, length / 2.0, {.rel = 1e-14}));
    CHECK(points.back().force == points.front().force);
    bool grows = true;
    for (std::size_t i = 1; i < points.size(); ++i) grows = grows && points[i].time > points[i - 1].time;
    CHECK(grows);
    std::map<std::string, double> value;
    for (const Conclusion& c : tension_conclusions(points)) value[c.name] = c.value;
    CHECK(close(value["revolution_time"], length / 2.0, {.rel = 1e-14}));
    CHECK(close(value["particle_tension_range"], kTight - drive.slack_force(), {.rel = 1e-2}));
    CHECK(close(value["particle_tension_mean"], 0.5 * (kTight + drive.slack_force()), {.rel = 1e-2}));
    CHECK(value["particle_tension_cycles"] == 1.0);
  }
  CHECK(revolution_of(drive.belt(), length, 0.0).empty());
  CHECK(tension_conclusions({}).empty());
}

}  // namespace beltdyn::particle_tension_test
