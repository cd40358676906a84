// SPDX-License-Identifier: MIT
#include "analytic/contour/front_tracking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "analytic/contour/delay_integrator.hpp"
#include "analytic/contour/front_tracking_simulation.hpp"
#include "analytic/contour/stationary.hpp"
#include "analytic/contour/test/contour_series.hpp"
#include "analytic/contour/test/test_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::front_tracking_test {

using namespace beltdyn::analytic;
using beltdyn::close;
using beltdyn::ContourDrive;
using beltdyn::SolverError;
using beltdyn::StrainModel;
using beltdyn::TimeFunction;

namespace {

using std::numbers::pi;

// Largest deviation of ε₊ from the delay equations on (0, 10], relative to ε₊(∞).
double error_against_delay(const ContourDrive& drive, StrainModel model, double step) {
  FrontTracking tracking(drive, model);
  DelayIntegrator solution(DelayEquations(drive, model));
  const StrainLaw law(model);
  double largest = 0.0;
  const auto steps = static_cast<int>(std::lround(10.0 / step));
  for (int i = 1; i <= steps; ++i) {
    tracking.advance(step);
    solution.advance(tracking.time() - solution.time());
    largest = std::max(largest, std::abs(law.strain(tracking.levels()[1]) - law.strain(solution.levels()[1])));
  }
  const std::array<double, 2> speed{drive.surface_speed[0].value(0.0), drive.surface_speed[1].value(0.0)};
  return largest / std::abs(stationary_state(drive, speed, model).strain_tight);
}

ContourDrive harmonic_drive(double mean, double amplitude, double frequency) {
  ContourDrive drive = stiff_drive();
  drive.surface_speed = {
      TimeFunction(TimeFunction::Harmonic{.mean = mean, .amplitude = amplitude, .angular_frequency = frequency}),
      TimeFunction(1.0)};
  return drive;
}

// [Oborin 2018] Section 7, Fig. 10. The surface speeds ω r are the paper's numbers for ω.
struct HarmonicCase {
  double mean_speed;
  double amplitude;
  double frequency;
  double mean, least, greatest;   // of the slip length c₁ in the periodic state
  std::vector<double> reversals;  // in a period
};
const std::array<HarmonicCase, 4> kHarmonicCases{{
    {1.0005, 0.0005, 1.0, 0.253855, 0.053505, 0.447822, {}},
    {1.0005, 0.0005, 2.0, 0.254540, 0.159151, 0.359008, {}},
    {1.0, 0.001, 1.0, 0.271934, 0.0, 0.429412, {2.7857, 5.9273}},
    {1.0, 0.001, 2.0, 0.130054, 0.0, 0.212805, {0.3820, 1.9543}},
}};

}  // namespace

TEST_CASE("front tracking: of second order against the delay equations for every drive and model") {
  for (const ContourDrive& drive :
       {stiff_drive(), compliant_drive(), unequal_drive({1.0, 0.85}), unequal_drive({0.85, 1.0})}) {
    for (const StrainModel model : kModels) {
      CAPTURE(static_cast<int>(model));
      const double coarse = error_against_delay(drive, model, 0.02);
      const double fine = error_against_delay(drive, model, 0.01);
      CHECK(close(std::log2(coarse / fine), 2.0, {.abs = 0.05}));
    }
  }
}

TEST_CASE("front tracking: errors are those of an independent program") {
  CHECK(close(error_against_delay(stiff_drive(), StrainModel::linear, 0.5), 8.4e-3, {.rel = 1e-2}));
  CHECK(close(error_against_delay(stiff_drive(), StrainModel::linear, 0.1), 3.6e-4, {.rel = 1e-2}));
  CHECK(close(error_against_delay(stiff_drive(), StrainModel::linear, 0.02), 1.42e-5, {.rel = 5e-3}));
  CHECK(close(error_against_delay(stiff_drive(), StrainModel::linear, 2.5e-3), 2.2e-7, {.rel = 2e-2}));
}

TEST_CASE("front tracking: slip lengths of the harmonic drive are those of an independent program") {
  // The reference has steps of T/2048, here T/512; c is accurate to a few 1e-5.
  constexpr double kTolerance = 1e-4;
  constexpr int kStepsPerPeriod = 512;
  constexpr int kPeriods = 8;
  for (const HarmonicCase& c : kHarmonicCases) {
    CAPTURE(c.mean_speed);
    CAPTURE(c.frequency);
    const double period = 2.0 * pi / c.frequency;
    FrontTrackingSimulation simulation(harmonic_drive(c.mean_speed, c.amplitude, c.frequency),
                                       StrainModel::finite_contour, period / kStepsPerPeriod);
    const std::vector<ContourSample> samples = sample_states(simulation, kPeriods * period, kPeriods * kStepsPerPeriod);
    const double start = (kPeriods - 1) * period;
    const double slack = 1e-9 * period;
    for (const int pulley : {0, 1}) {
      const SlipLengthRange range = slip_length_range(samples, pulley, start - slack, kPeriods * period + slack);
      const double tolerance = pulley == 0 ? kTolerance : 2.5e-4;  // on the driven pulley differences are up to 2.5e-4
      CHECK(close(range.mean, c.mean, {.abs = tolerance}));
      CHECK(close(range.greatest, c.greatest, {.abs = tolerance}));
      // At a reversal c falls to 0 between two samples.
      const double between = c.reversals.empty() ? 0.0 : 1e-3;
      CHECK(close(range.least, c.least, {.abs = tolerance + between}));
    }
    std::vector<double> reversals = reversal_times(samples, 0);
    std::erase_if(reversals, [start](double t) { return t < start; });
    REQUIRE(reversals.size() == c.reversals.size());
    for (std::size_t i = 0; i < reversals.size(); ++i) {
      // The reference has the first of its samples after the reversal, at intervals of T/2048.
      CHECK(close(reversals[i] - start, c.reversals[i], {.abs = period / 2048.0}));
    }
  }
}

