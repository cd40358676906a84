// SPDX-License-Identifier: MIT
// Speed of the rigid-link belt on the drive of [Kubas 2021]: Runge–Kutta steps for each instruction set and number of
// links, and load case 1.
#include <cmath>
#include <string>

#include <benchmark/benchmark.h>

#include "lagrangian/links/link_belt.hpp"
#include "lagrangian/links/test/kubas_drive.hpp"

namespace beltdyn::benchmarks {
namespace {

using namespace lagrangian::links;
using numerics::InstructionSet;

constexpr double kStep = 4e-5;       // with 120 links [s]
constexpr double kEndTime = 2.83;    // of load case 1 [s]
constexpr double kDrivenTime = 0.6;  // both pulleys turn and elements slip [s]
constexpr double kTopSpeed = 155.2;  // of the driving pulley [rad/s]
constexpr double kTopSpeedError = 0.1;
constexpr int kRatesInStep = 4;

LinksParameters parameters(int n_links, InstructionSet set) {
  return {.links = n_links,
          .time_step = kStep * kLinks / n_links,
          .time_integration = TimeIntegration::runge_kutta_4,
          .settling_time = 0.1,
          .instruction_choice = 1 + static_cast<int>(set)};
}

// Steps of a running belt. The counter is the time per right-hand side, including its share of the rest of a step.
void steps(benchmark::State& state, InstructionSet set) {
  if (!numerics::is_available(set)) {
    state.SkipWithError("this machine does not have the instruction set");
    return;
  }
  const LinksParameters p = parameters(static_cast<int>(state.range(0)), set);
  LinkBelt belt(kubas_drive(), p);
  while (belt.time() < kDrivenTime) belt.advance(p.time_step);
  for (auto _ : state) belt.advance(p.time_step);
  state.counters["s per rates"] = benchmark::Counter(static_cast<double>(state.iterations()) * kRatesInStep,
                                                     benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void load_case_1(benchmark::State& state, InstructionSet set) {
  if (!numerics::is_available(set)) {
    state.SkipWithError("this machine does not have the instruction set");
    return;
  }
  const LinksParameters p = parameters(kLinks, set);
  for (auto _ : state) {
    state.PauseTiming();
    LinkBelt belt(kubas_drive(), p);
    double top = 0.0;
    state.ResumeTiming();
    while (belt.time() < kEndTime) {
      belt.advance(p.time_step);
      top = std::max(top, belt.state()[belt.layout().pulley_speed(0)]);
    }
    if (!(std::abs(top - kTopSpeed) < kTopSpeedError)) state.SkipWithError("the result is wrong");
  }
}

BENCHMARK_CAPTURE(steps, baseline, InstructionSet::baseline)->Arg(120);
BENCHMARK_CAPTURE(steps, avx2, InstructionSet::avx2)->Arg(120);
BENCHMARK_CAPTURE(steps, avx512, InstructionSet::avx512)->Arg(120)->Arg(240)->Arg(480)->Arg(960);
BENCHMARK_CAPTURE(load_case_1, avx2, InstructionSet::avx2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(load_case_1, avx512, InstructionSet::avx512)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace beltdyn::benchmarks
