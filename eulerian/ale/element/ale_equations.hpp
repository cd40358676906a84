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

// Makes the model of a closed belt with its mesh on the given path; the second form takes the path of the drive at
// rest.
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh, const BeltPath& path);
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh);
// Makes the model of an open belt.
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh, const LaidRope& rope);
// The pulleys in the state of the start, at rest, on these arcs of the path.
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, std::span<const PathArc> arcs);
std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive);

// The equations of motion of the belt on its mesh and of the pulleys, as a step of a time integration solves them.
class AleEquations final : public BeltSystem {
 public:
  AleEquations(const BeltDrive& drive, const AleParameters& parameters);
  // With the mesh on the given path.
  AleEquations(const BeltDrive& drive, const AleParameters& parameters, const BeltPath& path);
  // Of an open belt as laid.
  AleEquations(const LaidRope& rope, const AleParameters& parameters);

  const AleModel& model() const { return model_; }
  bool has_inertia() const { return inertia_; }
  const AleKernel& kernel() const { return *work_.kernel; }
  const CurvatureDamping& curvature_damping() const { return curvature_damping_; }
  const ConveyorRuns& runs() const { return runs_; }
  ConveyorRuns& runs() { return runs_; }
  const BeltBodies& bodies() const { return bodies_; }
  BeltBodies& bodies() { return bodies_; }
  // The ends of an open belt; none of a closed belt.
  const std::optional<RopeEnds>& ends() const { return ends_; }
  std::optional<RopeEnds>& ends() { return ends_; }
  AleArrays& arrays() { return *work_.arrays; }
  const AleArrays& arrays() const { return *work_.arrays; }
  BeltArraysView arrays_view() const override;
  // The pulleys as of the last evaluation.
  std::span<const PulleyEntry> pulleys() const { return pulleys_; }

  // Coordinates of the mounts, and coordinates of the mounts on whose path the mesh lies; shape (n_pulleys) each [rad],
  // [m].
  struct Placement {
    std::vector<double> mounts;
    std::vector<double> mesh;
  };
  // For analyses without time steps: places the axes of the pulleys and the mesh.
  void place(const Placement& placement);

  // Replaces the mesh; σ of its nodes stays unchanged.
  void put_mesh(AleMesh mesh);
  // Moves the nodes of the mesh.
  template <class Move>
  void move_mesh(const Move& move) {
    move(model_.mesh);
    arrays().set_mesh(model_.mesh);
  }

  // Lays a closed belt on the path of its mesh, evenly stretched.
  void lay_on_path();
  // Lays an open belt on the given path with the given stretch.
  void lay(const StretchedPath& rope);

  // Takes the present state as the history for the next step.
  void commit();
  // Places the pulleys according to their angles and mounts.
  void turn_pulleys();
  // Holds all pulleys, and by a stiff spring the first particle of a closed belt at its node unless there are bodies.
  void hold(bool on) override;
  // Sets an acceleration of the whole open belt along its path [m/s²]. From then on steps without inertia have the
  // inertia force of this acceleration as a load.
  void set_given_acceleration(double acceleration);
  // Contact on the way to a static equilibrium. Contacts are first as soft as `depth` asks for, then rigid with the
  // penalty of their contact points, then with patches (contact::RigidPatch) that are stiffer by at most `stiffening`.
  // The surfaces are raised by the part `raised` of the depth by which the belt penetrates.
  struct StartContact {
    double depth{};       // least penetration, in radii [-]
    double stiffening{};  // largest of a patch [-]
    double raised = 1.0;  // part of the penetration [-]
  };
  // Sets it for a belt whose axial force at rest is `force` [N].
  void set_start_contact(const StartContact& start, double force);
  // The last of these contacts: the least penetration over all pulleys with the penalty of the contact points alone (0
  // for a belt without tension), and the largest stiffening.
  StartContact stiffest_contact(double force) const;

  // Evaluates minus the residual of the belt in the arrays, the moments on the pulleys, and the matrix if asked.
  void assemble_belt(const AleStep& step, bool with_tangent, std::span<PulleyEntry> pulleys);
  // Subtracts the residual of an element from the right-hand side, and adds its tangent to the matrix if asked.
  void add(int element, const ElementSystem<double>& system, bool with_tangent);
  // Visits the entries of the matrix of the last assembly with tangent, in an order that never changes: visit(node,
  // component, node, component, value), row before column. Entries at the same place add up.
  template <class Visit>
  void for_each_entry(const Visit& visit) const;

  bool factorise() override;
  void solve(numerics::AlignedVector& rhs) override;

 private:
  // Penetration of a belt with this axial force, with the stiffness of contact points and without patches [m].
  double start_depth(std::size_t pulley, double force) const;
  // False if a contact point has no departure point; then there is no residual.
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
  // The matrix with damped bending, which couples nodes that are no neighbours: the solver of the kernel has no room
  // for such entries.
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

// The rails of an element and the fields at its ends; the rates follow the unknowns as given.
struct ElementState {
  ElementGeometry<double> geometry;
  ElementFields<double> fields;
};
ElementState element_state(const AleEquations& equations, int element, const StepRates& rates = {});

}  // namespace beltdyn::eulerian::ale
