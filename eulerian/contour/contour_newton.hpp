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

// Newton's method for the equilibrium of the belt with given contact states. Convergence is measured by the
// corrections, since the energies are small differences of large numbers.
class ContourNewton {
 public:
  enum class Outcome { converged, not_converged, diverged, singular };
  struct Result {
    Outcome outcome{};
    int iterations{};
    int factorisations{};
    double correction{};  // largest one of the last iteration [m]
  };

  // tolerance: largest correction of the last iteration [m]
  ContourNewton(std::unique_ptr<numerics::ClosedChainSolver> solver, const numerics::ClosedChainLayout& layout,
                Jacobian jacobian, double tolerance, int max_iterations);

  // Improves the increments w, shape (node_slots), up to the tolerance.
  Result solve(const ContourBelt& belt, const ContactField& contact, std::span<double> w);

  // Requests a new tangent for the next solution, since the contact states have changed.
  void invalidate() { stale_ = true; }
  // Accept the tangent of the last solutions as part of the state, or return to the one before.
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

  // The tangent in use, computed at some earlier state. It is stored as a matrix so that a resumed simulation continues
  // with the same bits.
  numerics::ClosedChainMatrix matrix_;
  bool factorised_ = false;
  bool stale_ = true;
  numerics::ClosedChainMatrix trial_matrix_;
  bool has_trial_ = false;
  bool was_stale_ = true;  // stale_ before the present step
};

}  // namespace beltdyn::eulerian
