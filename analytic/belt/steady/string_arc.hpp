// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/contact_state.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn::analytic {

// The state of a belt in steady motion as it enters an arc.
struct ArcEntry {
  double flux{};             // G > 0, reference length that passes a point per time [m/s]
  double slope{};            // a = EA − ρA G² > 0, in the effective force τ = a λ − EA λ₀ [N]
  double stretch{};          // λ [-]
  double effective_force{};  // τ = N − ρA G² λ > 0 [N]
  double direction = 1.0;    // of the slip: +1 where the belt overtakes the surface, −1 where it lags
  double log_slip{};         // ln |v_s|, v_s in m/s
};

// The state of the belt as it leaves the arc.
struct ArcExit {
  double log_change{};               // ln |Δτ|, Δτ in N; the force grows with forward slip
  double material{};                 // reference length on the arc [m]
  double friction_power{};           // power that slip takes from the belt: heat, and storage in the law [W]
  std::vector<double> state_change;  // distances from the entry where the law begins or ceases to report slip [m]
};

// The belt at a place of the arc; the pressure is τ/R.
struct ArcPoint {
  double effective_force{};  // [N]
  double slip_velocity{};    // a v_s, on the surface [m/s]
  double traction{};         // T of the surface on the belt, positive in its running direction [N/m]
  double material{};         // reference length from the entry [m]
  contact::ContactState state = contact::ContactState::stick;
};

// The area to which the stiffness and damping per area of a friction law refer. Laws whose forces are all proportional
// to the pressure do not depend on it.
enum class LawArea {
  undeformed,  // as in all transient belts
  deformed,
};

// Speed of slow motion, whose limit represents a belt at rest and in which rates do not matter; see in_slow_motion()
// [m/s].
inline constexpr double kSlowMotion = 1e-6;
// The law in this limit: without dampers, and on the Stribeck curve at rest, which memories that relax to it reach at
// once.
PulleyContact in_slow_motion(PulleyContact contact);

// A string without weight and bending on a pulley, in steady motion with any friction law. The memory m of the law is 0
// where contact begins, and then travels with the belt at the speed v = G λ = ω R + v_s:
//
//     dτ/dσ = −q,   q = a T(a v_s, m; p)/Λ,   v dm/dσ = dm/dt(a v_s, m; p),   p = Λ τ/R,   m = 0 at the entry,   (1)
//
// T is the traction and dm/dt the rate of the memory in the rate form of the law; a is the radius of the surface over
// R, the radius of the centre line; Λ is the stretch λ, or 1 for a law of the deformed area. Friction has the direction
// of the slip, whose sign therefore never changes on an arc. Where the law sticks v_s grows from the entry on like
// exp(σ √(stiffness/EA)): by 10³⁰ in a usual belt, by 10⁴⁰⁰ for a stiffly regularised law. A difference v − ω R cannot
// resolve that, and a force τ at the entry does not determine the force at the exit. Therefore (1) is solved for y =
// ln|v_s| and r = m/(a v_s),
//
//     dy/dσ = −(G/a) q/v_s,   dr/dσ = (dm/dt)/(v a v_s) − r dy/dσ,                                           (2)
//
// in which stick is a steady growth of y with constant r, and the exit depends smoothly on y at the entry. So the
// solution needs neither a mesh nor boundary layers. (2) is integrated with error control, and the switches of the
// modes of a law are located.
class StringArc {
 public:
  // A law with forces per length of the belt, on an arc of the given centre-line radius [m] and angle [rad]. `share` a
  // is the radius of the surface over the radius of the centre line: the law gets the slip velocity a v_s, and the belt
  // gets a times its traction.
  StringArc(const FrictionLaw& law, double radius, double wrap, double share, LawArea area = LawArea::undeformed);
  // Shares a budget of integration steps among arcs; `left` must outlive them.
  void share_steps(std::int64_t& left) { steps_left_ = &left; }

  // Throw SolverError if the integration fails.
  ArcExit exit(const ArcEntry& entry) const;
  // Points at ascending distances from the entry, within the arc [m].
  std::vector<ArcPoint> points(const ArcEntry& entry, std::span<const double> distances) const;

  double length() const { return length_; }

 private:
  Indirect<FrictionLaw> law_;
  double radius_;  // [m]
  double length_;  // [m]
  double share_;   // radius of the surface over the radius of the centre line [-]
  LawArea area_;
  std::int64_t* steps_left_ = nullptr;
};

}  // namespace beltdyn::analytic
