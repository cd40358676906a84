// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/links/lane_link_kernel.hpp"

namespace beltdyn::lagrangian::links {

// Reads kLanes doubles from anywhere.
template <class Real>
inline Real load_anywhere(const double* from) {
  if constexpr (kIsBatch<Real>) {
    return Real::load_unaligned(from);
  } else {
    return *from;
  }
}

template <class Real>
LaneLinkKernel<Real>::LaneLinkKernel(const LinkModel& model)
    : model_(model),
      layout_(model),
      width_(layout_.stride() + 2 * kHalo),
      ends_(n_ends * width_),
      joints_(n_joints * width_),
      moments_(model.pulleys.size() * W),
      is_used_(layout_.stride()) {
  for (std::size_t i = 0; i < layout_.n_links(); ++i) is_used_[i] = 1.0;
}

template <class Real>
void LaneLinkKernel<Real>::find_ends(const double* state) {
  const Real half(0.5 * model_.link_length);
  const Places at = places();
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const Real phi = load<Real>(state + at.layout.field(Layout::angle) + i);
    const Real omega = load<Real>(state + at.layout.field(Layout::spin) + i);
    const auto field = [&](typename Layout::Field f) { return load<Real>(state + at.layout.field(f) + i); };
    const Vec2<Real> position{field(Layout::x), field(Layout::y)};
    const Vec2<Real> velocity{field(Layout::vx), field(Layout::vy)};
    const Vec2<Real> d = half * direction_of(phi);
    const Vec2<Real> r = position + d;
    const Vec2<Real> l = position - d;
    const Vec2<Real> turning = omega * perpendicular(d);
    const Vec2<Real> vr = velocity + turning;
    const Vec2<Real> vl = velocity - turning;
    store(r.x, at.end(right_x) + i);
    store(r.y, at.end(right_y) + i);
    store(vr.x, at.end(right_vx) + i);
    store(vr.y, at.end(right_vy) + i);
    store(phi, at.end(angle) + i);
    store(omega, at.end(spin) + i);
    store(l.x, at.end(left_x) + i);
    store(l.y, at.end(left_y) + i);
    store(vl.x, at.end(left_vx) + i);
    store(vl.y, at.end(left_vy) + i);
    store(d.x, at.end(dx) + i);
    store(d.y, at.end(dy) + i);
  }
  // The last link stands in front of the first, a turn of the loop behind.
  const std::size_t last = at.layout.n_links() - 1;
  for (const End quantity : {right_x, right_y, right_vx, right_vy, angle, spin}) {
    double* ends = at.end(quantity);
    ends[-1] = ends[last];
  }
  at.end(angle)[-1] -= model_.winding;
}

template <class Real>
double LaneLinkKernel<Real>::find_joint_forces() {
  const Real c(model_.axial_stiffness);
  const Real b(model_.axial_damping);
  const Real c_phi(model_.bending_stiffness);
  const Real b_phi(model_.bending_damping);
  Real gaps(0.0);
  Real lost(0.0);
  const Places at = places();
  const double* is_used = is_used_.data();
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const auto before = [&](End quantity) { return load_anywhere<Real>(at.end(quantity) + i - 1); };
    const auto here = [&](End quantity) { return load<Real>(at.end(quantity) + i); };
    const Vec2<Real> g{Real(here(left_x) - before(right_x)), Real(here(left_y) - before(right_y))};
    const Vec2<Real> dg{Real(here(left_vx) - before(right_vx)), Real(here(left_vy) - before(right_vy))};
    const Real g2 = dot(g, g);
    const Real used = load<Real>(is_used + i);
    const Real rate = dot(g, dg);
    const Real damping = b * rate / (g2 + Real(kNoGap));
    const Real per_gap = c + damping;
    const Real turning = here(spin) - before(spin);
    store(Real(per_gap * g.x), at.joint(force_x) + i);
    store(Real(per_gap * g.y), at.joint(force_y) + i);
    store(Real(c_phi * (here(angle) - before(angle)) + b_phi * turning), at.joint(moment) + i);
    gaps += used * g2;
    lost += used * (damping * rate + b_phi * turning * turning);
  }
  for (const Joint quantity : {force_x, force_y, moment}) {
    double* joints = at.joint(quantity);
    joints[at.layout.n_links()] = joints[0];
  }
  lost_power_ = numerics::sum_of_lanes(lost);
  return numerics::sum_of_lanes(gaps);
}

template <class Real>
bool LaneLinkKernel<Real>::find_contact(const LinkPulley& pulley, double speed, const Motion& motion,
                                        Contact& contact) const {
  contact.arm = Real(pulley.turn) * motion.arm;
  const Vec2<Real> place = motion.position + contact.arm;
  const Vec2<Real> from_axis{Real(place.x - pulley.center.x), Real(place.y - pulley.center.y)};
  const Real distance2 = dot(from_axis, from_axis);
  const Mask is_near = distance2 < Real(pulley.reach * pulley.reach);
  if (!any(is_near)) return false;
  using std::sqrt;
  const Real distance = sqrt(distance2);
  const Real per_distance = Real(1.0) / distance;
  contact.share = Real(pulley.radius) * per_distance;
  contact.outward = per_distance * from_axis;
  contact.velocity = multiply_add(Real(pulley.turn), motion.arm_rate, motion.velocity);
  const contact::GapStateOf<Real> gap{.gap = Real(distance - Real(pulley.contact_radius)),
                                      .gap_rate = dot(contact.outward, contact.velocity)};
  std::visit(
      [&](const auto& law) {
        const Real force = law.unlimited(gap).normal_force;
        const Mask presses = force > Real(0.0);
        // A law without force at gaps begins at the radius, where squares decide more exactly than their roots.
        contact.touches = pulley.reach > pulley.contact_radius ? is_near && presses : is_near;
        contact.normal = select(contact.touches && presses, force, Real(0.0));
      },
      pulley.normal);
  contact.slip = Real(pulley.turn) *
                 (contact.share * dot(perpendicular(contact.outward), contact.velocity) - Real(pulley.radius * speed));
  return true;
}

