// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lagrangian/links/link_tangent.hpp"

namespace beltdyn::lagrangian::links {

// Implicit time steps of a belt of links, by the diagonally implicit Runge–Kutta method with two stages, second order
// and L-stable, γ = 1 − 1/√2:
//
//     k₁ = f(t + γh, y + γh k₁),   k₂ = f(t + h, y + (1 − γ)h k₁ + γh k₂),   y + (1 − γ)h k₁ + γh k₂
//
// Newton's method solves both stages, so that stiff contacts and joints hold at the end of each stage; vibrations too
// fast for the step are damped. Source: Alexander, SIAM J. Numer. Anal. 14 (1977).
class ImplicitStep {
 public:
  // `tolerance`: accepted residual of Newton's method [N]. `lone`: the unknowns that belong to no link.
  ImplicitStep(const LinkModel& model, const LinkLayout& layout, double tolerance, std::vector<LoneUnknown> lone);

  // Computes next, the state at time + h. Returns false if a stage has no solution; failure() then describes the
  // reason.
  bool step(const LinkContributions& f, double time, double h, const numerics::AlignedVector& state,
            numerics::AlignedVector& next);
  const std::string& failure() const { return failure_; }
  // Counts of the last step.
  int newton_iterations() const { return newton_iterations_; }
  int factorisations() const { return factorisations_; }
  // Local error of the places in the last step, 0.04 h³ d³x/dt³ [m]: the larger of the root mean square over links and
  // the maximum over lone unknowns.
  double error() const { return error_; }

  // Approaches equilibrium from a state at rest: next is the end of a linearly implicit Euler step of length c, which
  // is a Newton step in the limit c → ∞. Moving the belt along itself is excluded, since only the polygon shape holds
  // it weakly there. Returns false if the matrix of the step is singular.
  bool relax(const LinkContributions& f, double c, const numerics::AlignedVector& state, numerics::AlignedVector& next);
  // The largest residual force in a state at rest with these rates, without the mean force along the belt [N].
  double force(const numerics::AlignedVector& state, const numerics::AlignedVector& rates) const;

 private:
  using Layout = LinkLayout;

  // Weights of the accelerations of links in forces.
  struct Weights {
    double mass{};     // m [kg]
    double turning{};  // I/ℓ [kg m]
  };

  bool solve_stage(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  // Evaluates y: its velocities are given, places and internal variables of friction follow. Returns the residual [N].
  double evaluate(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  void settle_memory(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  void put_places(double c, numerics::AlignedVector& y) const;
  void put_given(double c, numerics::AlignedVector& y) const;
  double put_residual(double c, const numerics::AlignedVector& y);
  void find_error(double h, const numerics::AlignedVector& state, const numerics::AlignedVector& next);

  LinkLayout layout_;
  bool has_rates_;  // as in LinkTangent
  Weights weights_;
  double tolerance_;
  LinkTangent tangent_;
  std::vector<std::size_t> given_;  // positions in a state of coordinates whose rates depend on time alone
  bool has_tangent_ = false;
  numerics::AlignedVector base_;    // y of the stage without its own rate
  numerics::AlignedVector origin_;  // y before a correction
  numerics::AlignedVector stage_;   // y of the first stage
  numerics::AlignedVector residual_;
  numerics::AlignedVector change_;
  LinkRates here_;
  LinkRates varied_;
  bool is_memory_settled_ = true;
  double error_ = 0.0;
  int newton_iterations_ = 0;
  int factorisations_ = 0;
  std::string failure_;
};

}  // namespace beltdyn::lagrangian::links
