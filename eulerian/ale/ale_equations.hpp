// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/simulation/belt_system.hpp"
#include "eulerian/ale/ale_parameters.hpp"
#include "eulerian/ale/transported_history.hpp"

namespace beltdyn::eulerian::ale {

AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh);
// The pulleys at rest at the start.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive);

// The equations of motion of the belt on its mesh and of the pulleys.
class AleEquations final : public BeltSystem {
 public:
  AleEquations(const BeltDrive& drive, const AleParameters& parameters);

  const AleModel& model() const { return model_; }
  AleKernel& kernel() { return *work_.kernel; }
  AleArrays& arrays() { return *work_.arrays; }
  const AleArrays& arrays() const { return *work_.arrays; }
  BeltArraysView arrays_view() const override { return view_of(*work_.arrays); }
  // As of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }

  // What the belt of now is remembered by in the next step.
  void commit();
  // Holds the first particle at its node with a stiff spring, and all pulleys.
  void hold(bool on) override;

  bool factorise() override;
  void solve(numerics::AlignedVector& rhs) override { work_.kernel->solve(rhs); }

 private:
  void turn_pulleys();
  // Without residual is a belt some point of which has no departure point.
  bool assemble(const BeltStep& step, bool with_tangent) override;
  double belt_residual_norm() const override;

  AleModel model_;
  std::vector<PulleyEntry> pulleys_;
  bool inertia_;
  AleWork work_;
  TransportedHistory history_;
  double held_at_{};  // [m]
};

// The rails of an element, and the values of the arrays at its ends.
struct ElementState {
  ElementGeometry<double> geometry;
  ElementFields<double> fields;
};
ElementState element_state(const AleEquations& equations, int element);

}  // namespace beltdyn::eulerian::ale