template <class Real>
template <bool kObserve>
void LaneLinkKernel<Real>::add_up(const LinkForcing& forcing, const double* state, const double* modes,
                                  std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                                  LinkForces* forces) {
  const Real per_mass(1.0 / model_.mass);
  const Real per_inertia(1.0 / model_.inertia);
  const Real damping(-forcing.mass_damping);
  const Places at = places();
  const double* is_used = is_used_.data();
  double* sums = moments_.data();
  const std::size_t n_memory = at.layout.n_memory();
  const std::size_t n_pulleys = pulley_speeds.size();
  Real by_contacts(0.0);
  for (std::size_t p = 0; p < n_pulleys; ++p) store(Real(0.0), sums + p * W);
  for (std::size_t i = 0; i < at.layout.stride(); i += W) {
    const Real used = load<Real>(is_used + i);
    const Motion motion = at.motion(state, i);
    const Real omega = load<Real>(state + at.layout.field(Layout::spin) + i);
    const auto ahead = [&](Joint quantity) { return load_anywhere<Real>(at.joint(quantity) + i + 1); };
    const auto behind = [&](Joint quantity) { return load<Real>(at.joint(quantity) + i); };
    const Vec2<Real> F0{behind(force_x), behind(force_y)};
    const Vec2<Real> F1{ahead(force_x), ahead(force_y)};
    const Vec2<Real> d{load<Real>(at.end(dx) + i), load<Real>(at.end(dy) + i)};
    Vec2<Real> force = F1 - F0;
    Real torque = ahead(moment) - behind(moment) + dot(perpendicular(d), F0 + F1);
    for (std::size_t k = 0; k < n_memory; ++k) store(Real(0.0), rates + at.layout.memory(k) + i);
    if constexpr (kObserve) {
      store(Real(-1.0), forces->pulley.data() + i);
      store(Real(0.0), forces->normal.data() + i);
      store(Real(0.0), forces->traction.data() + i);
      store(Real(0.0), forces->slip_velocity.data() + i);
    }
    for (std::size_t p = 0; p < n_pulleys; ++p) {
      Contact contact;
      const LinkPulley& pulley = model_.pulleys[p];
      if (!find_contact(pulley, pulley_speeds[p], motion, contact)) continue;
      Vec2<Real> pushed = contact.normal * contact.outward;
      const Real pressed = contact.normal * dot(contact.outward, contact.velocity);
      const Mask counts = contact.touches && used > Real(0.0);
      by_contacts += select(counts, pressed, Real(0.0));
      Real T(0.0);
      if (forcing.has_friction) {
        const Memory memory{
            .value = state + at.layout.memory(0) + i, .mode = modes + i, .rate = rates + at.layout.memory(0) + i};
        T = std::visit([&](const auto& law) { return friction(law, contact, memory); }, pulley.friction);
        pushed = multiply_add(Real(Real(pulley.turn) * contact.share * T), perpendicular(contact.outward), pushed);
        store(Real(load<Real>(sums + p * W) + T), sums + p * W);
        by_contacts += select(counts, Real(T * contact.slip), Real(0.0));
      }
      force = force + pushed;
      if (at.lever != 0.0) torque += dot(perpendicular(contact.arm), pushed);
      if constexpr (kObserve) {
        const auto keep = [&](const Real& value, numerics::AlignedVector& where) {
          store(select(contact.touches, value, load<Real>(where.data() + i)), where.data() + i);
        };
        keep(Real(static_cast<double>(p)), forces->pulley);
        keep(contact.normal, forces->normal);
        keep(T, forces->traction);
        keep(contact.slip, forces->slip_velocity);
      }
    }
    const auto put = [&](typename Layout::Field field, const Real& rate) {
      store(Real(used * rate), rates + at.layout.field(field) + i);
    };
    put(Layout::x, motion.velocity.x);
    put(Layout::y, motion.velocity.y);
    put(Layout::angle, omega);
    put(Layout::vx, per_mass * force.x + Real(model_.gravity.x) + damping * motion.velocity.x);
    put(Layout::vy, per_mass * force.y + Real(model_.gravity.y) + damping * motion.velocity.y);
    put(Layout::spin, per_inertia * torque + damping * omega);
  }
  lost_power_ -= numerics::sum_of_lanes(by_contacts);
  for (std::size_t p = 0; p < n_pulleys; ++p) {
    const LinkPulley& pulley = model_.pulleys[p];
    moments[p] = -pulley.turn * pulley.radius * numerics::sum_of_lanes(load<Real>(sums + p * W));
  }
}

template <class Real>
double LaneLinkKernel<Real>::observe(const LinkForcing& forcing, const double* state, const double* modes,
                                     std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                                     LinkForces& forces) {
  find_ends(state);
  const double gaps = find_joint_forces();
  add_up<true>(forcing, state, modes, pulley_speeds, rates, moments, &forces);
  const Places at = places();
  for (std::size_t i = 0; i <= at.layout.n_links(); ++i) {
    forces.joint_x[i] = at.joint(force_x)[i];
    forces.joint_y[i] = at.joint(force_y)[i];
  }
  return gaps;
}

}  // namespace beltdyn::lagrangian::links
