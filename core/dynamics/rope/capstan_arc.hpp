// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn {

// An inextensible rope of mass ρ per length on an arc on which it slips everywhere or nowhere. φ is the angle from the
// entry, v the speed and a the acceleration of the rope, g_t and g_e its specific weight along the rope and outward,
// P = N − ρv². The contact force per length is P/R − ρ g_e. With m = ±μ
//
//     dP/dφ = m (P − ρR g_e) + ρR (a − g_t),   g_t = γ_t cos φ − γ_e sin φ,   g_e = γ_e cos φ + γ_t sin φ.
//
// m > 0 where the rope is faster than the surface, which brakes it; m = 0 without friction.
struct CapstanArc {
  double radius{};   // R, to the centre line of the rope [m]
  double wrap{};     // α [rad]
  double along{};    // γ_t, g along the rope at the entry [m/s²]
  double outward{};  // γ_e, g outward at the entry [m/s²]
  double density{};  // ρ [kg/m]

  // P at an angle from the entry in closed form; `entry_force` is P at the entry [N].
  double force(double angle, double entry_force, double acceleration, double m) const;
  // The normal force per angle, P − ρR g_e, at an angle where P = `force` [N].
  double pressing(double angle, double force) const;
};

}  // namespace beltdyn
