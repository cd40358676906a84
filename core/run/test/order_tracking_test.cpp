// SPDX-License-Identifier: MIT
#include "core/run/order_tracking.hpp"

#include <cmath>
#include <complex>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/numerics/close.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn::order_tracking_test {
namespace {

using Complex = std::complex<double>;
constexpr double kTurn = 2.0 * std::numbers::pi;

// A pulley that accelerates, θ = sense (50 t + 4 t²), and a force that oscillates with its angle; rows at uneven times.
struct Rows {
  std::vector<double> time, omega, force;
};
Rows rows(double sense) {
  Rows rows;
  for (int i = 0; i <= 2000; ++i) {
    const double t = 1e-3 * (i + 0.3 * std::sin(1.0 * i));
    const double theta = sense * (50.0 * t + 4.0 * t * t);
    rows.time.push_back(t);
    rows.omega.push_back(sense * (50.0 + 8.0 * t));
    rows.force.push_back(800.0 + 3.0 * std::cos(2.0 * theta + 0.4) + 0.5 * std::cos(4.5 * theta - 1.0));
  }
  return rows;
}
CsvTable history(double sense) {
  const Rows r = rows(sense);
  return {"history.csv", {"time [s]", "angular_velocity_1 [rad/s]", "span_force_1 [N]"}, {r.time, r.omega, r.force}};
}

OrderTracking options() {
  return {.columns = {{"span_force_1"}}, .pulley = 1, .orders = {2.0, 4.5}, .revolutions = 2, .from = 0.5};
}

std::string mistakes(const std::string& text) {
  const config::JsonDocument document = config::JsonDocument::parse("case.json", text);
  OrderTracking read;
  try {
    config::Reader(document).read([&read](config::FieldVisitor& v) { read.visit(v); });
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

// The trapezoidal rule for the angle is exact, because the speed is linear in time. A period of the order 4.5 has 25
// rows or more, at uneven distances up to a third off their mean h. The error of rational interpolation of order 3 is
// of the size (ω h)⁴/100 of the amplitude, 5e-5.
TEST_CASE("order tracking: amplitudes and phases of orders, in either direction, at any speed") {
  for (const double sense : {1.0, -1.0}) {
    CAPTURE(sense);
    const std::vector<TrackedWindow> windows = tracked_windows(options(), history(sense));
    // From 0.5 s to 2 s the pulley turns by 90 rad.
    REQUIRE(windows.size() == 7);
    for (const TrackedWindow& window : windows) {
      REQUIRE(window.values.size() == 1);
      CHECK(std::abs(window.values[0][0] - std::polar(3.0, 0.4)) < 2e-4);
      CHECK(std::abs(window.values[0][1] - std::polar(0.5, -1.0)) < 2e-4);
    }
    CHECK(windows[0].begin >= 0.5);
    CHECK(windows[1].begin == doctest::Approx(windows[0].end));
  }
}

TEST_CASE("order tracking: a period stands for a revolution") {
  std::vector<double> time;
  std::vector<double> force;
  for (int i = 0; i <= 500; ++i) {
    time.push_back(0.004 * i);
    force.push_back(std::cos(kTurn * 5.0 * time.back() + 0.25));
  }
  const CsvTable table("history.csv", {"time [s]", "span_force_1 [N]"}, {time, force});
  const OrderTracking tracking{.columns = {{"span_force_1"}}, .period = 0.2, .orders = {1.0}, .revolutions = 3};
  const std::vector<TrackedWindow> windows = tracked_windows(tracking, table);
  REQUIRE(windows.size() == 3);
  CHECK(std::abs(windows[2].values[0][0] - std::polar(1.0, 0.25)) < 1e-5);
  CHECK(close(windows[2].end, 1.8, {.rel = 1e-9}));
}

TEST_CASE("order tracking: a pulley at rest has no windows") {
  const CsvTable table("history.csv", {"time [s]", "angular_velocity_1 [rad/s]", "span_force_1 [N]"},
                       {{0.0, 1.0, 2.0}, {0.0, 0.0, 0.0}, {1.0, 2.0, 3.0}});
  CHECK(tracked_windows(options(), table).empty());
}

TEST_CASE("order tracking: each row of the file has a window and an order") {
  const test::ScratchFolder folder("order_tracking");
  const Rows r = rows(1.0);
  {
    CsvWriter writer(folder.path() / "history.csv", {"time [s]", "angular_velocity_1 [rad/s]", "span_force_1 [N]"});
    for (std::size_t i = 0; i < r.time.size(); ++i) {
      writer.row(std::vector<double>{r.time[i], r.omega[i], r.force[i]});
    }
    writer.flush();
  }
  CHECK_FALSE(write_order_tracking(options(), folder.path()).has_value());
  const CsvTable table = CsvTable::load(folder.path() / kOrderTrackingFile);
  REQUIRE(table.rows() == 14);
  CHECK(table.column("order [-]")[1] == 4.5);
  CHECK(std::abs(table.column("span_force_1_magnitude [N]")[0] - 3.0) < 2e-4);
  CHECK(std::abs(table.column("span_force_1_phase [rad]")[0] - 0.4) < 1e-4);
  // 50 rad/s and more; 2 orders of that are 16 Hz.
  CHECK(table.column("frequency [Hz]")[0] > 16.0);
  OrderTracking late = options();
  late.from = 3.0;
  const std::optional<Finding> finding = write_order_tracking(late, folder.path());
  REQUIRE(finding.has_value());
  CHECK(finding->remark.find("there is no window of 2 revolutions") != std::string::npos);
}

TEST_CASE("order tracking: each error has its remedy") {
  const std::string columns = R"("columns": [{"column": "span_force_1"}])";
  CHECK(mistakes("{" + columns + R"(, "pulley": 1, "orders": [1]})").empty());
  CHECK(mistakes("{" + columns + R"(, "pulley": "crank", "orders": [1]})").empty());
  CHECK(mistakes("{" + columns + R"(, "orders": [1]})").find("neither a pulley nor a period; give") !=
        std::string::npos);
  CHECK(mistakes("{" + columns + R"(, "pulley": 1, "period": 1, "orders": [1]})").find("give one of the two") !=
        std::string::npos);
  CHECK(mistakes("{" + columns + R"(, "period": 1, "orders": [2, 1]})").find("must increase; sort them") !=
        std::string::npos);
  CHECK(mistakes("{" + columns + R"(, "period": 1, "orders": [0.5]})")
            .find("do not have an integer number of periods in a window of 1 revolutions; give more") !=
        std::string::npos);
  CHECK_THROWS_WITH_AS(require_tracked_columns(options(), {"time [s]", "angular_velocity_1 [rad/s]"}),
                       doctest::Contains("refers to the column span_force_1, which the history of this run does not"),
                       UsageError);
  CHECK_NOTHROW(require_tracked_columns(options(), {"angular_velocity_1 [rad/s]", "span_force_1 [N]"}));
}

}  // namespace beltdyn::order_tracking_test
