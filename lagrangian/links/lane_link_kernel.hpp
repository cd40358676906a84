// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <variant>

#include "core/contact/friction_law.hpp"
#include "core/numerics/lane_math.hpp"
#include "lagrangian/links/link_kernel.hpp"

namespace beltdyn::lagrangian::links {

using numerics::any;
using numerics::kIsBatch;
using numerics::kLanes;
using numerics::load;
using numerics::select;
using numerics::store;
using numerics::Vec2;

template <class Real>
inline Vec2<Real> direction_of(const Real& angle) {
  if constexpr (kIsBatch<Real>) {
    const auto [sine, cosine] = xsimd::sincos(angle);
    return {cosine, sine};
  } else {
    return {std::cos(angle), std::sin(angle)};
  }
}

// LinkKernel on Reals, which are doubles or batches of them: as many links at a time as there are lanes. A pass over
// the links finds their ends, one over the joints their forces, one over the links contact, friction and rates.
template <class Real>
class LaneLinkKernel final : public LinkKernel {
 public:
  explicit LaneLinkKernel(const LinkModel& model);

  double evaluate(const LinkForcing& forcing, const double* state, const double* modes,
                  std::span<const double> pulley_speeds, double* rates, std::span<double> moments) override {
    find_ends(state);
    const double gaps = find_joint_forces();
    add_up<false>(forcing, state, modes, pulley_speeds, rates, moments, nullptr);
    return gaps;
  }
  double observe(const LinkForcing& forcing, const double* state, const double* modes,
                 std::span<const double> pulley_speeds, double* rates, std::span<double> moments,
                 LinkForces& forces) override;
  double lost_power() const override { return lost_power_; }
  int switch_modes(double* state, double* modes, std::span<const double> pulley_speeds) override;
  void find_touching(const double* state, std::span<const double> pulley_speeds, double* touching) override;
  bool everything_lasts(const double* state, const double* modes, std::span<const double> pulley_speeds,
                        const double* touching) override;

 private:
  using Mask = decltype(Real() < Real());
  static constexpr std::size_t W = kLanes<Real>;
  using Layout = LinkLayout;

  // Some links and a pulley.
  struct Contact {
    Mask touches;
    Vec2<Real> arm;       // from the centre of the link to the touching place [m]
    Vec2<Real> velocity;  // of that place [m/s]
    Vec2<Real> outward;   // n
    Real share;           // R/ϱ, ϱ the distance of the place from the axis: so much of T pulls at it
    Real normal;          // N [N]
    Real slip;            // v [m/s]

    contact::SlipMotionOf<Real> motion() const { return {.velocity = slip, .normal_force = normal}; }
  };
  struct Motion {
    Vec2<Real> position;
    Vec2<Real> velocity;
    Vec2<Real> arm;       // Y m, m the left normal [m]
    Vec2<Real> arm_rate;  // [m/s]
  };
  // Where the internal variables of some links are, and their modes.
  struct Memory {
    const double* value;
    const double* mode;
    double* rate;
  };

  // Places of quantities. Compilers take vector stores to change anything but local variables, so loops work on copies
  // of these.
  struct Places {
    double* ends;
    double* joints;
    std::size_t width;
    Layout layout;
    double lever;  // Y [m]

    double* end(std::size_t quantity) const { return ends + quantity * width + kHalo; }
    double* joint(std::size_t quantity) const { return joints + quantity * width; }
    [[gnu::always_inline]] inline Motion motion(const double* state, std::size_t i) const {
      const auto field = [&](typename Layout::Field f) { return load<Real>(state + layout.field(f) + i); };
      const Vec2<Real> position{field(Layout::x), field(Layout::y)};
      const Vec2<Real> velocity{field(Layout::vx), field(Layout::vy)};
      if (lever == 0.0) {
        const Vec2<Real> none{Real(0.0), Real(0.0)};
        return {.position = position, .velocity = velocity, .arm = none, .arm_rate = none};
      }
      const Vec2<Real> arm = perpendicular(Real(lever) * direction_of(field(Layout::angle)));
      return {
          .position = position, .velocity = velocity, .arm = arm, .arm_rate = field(Layout::spin) * perpendicular(arm)};
    }
  };
  Places places() {
    return {.ends = ends_.data(), .joints = joints_.data(), .width = width_, .layout = layout_, .lever = model_.lever};
  }

  void find_ends(const double* state);
  double find_joint_forces();
  template <bool kObserve>
  void add_up(const LinkForcing& forcing, const double* state, const double* modes,
              std::span<const double> pulley_speeds, double* rates, std::span<double> moments, LinkForces* forces);
  [[gnu::always_inline]] inline bool find_contact(const LinkPulley& pulley, double speed, const Motion& motion,
                                                  Contact& contact) const;
  // Writes the rates of the internal variables where links touch, and returns T; elsewhere it returns 0.
  template <class Law>
  Real friction(const Law& law, const Contact& contact, const Memory& memory) const;
  template <class Law>
  int switch_law(const Law& law, const Contact& contact, double* value, double* mode) const;
  template <class Law>
  bool lasts(const Law& law, const Contact& contact, const double* value, const double* mode) const;
  // What friction remembers of some links.
  template <class Law>
  void load_history(const Law& law, const double* value, const double* mode,
                    typename Law::template HistoryOf<Real>& history) const;

  // Quantities of the ends, in the order of their storage; the right ends have the last link in front of the first.
  enum End : std::size_t {
    right_x,
    right_y,
    right_vx,
    right_vy,
    angle,
    spin,
    left_x,
    left_y,
    left_vx,
    left_vy,
    dx,
    dy,
    n_ends
  };
  enum Joint : std::size_t { force_x, force_y, moment, n_joints };
  static constexpr std::size_t kHalo = Layout::kMostLanes;
  // A gap of no length has no direction; beside this square a gap of any belt is long [m²].
  static constexpr double kNoGap = 1e-60;

  const LinkModel& model_;
  LinkLayout layout_;
  std::size_t width_;  // of a quantity with room for halos on both sides
  numerics::AlignedVector ends_;
  numerics::AlignedVector joints_;
  numerics::AlignedVector moments_;  // sums of T on each pulley, lane by lane
  numerics::AlignedVector is_used_;  // 1 for links, 0 for idle places
  double lost_power_ = 0.0;          // of the last evaluation [W]
};

}  // namespace beltdyn::lagrangian::links
