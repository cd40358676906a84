// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/numerics/lanes/instruction_set.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"
#include "eulerian/ale/contact/contact_point.hpp"
#include "eulerian/ale/contact/departure_search.hpp"
#include "eulerian/ale/element/ale_element.hpp"
#include "eulerian/ale/transient/ale_mesh.hpp"
#include "eulerian/ale/transient/belt_observation.hpp"

namespace beltdyn::eulerian::ale {

// The number of contact points of an element: Gauss points in the order of σ.
inline constexpr std::size_t kContactPoints = 3;

// All data of the belt that do not change in a run.
struct AleModel {
  BeltSection section;
  AleMesh mesh;
  double reference_length{};  // L_ref [m]
  ElementRules rules;
  Rule contact_rule;
  ContactLaws laws;          // per reference length
  ContactLaws laws_at_rest;  // the same without damping of the normal laws, for statics
  ContactFields fields{0};
};

// A pulley in the trial state of a step, and the forces of the belt on it.
struct PulleyEntry {
  ContactCircle<double> circle{};
  int unknown = -1;   // index of its angle among the unknowns, −1 if its motion is prescribed
  int mount = -1;     // index of its mount's coordinate u among the unknowns, −1 if it has none
  double moment{};    // of the belt on the pulley, about its axis [N m]
  double d_moment{};  // its derivative by the angle

  bool is_mounted = false;     // may its axis move? Only then the members below have a meaning
  Vec2<double> force{};        // of the belt on the pulley [N]
  double on_mount{};           // Q: component of that force along ∂C/∂u
  double d_on_mount{};         // ∂Q/∂u
  double on_mount_by_angle{};  // ∂Q/∂φ
  double moment_by_mount{};    // ∂(moment)/∂u
};
inline bool has_mounts(std::span<const PulleyEntry> pulleys) {
  return std::any_of(pulleys.begin(), pulleys.end(), [](const PulleyEntry& pulley) { return pulley.is_mounted; });
}

// The step data of an evaluation.
struct AleStep {
  double length{};  // h [s], infinity in statics
  StepRates rates;  // c_v, c_a
  FrictionUse friction = FrictionUse::none;
  bool inertia = true;
  bool is_static = false;  // are normal laws undamped, as in statics?
};

// Numbers per node: R, T, n, e, and the members of RailMotion.
inline constexpr int kRailFields = 8;
inline constexpr int kRailMotionFields = 6;

// The state of the belt and the linear system of a step, laid out for lanes.
struct AleArrays {
  AleArrays(const AleModel& model, int lanes, int n_border_unknowns);
  // Takes over rails, lengths and motion of a mesh.
  void set_mesh(const AleMesh& mesh);

  numerics::CyclicChainLayout layout;
  ContactFields fields;
  double reference_length;
  bool is_closed;

  // Unknowns w, φ, s, s' of the nodes with halo, their velocities and accelerations; shape (rows + 1) × 4 × lanes
  numerics::AlignedVector q;
  numerics::AlignedVector v;
  numerics::AlignedVector a;
  // The mesh: kRailFields of the nodes with halo, shape (rows + 1) × kRailFields × lanes; then h, ℓ, κ, weight (1 where
  // an element lies behind the node, else 0) and pulley_index of the elements, shapes rows × lanes
  numerics::AlignedVector rails;
  numerics::AlignedVector length;
  numerics::AlignedVector spread;
  numerics::AlignedVector curvature;
  numerics::AlignedVector weight;
  numerics::AlignedVector pulley_index;
  // Where the mesh moves: RailMotion of the nodes, shape (rows + 1) × kRailMotionFields × lanes; rates of ℓ, rows × 2 ×
  // lanes.
  bool mesh_moves = false;
  numerics::AlignedVector rail_motion;
  numerics::AlignedVector spread_motion;
  // Shape rows × kContactPoints × fields.size() × lanes
  numerics::AlignedVector contacts;

  numerics::CyclicBlockTridiagonal matrix;
  numerics::AlignedVector residual;  // minus the residual; after a solve the correction of q
  // As in BeltArraysView: minus ∂(residual)/∂φ or ∂u, and ∂(moment)/∂q or ∂Q/∂q; shape (rows + 1) × 4 × lanes
  std::vector<numerics::AlignedVector> column;
  std::vector<numerics::AlignedVector> row;
  // CurvatureDamping::Tangent of each element; empty without bending damping
  numerics::AlignedVector beside_matrix;

  std::size_t contact_at(int element, std::size_t point, std::size_t field) const {
    return contact_start[static_cast<std::size_t>(element)] +
           (point * fields.size() + field) * static_cast<std::size_t>(layout.lanes());
  }
  std::size_t contact_at(int element, std::size_t point, ContactField field) const {
    return contact_at(element, point, ContactFields::at(field));
  }
  // Positions of the first component of a node in q, and of the first contact field of its element in contacts.
  std::vector<std::size_t> node_start;
  std::vector<std::size_t> contact_start;
  // Component c of a node in a vector of sums, whose halo holds parts of the first nodes of the lanes.
  double with_halo(const numerics::AlignedVector& values, int node, int c) const;
  // Copies the first nodes of the lanes to their other places in q: behind the last node, with s a loop further, and
  // into idle rows. Elements without weight, such as the one behind an open belt, stay regular that way.
  void close_positions();
  // gather: values with 4 components per node in the order of the nodes; scatter: the inverse.
  void gather_to(const numerics::AlignedVector& values, std::vector<double>& in_order) const;
  std::vector<double> gather(const numerics::AlignedVector& values) const;
  void scatter(std::span<const double> in_order, numerics::AlignedVector& values) const;
};

// The computations on a belt: one source, compiled for several instruction sets.
class AleKernel {
 public:
  virtual ~AleKernel() = default;

  // Evaluates minus the residual of the belt and the moments on the pulleys; if asked, also the tangent and the
  // couplings to the pulleys. Takes the state from arrays.q, v, a with closed positions, and the departure data from
  // arrays.contacts.
  virtual void assemble(const AleStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) = 0;

  // find_particles() finds the particles at the contact points of arrays.q with closed positions, and the points to
  // which a pulley is near. find_departures() finds their departure points in the elements that have been loaded into
  // the search meanwhile, relative to the pulleys as they were, and writes the departure data into arrays.contacts.
  // Returns false if a point has no departure point.
  virtual void find_particles(std::span<const PulleyEntry> pulleys, DepartureSearch& search) const = 0;
  virtual bool find_departures(std::span<const PulleyEntry> pulleys_before, DepartureSearch& search) = 0;

  // Energy, power and observations in the state of the arrays with closed positions. The power leaves out bending
  // damping.
  virtual BeltEnergy energy() const = 0;
  virtual BeltPower power(std::span<const PulleyEntry> pulleys) const = 0;
  virtual void observe(std::span<const PulleyEntry> pulleys, BeltObservation& observation) const = 0;

  // factorise() factorises the matrix of the last assembly; solve() replaces a right-hand side by the solution.
  virtual void factorise() = 0;
  virtual void solve(numerics::AlignedVector& rhs) = 0;
};

// A kernel and its arrays.
struct AleWork {
  std::unique_ptr<AleArrays> arrays;
  std::unique_ptr<AleKernel> kernel;
};
// The model must outlive the work. Throws UsageError if the set is not available.
AleWork make_ale_work(const AleModel& model, int n_border_unknowns, numerics::InstructionSet set);

}  // namespace beltdyn::eulerian::ale
