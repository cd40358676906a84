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
  BeltStepper::Nodes nodes{};      // on its path, with velocities and accelerations of the start
  bool are_ends_held{};            // while the belt settles to equilibrium?
  std::vector<double> speeds{};    // of the pulleys [rad/s]
  double force{};                  // axial force that determines the pressure on pulleys [N]
};

// The Lagrangian belt of [Ntarladima 2023]: cubic ANCF cable elements that touch pulleys segment by segment. A closed
// belt starts at rest, in static equilibrium without friction (with friction if bodies are fixed to it), or in steady
// motion. An open belt starts with the velocities given, in equilibrium with friction on held pulleys under the inertia
// of the accelerations given.
//
// Friction mode `paper`: the states of contact and friction are frozen in Newton's iteration and checked after it. The
// step is solved again while the error of the states is too large, up to a given number of times. Steps accepted at
// that limit are counted as unsettled.
//
// Friction mode `consistent`: contact and the return mapping of friction are part of the equations.
class AncfBelt final : public BeltStepper {
 public:
  // Starts in the motion `running`, if given. Throws SolverError if there is no static equilibrium to start from.
  AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const std::optional<RunningBelt>& running = {});
  // An open belt; for its drive see BeltEquations. Throws SolverError if friction cannot hold the belt at the start.
  AncfBelt(const BeltDrive& drive, const AncfParameters& parameters, const OpenBelt& open);

  BeltEquations& equations() { return equations_; }
  const BeltEquations& equations() const { return equations_; }
  const AncfParameters& parameters() const { return parameters_; }

  // Residual force of the mounts at the start, if no equilibrium was found for them [N].
  double mount_imbalance() const { return mount_imbalance_; }

 private:
  BeltSystem& system() override { return equations_; }
  const BeltSystem& system() const override { return equations_; }
  std::array<int, 2> position_components() const override { return {0, 1}; }  // r
  double energy_scale() const override;
  double energy() const override;
  PowerFlow power_flow(std::span<const double> torques, double time) const override;
  // Mode `paper` takes short steps with frozen contacts, for which a better prediction is useless.
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
  // Starts in steady motion, in mode `consistent` only: nodes on the path of the motion, and the histories of their
  // segments.
  void run(const RunningBelt& running);
  // The travel of a particle through the longest contact, divided into steps [s].
  struct Passage {
    double step{};
    int steps{};
  };
  Nodes nodes_on_path(const RunningBelt& running, double time) const;
  Nodes moving_nodes(const RunningBelt& running, double time) const;
  void follow(const RunningBelt& running, const Passage& approach, int first);
  std::optional<std::vector<double>> find_running_equilibrium(const RunningBelt& running, const Passage& approach);
  bool settle_running(const RunningBelt& running, double time, double h);
  // Starts an open belt with the given nodes, in mode `consistent` only.
  void start_open(const OpenBelt& open);
  // Releases held bodies to find their equilibrium between held pulleys, in mode `consistent` only. Returns the moments
  // on these pulleys.
  std::vector<double> let_bodies_go();
  std::vector<double> torques_on_pulleys() const;
  bool settle_with_friction();
  bool let_pulleys_go();
  bool rest();
  // Takes the contacts of the last evaluation as those of a belt without friction so far.
  void begin_contacts();
  // Finds the pulleys that elements may touch in the next step.
  void update_contact_candidates();

  AncfParameters parameters_;
  BeltEquations equations_;
  std::optional<BeltCheck> check_;  // state of the belt as laid on its path
  double mount_imbalance_ = 0.0;
  std::optional<ContactPacks> kept_contacts_;
  std::vector<double> kept_guided_;
  RunningShape running_;
};

}  // namespace beltdyn::lagrangian::ancf
