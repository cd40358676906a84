// SPDX-License-Identifier: MIT
#include "core/belt/reduced_belt.hpp"

#include <algorithm>
#include <map>
#include <numbers>
#include <string>

#include <doctest/doctest.h>

#include "core/drive/belt/reduced_contour.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/drive.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::reduced_belt_test {

using namespace beltdyn::test;
using std::numbers::pi;

namespace {

constexpr double kTight = 0.02;
constexpr double kSlack = -0.03;
constexpr double kSlip = 0.1;  // length of the slip zones [m]
constexpr double kSpeed = 1.2;

// A contour with given strains; the strains on the pulleys jump in the middle of slip zones at the exits.
class GivenContour final : public ContourSimulation {
 public:
  using ContourSimulation::ContourSimulation;

  double time() const override { return time_; }
  double time_step() const override { return 0.01; }
  void advance(double dt) override { time_ += dt; }
  ContourState state() const override { return {.strain_tight = kTight, .strain_slack = kSlack}; }
  std::vector<double> natural_profile_points() const override { return {0.5}; }
  std::vector<SlipZone> slip_zones() const override {
    return {{.pulley = 0, .begin = drive().exit(0) - kSlip, .end = drive().exit(0), .direction = -1},
            {.pulley = 1, .begin = drive().exit(1) - kSlip, .end = drive().exit(1), .direction = 1}};
  }
  SolverStatistics statistics() const override { return {}; }
  void save(StateWriter& writer) const override { writer.number("time", time_); }
  void restore(StateReader& reader) override { time_ = reader.number("time"); }

 protected:
  ProfilePoint profile_point(double sigma) const override {
    const bool is_slack = sigma > drive().exit(0) - 0.5 * kSlip && sigma < drive().exit(1) - 0.5 * kSlip;
    const double strain = is_slack ? kSlack : kTight;
    const bool slips = std::ranges::any_of(
        slip_zones(), [sigma](const SlipZone& zone) { return sigma > zone.begin && sigma < zone.end; });
    const ContourPlace place = locate(drive(), sigma);
    return {.strain = strain,
            .force = 1.0,
            .speed = kSpeed * (1.0 + strain) / (1.0 + kTight),
            .contact_state = place.pulley < 0 ? 2
                             : slips          ? (place.pulley == 0 ? -1 : 1)
                                              : 0};
  }

 private:
  double time_ = 0.0;
};

BeltDrive test_drive() {
  return edited_drive(
      {R"(/pulleys/1/motion={"type": "prescribed", "angular_velocity": {"type": "constant", "value": 11}})",
       R"(/pulleys/0/motion/angular_velocity={"type": "constant", "value": 12})"});
}

ReducedBelt test_belt() {
  const BeltDrive drive = test_drive();
  return {drive, std::make_unique<GivenContour>(std::get<ContourDrive>(reduced_contour(drive)))};
}

std::map<std::string, double> history(const BeltSimulation& simulation) {
  const std::vector<std::string> columns = simulation.history_columns();
  std::vector<double> values(columns.size());
  simulation.history_values(values);
  std::map<std::string, double> row;
  for (std::size_t i = 0; i < columns.size(); ++i) row[columns[i]] = values[i];
  return row;
}

}  // namespace

