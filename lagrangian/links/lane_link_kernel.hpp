// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "core/contact/friction_law.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/lanes/lane_shift.hpp"
#include "lagrangian/links/link_kernel.hpp"

namespace beltdyn::lagrangian::links {

using numerics::any;
using numerics::kIsBatch;
using numerics::kLanes;
using numerics::load;
using numerics::multiply_add;
using numerics::select;
using numerics::store;
using numerics::Vec2;

// The purpose of a pass over the contacts with a pulley. `moving` is for a pulley that moves, and keeps forces if asked
// for; `evaluate` and `observe` save the cost of motion.
enum class ContactPass { evaluate, observe, moving };

template <class Real>
inline Vec2<Real> direction_of(const Real& angle) {
  if constexpr (kIsBatch<Real>) {
    const auto [sine, cosine] = xsimd::sincos(angle);
    return {cosine, sine};
  } else {
    return {std::cos(angle), std::sin(angle)};
  }
}

// LinkKernel on Reals, which are doubles or batches with as many links as lanes. One pass over the links computes their
// ends, one over the joints computes forces, one over the links computes contact, friction and rates.
template <class Real>
class LaneLinkKernel final : public LinkKernel {
 public:
  explicit LaneLinkKernel(const LinkModel& model);

  double evaluate(const LinkForcing& forcing, const double* state, const double* modes,
                  std::span<const double> pulley_speeds, double* rates, std::span<double> moments) override {
    return add_up<false>(forcing, state, modes, pulley_speeds, rates, moments, nullptr);
  }
  double observe(const LinkForcing& forcing, const double* state, const double* modes,
                 std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                 LinkForces& forces) override {
    return add_up<true>(forcing, state, modes, pulley_speeds, rates, moments, &forces);
  }
  void move_pulley(std::size_t pulley, const Vec2<double>& center, const Vec2<double>& velocity) override {
    model_.pulleys[pulley].center = center;
    model_.pulleys[pulley].velocity = velocity;
  }
  Vec2<double> force_on_pulley(std::size_t pulley) const override { return forces_on_pulleys_[pulley]; }
  double lost_power() const override { return lost_power_; }
  int switch_modes(double* state, double* modes, std::span<const double> pulley_speeds) override;
  void find_touching(const double* state, std::span<const double> pulley_speeds, double* touching) override;
  bool everything_lasts(const double* state, const double* modes, std::span<const double> pulley_speeds,
                        const double* touching) override;

 private:
  using Mask = decltype(Real() < Real());
  static constexpr std::size_t W = kLanes<Real>;
  using Layout = LinkLayout;

  // The contact of a batch of links with a pulley.
  struct Contact {
    Mask touches;
    Vec2<Real> arm;       // from the centre of the link to the touching place [m]
    Vec2<Real> velocity;  // velocity of that place relative to the circle [m/s]
    Vec2<Real> outward;   // n
    Real share;  // R/ϱ, ϱ the distance of the place from the axis, or ϱ₀ of rigid contact: factor of T in the force [-]
    Real normal;  // N [N]
    Real slip;    // v [m/s]

    contact::SlipMotionOf<Real> motion() const { return {.velocity = slip, .normal_force = normal}; }
  };
  struct Motion {
    Vec2<Real> position;
    Vec2<Real> velocity;
    Vec2<Real> along;     // unit vector to the right end
    Vec2<Real> arm;       // Y m, m the left normal [m]
    Vec2<Real> arm_rate;  // [m/s]
  };
  // Positions of the internal variables of a batch of links, and of their modes.
  struct Memory {
    const double* value;
    const double* mode;
    double* rate;
    double stage = 0.0;  // see LinkForcing [s]
    const double* before = nullptr;
    double* mode_after = nullptr;
  };

