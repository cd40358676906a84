// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lagrangian/links/link_tangent.hpp"

namespace beltdyn::lagrangian::links {

// Steps of a belt of links by the diagonally implicit Runge–Kutta method of two stages that is of second order and
// L-stable, γ = 1 − 1/√2:
//
//     k₁ = f(t + γh, y + γh k₁),   k₂ = f(t + h, y + (1 − γ)h k₁ + γh k₂),   y + (1 − γ)h k₁ + γh k₂
//
// Both stages are solved by Newton's method, so that stiff contact presses where the belt comes to and joints hold;
// vibrations beyond the step are damped. Source: Alexander, SIAM J. Numer. Anal. 14 (1977).
class ImplicitStep {
 public:
  // `tolerance`: the residual that Newton's method may leave [N]. `lone`: all else that the belt moves.
  ImplicitStep(const LinkModel& model, const LinkLayout& layout, double tolerance, std::vector<LoneUnknown> lone);

  // next = the state at time + h. Returns false if a stage has no solution; then failure() says what was observed.
  bool step(const LinkContributions& f, double time, double h, const numerics::AlignedVector& state,
            numerics::AlignedVector& next);
  const std::string& failure() const { return failure_; }
  // Of the last step.
  int newton_iterations() const { return newton_iterations_; }
  int factorisations() const { return factorisations_; }
  // The local error of the places after that step, 0.04 h³ d³x/dt³: of links the root of the mean square, of lone
  // unknowns the largest [m].
  double error() const { return error_; }

  // A part of the way to equilibrium from a state at rest: next = the end of a linearly implicit Euler step of the
  // length c, of Newton's method in the limit of a long one. The belt does not move along itself, where nothing but the
  // weak hold of its polygon says where it is. Returns false if the matrix of the step is singular.
  bool relax(const LinkContributions& f, double c, const numerics::AlignedVector& state, numerics::AlignedVector& next);
  // The largest force on what moves in a state at rest, with these rates, but for the even one along the belt [N].
  double force(const numerics::AlignedVector& state, const numerics::AlignedVector& rates) const;

 private:
  using Layout = LinkLayout;

  // Of the accelerations of links in forces.
  struct Weights {
    double mass{};     // m [kg]
    double turning{};  // I/ℓ [kg m]
  };

  bool solve_stage(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  // Evaluates y with the places and the internal variables of friction that its velocities lead to; returns the
  // residual [N].
  double evaluate(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  void settle_memory(const LinkContributions& f, const LinkStage& stage, numerics::AlignedVector& y);
  void put_places(double c, numerics::AlignedVector& y) const;
  void put_given(double c, numerics::AlignedVector& y) const;
  double put_residual(double c, const numerics::AlignedVector& y);
  void find_error(double h, const numerics::AlignedVector& state, const numerics::AlignedVector& next);

  LinkLayout layout_;
  bool has_rates_;  // as of LinkTangent
  Weights weights_;
  double tolerance_;
  LinkTangent tangent_;
  std::vector<std::size_t> given_;  // places whose rates depend on time alone
  bool has_tangent_ = false;
  numerics::AlignedVector base_;    // y of the stage without its own rate
  numerics::AlignedVector origin_;  // of a correction
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
