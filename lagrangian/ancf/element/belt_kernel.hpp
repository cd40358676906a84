// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "core/numerics/lanes/instruction_set.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::best_instruction_set;
using numerics::InstructionSet;

// The data of the step for an evaluation.
struct EvaluationStep {
  double length{};  // h [s], infinity in statics
  StepRates rates;  // c_v, c_a
  ContactFriction friction = ContactFriction::none;
};

// The numerical work on a belt: one source, compiled for several instruction sets.
class BeltKernel {
 public:
  virtual ~BeltKernel() = default;

  // Evaluates minus the residual of the belt and the torques on the pulleys, with the tangent and the couplings to the
  // pulleys if asked. The state is that of arrays.q, v, a with closed rings.
  virtual void assemble(const EvaluationStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) = 0;

  // Factorises the matrix of the last assembly; then replaces right-hand sides by solutions.
  virtual void factorise() = 0;
  virtual void solve(numerics::AlignedVector& rhs) = 0;

  // The largest residual of a node: of forces, and of what works on r' over the length [N].
  virtual double residual_norm(double length) const = 0;

  // Finds which pulleys each element may touch before it has moved by `margin` [m], from its exact bounding box; what
  // comes new has no memory.
  virtual void find_neighbours(std::span<const PulleyEntry> pulleys, double margin) = 0;

  // Judges the frozen states of all segments by the last evaluation ([Ntarladima 2023] Eqs. (26)-(29)), and changes
  // them. Returns the sum of the errors of those that changed [N].
  virtual double judge() = 0;

  // Makes the last evaluated state the memory of the segments.
  virtual void commit(ContactFriction friction) = 0;
  // Reverts the effect of judge() since the last commit.
  virtual void revert() = 0;
};

// A kernel and its arrays.
struct BeltWork {
  std::unique_ptr<BeltArrays> arrays;
  std::unique_ptr<BeltKernel> kernel;
};
// The model must outlive the work. Throws UsageError if the set is not available.
BeltWork make_belt_work(const BeltModel& model, int n_border_unknowns, InstructionSet set);

}  // namespace beltdyn::lagrangian::ancf