TEST_CASE("front tracking: after a reversal the direction changes on both pulleys, opposite to each other") {
  FrontTrackingSimulation simulation(harmonic_drive(1.0, 0.001, 1.0), StrainModel::finite_contour, 0.01);
  simulation.advance(1.0);
  CHECK(simulation.state().slip_direction == std::array{-1, 1});
  for (int i = 0; i < 300; ++i) simulation.advance(0.01);
  CHECK(simulation.state().slip_direction == std::array{1, -1});
  REQUIRE(simulation.slip_zones().size() == 2);
  CHECK(simulation.slip_zones()[0].direction == 1);
  CHECK(simulation.slip_zones()[0].end == 1.0);
  CHECK(close(simulation.state().slip_length[0], 0.42654, {.abs = 1e-4}));  // independent program, T/2048
}

TEST_CASE("front tracking: a table of the harmonic speed gives its solution to second order in the spacing") {
  const auto run = [](const TimeFunction& speed) {
    ContourDrive drive = stiff_drive();
    drive.surface_speed = {speed, TimeFunction(1.0)};
    FrontTracking tracking(drive, StrainModel::finite_contour);
    for (int i = 0; i < 500; ++i) tracking.advance(0.01);
    return tracking.levels()[1];
  };
  const TimeFunction::Harmonic harmonic{.mean = 1.0005, .amplitude = 0.0005, .angular_frequency = 1.0};
  const double exact = run(TimeFunction(harmonic));
  const auto error = [&](int points) {
    TimeFunction::PiecewiseLinear table;
    for (int i = 0; i <= points; ++i) {
      table.time.push_back(5.0 * i / points);
      table.value.push_back(TimeFunction(harmonic).value(table.time.back()));
    }
    return std::abs(run(TimeFunction(table)) - exact);
  };
  // Spacings are multiples of the step, so that no step is divided, and all runs have equal steps.
  CHECK(close(std::log2(error(25) / error(50)), 2.0, {.abs = 0.05}));
}

TEST_CASE("front tracking: steps end at the kinks of a speed table") {
  ContourDrive drive = stiff_drive();
  drive.surface_speed[0] = TimeFunction(TimeFunction::PiecewiseLinear{.time = {0.013, 0.5}, .value = {1.0, 1.001}});
  FrontTracking tracking(drive, StrainModel::linear);
  tracking.advance(0.1);
  CHECK(tracking.statistics().steps == 2);
}

TEST_CASE("front tracking: the material length is conserved") {
  FrontTrackingSimulation simulation(harmonic_drive(1.0, 0.001, 2.0), StrainModel::finite_contour, 0.05);
  double largest = 0.0;
  for (int i = 0; i < 2000; ++i) {
    simulation.advance(0.05);
    largest = std::max(largest, std::abs(simulation.state().length_error));
  }
  CHECK(largest < 1e-16);
}

TEST_CASE("front tracking: the number of points stays bounded however small the steps are") {
  FrontTracking tracking(compliant_drive(), StrainModel::linear);
  for (int i = 0; i < 200; ++i) tracking.advance(1e-6);
  // A travel of 1e-6 is below the resolution, 1/16384 of the contact: it covers four spacings.
  CHECK(tracking.profile(0).size() <= 8);
  CHECK(close(tracking.profile(0).elongation() + tracking.profile(1).elongation() +
                  2.0 * (tracking.levels()[0] + tracking.levels()[1]),
              0.0, {.abs = 1e-17}));
}

TEST_CASE("front tracking: a drive that ramps up from rest ends in the stationary state") {
  ContourDrive drive = compliant_drive();
  drive.surface_speed = {
      TimeFunction(TimeFunction::CosineRamp{.from = 0.0, .to = 1.0, .start_time = 0.5, .end_time = 2.0}),
      TimeFunction(TimeFunction::CosineRamp{.from = 0.0, .to = 0.9, .start_time = 0.5, .end_time = 2.0})};
  for (const StrainModel model : kModels) {
    FrontTracking tracking(drive, model);
    for (int i = 0; i < 4; ++i) tracking.advance(0.1);
    CHECK(tracking.levels() == Levels{});
    CHECK(tracking.direction(0) == 0);
    for (int i = 4; i < 400; ++i) tracking.advance(0.1);
    const StationaryState limit = stationary_state(drive, {1.0, 0.9}, model);
    CHECK(close(StrainLaw(model).strain(tracking.levels()[1]), limit.strain_tight, {.rel = 1e-11}));
    CHECK(close(tracking.slip_length(0), limit.slip_length[0], {.rel = 1e-11}));
  }
}

