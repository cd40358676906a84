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

// The equations of motion of the belt of cable elements, of bodies on it and of the ends of an open one, and of the
// pulleys.
class BeltEquations final : public BeltSystem {
 public:
  // `ends`: of an open belt, whose drive has the length of its belt; its path and pretension are not used.
  BeltEquations(const BeltDrive& drive, const AncfParameters& parameters, const ParticleMesh& mesh,
                const std::vector<GuidedNode>& ends = {});

  const BeltModel& model() const { return model_; }
  BeltArrays& arrays() { return *work_.arrays; }
  const BeltArrays& arrays() const { return *work_.arrays; }
  BeltArraysView arrays_view() const override { return view_of(*work_.arrays); }
  BeltKernel& kernel() { return *work_.kernel; }
  GuidedNodes& guided() { return guided_; }
  const GuidedNodes& guided() const { return guided_; }
  // How slip is integrated from now on (numerics::StepScheme::slip_weight).
  void set_slip_weight(double weight) { model_.implicitness = weight; }
  // As of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }
  // Of steps; statics has none.
  ContactFriction friction() const { return friction_; }

  // Hands the angles and the places of the axes to the pulleys.
  void turn_pulleys();
  // Holds all pulleys, and the first node of a closed belt along it with a stiff spring if it has no bodies, which are
  // held themselves.
  void hold(bool on) override;
  // From now on steps without inertia have the inertia of these accelerations of nodes as a load, in the layout of the
  // arrays; empty: none.
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
