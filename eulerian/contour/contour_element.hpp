// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn::eulerian {

// One step of one contact element with its two nodes, [Oborin 2018] Eqs. (53), (55), (57), (59) to (61).
//
// The unknown of the model is the material coordinate s = σ + s̄ at fixed points σ of the contour. With r = ∂s/∂σ the
// strain is ε = 1/r − 1. In a step of length τ node i takes s̄ᵢ⁰ to s̄ᵢ = s̄ᵢ⁰ + wᵢ − T, where T is the distance the
// surface of the first pulley moves in the step: s̄ follows the material and falls by about T in each step, w is the
// small rest, and so keeps its digits. The belt moves over the middle of the element by
//
//   u = −d/ρ,   d = (w₁ + w₂)/2 − T,   ρ = r⁰ + θ (r − r⁰)                                               (1)
//
// and against the surface below it, which moves by Tₖ, by u_rel = u − Tₖ. θ = 0 is Eq. (59), the derivative from before
// the step; θ = 1 the actual derivative; with θ = 1/2 u is right to second order in τ. The element's energy is
//
//   h [b/2 ε² r + P(u_rel)],   dP/du_rel = −q,                                                           (2)
//
// with the friction force on the belt q(u_rel) per contour length; its stationary point is the equilibrium.
//
// Real is double or numerics::Lanes: several elements side by side.

// The constants of an element in a step.
template <class Real>
struct ElementStep {
  Real length;            // h [m]
  Real orientation;       // +1: σ grows from the first node to the second; −1: it falls
  Real surface_travel;    // Tₖ [m]
  Real reference_travel;  // T [m]
  Real axial_stiffness;   // b [N]
  Real theta;             // θ
};

template <class Real>
struct ElementMotion {
  Real elongation;             // r − 1
  Real inverse_stretch;        // 1/r
  Real inverse_rho;            // 1/ρ
  Real displacement;           // d [m]
  Real relative_displacement;  // u_rel [m]
};

template <class Real>
struct ElementGradient {
  Real first;   // by w of the first node [N]
  Real second;  // by w of the second node [N]
};

template <class Real>
struct ElementHessian {
  Real first;     // twice by the first node [N/m]
  Real second;    // twice by the second node [N/m]
  Real coupling;  // by both [N/m]
};

// Material coordinates s̄⁰ and increments w of the two nodes [m].
template <class Real>
ElementMotion<Real> element_motion(const ElementStep<Real>& step, const Real& s_first, const Real& s_second,
                                   const Real& w_first, const Real& w_second) {
  const Real slope = step.orientation / step.length;
  const Real before = (s_second - s_first) * slope;  // r⁰ − 1
  const Real change = (w_second - w_first) * slope;  // r − r⁰
  const Real elongation = before + change;
  const Real rho_difference = before + step.theta * change;  // ρ − 1
  const Real stretch = 1.0 + elongation;
  const Real rho = 1.0 + rho_difference;
  const Real inverse_product = 1.0 / (stretch * rho);
  const Real inverse_rho = inverse_product * stretch;
  const Real mean = 0.5 * (w_first + w_second);
  // u − Tₖ over a common denominator, without the difference of large numbers
  const Real relative =
      ((step.reference_travel - step.surface_travel) - mean - step.surface_travel * rho_difference) * inverse_rho;
  return {.elongation = elongation,
          .inverse_stretch = inverse_product * rho,
          .inverse_rho = inverse_rho,
          .displacement = mean - step.reference_travel,
          .relative_displacement = relative};
}

// dU/dr of an elastic element, per length: b/2 (1 − 1/r²) [N]
template <class Real>
Real elastic_gradient(const Real& axial_stiffness, const Real& elongation, const Real& inverse_stretch) {
  return 0.5 * axial_stiffness * elongation * (2.0 + elongation) * (inverse_stretch * inverse_stretch);
}

// d²U/dr² of an elastic element, per length: b/r³ [N]
template <class Real>
Real elastic_hessian(const Real& axial_stiffness, const Real& inverse_stretch) {
  return axial_stiffness * (inverse_stretch * inverse_stretch * inverse_stretch);
}

// The gradient of (2); q [N/m].
template <class Real>
ElementGradient<Real> element_gradient(const ElementStep<Real>& step, const ElementMotion<Real>& m,
                                       const Real& traction) {
  // ∂u/∂w = −1/(2 ρ) ∓ θ d/(h ρ²), minus for the node with the smaller σ
  const Real common = 0.5 * step.length * traction * m.inverse_rho;
  const Real opposed = elastic_gradient(step.axial_stiffness, m.elongation, m.inverse_stretch) -
                       step.theta * traction * m.displacement * (m.inverse_rho * m.inverse_rho);
  const Real directed = step.orientation * opposed;
  return {.first = common - directed, .second = common + directed};
}

// The second derivatives of (2); q and dq/du_rel [N/m²].
template <class Real>
ElementHessian<Real> element_hessian(const ElementStep<Real>& step, const ElementMotion<Real>& m, const Real& traction,
                                     const Real& traction_slope) {
  const Real& h = step.length;
  const Real inverse_h = 1.0 / h;
  const Real inverse_rho_2 = m.inverse_rho * m.inverse_rho;
  const Real common = -0.5 * m.inverse_rho;
  const Real opposed = step.orientation * step.theta * m.displacement * inverse_rho_2 * inverse_h;
  const Real u_1 = common - opposed;
  const Real u_2 = common + opposed;
  const Real u_12 =
      2.0 * step.theta * step.theta * m.displacement * (inverse_rho_2 * m.inverse_rho) * (inverse_h * inverse_h);
  const Real skew = step.orientation * step.theta * inverse_rho_2 * inverse_h;
  const Real u_11 = -skew - u_12;
  const Real u_22 = skew - u_12;
  const Real elastic = elastic_hessian(step.axial_stiffness, m.inverse_stretch) * inverse_h;
  return {.first = elastic - h * (traction_slope * (u_1 * u_1) + traction * u_11),
          .second = elastic - h * (traction_slope * (u_2 * u_2) + traction * u_22),
          .coupling = -elastic - h * (traction_slope * (u_1 * u_2) + traction * u_12)};
}

}  // namespace beltdyn::eulerian
