// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include "analytic/belt/modes/linear_string.hpp"

namespace beltdyn::analytic {

// A point of the string: on a pulley or on the span behind it.
struct StringPlace {
  std::size_t pulley{};
  bool is_on_span = false;
  double local{};  // distance from the entry of the pulley or the start of the span [m]
  Eigen::Vector2d tangent = Eigen::Vector2d::UnitX();  // of the path there
};
// Displacement of a particle: to the left of the path, and along it [m].
struct StringDisplacement {
  std::complex<double> across;
  std::complex<double> along;
};

// The displacement of particles in small motions x exp(s t) of a LinearString without input. Where an axis moves by δc,
// particles on its pulley move by δc and, along the pulley, by u. Particles that stick come in with the displacement
// that the span before gives them, and turn with the pulley,
//
//     s u = R_k δω_k − (G/EA) exp(−s x/(G λ_{k−1})) δN_{k−1}     at the distance x from the entry;                  (1)
//
// In a span ∂u/∂σ = δN_k/(EA λ_k), up to the entry of the next pulley. On the slip arc, with the force N(σ) = N_k
// exp(∓μ (σ_k − σ)/R_k) and the exit, which turns by δψ_k with the span,
//
//     u/λ = u_k/λ_k ∓ (R_k/μ)(1/λ − 1/λ_k)(δN_k/N_k ∓ μ w_k δψ_k).                                                 (2)
//
// Where stick turns to slip (1) and (2) agree, by (1) of LinearString. `slip_lengths`: lengths of the slip arcs, shape
// (n_pulleys) [m].
class LinearStringShape {
 public:
  LinearStringShape(const LinearStringDrive& drive, const std::vector<double>& slip_lengths,
                    const LinearString::Response& mode, std::complex<double> s);

  StringDisplacement at(const StringPlace& place) const;

 private:
  using Complex = std::complex<double>;
  std::size_t before(std::size_t k) const { return (k + drive_.pulleys.size() - 1) % drive_.pulleys.size(); }
  std::size_t behind(std::size_t k) const { return (k + 1) % drive_.pulleys.size(); }
  Complex on_stick(std::size_t k, double x) const;
  Complex on_slip(std::size_t k, double x) const;
  // Displacement along the path at a place on a span, `rest` before its end [m].
  Complex on_span(std::size_t k, double rest) const;

  const LinearStringDrive& drive_;
  const std::vector<double>& slip_lengths_;
  const LinearString::Response& mode_;
  Complex s_;
  std::vector<Eigen::Vector2cd> axis_;  // δc of the pulleys [m]
};

}  // namespace beltdyn::analytic
