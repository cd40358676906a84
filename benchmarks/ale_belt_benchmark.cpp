// SPDX-License-Identifier: MIT
// Speed of eulerian_ale on the drive of [Ntarladima 2023]: complete runs in time, and the direct steady analysis. A run
// whose driven pulley does not reach the converged speed is reported as an error.
#include <cmath>

#include <benchmark/benchmark.h>

#include "benchmarks/ntarladima_drive.hpp"
#include "eulerian/ale/steady/steady_belt.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"

namespace beltdyn::benchmarks {
namespace {

using namespace eulerian::ale;

constexpr double kEndTime = 2.45;  // end of the run in the paper [s]
constexpr double kConvergedSpeed = 11.3050;
constexpr double kConvergedSpeedError = 1.5e-3;

void check_speed(benchmark::State& state, double speed) {
  if (std::abs(speed - kConvergedSpeed) > kConvergedSpeedError) state.SkipWithError("wrong speed of the driven pulley");
}

// Places a fifth of the elements in the spans.
AleParameters parameters(int elements, double time_step) {
  AleParameters p;
  p.mesh = {.elements_per_pulley = 5 * elements / 12, .elements_per_span = elements / 12, .touching_refinement = 0};
  p.time_step = time_step;
  return p;
}

// Arguments: elements, time step in microseconds, index of the instruction set (0: the widest).
void transient(benchmark::State& state) {
  const BeltDrive drive = ntarladima_drive();
  AleParameters p = parameters(static_cast<int>(state.range(0)), 1e-6 * static_cast<double>(state.range(1)));
  p.instruction_choice = static_cast<int>(state.range(2));
  for (auto _ : state) {
    AleBelt belt(drive, p);
    while (belt.time() < kEndTime - 1e-9) belt.advance(std::fmin(p.time_step, kEndTime - belt.time()));
    check_speed(state, belt.equations().angles()[1].v);
    state.counters["newton"] = static_cast<double>(belt.statistics().newton_iterations);
    state.counters["factorisations"] = static_cast<double>(belt.statistics().factorisations);
  }
}
BENCHMARK(transient)
    ->Name("ale/transient")
    ->ArgNames({"elements", "step_us", "set"})
    ->Args({48, 2000, 0})
    ->Args({48, 2000, 1})
    ->Args({48, 1000, 0})
    ->Args({96, 1000, 0})
    ->Args({192, 1000, 0})
    ->Unit(benchmark::kMillisecond);

void steady(benchmark::State& state) {
  const BeltDrive drive = ntarladima_drive();
  const AleParameters p = parameters(static_cast<int>(state.range(0)), kEndTime);
  for (auto _ : state) {
    SteadyBelt belt(drive, p);
    belt.solve(kEndTime);
    check_speed(state, belt.speeds()[1]);
    state.counters["newton"] = belt.newton_iterations();
  }
}
BENCHMARK(steady)->Name("ale/steady")->ArgName("elements")->Arg(48)->Arg(96)->Arg(192)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace beltdyn::benchmarks
