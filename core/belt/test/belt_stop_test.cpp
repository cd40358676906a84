// SPDX-License-Identifier: MIT
#include "core/belt/belt_stop.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::belt_stop_test {
namespace {

constexpr double kStep = 0.05;  // [s]

using Speed = std::function<double(double)>;

// A belt of given speed; the surface of the second pulley has its own.
class GivenSpeed final : public BeltSimulation {
 public:
  GivenSpeed(const BeltDrive& drive, Speed belt, Speed second)
      : BeltSimulation(drive), belt_(std::move(belt)), second_(std::move(second)) {}

  double time() const override { return kStep * steps_; }
  double time_step() const override { return kStep; }
  void advance(double) override {
    stop().follow(*this, [this] { ++steps_; });
  }
  SolverStatistics statistics() const override { return {}; }
  void save(StateWriter& writer) const override {
    writer.number("steps", steps_);
    stop().save(writer);
  }
  void restore(StateReader& reader) override {
    steps_ = static_cast<int>(reader.number("steps"));
    stop().restore(reader);
  }
  std::vector<PulleyState> pulley_states() const override {
    return {{.angular_velocity = belt_(time()) / path().arcs()[0].radius},
            {.angular_velocity = second_(time()) / path().arcs()[1].radius}};
  }
  BeltMap belt() const override {
    constexpr int kPoints = 8;
    std::vector<BeltPoint> points;
    std::vector<ContactPoint> contacts;
    for (int i = 0; i < kPoints; ++i) {
      points.push_back({.material = drive().reference_length() * i / kPoints,
                        .position = path().point(path().length() * i / kPoints).position,
                        .speed = belt_(time())});
      contacts.push_back({.material = points.back().material});
    }
    return belt_map(std::move(points), std::move(contacts));
  }

  // The conclusions after a run until `end` [s].
  std::map<std::string, double> after(double end) {
    while (time() < end - 0.5 * kStep) advance(kStep);
    std::map<std::string, double> values;
    for (const Conclusion& conclusion : stop().conclusions(*this)) values[conclusion.name] = conclusion.value;
    return values;
  }

 private:
  Speed belt_;
  Speed second_;
  int steps_ = 0;
};

// 2 m/s until 1 s, then 0.5 m/s² less: it rests at 5 s, after 2²/(2 · 0.5) = 4 m.
double slowing(double time) { return std::max(0.0, 2.0 - 0.5 * std::max(0.0, time - 1.0)); }

// The first pulley has this motion, the second one a constant load.
BeltDrive driven(const std::string& motion, const std::string& more = "/gravity=[0, 0]") {
  return test::edited_drive({"/pulleys/0/motion=" + motion,
                             R"(/pulleys/1/motion={"type": "torque", "torques": [{"type": "applied", "moment": -1}]})",
                             more});
}

std::string torque(const std::string& form) { return R"({"type": "torque", "torques": [)" + form + "]}"; }

const char* const kSwitch = R"({"type": "piecewise_linear", "time": [0, 1, 1.1], "value": [1, 1, 0]})";

std::string applied(const std::string& moment) { return torque(R"({"type": "applied", "moment": )" + moment + "}"); }

// A brake on the second pulley that begins to close at 1 s.
const char* const kBrake =
    R"(/pulleys/1/brake={"capacity": {"type": "piecewise_linear", "time": [1, 1.2], "value": [0, 5]}})";

void check_stop(const std::map<std::string, double>& values) {
  REQUIRE(values.size() == 2);
  CHECK(close(values.at("stopping_time"), 5.0, {.rel = 1e-12}));
  CHECK(close(values.at("stopping_distance"), 4.0, {.rel = 1e-12}));
}

}  // namespace

