// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "core/numerics/lanes/instruction_set.hpp"
#include "core/numerics/solve/cyclic_chain_layout.hpp"

namespace beltdyn::numerics {

// The right-hand side of dx/dt = f(t, x) for a large system; it writes every entry of `rates`.
using SystemRates = std::function<void(double time, const AlignedVector& state, AlignedVector& rates)>;

// The classical Runge–Kutta method of 4th order, by Odeint. A step does not allocate memory.
class RungeKutta4 {
 public:
  // The instruction set must be available.
  RungeKutta4(std::size_t n_equations, InstructionSet set);
  ~RungeKutta4();
  RungeKutta4(RungeKutta4&&) noexcept;
  RungeKutta4& operator=(RungeKutta4&&) noexcept;

  // next = the state at time + h. Both vectors have n_equations entries and must differ.
  void step(const SystemRates& rates, double time, double h, const AlignedVector& state, AlignedVector& next);

 private:
  struct Stepper;
  std::unique_ptr<Stepper> stepper_;
};

// The Dormand–Prince pair 5(4) with error control and dense output, by Odeint. In each step the error of each component
// is below tolerance (scale + |x| + h |dx/dt|).
class DormandPrince {
 public:
  DormandPrince(std::size_t n_equations, double tolerance, double scale);
  ~DormandPrince();
  DormandPrince(DormandPrince&&) noexcept;
  DormandPrince& operator=(DormandPrince&&) noexcept;

  // Restarts at a state, with a first trial step of length h.
  void begin(const AlignedVector& state, double time, double h);
  // One step; throws SolverError if the tolerance cannot be met.
  void step(const SystemRates& rates);

  double start() const;           // of the last step [s]
  double end() const;             // of the last step [s]
  double suggested_step() const;  // [s]
  // The state at a time within the last step.
  void state_at(double time, AlignedVector& state) const;

 private:
  struct Stepper;
  std::unique_ptr<Stepper> stepper_;
};

}  // namespace beltdyn::numerics
