// SPDX-License-Identifier: MIT
#pragma once

#include "lagrangian/links/lane_link_kernel.hpp"

namespace beltdyn::lagrangian::links {

// Largest angle of a turn that is computed by series [rad]; the next terms are below rounding.
inline constexpr double kSmallTurn = 1.0 / 64.0;
// d turned by a small angle δ: d − (1 − cos δ) d + sin δ d⊥
template <class Real>
inline Vec2<Real> turned_by(const Real& angle, const Vec2<Real>& d) {
  const Real square = angle * angle;
  const Real sine_of_cube =
      multiply_add(square, multiply_add(square, Real(-1.0 / 5040.0), Real(1.0 / 120.0)), Real(-1.0 / 6.0));
  const Real sine = multiply_add(Real(angle * square), sine_of_cube, angle);
  const Real less =
      square * multiply_add(square, multiply_add(square, Real(1.0 / 720.0), Real(-1.0 / 24.0)), Real(0.5));
  return d + (sine * perpendicular(d) - less * d);
}

template <class Real>
LaneLinkKernel<Real>::LaneLinkKernel(const LinkModel& model)
    : model_(model),
      layout_(model),
      directions_(5 * layout_.stride()),
      near_(model.pulleys.size() * (layout_.stride() / W)),
      near_count_(model.pulleys.size()),
      is_used_(layout_.stride()),
      is_last_(W),
      forces_on_pulleys_(model.pulleys.size()) {
  for (std::size_t i = 0; i < layout_.n_links(); ++i) is_used_[i] = 1.0;
  is_last_[(layout_.n_links() - 1) % W] = 1.0;
}

// A pass by itself: sine and cosine are function calls, which would take the registers of a longer loop.
template <class Real>
void LaneLinkKernel<Real>::find_directions(const double* state, bool follows) {
  using std::abs;
  const Places at = places();
  const Real half(0.5 * model_.link_length);
  const std::size_t stride = at.layout.stride();
  const double* angles = state + at.layout.field(Layout::angle);
  for (std::size_t i = 0; i < stride; i += W) {
    const Real angle = load<Real>(angles + i);
    double* to = at.directions + i;
    double* before = to + 2 * stride;
    Vec2<Real> d;
    const Real turned = angle - load<Real>(before + 2 * stride);
    if (follows && !any(abs(turned) > Real(kSmallTurn))) {
      d = turned_by(turned, {load<Real>(before), load<Real>(before + stride)});
    } else {
      d = half * direction_of(angle);
    }
    store(d.x, to);
    store(d.y, to + stride);
    if (follows) continue;
    store(d.x, before);
    store(d.y, before + stride);
    store(angle, before + 2 * stride);
  }
}

template <class Real>
typename LaneLinkKernel<Real>::Links LaneLinkKernel<Real>::links_at(const Places& at, const double* state,
                                                                    std::size_t i) const {
  const auto field = [&](typename Layout::Field f) { return load<Real>(state + at.layout.field(f) + i); };
  Links links{.position = {field(Layout::x), field(Layout::y)},
              .velocity = {field(Layout::vx), field(Layout::vy)},
              .angle = field(Layout::angle),
              .spin = field(Layout::spin),
              .d = {load<Real>(at.directions + i), load<Real>(at.directions + at.layout.stride() + i)},
              .turning = {}};
  links.turning = links.spin * perpendicular(links.d);
  return links;
}

// The right end of the last link in all lanes, shifted by the turn of the loop: it stands in front of the first link.
template <class Real>
typename LaneLinkKernel<Real>::RightEnds LaneLinkKernel<Real>::end_of_last_link(const Places& at,
                                                                                const double* state) const {
  const std::size_t lane = (at.layout.n_links() - 1) % W;
  const RightEnds ends = right_ends(links_at(at, state, at.layout.n_links() - 1 - lane));
  const auto everywhere = [lane](const Real& value) { return Real(numerics::lane_of(value, lane)); };
  return {.position = {everywhere(ends.position.x), everywhere(ends.position.y)},
          .velocity = {everywhere(ends.velocity.x), everywhere(ends.velocity.y)},
          .angle = everywhere(ends.angle) - Real(model_.winding),
          .spin = everywhere(ends.spin)};
}

template <class Real>
typename LaneLinkKernel<Real>::Joints LaneLinkKernel<Real>::joints_behind(const Links& here, const RightEnds& before,
                                                                          const Real& used, JointSums& sums) const {
  const Vec2<Real> g = here.position - here.d - before.position;
  const Vec2<Real> dg = here.velocity - here.turning - before.velocity;
  const Real g2 = dot(g, g);
  const Real rate = dot(g, dg);
  const Real damping = Real(model_.axial_damping) * rate / (g2 + Real(kNoGap));
  const Real turning = here.spin - before.spin;
  const Real b_phi(model_.bending_damping);
  sums.gaps += used * g2;
  sums.lost += used * (damping * rate + b_phi * turning * turning);
  return {.force = Real(Real(model_.axial_stiffness) + damping) * g,
          .moment = Real(model_.bending_stiffness) * (here.angle - before.angle) + b_phi * turning};
}

template <class Real>
template <bool kMoves, class Normal>
bool LaneLinkKernel<Real>::find_contact(const LinkPulley& pulley, const Normal& normal, double speed,
                                        const Motion& motion, Contact& contact) const {
  using std::abs;
  contact.arm = Real(pulley.turn) * motion.arm;
  const Vec2<Real> from_axis = away_from(pulley, motion.position, motion.arm);
  const Real distance2 = dot(from_axis, from_axis);
  const Mask is_near = distance2 < Real(pulley.reach * pulley.reach);
  if (!any(is_near)) return false;
  const Real per_distance = numerics::inverse_root(distance2);
  const Real distance = distance2 * per_distance;
  if (pulley.rolling > 0.0) {
    const Real off_middle = abs(dot(from_axis, motion.along));
    contact.share = Real(pulley.radius / pulley.rolling) / (Real(1.0) + Real(pulley.lift) * off_middle);
  } else {
    contact.share = Real(pulley.radius * per_distance);
  }
  contact.outward = per_distance * from_axis;
  contact.velocity = multiply_add(Real(pulley.turn), motion.arm_rate, motion.velocity);
  if constexpr (kMoves) {
    contact.velocity = contact.velocity - Vec2<Real>{Real(pulley.velocity.x), Real(pulley.velocity.y)};
  }
  const contact::GapStateOf<Real> gap{.gap = Real(distance - Real(pulley.contact_radius)),
                                      .gap_rate = dot(contact.outward, contact.velocity)};
  const Real force = normal.unlimited(gap).normal_force;
  const Mask presses = force > Real(0.0);
  // A law without force across gaps begins at the contact radius, where comparing squares is more exact than comparing
  // roots.
  contact.touches = pulley.reach > pulley.contact_radius ? is_near && presses : is_near;
  contact.normal = select(contact.touches && presses, force, Real(0.0));
  contact.slip = Real(pulley.turn) *
                 (contact.share * dot(perpendicular(contact.outward), contact.velocity) - Real(pulley.radius * speed));
  return true;
}

template <class Real>
void LaneLinkKernel<Real>::put_rates(const Places& at, const LinkForcing& forcing, const Links& links,
                                     const Joints& behind, const Joints& ahead, std::size_t i, double* rates) {
  const Real per_mass(at.per_mass);
  const Real damping(-forcing.mass_damping);
  const Real used = load<Real>(at.is_used + i);
  const Vec2<Real> force = ahead.force - behind.force;
  const Real torque = ahead.moment - behind.moment + dot(perpendicular(links.d), behind.force + ahead.force);
  const auto put = [&](typename Layout::Field field, const Real& rate) {
    store(Real(used * rate), rates + at.layout.field(field) + i);
  };
  put(Layout::x, links.velocity.x);
  put(Layout::y, links.velocity.y);
  put(Layout::angle, links.spin);
  put(Layout::vx, per_mass * force.x + Real(at.gravity.x) + damping * links.velocity.x);
  put(Layout::vy, per_mass * force.y + Real(at.gravity.y) + damping * links.velocity.y);
  put(Layout::spin, Real(at.per_inertia) * torque + damping * links.spin);
  const Vec2<Real> arm = Real(at.arm_per_d) * perpendicular(links.d);
  const std::size_t n_batches = at.layout.stride() / W;
  for (std::size_t p = 0; p < at.n_pulleys; ++p) {
    const LinkPulley& pulley = at.pulleys[p];
    const Vec2<Real> from_axis = away_from(pulley, links.position, arm);
    // Places computed less exactly than in contact get a slightly larger reach.
    const bool is_near = any(dot(from_axis, from_axis) < Real(kNear * pulley.reach * pulley.reach));
    at.near[p * n_batches + at.near_count[p]] = i;
    at.near_count[p] += is_near ? 1 : 0;
  }
}

template <class Real>
double LaneLinkKernel<Real>::add_up_belt(const LinkForcing& forcing, const double* state, double* rates,
                                         LinkForces* forces) {
  const Places at = places();
  std::fill(near_count_.begin(), near_count_.end(), 0);
  JointSums sums;
  const auto joints_at = [&](const Links& links, const RightEnds& before, std::size_t i) {
    const Joints joints =
        joints_behind(links, in_front_of(before, right_ends(links)), load<Real>(at.is_used + i), sums);
    if (forces != nullptr) {
      store(joints.force.x, forces->joint_x.data() + i);
      store(joints.force.y, forces->joint_y.data() + i);
    }
    return joints;
  };
  Links last = links_at(at, state, 0);
  const Joints first = joints_at(last, end_of_last_link(at, state), 0);
  Joints behind_last = first;
  for (std::size_t i = W; i < at.end; i += W) {
    const Links links = links_at(at, state, i);
    const Joints joints = joints_at(links, right_ends(last), i);
    put_rates(at, forcing, last, behind_last, ahead_of(behind_last, joints), i - W, rates);
    last = links;
    behind_last = joints;
  }
  // The joint ahead of the last link is the joint behind the first link.
  const auto is_last = load<Real>(is_last_.data()) > Real(0.0);
  const auto closed = [&](const Real& here, const Real& begin) {
    const Real all(numerics::lane_of(begin, 0));
    return select(is_last, all, numerics::behind(here, all));
  };
  const Joints ahead{.force = {closed(behind_last.force.x, first.force.x), closed(behind_last.force.y, first.force.y)},
                     .moment = closed(behind_last.moment, first.moment)};
  put_rates(at, forcing, last, behind_last, ahead, at.end - W, rates);
  for (std::size_t f = 0; f < Layout::n_fields; ++f) {
    std::fill(rates + at.layout.field(f) + at.end, rates + at.layout.field(f) + at.layout.stride(), 0.0);
  }
  if (forces != nullptr) {
    forces->joint_x[at.layout.n_links()] = forces->joint_x[0];
    forces->joint_y[at.layout.n_links()] = forces->joint_y[0];
  }
  lost_power_ = numerics::sum_of_lanes(sums.lost);
  return numerics::sum_of_lanes(sums.gaps);
}

template <class Real>
template <ContactPass kPass, class Normal, class Law>
double LaneLinkKernel<Real>::add_contacts(std::size_t p, const Normal& normal, const Law& law,
                                          const LinkForcing& forcing, const double* state, const double* modes,
                                          double speed, double* rates, LinkForces* forces) {
  constexpr bool kMoves = kPass == ContactPass::moving;
  const Real per_mass(1.0 / model_.mass);
  const Real per_inertia(1.0 / model_.inertia);
  const Places at = places();
  const LinkPulley& pulley = model_.pulleys[p];
  const std::size_t* near = near_.data() + p * (at.layout.stride() / W);
  Real traction(0.0);
  Real power(0.0);
  [[maybe_unused]] Vec2<Real> push{Real(0.0), Real(0.0)};
  for (std::size_t k = 0; k < near_count_[p]; ++k) {
    const std::size_t i = near[k];
    const Real used = load<Real>(at.is_used + i);
    Contact contact;
    if (!find_contact<kMoves>(pulley, normal, speed, at.motion(state, i), contact)) continue;
    Vec2<Real> pushed = contact.normal * contact.outward;
    const Mask counts = contact.touches && used > Real(0.0);
    power += select(counts, Real(contact.normal * dot(contact.outward, contact.velocity)), Real(0.0));
    Real T(0.0);
    if (forcing.has_friction) {
      Memory memory{
          .value = state + at.layout.memory(0) + i, .mode = modes + i, .rate = rates + at.layout.memory(0) + i};
      if (forcing.stage > 0.0) {
        memory.stage = forcing.stage;
        memory.before = forcing.memory_before + at.layout.memory(0) + i;
        memory.mode_after = forcing.modes_after + i;
      }
      T = friction(law, contact, memory);
      pushed = multiply_add(Real(Real(pulley.turn) * contact.share * T), perpendicular(contact.outward), pushed);
      traction += T;
      power += select(counts, Real(T * contact.slip), Real(0.0));
    }
    const auto add = [&](typename Layout::Field field, const Real& factor, const Real& value) {
      double* rate = rates + at.layout.field(field) + i;
      store(Real(load<Real>(rate) + used * factor * value), rate);
    };
    add(Layout::vx, per_mass, pushed.x);
    add(Layout::vy, per_mass, pushed.y);
    if (at.lever != 0.0) add(Layout::spin, per_inertia, dot(perpendicular(contact.arm), pushed));
    if constexpr (kMoves) push = push + pushed;
    if (kPass == ContactPass::observe || (kMoves && forces != nullptr)) {
      const auto keep = [&](const Real& value, numerics::AlignedVector& where) {
        store(select(contact.touches, value, load<Real>(where.data() + i)), where.data() + i);
      };
      keep(Real(static_cast<double>(p)), forces->pulley);
      keep(contact.normal, forces->normal);
      keep(T, forces->traction);
      keep(contact.slip, forces->slip_velocity);
      if constexpr (kMoves) {
        keep(pushed.x, forces->push_x);
        keep(pushed.y, forces->push_y);
      }
    }
  }
  if constexpr (kMoves) forces_on_pulleys_[p] = {-numerics::sum_of_lanes(push.x), -numerics::sum_of_lanes(push.y)};
  lost_power_ -= numerics::sum_of_lanes(power);
  return numerics::sum_of_lanes(traction);
}

template <class Real>
template <bool kObserve>
double LaneLinkKernel<Real>::add_up(const LinkForcing& forcing, const double* state, const double* modes,
                                    std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                                    LinkForces* forces) {
  find_directions(state, forcing.follows);
  const double gaps = add_up_belt(forcing, state, rates, forces);
  std::fill_n(rates + layout_.memory(0), layout_.n_memory() * layout_.stride(), 0.0);
  if constexpr (kObserve) {
    std::fill(forces->pulley.begin(), forces->pulley.end(), -1.0);
    for (auto* values :
         {&forces->normal, &forces->traction, &forces->slip_velocity, &forces->push_x, &forces->push_y}) {
      std::fill(values->begin(), values->end(), 0.0);
    }
  }
  for (std::size_t p = 0; p < pulley_speeds.size(); ++p) {
    const LinkPulley& pulley = model_.pulleys[p];
    const double traction = std::visit(
        [&](const auto& normal, const auto& law) {
          constexpr ContactPass kPass = kObserve ? ContactPass::observe : ContactPass::evaluate;
          return pulley.moves
                     ? add_contacts<ContactPass::moving>(p, normal, law, forcing, state, modes, pulley_speeds[p], rates,
                                                         forces)
                     : add_contacts<kPass>(p, normal, law, forcing, state, modes, pulley_speeds[p], rates, forces);
        },
        pulley.normal, *pulley.friction);
    moments[p] = -pulley.turn * pulley.radius * traction;
  }
  return gaps;
}

}  // namespace beltdyn::lagrangian::links
