// SPDX-License-Identifier: MIT
// Speed of EulerianContour on the drive of [Oborin 2018] with the parameters (62), with the solver of this project and
// with two solvers of Eigen in the same loop.
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <benchmark/benchmark.h>

#include "benchmarks/eigen_chain_solvers.hpp"
#include "core/numerics/close.hpp"
#include "core/run/state_archive.hpp"
#include "eulerian/contour/eulerian_contour.hpp"

namespace beltdyn::benchmarks {
namespace {

using eulerian::EulerianContour;
using eulerian::EulerianContourParameters;
using eulerian::Jacobian;
using eulerian::Scheme;
using numerics::TwistedChainSolver;

constexpr double kEndTime = 3.0;  // end of the run in the paper [s]
constexpr double kPaperStep = 1e-3;
constexpr double kPaperPenalty = 1e5;
// ε₊(3 s) with 50 elements by an independent implementation, printed with ten digits.
constexpr int kPaperElements = 50;
constexpr double kPaperStrain = 4.921467453e-4;
constexpr double kTenDigits = 1e-10;

ContourDrive oborin_62() {
  return {.contour_length = 6.0,
          .contact_length = {1.0, 1.0},
          .axial_stiffness = 1.0,
          .friction_force = {0.002, 0.002},
          .surface_speed = {TimeFunction(1.0), TimeFunction(0.999)}};
}

EulerianContourParameters parameters(Scheme scheme, int elements, Jacobian jacobian) {
  return {.scheme = scheme,
          .jacobian = jacobian,
          .elements_per_contact = elements,
          .stick_penalty = kPaperPenalty,
          .time_step = kPaperStep};
}

template <class Solver>
std::unique_ptr<EulerianContour> make(const EulerianContourParameters& p) {
  return std::make_unique<EulerianContour>(
      oborin_62(), p, std::make_unique<Solver>(numerics::ClosedChainLayout(p.elements_per_contact)));
}

void count(benchmark::State& state, const EulerianContour& simulation, double steps, int elements) {
  const SolverStatistics statistics = simulation.statistics();
  const double nodes = 2.0 * elements + 2.0;
  // The inverse of the rate of 1e-9 node steps is the time per node step in ns.
  state.counters["ns/(node step)"] =
      benchmark::Counter(1e-9 * nodes * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["newton/step"] =
      static_cast<double>(statistics.newton_iterations) / static_cast<double>(statistics.steps);
  state.counters["strain_tight"] = simulation.state().strain_tight;
}

// The run of the paper from 0 to 3 s.
template <class Solver>
void paper_run(benchmark::State& state, Jacobian jacobian) {
  const auto elements = static_cast<int>(state.range(0));
  const EulerianContourParameters p = parameters(Scheme::paper, elements, jacobian);
  const auto steps = static_cast<int>(kEndTime / kPaperStep + 0.5);
  std::unique_ptr<EulerianContour> simulation;
  double total = 0.0;
  for (auto _ : state) {
    simulation = make<Solver>(p);
    for (int i = 0; i < steps; ++i) simulation->advance(p.time_step);
    total += steps;
  }
  count(state, *simulation, total, elements);
  if (elements == kPaperElements && !close(simulation->state().strain_tight, kPaperStrain, {.rel = kTenDigits})) {
    state.SkipWithError("the strain is wrong: a different computation was timed");
  }
}

// One step in the middle of the run, where the slip zones grow fastest.
template <class Solver>
void one_step(benchmark::State& state, Scheme scheme, Jacobian jacobian) {
  constexpr double kFrom = 0.9;
  constexpr int kSteps = 300;  // measured before the simulation is reset
  const auto elements = static_cast<int>(state.range(0));
  const EulerianContourParameters p = parameters(scheme, elements, jacobian);
  const std::unique_ptr<EulerianContour> simulation = make<Solver>(p);
  // The fast solver computes the initial state, whichever solver is measured.
  const std::unique_ptr<EulerianContour> start = make<TwistedChainSolver>(p);
  while (start->time() < kFrom) start->advance(p.time_step);
  StateWriter writer;
  start->save(writer);
  const std::vector<std::uint8_t> checkpoint = writer.to_cbor();
  double total = 0.0;
  int rest = 0;
  for (auto _ : state) {
    if (rest == 0) {
      state.PauseTiming();
      StateReader reader(checkpoint);
      simulation->restore(reader);
      rest = kSteps;
      state.ResumeTiming();
    }
    simulation->advance(p.time_step);
    --rest;
    total += 1.0;
  }
  count(state, *simulation, total, elements);
}

template <class Solver>
void register_steps(const std::string& solver, Jacobian jacobian) {
  for (std::size_t i = 0; i < eulerian::kSchemeNames.size(); ++i) {
    const std::string name = "eulerian_contour/step/" + std::string(eulerian::kSchemeNames[i]) + "/" + solver;
    benchmark::RegisterBenchmark(name.c_str(), one_step<Solver>, static_cast<Scheme>(i), jacobian)
        ->Arg(50)
        ->Arg(500)
        ->Arg(5000)
        ->Unit(benchmark::kMicrosecond);
  }
}

template <class Solver>
void register_run(const std::string& solver, Jacobian jacobian) {
  const std::string name = "eulerian_contour/paper_run/" + solver;
  benchmark::RegisterBenchmark(name.c_str(), paper_run<Solver>, jacobian)
      ->Arg(kPaperElements)
      ->Unit(benchmark::kMillisecond);
  if constexpr (std::is_same_v<Solver, TwistedChainSolver>) {
    benchmark::RegisterBenchmark(name.c_str(), paper_run<Solver>, jacobian)
        ->Arg(500)
        ->Arg(5000)
        ->Iterations(1)
        ->Unit(benchmark::kMillisecond);
  }
}

// The loop as the program runs it (frozen tangent), then with a new factorisation in each iteration.
const bool kRegistered = [] {
  register_run<TwistedChainSolver>("own_frozen", Jacobian::frozen);
  register_run<TwistedChainSolver>("own_full", Jacobian::full);
  register_run<SimplicialLdltSolver>("simplicial_ldlt", Jacobian::full);
  register_run<SparseLuSolver>("sparse_lu", Jacobian::full);
  register_steps<TwistedChainSolver>("own_frozen", Jacobian::frozen);
  register_steps<SimplicialLdltSolver>("simplicial_ldlt", Jacobian::full);
  register_steps<SparseLuSolver>("sparse_lu", Jacobian::full);
  return true;
}();

}  // namespace
}  // namespace beltdyn::benchmarks
