// SPDX-License-Identifier: MIT
#include "studies/identify/fitted_run.hpp"

#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"
#include "core/numerics/close.hpp"
#include "formulations/all_formulations.hpp"
#include "studies/test/braked_rope.hpp"

namespace beltdyn::studies::fitted_run_test {
namespace {

// A measured speed of the rope: its speed at the start [m/s], times [s], value [m/s] and standard deviation [m/s].
struct Measured {
  double start{};
  std::vector<double> times;
  double value{};
  double deviation{};
};
const std::vector<Measured> kMeasured{{2.0, {0.3, 0.6, 0.9}, 1.1, 0.05}, {1.0, {0.2, 0.4}, 0.7, 0.2}};

constexpr double kRadius = 0.5;  // of the sheave [m]

// A fitted number p between bounds, and dp/du.
struct Fitted {
  double low{};
  double high{};
  bool is_logarithmic = false;

  double value(double u) const { return is_logarithmic ? low * std::pow(high / low, u) : low + u * (high - low); }
  double slope(double u) const { return is_logarithmic ? value(u) * std::log(high / low) : high - low; }
};
constexpr Fitted kBrake{500.0, 2000.0, true};  // M [N m]
constexpr Fitted kInertia{10.0, 90.0};         // J of the sheave [kg m²]
constexpr Fitted kOffset{-1.0, 1.0};           // of the first series [m/s]
constexpr Fitted kShift{-0.05, 0.05};          // of the first series [s]

// The second series is measured in mm/s, and from another speed.
FittedRun fitted_run(const std::filesystem::path& folder) {
  std::string first = "time [s],end_speed_1 [m/s]\n";
  for (const double t : kMeasured[0].times) first += fmt::format("{},{}\n", t, kMeasured[0].value);
  write_text_file(folder / "first.csv", first);
  std::string second = "time [s],speed [mm/s],deviation [mm/s]\n";
  for (const double t : kMeasured[1].times) {
    second += fmt::format("{},{},{}\n", t, 1e3 * kMeasured[1].value, 1e3 * kMeasured[1].deviation);
  }
  write_text_file(folder / "second.csv", second);
  const std::string identify = fmt::format(
      R"(,
    "identify": {{
      "parameters": [
        {{"pointer": "/drive/pulleys/0/brake/capacity/value", "name": "brake", "start": 1000, "low": {}, "high": {},
          "scale": "logarithmic"}},
        {{"pointer": "/drive/pulleys/0/inertia", "start": 50, "low": {}, "high": {}}}
      ],
      "data": [
        {{"column": "end_speed_1", "file": "{}", "standard_deviation": {},
          "offset": {{"start": 0, "low": {}, "high": {}}}, "time_shift": {{"start": 0, "low": {}, "high": {}}}}},
        {{"column": "end_speed_1", "file": "{}", "value_column": "speed", "deviation_column": "deviation",
          "conditions": [{{"pointer": "/drive/ends/0/velocity", "value": {}}},
                         {{"pointer": "/drive/ends/1/velocity", "value": {}}}]}}
      ]
    }})",
      kBrake.low, kBrake.high, kInertia.low, kInertia.high, (folder / "first.csv").string(), kMeasured[0].deviation,
      kOffset.low, kOffset.high, kShift.low, kShift.high, (folder / "second.csv").string(), kMeasured[1].start,
      -kMeasured[1].start);
  return {config::JsonDocument::parse("stops.json", test::braked_rope(1000.0, identify)), all_formulations(),
          [](std::size_t count, const std::function<void(std::size_t)>& work) {
            for (std::size_t i = 0; i < count; ++i) work(i);
          }};
}

// A residual and its derivatives with u: the rope with the mass m = 2000 kg + J/R² slows down by M/(R m),
//
//     v = v₀ − M (t + shift)/(R m),    r = (v + offset − y)/σ.
struct Row {
  double residual{};
  Eigen::Vector4d slopes;
};

Row row(const Measured& measured, double time, bool has_offset, const Eigen::VectorXd& u) {
  const double m = 2000.0 + kInertia.value(u[1]) / (kRadius * kRadius);
  const double brake = kBrake.value(u[0]);
  const double t = time + (has_offset ? kShift.value(u[3]) : 0.0);
  const double offset = has_offset ? kOffset.value(u[2]) : 0.0;
  const double slowing = brake / (kRadius * m);
  const Eigen::Vector4d slopes{
      -t / (kRadius * m) * kBrake.slope(u[0]), slowing * t / (m * kRadius * kRadius) * kInertia.slope(u[1]),
      has_offset ? kOffset.slope(u[2]) : 0.0, has_offset ? -slowing * kShift.slope(u[3]) : 0.0};
  return {.residual = (measured.start - slowing * t + offset - measured.value) / measured.deviation,
          .slopes = slopes / measured.deviation};
}

}  // namespace

// At both bounds derivatives are one-sided.
TEST_CASE("identify: residuals and derivatives are those of a rope that a brake stops") {
  const beltdyn::test::ScratchFolder folder("fitted_run");
  FittedRun run = fitted_run(folder.path());
  REQUIRE(run.variables().size() == 4);
  REQUIRE(run.n_residuals() == 5);
  constexpr double kDifference = 1e-3;
  // The speed is linear in time, so that steps and interpolation are exact but for rounding, in units of σ. Differences
  // divide it by their step. Their truncation is h²/3 times the third derivative with the relative change h of a
  // number, which is below the first one.
  constexpr double kRounding = 1e-12;
  for (const double u_all : {0.0, 0.3, 1.0}) {
    CAPTURE(u_all);
    const Eigen::VectorXd u = Eigen::VectorXd::Constant(4, u_all);
    const std::optional<Eigen::VectorXd> residuals = run.residuals(u);
    const std::optional<Eigen::MatrixXd> jacobian = run.jacobian(u, kDifference);
    INFO(run.last_failure());
    REQUIRE(residuals);
    REQUIRE(jacobian);
    Eigen::Index i = 0;
    for (const Measured& measured : kMeasured) {
      for (const double time : measured.times) {
        const Row expected = row(measured, time, &measured == kMeasured.data(), u);
        CHECK(close((*residuals)[i], expected.residual, {.abs = kRounding / measured.deviation}));
        for (Eigen::Index j = 0; j < 4; ++j) {
          CAPTURE(i);
          CAPTURE(j);
          CHECK(close((*jacobian)(i, j), expected.slopes[j],
                      {.rel = kDifference * kDifference, .abs = kRounding / kDifference}));
        }
        ++i;
      }
    }
  }
}

}  // namespace beltdyn::studies::fitted_run_test
