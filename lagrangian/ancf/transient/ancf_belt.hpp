// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "core/dynamics/running_belt.hpp"
#include "lagrangian/ancf/element/belt_equations.hpp"
#include "lagrangian/ancf/transient/belt_check.hpp"
#include "lagrangian/ancf/transient/running_shape.hpp"

namespace beltdyn::lagrangian::ancf {

// An open belt at its start.
struct OpenBelt {
  std::vector<GuidedNode> ends{};  // shape (2)
  BeltStepper::Nodes nodes{};      // on its path, with the velocities and accelerations of the start
  bool are_ends_held{};            // while the belt finds its equilibrium
  std::vector<double> speeds{};    // of the pulleys [rad/s]
  double force{};                  // with which it presses on them [N]
};

// The Lagrangian belt of [Ntarladima 2023]: cubic ANCF cable elements that touch pulleys segment by segment, at rest in
// static equilibrium without friction at first (with friction if bodies are fixed to it), or in steady motion. An open
// belt begins in equilibrium with friction on pulleys that are held, under the inertia of the accelerations and with
// the velocities that are given.
//
// Friction mode `paper`: the states of contact and friction are frozen in Newton's iteration, judged after it, and the
// step is solved again while the error of the judgement is too large, up to a given number of times. Steps that are
// accepted at that limit are counted as unsettled.
//
// Friction mode `consistent`: contact and the return map of friction are part of the equations.
class AncfBelt final : public BeltStepper {
 public:
  // In the motion `running`, if there is one. Throws SolverError if there is no static equilibrium to start from.
  AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const std::optional<RunningBelt>& running = {});
  // An open belt, of a drive as BeltEquations has it. Throws SolverError if friction cannot bear the forces of the
  // start.
  AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const OpenBelt& open);

  BeltEquations& equations() { return equations_; }
  const BeltEquations& equations() const { return equations_; }
  const AncfParameters& parameters() const { return parameters_; }

  // By how much mounts are out of balance at the start, where they have found no rest [N].
  double mount_imbalance() const { return mount_imbalance_; }

 private:
  BeltSystem& system() override { return equations_; }
  const BeltSystem& system() const override { return equations_; }
  std::array<int, 2> position_components() const override { return {0, 1}; }  // r
  double energy_scale() const override;
  double energy() const override;
  PowerFlow power_flow(std::span<const double> torques, double time) const override;
  // The short steps of the paper's mode, which freezes contacts, gain nothing from it.
  void refine_prediction(const BeltStep& step, const NodesBefore& before) override {
    if (parameters_.friction != FrictionMode::consistent) return;
    running_.predict(step, before, equations_.model().rule.length, equations_.arrays());
  }
  bool solve(const BeltStep& step) override;
  std::string objection(const numerics::AlignedVector& q_before) const override;
  void begin_history() override;
  void commit_history() override;
  void revert_history() override { equations_.kernel().revert(); }
  void keep_history() override {
    kept_contacts_ = equations_.arrays().contacts;
    kept_guided_ = equations_.guided().memory();
  }
  void restore_kept_history() override {
    equations_.arrays().contacts = *kept_contacts_;
    equations_.guided().set_memory(kept_guided_);
  }
  void save_history(StateWriter& writer) const override;
  void restore_history(StateReader& reader) override;

  void find_static_equilibrium();
  std::string settle();
  // Only friction mode `consistent`: nodes on the path of the steady motion, and the history of their segments.
  void run(const RunningBelt& running);
  // The way of a particle through its longest contact, in steps of this length [s].
  struct Passage {
    double step{};
    int steps{};
  };
  Nodes nodes_on_path(const RunningBelt& running, double time) const;
  Nodes moving_nodes(const RunningBelt& running, double time) const;
  void follow(const RunningBelt& running, const Passage& approach, int first);
  std::optional<std::vector<double>> find_running_equilibrium(const RunningBelt& running, const Passage& approach);
  bool settle_running(const RunningBelt& running, double time, double h);
  // Friction mode `consistent`: an open belt with its nodes there.
  void start_open(const OpenBelt& open);
  // Friction mode `consistent`: bodies that were held find their places between pulleys that are. Returns the moments
  // on these.
  std::vector<double> let_bodies_go();
  std::vector<double> torques_on_pulleys() const;
  bool settle_with_friction();
  bool let_pulleys_go();
  bool rest();
  // The contacts of the last evaluation become those of a belt without friction so far.
  void begin_contacts();
  // Looks for the pulleys that elements may touch in the next step.
  void update_contact_candidates();

  AncfParameters parameters_;
  BeltEquations equations_;
  std::optional<BeltCheck> check_;  // of the belt laid on its path
  double mount_imbalance_ = 0.0;
  std::optional<ContactPacks> kept_contacts_;
  std::vector<double> kept_guided_;
  RunningShape running_;
};

}  // namespace beltdyn::lagrangian::ancf
