// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/belt_system.hpp"
#include "core/numerics/solve/sparse_system.hpp"
#include "eulerian/ale/ale_parameters.hpp"
#include "eulerian/ale/contact/transported_history.hpp"
#include "eulerian/ale/element/belt_bodies.hpp"
#include "eulerian/ale/element/conveyor_runs.hpp"
#include "eulerian/ale/element/curvature_damping.hpp"
#include "eulerian/ale/element/rope_ends.hpp"

namespace beltdyn {
class StretchedPath;
}

namespace beltdyn::eulerian::ale {

// Its mesh lies on this path; without one on that of the drive at rest.
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh, const BeltPath& path);
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh);
// Of an open belt.
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh, const LaidRope& rope);
// The pulleys at rest at the start, on these arcs of the path.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, std::span<const PathArc> arcs);
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive);

// The equations of motion of the belt on its mesh and of the pulleys.
class AleEquations final : public BeltSystem {
 public:
  AleEquations(const BeltDrive& drive, const AleParameters& parameters);
  // With the mesh on this path.
  AleEquations(const BeltDrive& drive, const AleParameters& parameters, const BeltPath& path);
  // Of an open belt, as it is laid.
  AleEquations(const LaidRope& rope, const AleParameters& parameters);

  const AleModel& model() const { return model_; }
  bool has_inertia() const { return inertia_; }
  const AleKernel& kernel() const { return *work_.kernel; }
  const CurvatureDamping& curvature_damping() const { return curvature_damping_; }
  const ConveyorRuns& runs() const { return runs_; }
  ConveyorRuns& runs() { return runs_; }
  const BeltBodies& bodies() const { return bodies_; }
  BeltBodies& bodies() { return bodies_; }
  // Of an open belt.
  const std::optional<RopeEnds>& ends() const { return ends_; }
  std::optional<RopeEnds>& ends() { return ends_; }
  AleArrays& arrays() { return *work_.arrays; }
  const AleArrays& arrays() const { return *work_.arrays; }
  BeltArraysView arrays_view() const override;
  // As of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }

  // Where mounts are, and the mounts on whose path the mesh lies; shape (n_pulleys) each.
  struct Placement {
    std::vector<double> mounts;
    std::vector<double> mesh;
  };
  // For analyses without steps: puts the axes of the pulleys and the mesh there.
  void place(const Placement& placement);

  // Puts the mesh elsewhere; σ of its nodes stays what it was.
  void put_mesh(AleMesh mesh);
  // Has the nodes of the mesh moved.
  template <class Move>
  void move_mesh(const Move& move) {
    move(model_.mesh);
    arrays().set_mesh(model_.mesh);
  }

  // Lays a closed belt on the path of its mesh, evenly stretched.
  void lay_on_path();
  // Lays an open one as it is given.
  void lay(const StretchedPath& rope);

  // What the belt of now is remembered by in the next step.
  void commit();
  // To where angles and mounts are.
  void turn_pulleys();
  // Holds the first particle of a closed belt at its node with a stiff spring unless there are bodies, and all pulleys.
  void hold(bool on) override;
  // From now on steps without inertia have as a load the inertia of an open belt all of which accelerates by this along
  // its path [m/s²].
  void set_given_acceleration(double acceleration);
  // Contacts on the way to a static equilibrium, on surfaces that are raised by a part of the depth to which the belt
  // presses them in: as soft as this depth asks, then rigid ones with the penalties of their points, and with patches
  // (contact::RigidPatch) that are stiffer by this factor at most.
  struct StartContact {
    double depth{};       // in radii, at least [-]
    double stiffening{};  // of a patch, at most [-]
    double raised = 1.0;  // of the depth [-]
  };
  // Of a belt that rests with this force [N].
  void set_start_contact(const StartContact& start, double force);
  // The least of these depths with the penalties of points alone, in radii, 0 of a belt without tension [-], and the
  // largest stiffening.
  StartContact stiffest_contact(double force) const;

  // Evaluates minus the residual of the belt in the arrays, the moments on the pulleys, and the matrix if asked.
  void assemble_belt(const AleStep& step, bool with_tangent, std::span<PulleyEntry> pulleys);
  // Adds minus this residual to that of the belt, and if asked the tangent to its matrix.
  void add(int element, const ElementSystem<double>& system, bool with_tangent);
  // The entries of the matrix of the last such assembly with tangent, those at the same place adding up, in an order
  // that never changes: visit(node, component, node, component, value) with row before column.
  template <class Visit>
  void for_each_entry(const Visit& visit) const;

  bool factorise() override;
  void solve(numerics::AlignedVector& rhs) override;

 private:
  // How deep a belt of this force presses in a pulley where contact is that of points [m].
  double start_depth(std::size_t pulley, double force) const;
  // Without residual is a belt some point of which has no departure point.
  bool assemble(const BeltStep& step, bool with_tangent) override;
  void add_load(const BeltLoad& load, double time) override;
  void add_inertia_of_given();
  template <class Force>  // of a point and its fields, per reference length
  void add_distributed(const Force& force);
  double belt_residual_norm() const override;

  MeshParameters mesh_parameters_;
  AleModel model_;
  std::vector<PulleyEntry> pulleys_;
  bool inertia_;
  AleWork work_;
  CurvatureDamping curvature_damping_;
  ConveyorRuns runs_;
  BeltBodies bodies_;
  // The matrix where damped bending couples nodes that are no neighbours, which the kernel's solver has no place for.
  numerics::SparseSystem sparse_;
  TransportedHistory history_;
  std::optional<RopeEnds> ends_;
  double given_acceleration_{};  // see set_given_acceleration()
  double held_at_{};             // [m]
};

template <class Visit>
void AleEquations::for_each_entry(const Visit& visit) const {
  const AleArrays& a = *work_.arrays;
  const int n = model_.mesh.size();
  const auto visit_block = [&](const numerics::AlignedVector& blocks, int node, int i, int j) {
    for (int r = 0; r < numerics::kBlock; ++r) {
      for (int c = 0; c < numerics::kBlock; ++c) {
        visit(i, r, j, c, blocks[a.layout.at(node, numerics::kBlockEntries, r * numerics::kBlock + c)]);
      }
    }
  };
  for (int node = 0; node < n; ++node) {
    const int next = (node + 1) % n;
    visit_block(a.matrix.diagonal, node, node, node);
    visit_block(a.matrix.upper, node, node, next);
    visit_block(a.matrix.lower, node, next, node);
  }
  if (!curvature_damping_.is_there()) return;
  constexpr std::size_t kNode = numerics::kBlock;
  for (int e = 0; e < n; ++e) {
    for (std::size_t i = 0; i < CurvatureDamping::kUnknowns; ++i) {
      for (std::size_t j = 0; j < CurvatureDamping::kUnknowns; ++j) {
        visit(curvature_damping_.node(e, i / kNode), static_cast<int>(i % kNode), curvature_damping_.node(e, j / kNode),
              static_cast<int>(j % kNode), CurvatureDamping::tangent(a, e, i, j));
      }
    }
  }
}

// The rails of an element, and the values of the arrays at its ends, whose rates follow the unknowns as given.
struct ElementState {
  ElementGeometry<double> geometry;
  ElementFields<double> fields;
};
ElementState element_state(const AleEquations& equations, int element, const StepRates& rates = {});

}  // namespace beltdyn::eulerian::ale
