// SPDX-License-Identifier: MIT
// Speed of the ANCF belt on the drive of [Ntarladima 2023]: the parts of a Newton iteration for each instruction set
// and linear solver, and whole runs.
#include <cmath>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

#include "benchmarks/ntarladima_drive.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"

namespace beltdyn::benchmarks {
namespace {

using namespace lagrangian::ancf;

constexpr double kEndTime = 2.45;         // end of the run in the paper [s]
constexpr double kDrivenTime = 0.3;       // the pulleys turn, and the belt slips at both of them [s]
constexpr double kPaperStep = 5e-5;       // [s]
constexpr double kConsistentStep = 1e-3;  // [s]
// ω₂ at the end of the run [rad/s]: with 240 elements in the mode of the paper, as published; and the converged value.
constexpr double kPaperSpeed = 11.34102;
constexpr double kPaperSpeedError = 5e-4;
constexpr double kConvergedSpeed = 11.3060;
constexpr double kConvergedSpeedError = 6e-4;

AncfParameters parameters(int elements, FrictionMode friction, double time_step, InstructionSet set) {
  AncfParameters p;
  p.elements = elements;
  p.friction = friction;
  p.time_step = time_step;
  p.instruction_choice = 1 + static_cast<int>(set);
  return p;
}

void run(AncfBelt& belt, double end_time) {
  const auto steps = std::lround(end_time / belt.parameters().time_step);
  for (long i = 0; i < steps; ++i) belt.advance(belt.parameters().time_step);
}

// A running belt, for timing the parts of its step.
struct Driven {
  AncfBelt belt;
  BeltStep step;

  explicit Driven(const AncfParameters& p) : belt(ntarladima_drive(), p) {
    run(belt, kDrivenTime);
    step = {.length = p.time_step, .end = kDrivenTime, .rates = p.scheme().rates(p.time_step)};
  }
};

void evaluate(benchmark::State& state, const AncfParameters& p, bool with_tangent) {
  Driven driven(p);
  for (auto _ : state) {
    benchmark::DoNotOptimize(driven.belt.equations().evaluate(driven.step, with_tangent));
  }
}

void factorise(benchmark::State& state, const AncfParameters& p) {
  Driven driven(p);
  driven.belt.equations().evaluate(driven.step, true);
  for (auto _ : state) benchmark::DoNotOptimize(driven.belt.equations().factorise());
}

void solve(benchmark::State& state, const AncfParameters& p) {
  Driven driven(p);
  driven.belt.equations().evaluate(driven.step, true);
  driven.belt.equations().factorise();
  numerics::AlignedVector rhs = driven.belt.equations().arrays().residual;
  for (auto _ : state) {
    driven.belt.equations().solve(rhs);
    benchmark::ClobberMemory();
  }
}

void whole_run(benchmark::State& state, const AncfParameters& p, double speed, double error) {
  for (auto _ : state) {
    AncfBelt belt(ntarladima_drive(), p);
    run(belt, kEndTime);
    if (std::abs(belt.equations().angles()[1].v - speed) > error) {
      state.SkipWithError("the driven pulley has the wrong speed");
    }
    const SolverStatistics& s = belt.statistics();
    const auto steps = static_cast<double>(s.steps);
    state.counters["us/step"] =
        benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
    state.counters["newton/step"] = static_cast<double>(s.newton_iterations) / steps;
    state.counters["unsettled"] = static_cast<double>(s.unsettled_steps);
  }
}

// Steps at constant speed: the cost of a step over the number of elements.
void steps(benchmark::State& state, const AncfParameters& p) {
  AncfBelt belt(ntarladima_drive(), p);
  run(belt, 0.1);
  for (auto _ : state) belt.advance(p.time_step);
}

std::string name(const char* what, const AncfParameters& p) {
  return std::string("ancf/") + what + "/" + std::string(kFrictionModeNames[static_cast<std::size_t>(p.friction)]) +
         "/" + std::string(numerics::kInstructionChoiceNames[static_cast<std::size_t>(p.instruction_choice)]) + "/" +
         std::to_string(p.elements);
}

void register_parts() {
  constexpr int kElements = 240;
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    if (!numerics::is_available(set)) continue;
    const auto p = parameters(kElements, FrictionMode::paper, kPaperStep, set);
    benchmark::RegisterBenchmark(name("tangent", p).c_str(), evaluate, p, true);
    benchmark::RegisterBenchmark(name("residual", p).c_str(), evaluate, p, false);
    benchmark::RegisterBenchmark(name("factorise", p).c_str(), factorise, p);
    benchmark::RegisterBenchmark(name("solve", p).c_str(), solve, p);
  }
}

void register_runs() {
  constexpr int kElements = 240;
  const auto once = [](benchmark::internal::Benchmark* b) { b->Unit(benchmark::kSecond)->Iterations(1); };
  const auto paper = parameters(kElements, FrictionMode::paper, kPaperStep, best_instruction_set());
  once(benchmark::RegisterBenchmark(name("run", paper).c_str(), whole_run, paper, kPaperSpeed, kPaperSpeedError));
  const auto p = parameters(kElements, FrictionMode::consistent, kConsistentStep, best_instruction_set());
  once(benchmark::RegisterBenchmark(name("run", p).c_str(), whole_run, p, kConvergedSpeed, kConvergedSpeedError));
  for (const int elements : {100, 1000, 10000}) {
    const auto long_belt = parameters(elements, FrictionMode::consistent, kPaperStep, best_instruction_set());
    benchmark::RegisterBenchmark(name("step", long_belt).c_str(), steps, long_belt)->Unit(benchmark::kMicrosecond);
  }
}

const int kRegistered = [] {
  register_parts();
  register_runs();
  return 0;
}();

}  // namespace
}  // namespace beltdyn::benchmarks
