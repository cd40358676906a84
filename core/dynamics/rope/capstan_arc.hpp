// SPDX-License-Identifier: MIT
#pragma once

namespace beltdyn {

// An inextensible rope of mass ρ per length on an arc, where it slips all over or not at all. With the angle φ from the
// entry, the rope running at v and accelerating at a, the specific weights g_t along it and g_e outward, and P = N −
// ρv², the arc presses with P/R − ρ g_e per length, and with m = ±μ
//
//     dP/dφ = m (P − ρR g_e) + ρR (a − g_t),   g_t = γ_t cos φ − γ_e sin φ,   g_e = γ_e cos φ + γ_t sin φ.
//
// m > 0 where the rope overtakes the surface, which brakes it; m = 0 is no friction.
struct CapstanArc {
  double radius{};   // R, of the centre line of the rope [m]
  double wrap{};     // α [rad]
  double along{};    // γ_t, g along the rope at the entry [m/s²]
  double outward{};  // γ_e, g outward at the entry [m/s²]
  double density{};  // ρ [kg/m]

  // P at an angle from the entry by the closed form, for P at the entry [N].
  double force(double angle, double entry_force, double acceleration, double m) const;
  // The force that presses, P − ρR g_e, there [N].
  double pressing(double angle, double force) const;
};

}  // namespace beltdyn
