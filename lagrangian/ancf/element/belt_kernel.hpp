// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>

#include "core/numerics/lanes/instruction_set.hpp"
#include "lagrangian/ancf/element/belt_arrays.hpp"

namespace beltdyn::lagrangian::ancf {

using numerics::best_instruction_set;
using numerics::InstructionSet;

// The step data of an evaluation.
struct EvaluationStep {
  double length{};  // h [s], infinity in statics
  StepRates rates;  // c_v, c_a
  ContactFriction friction = ContactFriction::none;
};

// The computations on a belt: one source, compiled for several instruction sets.
class BeltKernel {
 public:
  virtual ~BeltKernel() = default;

  // Evaluates minus the residual of the belt and the torques on the pulleys; if asked, also the tangent and the
  // couplings to the pulleys. Takes the state from arrays.q, v, a with closed positions.
  virtual void assemble(const EvaluationStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) = 0;

  // factorise() factorises the matrix of the last assembly; solve() replaces a right-hand side by the solution.
  virtual void factorise() = 0;
  virtual void solve(numerics::AlignedVector& rhs) = 0;

  // The largest residual of a node: forces, and moments on r' divided by `length` [N].
  virtual double residual_norm(double length) const = 0;

  // Finds the pulleys that each element may touch before it has moved by `margin` [m], from its exact bounding box.
  // Elements that are new in a list have no memory.
  virtual void find_neighbours(std::span<const PulleyEntry> pulleys, double margin) = 0;

  // Checks the frozen states of all segments against the last evaluation ([Ntarladima 2023] Eqs. (26)-(29)), and
  // changes the wrong ones. Returns the sum of their errors [N].
  virtual double judge() = 0;

  // Accepts the last evaluated state as the memory of the segments.
  virtual void commit(ContactFriction friction) = 0;
  // Undoes judge() since the last commit.
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
