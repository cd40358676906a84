// SPDX-License-Identifier: MIT
// Speed of the massless string in time on the accessory drive of configs/demo/ripple.json. The prescribed crank speed
// has a ripple of 3 % at 32 Hz; the tensioner on an arm and the idler turn without damping. Measured: one second of the
// drive, for several tolerances.
#include <benchmark/benchmark.h>

#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::benchmarks {
namespace {

using namespace analytic;

Pulley pulley(Eigen::Vector2d center, double radius, double inertia, PulleyMotion motion) {
  Pulley p;
  p.center = std::move(center);
  p.radius = radius;
  p.inertia = inertia;
  p.motion = std::move(motion);
  return p;
}

TorqueMotion table(std::vector<double> speed, std::vector<double> moment) {
  return {.torques = {{.form = TorqueTable{.speed = std::move(speed), .moment = std::move(moment)}}}};
}

BeltDrive accessory_drive() {
  const TimeFunction ripple(TimeFunction::Harmonic{.mean = 0.0, .amplitude = 3.0, .angular_frequency = 200.0});
  const TimeFunction rise(TimeFunction::CosineRamp{.from = 0.0, .to = 1.0, .start_time = 0.0, .end_time = 0.3});
  const TimeFunction speed(
      TimeFunction::Sum{{TimeFunction(100.0), TimeFunction(TimeFunction::Product{{ripple}, {rise}})}});
  BeltDrive drive;
  drive.pulleys = {
      pulley({0.0, 0.0}, 0.08, 0.05, PrescribedMotion{speed}),
      pulley({0.24, 0.06}, 0.06, 4e-3,
             TorqueMotion{{PulleyTorque{ResistingTorque{.moment = TimeFunction(4.0), .transition_speed = 5.0}}}}),
      pulley({0.22, 0.24}, 0.03, 3e-3, table({0.0, 150.0, 300.0, 600.0}, {0.0, -1.0, -3.0, -2.0})),
      pulley({0.135, 0.2}, 0.035, 2e-4, FreeMotion{}),
      pulley({-0.02, 0.26}, 0.055, 2e-3, table({0.0, 75.0, 150.0, 300.0}, {0.0, -0.6, -2.5, -10.0}))};
  drive.pulleys[3].side = PulleySide::outside;
  drive.pulleys[3].mount = ArmMount{
      .pivot = {0.13, 0.29}, .suspension = {.inertia = 1.5e-3, .damping = 0.05, .spring = MountSpring{30.0, -1.2}}};
  drive.belt = {.axial_stiffness = 60000.0,
                .width = 0.02,
                .friction_at = FrictionPlace::center_line,
                .pretension = StressFreeLength{1.405}};
  drive.contact = {.normal = PenaltyContact{2e10, 1e5}, .friction = elastoplastic_coulomb(0.9, 1e10)};
  return drive;
}

void second_of_drive(benchmark::State& state, double tolerance, double interval) {
  const BeltDrive drive = accessory_drive();
  SolverStatistics statistics;
  for (auto _ : state) {
    state.PauseTiming();
    StringDynamics string(string_dynamics_of(drive), tolerance);
    state.ResumeTiming();
    for (int i = 1; i * interval <= 1.0; ++i) string.advance_to(i * interval);
    benchmark::DoNotOptimize(string.force(0));
    statistics = string.statistics();
  }
  state.counters["steps"] = static_cast<double>(statistics.steps);
  state.counters["rejected"] = static_cast<double>(statistics.rejected_steps);
  state.counters["changes"] = static_cast<double>(statistics.status_changes);
}

const bool kRegistered = [] {
  for (const double tolerance : {1e-6, 1e-9, 1e-12}) {
    for (const double interval : {1.0, 1e-3}) {
      benchmark::RegisterBenchmark(
          ("string/second/tolerance:" + std::to_string(tolerance) + "/interval:" + std::to_string(interval)).c_str(),
          [=](benchmark::State& state) { second_of_drive(state, tolerance, interval); })
          ->Unit(benchmark::kMillisecond);
    }
  }
  return true;
}();

}  // namespace
}  // namespace beltdyn::benchmarks