TEST_CASE("belt stop: time and distance are counted from the instant at which the torque of a motor begins to fall") {
  const std::string table =
      std::string(R"({"type": "table", "speed": [0, 30], "moment": [2, 0], "factor": )") + kSwitch;
  const std::string power = std::string(R"({"type": "constant_power", "transition_speed": 1, "power": )") + kSwitch;
  for (const std::string& motor : {applied(kSwitch), torque(table + "}"), torque(power + "}")}) {
    CAPTURE(motor);
    check_stop(GivenSpeed(driven(motor), slowing, slowing).after(6.0));
  }
}

TEST_CASE("belt stop: a motor that is switched on again begins another stop") {
  const std::string twice = applied(
      R"({"type": "piecewise_linear", "time": [0, 0.2, 0.3, 0.6, 0.7, 1, 1.1], "value": [1, 1, 0, 0, 1, 1, 0]})");
  check_stop(GivenSpeed(driven(twice), slowing, slowing).after(6.0));
}

TEST_CASE("belt stop: a brake begins it, and holds the belt only where that does not slip") {
  const BeltDrive drive = driven(R"({"type": "free"})", kBrake);
  const auto locked = [](double time) { return time < 2.0 ? slowing(time) : 0.0; };
  check_stop(GivenSpeed(drive, slowing, locked).after(6.0));
  // The first pulley rests on the belt that moves on.
  CHECK(std::isnan(GivenSpeed(drive, slowing, locked).after(3.0).at("stopping_time")));
}

TEST_CASE("belt stop: a belt that runs back stops later and less far, and says how far it has run back") {
  // 0.4 m backwards from 5 s to 7 s.
  const auto returning = [](double time) { return slowing(time) - 0.4 * std::max(0.0, 1.0 - std::abs(time - 6.0)); };
  GivenSpeed belt(driven(applied(kSwitch)), returning, returning);
  const std::map<std::string, double> moving = belt.after(6.5);
  CHECK(std::isnan(moving.at("stopping_time")));
  CHECK(std::isnan(moving.at("stopping_distance")));
  const std::map<std::string, double> values = belt.after(8.0);
  REQUIRE(values.size() == 3);
  CHECK(close(values.at("stopping_time"), 7.0, {.rel = 1e-12}));
  CHECK(close(values.at("stopping_distance"), 3.6, {.rel = 1e-12}));
  CHECK(close(values.at("run_back"), 0.4, {.rel = 1e-12}));
}

TEST_CASE("belt stop: what is not stopped has no such conclusions") {
  // The motor is on; it drives by a constant torque; a load ends; a brake-like load ends; a speed is prescribed.
  CHECK(GivenSpeed(driven(applied(kSwitch)), slowing, slowing).after(0.9).empty());
  CHECK(GivenSpeed(driven(applied("1")), slowing, slowing).after(6.0).empty());
  const std::string ending = R"({"type": "piecewise_linear", "time": [0, 1, 1.1], "value": [-1, -1, 0]})";
  CHECK(GivenSpeed(driven(applied(ending)), slowing, slowing).after(6.0).empty());
  const std::string resisting =
      torque(std::string(R"({"type": "resisting", "transition_speed": 1, "moment": )") + kSwitch + "}");
  CHECK(GivenSpeed(driven(resisting), slowing, slowing).after(6.0).empty());
  const BeltDrive prescribed = driven(R"({"type": "prescribed", "angular_velocity": 0})", kBrake);
  CHECK(GivenSpeed(prescribed, slowing, slowing).after(6.0).empty());
}

TEST_CASE("belt stop: a restored simulation comes to the same conclusions") {
  const BeltDrive drive = driven(applied(kSwitch));
  GivenSpeed belt(drive, slowing, slowing);
  (void)belt.after(3.0);
  StateWriter writer;
  belt.save(writer);
  StateReader reader(writer.take());
  GivenSpeed other(drive, slowing, slowing);
  other.restore(reader);
  CHECK(other.after(6.0) == belt.after(6.0));
}

}  // namespace beltdyn::belt_stop_test