  // A batch of links; d from their centres to their right ends, and its rate.
  struct Links {
    Vec2<Real> position;
    Vec2<Real> velocity;
    Real angle;
    Real spin;
    Vec2<Real> d;
    Vec2<Real> turning;
  };
  struct RightEnds {
    Vec2<Real> position;
    Vec2<Real> velocity;
    Real angle;
    Real spin;
  };
  // The joints behind a batch of links.
  struct Joints {
    Vec2<Real> force;
    Real moment;
  };
  struct JointSums {
    Real gaps = Real(0.0);  // sum of squares of the gaps [m²]
    Real lost = Real(0.0);  // power of the dampers [W]
  };

  // Pointers to the arrays. Compilers assume that vector stores change anything but local variables, so loops work on
  // local copies of these pointers.
  struct Places {
    double* directions;
    const double* is_used;
    const LinkPulley* pulleys;
    std::size_t n_pulleys;
    std::size_t* near;
    std::size_t* near_count;
    Layout layout;
    std::size_t end;        // behind the last Real that holds a link
    double lever;           // Y [m]
    bool needs_directions;  // do contacts need the directions of links?
    double arm_per_d;       // 2 Y/ℓ
    double per_mass;
    double per_inertia;
    Vec2<double> gravity;

    [[gnu::always_inline]] inline Motion motion(const double* state, std::size_t i) const {
      const auto field = [&](typename Layout::Field f) { return load<Real>(state + layout.field(f) + i); };
      const Vec2<Real> position{field(Layout::x), field(Layout::y)};
      const Vec2<Real> velocity{field(Layout::vx), field(Layout::vy)};
      if (!needs_directions) {
        const Vec2<Real> none{Real(0.0), Real(0.0)};
        return {.position = position, .velocity = velocity, .along = none, .arm = none, .arm_rate = none};
      }
      const Vec2<Real> along = direction_of(field(Layout::angle));
      const Vec2<Real> arm = perpendicular(Real(lever) * along);
      return {.position = position,
              .velocity = velocity,
              .along = along,
              .arm = arm,
              .arm_rate = field(Layout::spin) * perpendicular(arm)};
    }
  };
  Places places() {
    return {.directions = directions_.data(),
            .is_used = is_used_.data(),
            .pulleys = model_.pulleys.data(),
            .n_pulleys = model_.pulleys.size(),
            .near = near_.data(),
            .near_count = near_count_.data(),
            .layout = layout_,
            .end = (layout_.n_links() + W - 1) / W * W,
            .lever = model_.lever,
            .needs_directions = model_.lever != 0.0 || model_.has_rigid_contact(),
            .arm_per_d = model_.lever / (0.5 * model_.link_length),
            .per_mass = 1.0 / model_.mass,
            .per_inertia = 1.0 / model_.inertia,
            .gravity = model_.gravity};
  }

