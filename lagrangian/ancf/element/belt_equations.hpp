// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/drive/belt/rigid_penalty.hpp"
#include "core/dynamics/belt_system.hpp"
#include "lagrangian/ancf/ancf_parameters.hpp"
#include "lagrangian/ancf/element/guided_nodes.hpp"

namespace beltdyn::lagrangian::ancf {

// The equations of motion of the belt of cable elements, of bodies on it, of the ends of an open belt, and of the
// pulleys.
class BeltEquations final : public BeltSystem {
 public:
  // `ends`: of an open belt. Its drive gives the length of the belt; path and pretension of the drive are not used.
  BeltEquations(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                const std::vector<GuidedNode>& ends = {});

  const BeltModel& model() const { return model_; }
  BeltArrays& arrays() { return *work_.arrays; }
  const BeltArrays& arrays() const { return *work_.arrays; }
  BeltArraysView arrays_view() const override { return view_of(*work_.arrays); }
  BeltKernel& kernel() { return *work_.kernel; }
  GuidedNodes& guided() { return guided_; }
  const GuidedNodes& guided() const { return guided_; }
  // Sets how slip is integrated (numerics::StepScheme::slip_weight).
  void set_slip_weight(double weight) { model_.implicitness = weight; }
  // The pulleys as of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }
  // The friction of time steps; statics has none.
  ContactFriction friction() const { return friction_; }

  // Updates the pulleys to the present angles and axes.
  void turn_pulleys();
  // Holds all pulleys and bodies; without bodies a stiff spring holds the first node of a closed belt along it.
  void hold(bool on) override;
  // Sets accelerations of the nodes, in the layout of the arrays; empty: none. Steps without inertia get the inertia
  // forces of these accelerations as a load.
  void set_given_accelerations(numerics::AlignedVector accelerations) { given_ = std::move(accelerations); }

  bool factorise() override;
  void solve(numerics::AlignedVector& rhs) override;

 private:
  void load_mount(std::size_t p, bool with_tangent);
  void add_spring(bool with_tangent);
  bool assemble(const BeltStep& step, bool with_tangent) override;
  void add_load(const BeltLoad& load, double time) override;
  void add_inertia_of_given();
  template <class Force>  // of an element and ξ, per reference length
  void add_distributed(const Force& force);
  std::size_t vector_of(int element, std::size_t i) const;
  double belt_residual_norm() const override { return work_.kernel->residual_norm(model_.rule.length); }

  BeltModel model_;
  std::vector<PulleyEntry> pulleys_;
  ContactFriction friction_;
  BeltWork work_;
  GuidedNodes guided_;
  Vec2<double> held_at_{};
  numerics::AlignedVector given_;  // accelerations
};

}  // namespace beltdyn::lagrangian::ancf
