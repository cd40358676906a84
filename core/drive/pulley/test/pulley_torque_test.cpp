// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_torque.hpp"

#include <limits>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::pulley_torque_test {

namespace {

constexpr double kEps = std::numeric_limits<double>::epsilon();

PulleyTorque read_torque(const std::string& text) {
  const config::JsonDocument document = config::JsonDocument::parse("t.json", text);
  PulleyTorque torque;
  config::Reader(document).read([&torque](config::FieldVisitor& v) { torque.visit(v); });
  return torque;
}

std::string torque_mistake(const std::string& text) {
  try {
    read_torque(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* kLoad =
    R"({"type": "constant_power", "power": {"type": "constant", "value": "-2 kW"}, "transition_speed": 5})";
constexpr const char* kTable = R"({"type": "table", "speed": [0, "100 rad/s", 300], "moment": [0, -8, -4],
  "factor": {"type": "cosine_ramp", "from": 0, "to": 1, "start_time": 1, "end_time": 2}})";

}  // namespace

TEST_CASE("pulley torque: a constant power is absorbed at any speed well above the transition, in either direction") {
  const PulleyTorque load = read_torque(kLoad);
  for (const double omega : {-400.0, -100.0, 100.0, 400.0}) {
    // The power is P/(1 + (5/ω)²): it falls short of P by less than (5/ω)², relative.
    const double power = load.moment(0.0, omega) * omega;
    CHECK(power > -2000.0);
    CHECK(power < -2000.0 * (1.0 - 25.0 / (omega * omega)));
  }
  CHECK(load.moment(0.0, 0.0) == 0.0);
  CHECK(load.is_steady());
}

TEST_CASE("pulley torque: a table is read by straight lines, constant beyond its ends, times a factor in time") {
  const PulleyTorque torque = read_torque(kTable);
  CHECK(torque.moment(0.5, 100.0) == 0.0);
  CHECK(close(torque.moment(3.0, 50.0), -4.0, {.rel = 2.0 * kEps}));
  CHECK(close(torque.moment(3.0, 200.0), -6.0, {.rel = 2.0 * kEps}));
  CHECK(close(torque.moment(1.5, 200.0), -3.0, {.rel = 4.0 * kEps}));
  CHECK(torque.moment(3.0, -10.0) == 0.0);
  CHECK(torque.moment(3.0, 1000.0) == -4.0);
  CHECK_FALSE(torque.is_steady());
}

TEST_CASE("pulley torque: the derivative by the speed is the limit of the difference quotient, for Newton's method") {
  // Truncation h² M'''/6, M''' up to 6 P/ω_t⁴ = 20 N m s³ at the transition; rounding eps M/h with M up to 200 N m.
  constexpr double h = 1e-5;
  for (const char* text : {kLoad, kTable}) {
    const PulleyTorque torque = read_torque(text);
    for (const double omega : {-300.0, -5.0, -2.0, 0.5, 4.0, 30.0, 150.0, 350.0}) {
      const double slope = (torque.moment(1.7, omega + h) - torque.moment(1.7, omega - h)) / (2.0 * h);
      CHECK(close(torque.moment_derivative(1.7, omega), slope, {.abs = 2e-8}));
    }
  }
}

TEST_CASE("pulley torque: invalid tables are reported") {
  CHECK(torque_mistake(R"({"type": "table", "speed": [0, 1], "moment": [1, 2, 3]})") ==
        "t.json:1: /moment = [1,2,3]: has 3 entries but speed has 2; give one moment for each speed");
  CHECK(torque_mistake(R"({"type": "table", "speed": [0, 0], "moment": [1, 2]})") ==
        "t.json:1: /speed = [0,0]: the speeds must increase; sort the points and give each speed once");
  CHECK(torque_mistake(R"({"type": "constant_power", "power": {"type": "constant", "value": "2 N m"},
                           "transition_speed": 0})") ==
        "t.json:1: /power/value = \"2 N m\": N m cannot be converted to W; give the value [W]\nt.json:2: "
        "/transition_speed = 0: must be > 0; give the angular velocity below which the moment decreases to zero at "
        "rest [rad/s]");
}

}  // namespace beltdyn::pulley_torque_test
