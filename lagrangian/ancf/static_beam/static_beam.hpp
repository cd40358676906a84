// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/drive/supported_beam_drive.hpp"
#include "core/numerics/solve/chain_solver.hpp"
#include "core/run/simulation.hpp"
#include "lagrangian/ancf/element/segment_tangent.hpp"

namespace beltdyn::lagrangian::ancf {

struct StaticBeamParameters {
  int elements{};
  int segments_per_element = 4;
  IntegrationScheme integration = IntegrationScheme::c;
  ContactFrame contact_frame = ContactFrame::segment;
  double time_step{};             // between equilibria [s]
  double newton_tolerance = 0.0;  // of the residual; 0: a small part of the loads [N]
  int newton_iterations = 100;    // at most
};

// The force and moment of a support on the beam.
struct SupportReaction {
  Vec2<double> force{};  // [N]
  double moment{};       // counter-clockwise, 0 at a pinned support [N m]
};

// The state of the beam at a point.
struct BeamPoint {
  Vec2<double> position{};  // [m]
  double stretch{};         // |r'| [-]
  double force{};           // N [N]
};

// The equilibrium of a supported beam of ANCF cable elements and a circle that presses on it without friction. Unknowns
// are r and r' at the nodes and the y of the circle. The circle acts through contact only, which depends on relative
// positions: the derivative by y is minus the derivative by a common y of all nodes.
class StaticBeam {
 public:
  // Starts at rest without force on the circle.
  StaticBeam(const SupportedBeamDrive& drive, const StaticBeamParameters& parameters);

  // Finds the equilibrium under the force F on the circle [N]: from the present state, then from the taut string,
  // finally in smaller steps of the force. If all fail it throws SolverError and keeps the state.
  void solve(double force);

  double circle_position() const { return state_.y; }     // [m]
  double circle_load() const { return force_; }           // F [N]
  double contact_force() const { return circle_force_; }  // of the beam on the circle, in y [N]
  SupportReaction reaction(std::size_t support) const;
  // `x`: of the unstressed beam, in [0, L].
  BeamPoint point(double x) const;
  // Normal force on the segment at x, per current length of the beam [N/m]
  double pressure(double x) const;
  // Unstressed length of the segments that touch the circle [m]
  double contact_length() const;

  int elements() const { return static_cast<int>(n_nodes_) - 1; }
  const SolverStatistics& statistics() const { return statistics_; }

  // The state as numbers: F, y, then r and r' of the nodes.
  std::vector<double> values() const;
  void restore(const std::vector<double>& values, const SolverStatistics& statistics);

 private:
  struct State {
    numerics::AlignedVector q;  // shape (n_nodes + 1) × 4; the last node is idle
    double y{};
  };

  std::size_t at(std::size_t node, std::size_t component) const { return node * numerics::kBlock + component; }
  ElementMotion<double> motion_of(const State& state, std::size_t element) const;
  CircleContact<double> circle_at(double y) const;
  ContactStep contact_step() const;
  State laid_on_string(double force) const;

  void assemble(const State& state, double force);
  void add(std::size_t element, const ElementSystem<double>& system);
  void add_circle(std::size_t element, const ElementSystem<double>& contact);
  void fix_supports();
  double residual_norm() const;
  double tolerance(double force) const;
  // Solves for the correction of a Newton iteration, step_; false if the system is singular.
  bool solve_system();
  bool newton(State& state, double force);
  bool step_to(double force);
  void keep(const State& state, double force);

  SupportedBeamDrive drive_;
  StaticBeamParameters parameters_;
  std::size_t n_nodes_;
  CableSection section_;
  CableRule rule_;
  std::vector<AxialQuadraturePoint> axial_;  // including points at the nodes
  std::vector<ContactPoint> contact_points_;
  ContactLaws laws_;
  ContactScratch<double> scratch_;

  State state_;
  double force_ = 0.0;
  // In state_: forces of the supports on the first and last node, force of the beam on the circle, forces on the
  // segments.
  std::array<std::array<double, numerics::kBlock>, 2> support_force_{};
  double circle_force_ = 0.0;
  std::vector<double> normal_force_;

  // The system of an iteration: K dq + column dy = −residual, row·dq + corner dy = −circle_residual.
  numerics::CyclicBlockTridiagonal matrix_;
  numerics::ChainSolver solver_;
  numerics::AlignedVector residual_;
  numerics::AlignedVector column_;
  numerics::AlignedVector row_;
  double circle_residual_{};
  double corner_{};
  State step_;
  SolverStatistics statistics_;
};

}  // namespace beltdyn::lagrangian::ancf
