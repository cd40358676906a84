// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/contact/contact_state.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn::analytic {

// The belt as it enters an arc, in steady motion.
struct ArcEntry {
  double flux{};             // G > 0, reference length that passes a point per time [m/s]
  double slope{};            // a = EA − ρA G² > 0 of the effective force τ = a λ − EA λ₀ [N]
  double stretch{};          // λ [-]
  double effective_force{};  // τ = N − ρA G² λ > 0 [N]
  double direction = 1.0;    // of the slip: +1 where the belt overtakes the surface, −1 where it lags
  double log_slip{};         // ln |v_s|, v_s in m/s
};

// What becomes of it.
struct ArcExit {
  double log_change{};               // ln |Δτ|, Δτ in N; the force grows with forward slip
  double material{};                 // reference length on the arc [m]
  double friction_power{};           // what slip takes from the belt: heat, and what the law stores [W]
  std::vector<double> state_change;  // distances from the entry where the law begins or ceases to report slip [m]
};

// The belt at a place of the arc; pressure is τ/R.
struct ArcPoint {
  double effective_force{};  // [N]
  double slip_velocity{};    // a v_s, on the surface [m/s]
  double traction{};         // T of the surface on the belt, positive in its running direction [N/m]
  double material{};         // reference length from the entry [m]
  contact::ContactState state = contact::ContactState::stick;
};

// Which area of a string the stiffness and the damping per area of a law count on; laws whose forces are all
// proportional to the pressure have none.
enum class LawArea {
  undeformed,  // as in every belt in time
  deformed,
};

// A belt at rest is the limit of slow motion, in which rates do not matter: that of the law below at this speed [m/s].
inline constexpr double kSlowMotion = 1e-6;
// The law as it is in this limit: without dampers, and on the Stribeck curve at rest, which what is attracted to it
// reaches at once.
PulleyContact in_slow_motion(PulleyContact contact);

// A string without weight and bending on a pulley, with any friction law, in steady motion. What touches has forgotten
// all; from there on the memory m of the law travels with the belt, of the speed v = G λ = ω R + v_s:
//
//     dτ/dσ = −q,   q = a T(a v_s, m; p)/Λ,   v dm/dσ = dm/dt(a v_s, m; p),   p = Λ τ/R,   m = 0 at the entry,   (1)
//
// with the traction T and the rate dm/dt of the law in its rate form; a is the radius of the surface over that of the
// centre line, R; Λ is the stretch λ, or 1 for a law of the deformed area. Friction has the direction of the slip,
// whose sign therefore never changes on an arc, and where the law sticks v_s grows from the entry on like exp(σ
// √(stiffness/EA)): by 10³⁰ in a usual belt, by 10⁴⁰⁰ for a stiffly regularised law. No difference v − ω R can show
// that, and a force τ at the entry does not determine the one at the exit. (1) is therefore solved for y = ln|v_s| and
// r = m/(a v_s),
//
//     dy/dσ = −(G/a) q/v_s,   dr/dσ = (dm/dt)/(v a v_s) − r dy/dσ,                                           (2)
//
// in which stick is a state of steady growth of y with r at rest, and the exit depends smoothly on y at the entry. So
// the solution needs neither a mesh nor boundary layers. (2) is integrated with error control; the switches of the
// modes of a law are located.
class StringArc {
 public:
  // A law whose forces are per length of the belt, on an arc of the given centre-line radius [m] and angle [rad].
  // `share` a is the radius of the surface over that of the centre line: the law sees the slip velocity a v_s, and the
  // belt feels a times its traction.
  StringArc(const FrictionLaw& law, double radius, double wrap, double share, LawArea area = LawArea::undeformed);
  // Steps that integrations may still take, of all arcs with this number, which outlives them.
  void share_steps(std::int64_t& left) { steps_left_ = &left; }

  // Throw SolverError if the integration fails.
  ArcExit exit(const ArcEntry& entry) const;
  // At ascending distances from the entry, within the arc [m]
  std::vector<ArcPoint> points(const ArcEntry& entry, std::span<const double> distances) const;

  double length() const { return length_; }

 private:
  Indirect<FrictionLaw> law_;
  double radius_;
  double length_;
  double share_;
  LawArea area_;
  std::int64_t* steps_left_ = nullptr;
};

}  // namespace beltdyn::analytic
