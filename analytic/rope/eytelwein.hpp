// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "core/surface/rope_course.hpp"

// The generalised Euler-Eytelwein formula of [Konyukhov 2021]: a rope without bending stiffness slides along its own
// course on a rigid surface. Equilibrium of T t with the friction f_t t + f_g g,
//
//     T' = −f_t,   T k_g = −f_g,   N = k_n T,   (f_t/μ_t)² + (f_g/μ_g)² = N²
//
// gives d(ln T)/ds = √(μ_t² k_n² − (μ_t/μ_g)² k_g²), Eq. (9). The ratio of the larger end force to the smaller one is
// exp of its integral; friction holds forces of a smaller ratio. (The paper uses both T₀/T and T/T₀ for the ratio, and
// k_g = k sin α against its own Eq. (6); only the square matters.)
namespace beltdyn::analytic::rope {

// Orthotropic Coulomb friction, along and across the rope.
struct Friction {
  double along{};   // μ_t
  double across{};  // μ_g

  static Friction isotropic(double coefficient) { return {coefficient, coefficient}; }
};

// d(ln T)/ds at a point [1/m]; NaN where friction cannot hold the rope against sliding sideways.
double growth_rate(const surface::DarbouxFrame& frame, Friction friction);

// The smallest k_n on the course [1/m]; it is negative where a rope under tension leaves the surface. In a tube that
// holds the rope on both sides: the smallest |k_n|.
double least_pressing_curvature(const surface::RopeCourse& course);

// ln(T₀/T), T₀ the larger force, by Gauss-Kronrod quadrature. Throws SolverError "no equilibrium in the dragging
// direction ..." with μ and tan α if friction is below the critical one.
double exponent(const surface::RopeCourse& course, Friction friction);

// The exponent from the begin of the course to each of the given parameters, ascending; shape (n_places).
std::vector<double> exponents(const surface::RopeCourse& course, Friction friction, std::span<const double> places);

// Closed forms of ln(T₀/T); friction is isotropic with the coefficient μ unless stated otherwise. Each throws
// SolverError as exponent() does.

// Helix of pitch H on a cylinder, turning by φ; Eq. (17). The mid-line of a rope of radius r is a helix on R + r with
// the same H: for H ≠ 0 the rope's radius changes the ratio.
//     μ φ R/√(R² + (H/2π)²)
double helix_exponent(double friction, double radius, double pitch, double angle);
// Circle on a cone, Eq. (25): tan α = sin/cos of its half-angle.
//     φ √(μ² cos² α − sin² α);   orthotropic φ √(μ_t² cos² α − (μ_t/μ_g)² sin² α)
double cone_circle_exponent(Friction friction, double half_angle, double angle);
// The integral of k over a geodesic from height z₁ to z₂ on a cone, Eq. (29). In the developed plane the rope is
// straight, u = d/cos(a φ − ψ₀), and
//     ∫ k ds = cot α (sin(a φ₂ − ψ₀) + sin ψ₀),   a = sin α,   tan ψ₀ = (z₁ − z₂ cos(a φ₂))/(z₂ sin(a φ₂))
// The paper (Remark 5) states that the integral has no closed form, and gives 2.390 for 2.39025.
double cone_geodesic_exponent(double friction, const surface::ConeGeodesic& geodesic);
// Circle at height H = R sin θ on a sphere, of radius r = R cos θ.
//     φ √(μ² cos² θ − sin² θ) = (φ/R) √(μ² r² − H²)
// The first line of Eq. (35) agrees with this; its second line divides by μ once too often.
double sphere_circle_exponent(double friction, double latitude, double angle);
// Circle of latitude θ on a torus: as on the sphere, whatever the radii; not in the paper.
double torus_latitude_exponent(double friction, double latitude, double angle);
// One period of a tube y = A sin(2π x/l) that holds the rope on both sides: 4 μ arctan(2π A/l), Eq. (45) with |dα| on
// its falling branches.
double sinusoidal_tube_exponent(double friction, double amplitude, double period);
// From one eccentric angle to another on an ellipse: μ times the angle by which the tangent turns, Eq. (A5). It differs
// from the difference of the eccentric angles, except over quarters of the ellipse.
double ellipse_exponent(double friction, double a, double b, double begin, double end);

}  // namespace beltdyn::analytic::rope