  // Returns the sum of the squares of the gaps [m²].
  template <bool kObserve>
  double add_up(const LinkForcing& forcing, const double* state, const double* modes,
                std::span<const double> pulley_speeds, double* rates, std::span<double> moments, LinkForces* forces);
  // Computes the rates without contact, and finds the links near pulleys, in one pass. A joint is known once the links
  // on both sides are, so that rates follow one Real later. Returns the sum of the squares of the gaps [m²].
  double add_up_belt(const LinkForcing& forcing, const double* state, double* rates, LinkForces* forces);
  // `follows`: start from the directions of the last evaluation with follows = false.
  void find_directions(const double* state, bool follows);
  [[gnu::always_inline]] inline Links links_at(const Places& at, const double* state, std::size_t i) const;
  static RightEnds right_ends(const Links& links) {
    return {.position = links.position + links.d,
            .velocity = links.velocity + links.turning,
            .angle = links.angle,
            .spin = links.spin};
  }
  RightEnds end_of_last_link(const Places& at, const double* state) const;
  // The right ends of the links in front of these links.
  static RightEnds in_front_of(const RightEnds& before, const RightEnds& here) {
    using numerics::in_front;
    return {.position = {in_front(before.position.x, here.position.x), in_front(before.position.y, here.position.y)},
            .velocity = {in_front(before.velocity.x, here.velocity.x), in_front(before.velocity.y, here.velocity.y)},
            .angle = in_front(before.angle, here.angle),
            .spin = in_front(before.spin, here.spin)};
  }
  static Joints ahead_of(const Joints& here, const Joints& next) {
    using numerics::behind;
    return {.force = {behind(here.force.x, next.force.x), behind(here.force.y, next.force.y)},
            .moment = behind(here.moment, next.moment)};
  }
  [[gnu::always_inline]] inline Joints joints_behind(const Links& here, const RightEnds& before, const Real& used,
                                                     JointSums& sums) const;
  [[gnu::always_inline]] inline void put_rates(const Places& at, const LinkForcing& forcing, const Links& links,
                                               const Joints& behind, const Joints& ahead, std::size_t i, double* rates);
  // Adds the contacts of a pulley to the rates and to the power, and computes the force on the pulley if it moves.
  // Returns the sum of T.
  template <ContactPass kPass, class Normal, class Law>
  double add_contacts(std::size_t p, const Normal& normal, const Law& law, const LinkForcing& forcing,
                      const double* state, const double* modes, double speed, double* rates, LinkForces* forces);
  // The vector from the axis of a pulley to the touched places of links.
  static Vec2<Real> away_from(const LinkPulley& pulley, const Vec2<Real>& center, const Vec2<Real>& arm) {
    const Vec2<Real> place = center + Real(pulley.turn) * arm;
    return {Real(place.x - pulley.center.x), Real(place.y - pulley.center.y)};
  }
  template <bool kMoves, class Normal>
  [[gnu::always_inline]] inline bool find_contact(const LinkPulley& pulley, const Normal& normal, double speed,
                                                  const Motion& motion, Contact& contact) const;
  bool find_contact(const LinkPulley& pulley, double speed, const Motion& motion, Contact& contact) const {
    if (pulley.moves) return find_moving_contact(pulley, speed, motion, contact);
    return std::visit([&](const auto& normal) { return find_contact<false>(pulley, normal, speed, motion, contact); },
                      pulley.normal);
  }
  // Not inlined, so that pulleys at rest cost nothing.
  [[gnu::noinline]] bool find_moving_contact(const LinkPulley& pulley, double speed, const Motion& motion,
                                             Contact& contact) const {
    return std::visit([&](const auto& normal) { return find_contact<true>(pulley, normal, speed, motion, contact); },
                      pulley.normal);
  }
  // Writes the rates of the internal variables of links in contact and returns T; returns 0 for other links.
  template <class Law>
  [[gnu::always_inline]] inline Real friction(const Law& law, const Contact& contact, const Memory& memory) const;
  template <class Law>
  [[gnu::always_inline]] inline Real friction_in_stage(const Law& law, const Contact& contact,
                                                       const Memory& memory) const;
  template <class Law>
  int switch_law(const Law& law, const Contact& contact, double* value, double* mode) const;
  template <class Law>
  bool lasts(const Law& law, const Contact& contact, const double* value, const double* mode) const;
  // Loads the friction history of a batch of links.
  template <class Law>
  void load_history(const Law& law, const double* value, const double* mode,
                    typename Law::template HistoryOf<Real>& history) const;

  // Square of a gap that counts as 0 and has no direction; gaps in a belt are far larger [m²].
  static constexpr double kNoGap = 1e-60;
  // Factor of the squared reach of a pulley within which a link is near it [-].
  static constexpr double kNear = 1.0 + 1e-9;

  LinkModel model_;
  LinkLayout layout_;
  // d, then d and angle of the last evaluation with follows = false; shape 5 × stride
  numerics::AlignedVector directions_;
  // Batches with links near each pulley, with room for all batches per pulley; and their numbers.
  std::vector<std::size_t> near_;
  std::vector<std::size_t> near_count_;
  numerics::AlignedVector is_used_;              // 1 for links, 0 for idle places
  numerics::AlignedVector is_last_;              // 1 in the lane of the last link
  double lost_power_ = 0.0;                      // of the last evaluation [W]
  std::vector<Vec2<double>> forces_on_pulleys_;  // on pulleys that move [N]
};

}  // namespace beltdyn::lagrangian::links