TEST_CASE("reduced belt: strains of the contour drive become forces and moments of the belt drive") {
  ReducedBelt belt = test_belt();
  belt.advance(0.5);
  std::map<std::string, double> row = history(belt);
  // EA = 8000 N, N0 = 400 N, lambda0 = 1, R = 0.1 m
  CHECK(close(row["span_force_1 [N]"], 400.0 + 8000.0 * kSlack, {.rel = 1e-12}));
  CHECK(close(row["span_force_2 [N]"], 400.0 + 8000.0 * kTight, {.rel = 1e-12}));
  CHECK(close(row["torque_1 [N m]"], -0.1 * 8000.0 * (kTight - kSlack), {.rel = 1e-12}));
  CHECK(close(row["torque_2 [N m]"], 0.1 * 8000.0 * (kTight - kSlack), {.rel = 1e-12}));
  CHECK(close(row["drive_torque_2 [N m]"], 2.0 * 11.0 - row["torque_2 [N m]"], {.rel = 1e-12}));
  CHECK(close(row["slip_arc_1 [rad]"], kSlip / 0.1, {.rel = 1e-9}));
  CHECK(close(row["slip_arc_2 [rad]"], kSlip / 0.1, {.rel = 1e-9}));
  CHECK(close(row["span_speed_2 [m/s]"], kSpeed, {.rel = 1e-12}));
  CHECK(close(row["driven_angle [rad]"], 5.5, {.rel = 1e-12}));
  CHECK(row["strain_tight [-]"] == kTight);
}

TEST_CASE("reduced belt: slip zones are those of the contour formulation, pressure that of the pretension") {
  const ReducedBelt belt = test_belt();
  const std::vector<SlipZone> zones = belt.slip_zones();
  REQUIRE(zones.size() == 2);
  CHECK(zones[0].pulley == 0);
  CHECK(zones[0].direction == -1);
  CHECK(close(zones[0].begin, 0.1 * pi - kSlip, {.abs = 1e-12}));
  CHECK(close(zones[0].end, 0.1 * pi, {.abs = 1e-12}));
  CHECK(zones[1].direction == 1);
  const std::vector<ProfilePoint> profile = belt.profile(std::vector<double>{0.1, 0.3, 0.4, 0.7, 0.9, 1.1});
  const std::vector<int> states{0, -1, 2, 0, 1, 2};
  for (std::size_t i = 0; i < profile.size(); ++i) {
    CAPTURE(i);
    CHECK(profile[i].contact_state == states[i]);
    CHECK(close(profile[i].pressure, states[i] == 2 ? 0.0 : 4000.0, {.rel = 1e-12}));
  }
}

TEST_CASE("reduced belt: between neighbouring points the belt is as long as their stretch makes its material") {
  const BeltMap belt = test_belt().belt();
  const auto points = belt.points();
  const auto sigma = belt.sigma();
  for (std::size_t i = 1; i < points.size(); ++i) {
    CAPTURE(i);
    // In some pieces the strain jumps by 5 %, and their mean strain is off by up to half of that; scaling distributes
    // the error over the others.
    const double stretch = 1.0 + 0.5 * (points[i - 1].strain + points[i].strain);
    CHECK(close((points[i].material - points[i - 1].material) * stretch, sigma[i] - sigma[i - 1], {.rel = 0.01}));
  }
}

TEST_CASE("reduced belt: particles travel with the mass flow, and resume from a checkpoint") {
  ReducedBelt belt = test_belt();
  // The particle at 0.25 m is on the driving pulley's slip zone; the tight part has the stretch 1.02.
  const double before = belt.belt().material(1.2);
  for (int i = 0; i < 30; ++i) belt.advance(0.01);
  const double after = belt.belt().material(1.2);
  CHECK(close(before - after, 0.3 * kSpeed / (1.0 + kTight), {.rel = 1e-9}));
  StateWriter writer;
  belt.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  StateReader reader(bytes);
  ReducedBelt restored = test_belt();
  restored.restore(reader);
  CHECK(history(restored) == history(belt));
}

TEST_CASE("reduced belt: only a belt drive is told as one") {
  const BeltDrive drive = test_drive();
  const ContourDrive contour = std::get<ContourDrive>(reduced_contour(drive));
  const auto make = [](const ContourDrive& d) { return std::make_unique<GivenContour>(d); };
  CHECK(run_on_contour(contour, make)->history_columns().front() == "strain_tight [-]");
  CHECK(run_on_contour(drive, make)->history_columns().front() == "angular_velocity_1 [rad/s]");
}

}  // namespace beltdyn::reduced_belt_test
