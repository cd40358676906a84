// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/belt_stepper.hpp"
#include "eulerian/ale/element/ale_equations.hpp"
#include "eulerian/ale/steady/steady_drive.hpp"
#include "eulerian/ale/transient/mesh_motion.hpp"

namespace beltdyn::eulerian::ale {

// The belt in motion, integrated in time. A closed belt starts in static equilibrium without friction, or in its steady
// motion. An open belt starts in equilibrium with friction on held pulleys, with the velocities given. The mesh is
// fixed in space, or follows the belt path as pulley axes move; the mesh of an open belt follows its ends. Contact and
// friction, with the history transported along the characteristics, are part of the equations of a step.
class AleBelt final : public BeltStepper {
 public:
  // Throws SolverError if there is no static equilibrium, or steady motion, to start from.
  AleBelt(const BeltDrive& drive, const AleParameters& parameters);
  // Throws SolverError if friction cannot bear the forces of the start.
  AleBelt(const LaidRope& rope, const AleParameters& parameters);

  const AleEquations& equations() const { return equations_; }
  AleEquations& equations() { return equations_; }
  const AleParameters& parameters() const { return parameters_; }

  // Residual force of the mounts at the start, if no equilibrium was found for them [N].
  double mount_imbalance() const { return mount_imbalance_; }

 private:
  // Starts in a steady motion, if there is one.
  AleBelt(const BeltDrive& drive, const AleParameters& parameters, std::unique_ptr<const SteadyDrive> running);

  BeltSystem& system() override { return equations_; }
  const BeltSystem& system() const override { return equations_; }
  std::array<int, 2> position_components() const override { return {0, 2}; }  // w and s
  double energy_scale() const override;
  double energy() const override;
  PowerFlow power_flow(std::span<const double> torques, double time) const override;
  std::string objection(const numerics::AlignedVector& q_before) const override;
  // Moves the mesh.
  void refine_prediction(const BeltStep& step, const NodesBefore& before) override;
  void begin_history() override;
  void commit_history() override;
  void revert_history() override;
  void keep_history() override;
  void restore_kept_history() override;
  bool has_following_mesh() const;
  void find_rest();
  // Releases the bodies that were held: they find their equilibrium with friction on held pulleys. Returns the moments
  // on these pulleys.
  std::vector<double> let_bodies_go();
  // Starts in the motion of the drive, on whose mesh the equations are.
  void run(const SteadyDrive& running);
  // Starts an open belt: first held, then with the velocities of the start.
  void start_open(const LaidRope& rope);
  void lay_open(const LaidRope& rope);
  std::string settle_held(const LaidRope& rope);
  std::string settle_with_friction(double force);
  std::string rest();
  std::string settle_step();
  void put_mesh_to_ends();
  void run_open(const LaidRope& rope);
  void put_mesh();
  // Axes and ends that the mesh follows, as they were before the step.
  std::vector<MeshMotion::Target> targets() const;
  std::array<MeshMotion::Target, 2> end_targets() const;
  void save_history(StateWriter& writer) const override;
  void restore_history(StateReader& reader) override;

  AleParameters parameters_;
  AleEquations equations_;
  std::optional<MeshMotion> mesh_;    // empty: the mesh is fixed
  numerics::AlignedVector contacts_;  // in the last accepted state
  numerics::AlignedVector kept_contacts_;
  std::vector<MeshMotion::Axis> kept_axes_;
  std::vector<double> kept_runs_;
  std::vector<double> kept_ends_;
  std::vector<double> kept_bodies_;
  std::array<MeshMotion::Target, 2> end_targets_;  // ends of an open belt in the last accepted state
  std::vector<Eigen::Vector2d> mesh_offsets_;      // constant offsets of the mesh's circles from the axes [m]
  double mount_imbalance_ = 0.0;
};

}  // namespace beltdyn::eulerian::ale
