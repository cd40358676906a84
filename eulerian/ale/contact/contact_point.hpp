// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "core/contact/contact_state.hpp"
#include "core/contact/friction_law.hpp"
#include "core/drive/contact_laws.hpp"
#include "core/numerics/angle.hpp"
#include "eulerian/ale/contact/contact_fields.hpp"
#include "eulerian/ale/element/belt_laws.hpp"

namespace beltdyn::eulerian::ale {

using numerics::Dual;

// A pulley in the trial state of a step, as a contact point sees it.
template <class Real>
struct ContactCircle {
  Vec2<Real> center;           // C [m]
  Vec2<Real> arm;              // C − axis, of an eccentric pulley [m]
  Vec2<Real> axis_velocity{};  // [m/s]
  Vec2<Real> by_mount{};       // ∂C/∂u, u the coordinate of its mount
  Vec2<Real> by_mount_twice{};
  Real mount_velocity{};    // u̇
  Real radius{};            // r, of the surface [m]
  Real line_radius{};       // r + offset, radius of the centre line of the belt in contact [m]
  Real contact_radius{};    // radius at which the belt is touched, line_radius − |lever| [m]
  Real lever{};             // distance of the touched place from the centre line, positive to the left of the belt [m]
  Real stiffening{};        // of contact::RigidPatch, 0 where contact is not rigid
  Real turn{};              // of the pulley since the last step [rad]
  Real angular_velocity{};  // ω [rad/s]
};

// Do contact forces act off the centre line, in any lane?
template <class Real>
inline bool has_lever(const ContactCircle<Real>& circle) {
  using numerics::any;
  return any(circle.lever != Real(0.0));
}

// none: no friction, e.g. at the static start
enum class FrictionUse { none, full };

template <class T>
struct ContactResult {
  PointForce<T> force;  // r, s, and u if the circle has a lever, per length of the mesh
  T moment{};           // of the belt on the pulley, about its axis, per length of the mesh [N]
  Vec2<T> on_pulley{};  // force of the belt on the pulley, per length of the mesh; only with mounts [N/m]
  T on_mount{};         // that force along ∂C/∂u
};

// Data of the step for contact. `phi` is the direction of T's derivatives by the angle of the pulley; the next one, if
// T has it, is by the coordinate of its mount. The rates of both follow with velocity_rate. Without `mounts` no axis
// moves, and forces on mounts are not evaluated.
struct ContactStep {
  FrictionUse friction = FrictionUse::full;
  double length{};         // h [s]
  double velocity_rate{};  // c_v [1/s]
  std::size_t phi{};
  bool mounts = false;
};

// Does T have a derivative by the coordinate u of a mount?
template <class T>
inline bool follows_mount(const ContactStep& step) {
  if constexpr (numerics::kIsDual<T>) {
    return T{}.d.size() > step.phi + 1;
  } else {
    return false;
  }
}

// The place x = r + Y m where contact forces act on the belt, Y the lever and m the left normal of the belt, which
// turns by ϑ along it. A force f at x works f·δx = f·δr + M δϑ on the belt, with the moment M = −Y f·t.
template <class T>
struct TouchedPlace {
  Vec2<T> x;
  Vec2<T> x_sigma;  // = r_σ − Y ϑ_σ t
  Vec2<T> x_t;
  Vec2<T> moment_by_u;  // −∂(f·x)/∂r_σ of a force is this times f·t: Y m/|r_σ|
  Vec2<T> t;            // r_σ/|r_σ|
};

template <class T>
inline TouchedPlace<T> touched_place(const MeshPoint<T>& p, const numerics::RealOf<T>& lever) {
  using std::sqrt;
  const T one_over = inverse(T(sqrt(dot(p.u, p.u))));
  TouchedPlace<T> place;
  place.t = one_over * p.u;
  const Vec2<T> m = numerics::perpendicular(place.t);
  place.x = p.r + T(lever) * m;
  place.moment_by_u = T(lever * one_over) * m;
  place.x_sigma = p.u - T(dot(place.moment_by_u, p.w)) * place.t;
  place.x_t = p.r_t - T(dot(place.moment_by_u, p.u_t)) * place.t;
  return place;
}

// The centre C with its derivatives.
template <class T>
inline Vec2<T> center_of(const ContactCircle<numerics::RealOf<T>>& circle, const ContactStep& step) {
  using Real = numerics::RealOf<T>;
  Vec2<T> center{T(circle.center.x), T(circle.center.y)};
  if constexpr (numerics::kIsDual<T>) {
    center.x.d[step.phi] = Real(-circle.arm.y);
    center.y.d[step.phi] = circle.arm.x;
    if (follows_mount<T>(step)) {
      center.x.d[step.phi + 1] = circle.by_mount.x;
      center.y.d[step.phi + 1] = circle.by_mount.y;
    }
  }
  return center;
}

// The gap between the belt and the true surface of the pulley, without raise.
template <class T>
inline T gap_of(const ContactCircle<numerics::RealOf<T>>& circle, const MeshPoint<T>& p, const ContactStep& step) {
  using std::sqrt;
  const Vec2<T> place = has_lever(circle) ? touched_place(p, circle.lever).x : p.r;
  const Vec2<T> d = place - center_of<T>(circle, step);
  return T(sqrt(dot(d, d)) - T(circle.contact_radius));
}

// Is contact rigid? For each lane.
template <class Real>
inline auto is_rigid(const ContactCircle<Real>& circle) {
  return circle.stiffening != Real(0.0);
}
// Is contact rigid in any lane?
template <class Real>
inline bool is_raised(const ContactCircle<Real>& circle) {
  using numerics::any;
  return any(is_rigid(circle));
}

// The kinematics of a contact point, with d = x − C(φ), ϱ = |d|, n = d/ϱ and e = n turned by +90°. If all levers are 0,
// `place` has no t and no moment. The gap is measured from the raised surface, see contact::RigidPatch.
template <class T>
struct ContactKinematics {
  TouchedPlace<T> place;
  Vec2<T> center_by_phi;
  Vec2<T> center_by_mount;
  Vec2<T> d;
  T one_over{};  // 1/ϱ
  Vec2<T> n;
  Vec2<T> e;
  T gap{};
  T gap_rate{};
  T slip_velocity{};  // of the belt's surface relative to the pulley's [m/s]
  T turn{};
};

template <class T>
inline ContactKinematics<T> contact_kinematics(const ContactCircle<numerics::RealOf<T>>& circle, const MeshPoint<T>& p,
                                               const ContactStep& step, const T& raise) {
  using Real = numerics::RealOf<T>;
  using std::sqrt;
  ContactKinematics<T> k;
  // The centre and its velocity ∂C/∂u u̇ + C' ω, C' = arm turned by +90°, C'' = −arm.
  const Vec2<T> center = center_of<T>(circle, step);
  k.center_by_phi = {T(Real(-circle.arm.y)), T(circle.arm.x)};
  T omega(circle.angular_velocity);
  k.turn = T(circle.turn);
  if constexpr (numerics::kIsDual<T>) {
    k.center_by_phi.x.d[step.phi] = Real(-circle.arm.x);
    k.center_by_phi.y.d[step.phi] = Real(-circle.arm.y);
    omega.d[step.phi] = Real(step.velocity_rate);
    k.turn.d[step.phi] = Real(1.0);
  }
  Vec2<T> axis_velocity{};
  if (step.mounts) {
    axis_velocity = {T(circle.axis_velocity.x), T(circle.axis_velocity.y)};
    k.center_by_mount = {T(circle.by_mount.x), T(circle.by_mount.y)};
  }
  if constexpr (numerics::kIsDual<T>) {
    if (follows_mount<T>(step)) {
      const std::size_t u = step.phi + 1;
      const Real rate(step.velocity_rate);
      k.center_by_mount.x.d[u] = circle.by_mount_twice.x;
      k.center_by_mount.y.d[u] = circle.by_mount_twice.y;
      axis_velocity.x.d[u] = rate * circle.by_mount.x + circle.mount_velocity * circle.by_mount_twice.x;
      axis_velocity.y.d[u] = rate * circle.by_mount.y + circle.mount_velocity * circle.by_mount_twice.y;
    }
  }
  if (has_lever(circle)) {
    k.place = touched_place(p, circle.lever);
  } else {
    k.place.x = p.r;
    k.place.x_sigma = p.u;
    k.place.x_t = p.r_t;
  }
  k.d = k.place.x - center;
  const T distance = T(sqrt(dot(k.d, k.d)));
  k.one_over = inverse(distance);
  k.n = k.one_over * k.d;
  k.e = numerics::perpendicular(k.n);
  k.gap = T(distance - T(circle.contact_radius));
  if (is_raised(circle)) k.gap = T(k.gap - raise);
  const T c = T(-(p.s_t * inverse(p.g)));
  Vec2<T> velocity = k.place.x_t + c * k.place.x_sigma - omega * k.center_by_phi;
  if (step.mounts) velocity = velocity - axis_velocity;
  k.gap_rate = T(dot(k.n, velocity));
  k.slip_velocity = T(circle.radius * (dot(k.e, velocity) * k.one_over - omega));
  return k;
}

// The slip of a particle in the step, and the inverse of the time in which it slipped. For a particle that came into
// contact within the step only the time since its entry counts.
//
// A particle that ran in along the belt entered at its departure point, the part a of the step ago. `a` follows from an
// even flow past its present angle θ; since then the pulley has turned by the same part of its turn. Place and flow are
// seen from the centre, so that a moving axis causes no slip.
//
// A particle that the pulley has reached entered (−g)/(g_before − g) of the step ago, where an evenly changing gap
// closed. While the gap is still open and only damping presses, it has not entered.
template <class T>
struct StepSlip {
  T slip{};               // Δ = r (Δθ − a Δφ), θ the angle of the particle around the centre [m]
  T inverse_time_step{};  // [1/s]
};

// A particle that has been in contact for a smaller part of the step has not slipped yet [-].
inline constexpr double kLeastShare = 1e-9;

// A number of the departure point with its derivatives, which follow from those of the particle s.
template <class T>
inline T with_particle(const numerics::RealOf<T>& value, const numerics::RealOf<T>& by_s, const T& s) {
  T number(value);
  if constexpr (numerics::kIsDual<T>) {
    for (std::size_t i = 0; i < s.d.size(); ++i) number.d[i] = by_s * s.d[i];
  }
  return number;
}

template <class T>
inline StepSlip<T> step_slip(const ContactCircle<numerics::RealOf<T>>& circle,
                             const Departure<numerics::RealOf<T>>& before, const MeshPoint<T>& p,
                             const ContactKinematics<T>& k, const ContactStep& step) {
  using Real = numerics::RealOf<T>;
  using numerics::any;
  using numerics::select;
  using numerics::value_of;
  T angle(numerics::angle_between(before.radial, Vec2<Real>{value_of(k.n.x), value_of(k.n.y)}));
  if constexpr (numerics::kIsDual<T>) {
    for (std::size_t i = 0; i < p.s.d.size(); ++i) {
      const Real around = value_of(k.e.x) * k.d.x.d[i] + value_of(k.e.y) * k.d.y.d[i];
      angle.d[i] = around * value_of(k.one_over) - before.angle_by_s * p.s.d[i];
    }
  }
  StepSlip<T> moved{.slip = T(circle.radius * (angle - k.turn)), .inverse_time_step = T(Real(1.0 / step.length))};
  const auto ran_in = before.entered != Real(0.0);
  if (any(ran_in)) {
    const Real by_s = select(ran_in, Real(1.0), Real(0.0));
    const T flow = T(with_particle(before.flow, by_s, p.s) - before.flow_by_angle * angle);
    const T late = T(with_particle(before.entered, by_s, p.s) * inverse(select(ran_in, flow, T(Real(1.0)))));
    // In a trial state far from the solution it may not have entered yet.
    const auto is_in = value_of(late) < Real(1.0 - kLeastShare);
    const T share = select(is_in, T(T(Real(1.0)) - late), T(Real(kLeastShare)));
    moved.slip = select(is_in, T(circle.radius * (angle - share * k.turn)), T(Real(0.0)));
    moved.inverse_time_step = T(Real(1.0 / step.length) * inverse(share));
  }
  const auto enters = before.gap > Real(0.0);
  if (!any(enters)) return moved;
  const T gap_before = with_particle(before.gap, before.gap_by_s, p.s);
  const auto arrives = enters && value_of(k.gap) < Real(0.0);
  const T one(Real(1.0));
  // Where no distance is needed, 1 replaces it, so that the quotients are finite.
  const T approach = select(arrives, T(gap_before - k.gap), one);
  const T counted = select(arrives, T(-(k.gap * inverse(approach))), select(enters, T(Real(0.0)), one));
  moved.slip = T(counted * moved.slip);
  moved.inverse_time_step = T(Real(1.0 / step.length) * inverse(select(arrives, counted, one)));
  return moved;
}

// Numbers of the friction law with derivatives by its arguments. The memory at the departure point depends on s alone,
// so that it counts as one argument.
inline constexpr std::size_t kBySlip = 0;
inline constexpr std::size_t kByVelocity = 1;
inline constexpr std::size_t kByInverseTime = 2;
inline constexpr std::size_t kByNormal = 3;
inline constexpr std::size_t kByMemory = 4;
template <class T>
using LawNumber = std::conditional_t<numerics::kIsDual<T>, Dual<numerics::RealOf<T>, 5>, numerics::RealOf<T>>;

template <class T>
inline LawNumber<T> law_variable(const T& number, std::size_t direction) {
  using Real = numerics::RealOf<T>;
  LawNumber<T> variable(numerics::value_of(number));
  if constexpr (numerics::kIsDual<T>) variable.d[direction] = Real(1.0);
  return variable;
}

// Evaluates the friction law in the lanes `here`: sets the traction and stores the memory after the step.
template <class T, class Law, class Mask, class Real>
inline void apply_friction(const Law& law, const Mask& here, const StepSlip<T>& moved, const ContactKinematics<T>& k,
                           const T& pressure, const T& s, const ContactStore<Real>& store, T& traction, Real& state) {
  using contact::select;
  using numerics::value_of;
  using Number = LawNumber<T>;
  typename Law::template HistoryOf<Number> committed;
  typename Law::template HistoryOf<Number> trial;
  for (std::size_t i = 0; i < law.memory_size(); ++i) {
    committed.value[i] = Number(store.value_before(i));
    if constexpr (numerics::kIsDual<T>) committed.value[i].d[kByMemory] = store.value_before_by_s(i);
    committed.mode[i] = store.mode_before(i);
  }
  const contact::SlipStepOf<Number> step{.slip = law_variable(moved.slip, kBySlip),
                                         .velocity = law_variable(k.slip_velocity, kByVelocity),
                                         .inverse_time_step = law_variable(moved.inverse_time_step, kByInverseTime),
                                         .normal_force = law_variable(pressure, kByNormal)};
  const auto response = law.respond(step, committed, trial);
  T answer(value_of(response.traction));
  if constexpr (numerics::kIsDual<T>) {
    const auto& by = response.traction.d;
    for (std::size_t i = 0; i < s.d.size(); ++i) {
      answer.d[i] = by[kBySlip] * moved.slip.d[i] + by[kByVelocity] * k.slip_velocity.d[i] +
                    by[kByInverseTime] * moved.inverse_time_step.d[i] + by[kByNormal] * pressure.d[i] +
                    by[kByMemory] * s.d[i];
    }
  }
  traction = select(here, answer, traction);
  state = select(here, response.state, state);
  for (std::size_t i = 0; i < law.memory_size(); ++i) {
    store.keep_variable(i, here, value_of(trial.value[i]), trial.mode[i]);
  }
}

// Contact with a circle by the laws of pulley `pulley_index`, per reference length. With the kinematics of
// ContactKinematics:
//
//     pressure   p of the normal law at the gap g = ϱ − contact_radius, in rigid contact less the raise of the patch
//     traction   T of the friction law, from its memory at the departure point
//     force on the belt: f = p n + T (r/ϱ) e at x; its work T (r/ϱ) e·δx is the work of T on the slip of the surface
//
// The force on s depends on the meaning of the contact springs, whose energy per reference length is P. In rigid
// contact they belong to the numerical method. The energy ∫ P s_σ dσ that they store along the belt changes by P δs_σ
// as the belt runs past them; this is p g_σ δs integrated by parts, since P is 0 where contact begins and ends. In this
// form they take up no power in steady motion, whatever the mesh. In soft contact the springs are a property of the
// drive, and their energy changes in a layer that few contact points resolve: there p g_σ δs converges more evenly.
template <class T, class Real>
inline ContactResult<T> evaluate_contact(const ContactCircle<Real>& circle, const ContactLaws& laws,
                                         const Real& pulley_index, const MeshPoint<T>& p, const ContactStep& step,
                                         const T& raise, const ContactStore<Real>& store) {
  using contact::any;
  using contact::select;
  using numerics::value_of;
  const ContactKinematics<T> k = contact_kinematics(circle, p, step, raise);
  T pressure(Real(0.0));
  T stored(Real(0.0));  // P of rigid contact
  laws.normal.for_each(pulley_index, [&](const auto& law, const auto& here) {
    const auto response = law.respond(contact::GapStateOf<T>{.gap = k.gap, .gap_rate = k.gap_rate});
    pressure = select(here, response.normal_force, pressure);
    if (is_raised(circle)) stored = select(here && is_rigid(circle), law.stored_energy(k.gap), stored);
  });
  const auto touches = value_of(pressure) > Real(0.0);
  T traction(Real(0.0));
  Real state = select(touches, Real(0.0), Real(contact::mode_of(contact::ContactState::free)));
  Real slip(0.0);
  if (step.friction != FrictionUse::none && any(touches)) {
    const StepSlip<T> moved = step_slip(circle, store.departure(), p, k, step);
    slip = select(touches, Real(value_of(moved.slip)), Real(0.0));
    laws.friction.for_each(pulley_index, [&](const auto& law, const auto& here) {
      apply_friction(law, here, moved, k, pressure, p.s, store, traction, state);
    });
  }
  store.keep(ContactField::gap, value_of(k.gap));
  store.keep(ContactField::raise, value_of(raise));
  store.keep(ContactField::pressure, value_of(pressure));
  store.keep(ContactField::traction, value_of(traction));
  store.keep(ContactField::state, state);
  store.keep(ContactField::slip, slip);

  const T along = T(circle.radius * (k.one_over * traction));  // T r/ϱ
  const Vec2<T> force = pressure * k.n + along * k.e;
  ContactResult<T> result;
  result.force.r = T(-p.g) * force;
  result.force.s = T(dot(force, k.place.x_sigma));
  if (is_raised(circle)) {
    result.force.s = select(is_rigid(circle), T(along * dot(k.e, k.place.x_sigma)), result.force.s);
    result.force.g = select(touches, stored, T(Real(0.0)));
  }
  if (has_lever(circle)) result.force.u = T(p.g * dot(force, k.place.t)) * k.place.moment_by_u;
  result.moment = T(-(p.g * (circle.radius * traction + dot(force, k.center_by_phi))));
  if (step.mounts) {
    result.on_pulley = result.force.r;
    result.on_mount = T(dot(result.on_pulley, k.center_by_mount));
  }
  return result;
}

}  // namespace beltdyn::eulerian::ale
