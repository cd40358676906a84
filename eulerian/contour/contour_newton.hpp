// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/numerics/solve/closed_chain_solver.hpp"
#include "core/run/state_archive.hpp"
#include "eulerian/contour/contour_belt.hpp"
#include "eulerian/contour/eulerian_contour_parameters.hpp"

namespace beltdyn::eulerian {

// Newton's method for the equilibrium of the belt with given contact states. The energies are small differences, so
// convergence is measured by the corrections, not by the energy.
class ContourNewton {
 public:
  enum class Outcome { converged, not_converged, diverged, singular };
  struct Result {
    Outcome outcome{};
    int iterations{};
    int factorisations{};
    double correction{};  // largest of the last iteration [m]
  };

  // tolerance: largest correction of the last iteration [m]
  ContourNewton(std::unique_ptr<numerics::ClosedChainSolver> solver, const numerics::ClosedChainLayout& layout,
                Jacobian jacobian, double tolerance, int max_iterations);

  // Improves the increments w, shape (node_slots), up to the tolerance.
  Result solve(const ContourBelt& belt, const ContactField& contact, std::span<double> w);

  // The contact states have changed: the next tangent is to be a new one.
  void invalidate() { stale_ = true; }
  // The tangent of the last solves becomes part of the state, or is forgotten again.
  void accept();
  void reject();

  double tolerance() const { return tolerance_; }

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  bool factorise(const ContourBelt& belt, const ContactField& contact, std::span<const double> w);

  std::unique_ptr<numerics::ClosedChainSolver> solver_;
  Jacobian jacobian_;
  double tolerance_;
  int max_iterations_;
  std::vector<double> residual_;

  // The tangent in use was taken at some earlier state; it is kept as a matrix so that a restored simulation works with
  // the same one to the bit.
  numerics::ClosedChainMatrix matrix_;
  bool factorised_ = false;
  bool stale_ = true;
  numerics::ClosedChainMatrix trial_matrix_;
  bool has_trial_ = false;
  bool was_stale_ = true;  // stale_ before the present step
};

}  // namespace beltdyn::eulerian
