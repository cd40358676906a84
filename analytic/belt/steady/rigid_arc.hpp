// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analytic/belt/steady/string_arc.hpp"

namespace beltdyn::analytic {

// A StringArc with Coulomb friction and rigid stick, in closed form. Up to the angle β before the exit the belt sticks
// with its stretch at the entry. From there on, with d = direction, a the slope and b = a λ − τ at the entry,
//
//     dτ/dθ = d μ τ,   Δτ = τ (exp(d μ β) − 1),   v_s = d (v₀ + (G/a) |Δτ|),
//     material = (R (θ₀ − β))/λ₀ + R (a/b) (β − |ln(λ₁/λ₀)|/μ),   power = |Δτ| (v₀ + G |Δτ|/(2a)).
//
// The slip v₀ at the entry is 0 (log_slip = −∞) unless the whole arc slips. Friction acts at the surface: μ is the
// coefficient times `share`, the radius of the surface over the radius of the centre line.
class RigidArc {
 public:
  RigidArc(double coefficient, double radius, double length, double share)
      : pull_(coefficient * share), radius_(radius), length_(length), share_(share) {}

  // |Δτ| if the whole arc slips in the direction of the entry [N]
  double largest_change(const ArcEntry& entry) const;
  // The exit for a change |Δτ| > 0 in the direction of the entry [N]; beyond the largest change the formulas are
  // continued.
  ArcExit exit(const ArcEntry& entry, double change) const;
  // Points at ascending distances from the entry, within the arc [m].
  std::vector<ArcPoint> points(const ArcEntry& entry, double change, std::span<const double> distances) const;

 private:
  // β for a change |Δτ| [rad]
  double slip_arc(const ArcEntry& entry, double change) const;
  // Reference length of the part of the slip arc of length `angle` over which the force changes by |Δτ| [m].
  double slip_material(const ArcEntry& entry, double change, double angle) const;

  double pull_;
  double radius_;  // [m]
  double length_;  // [m]
  double share_;   // radius of the surface over the radius of the centre line [-]
};

// The coefficient of a contact with rigid stick; empty for all other laws.
std::optional<double> rigid_coefficient(const PulleyContact& contact);

}  // namespace beltdyn::analytic