TEST_CASE("front tracking: when the pulleys stop, the belt keeps its strain without slip") {
  ContourDrive drive = compliant_drive();
  const auto stop = [](double speed) {
    return TimeFunction(TimeFunction::CosineRamp{.from = speed, .to = 0.0, .start_time = 5.0, .end_time = 6.0});
  };
  drive.surface_speed = {stop(1.0), stop(0.9)};
  FrontTracking tracking(drive, StrainModel::finite_contour);
  for (int i = 0; i < 61; ++i) tracking.advance(0.1);
  const Levels at_stop = tracking.levels();
  for (int i = 0; i < 100; ++i) tracking.advance(0.1);
  CHECK(close(tracking.levels()[0], at_stop[0], {.rel = 1e-12}));
  CHECK(close(tracking.levels()[1], at_stop[1], {.rel = 1e-12}));
  CHECK(tracking.direction(0) == 0);
  CHECK(tracking.direction(1) == 0);
}

TEST_CASE("front tracking: equal speeds leave the belt unstrained") {
  FrontTracking tracking(make_drive({1.0, 1.0}, 0.2), StrainModel::finite_material);
  for (int i = 0; i < 50; ++i) tracking.advance(0.1);
  CHECK(tracking.levels() == Levels{});
  CHECK(tracking.slip_length(1) == 0.0);
}

TEST_CASE("front tracking: strong friction leaves tiny slip zones without loss of digits") {
  const ContourDrive drive = make_drive({1.0, 0.999}, 1e5);
  FrontTracking tracking(drive, StrainModel::linear);
  for (int i = 0; i < 600; ++i) tracking.advance(0.1);
  const StationaryState limit = stationary_state(drive, {1.0, 0.999}, StrainModel::linear);
  CHECK(close(tracking.levels()[1], limit.strain_tight, {.rel = 1e-11}));
  CHECK(close(tracking.slip_length(0), limit.slip_length[0], {.rel = 1e-10}));
}

TEST_CASE("front tracking: full slip is reported with pulley and time, and leaves the state unchanged") {
  const ContourDrive drive = make_drive({1.0, 0.999}, 0.0009);
  FrontTracking tracking(drive, StrainModel::finite_contour);
  const auto run = [&tracking] {
    while (tracking.time() < 10.0) tracking.advance(0.01);
  };
  CHECK_THROWS_WITH_AS(run(), doctest::Contains("full slip of pulley"), SolverError);
  const double time = tracking.time();
  const Levels levels = tracking.levels();
  // The delay equations get to the same time, up to the step.
  DelayIntegrator delay(DelayEquations(drive, StrainModel::finite_contour));
  CHECK_NOTHROW(delay.advance(time - 0.01));
  CHECK_THROWS_AS(delay.advance(0.03), SolverError);
  CHECK_THROWS_AS(tracking.advance(0.1), SolverError);
  CHECK(tracking.time() == time);
  CHECK(tracking.levels() == levels);
}

// At first the spans are stretched at the rate (V₁ − V₂)/l, or (V₁ − V₂)/(l V) per metre of belt that enters; friction
// holds f/b. With l = 2 m and f/b = 0.002 per metre the belt slips at the entry if speeds of 1 m/s differ by more than
// 0.004 m/s.
TEST_CASE("front tracking: a belt that is stretched faster than friction can hold it slips at the entry") {
  const auto first_step = [](double difference) {
    FrontTracking(make_drive({1.0 + difference, 1.0}, 0.002), StrainModel::linear).advance(1e-3);
  };
  CHECK_NOTHROW(first_step(0.98 * 0.004));
  CHECK_THROWS_WITH_AS(first_step(1.02 * 0.004), doctest::Contains("slips at the entry of pulley"), SolverError);
  CHECK_NOTHROW(first_step(-0.98 * 0.004));
  CHECK_THROWS_WITH_AS(first_step(-1.02 * 0.004), doctest::Contains("slips at the entry of pulley"), SolverError);
}

TEST_CASE("front tracking: a surface that turns backward is reported") {
  ContourDrive drive = harmonic_drive(0.01, 0.02, 1.0);
  drive.surface_speed[1] = drive.surface_speed[0];
  FrontTracking tracking(drive, StrainModel::linear);
  const auto run = [&tracking] {
    while (tracking.time() < 4.0) tracking.advance(0.1);
  };
  CHECK_THROWS_WITH_AS(run(), doctest::Contains("moves backward"), SolverError);
}

}  // namespace beltdyn::front_tracking_test
