// SPDX-License-Identifier: MIT
#include "studies/identify/fitted_run.hpp"

#include <cmath>
#include <filesystem>
#include <functional>
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

void in_turn(std::size_t count, const std::function<void(std::size_t)>& work) {
  for (std::size_t i = 0; i < count; ++i) work(i);
}

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
  return {config::JsonDocument::parse("stops.json", test::braked_rope(1000.0, identify)), all_formulations(), in_turn};
}

// A steady drive of two pulleys, of which a torque and the friction are fitted to forces of both spans.
std::string steady_drive(const std::filesystem::path& forces) {
  const std::string file = forces.string();
  return R"({
    "format": "beltdyn/1", "name": "steady",
    "drive": {
      "type": "belt_drive", "direction": "counterclockwise",
      "pulleys": [
        {"center": [0, 0], "radius": 0.1, "side": "inside", "inertia": 0.25,
         "motion": {"type": "prescribed", "angular_velocity": {"type": "constant", "value": 100}}},
        {"center": [0.3, 0], "radius": 0.1, "side": "inside", "inertia": 0.25,
         "motion": {"type": "torque", "torques": [
           {"type": "resisting", "transition_speed": 1, "moment": {"type": "constant", "value": 30}}]}}
      ],
      "belt": {"axial_stiffness": 8000, "bending_stiffness": 0, "mass_per_length": 0.8, "width": 0.08,
               "contact_offset": 0, "pretension": {"type": "force", "force": 450}},
      "contact": {"friction": {"type": "coulomb", "coefficient": 0.5}},
      "gravity": [0, 0]
    },
    "end_time": 1,
    "runs": [{"name": "string", "formulation": "analytic_string", "time_step": 1}],
    "identify": {
      "parameters": [
        {"pointer": "/drive/contact/friction/coefficient", "start": 0.5, "low": 0.4, "high": 0.8},
        {"pointer": "/drive/pulleys/1/motion/torques/0/moment/value", "start": 30, "low": 20, "high": 40}
      ],
      "data": [{"column": "span_force_1", "standard_deviation": 1, "file": ")" +
         file + R"("}, {"column": "span_force_2", "standard_deviation": 1, "file": ")" + file + R"("}]
    }
  })";
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

// Another way to the same derivatives: central differences of residuals, which are computed run by run.
TEST_CASE("identify: where only a drive varies one run leads to the derivatives of separate runs") {
  const beltdyn::test::ScratchFolder folder("led_run");
  write_text_file(folder / "forces.csv", "time [s],span_force_1 [N],span_force_2 [N]\n0.2,300,600\n0.6,300,600\n");
  FittedRun run(config::JsonDocument::parse("steady.json", steady_drive(folder / "forces.csv")), all_formulations(),
                in_turn);
  const Eigen::VectorXd u = Eigen::Vector2d(0.4, 0.6);
  REQUIRE(run.residuals(u));
  // Differences of separate runs would be four runs more.
  const std::optional<Eigen::MatrixXd> led = run.jacobian(u, 1e-2);
  REQUIRE(led);
  CHECK(run.n_runs() == 2);
  constexpr double kStep = 1e-3;
  for (Eigen::Index j = 0; j < 2; ++j) {
    const Eigen::VectorXd step = kStep * Eigen::Vector2d::Unit(j);
    const std::optional<Eigen::VectorXd> above = run.residuals(u + step);
    const std::optional<Eigen::VectorXd> below = run.residuals(u - step);
    REQUIRE(above);
    REQUIRE(below);
    for (Eigen::Index i = 0; i < run.n_residuals(); ++i) {
      CAPTURE(i);
      CAPTURE(j);
      // The equations are solved to 1e-9 of the forces, which differences divide by their step, and the ranges of the
      // numbers are of the order of the numbers.
      constexpr double kForce = 600.0;
      const double slope = ((*above)[i] - (*below)[i]) / (2.0 * kStep);
      CHECK(close((*led)(i, j), slope, {.rel = 10.0 * kStep * kStep, .abs = 1e-9 * kForce / kStep}));
    }
  }
}

}  // namespace beltdyn::studies::fitted_run_test
