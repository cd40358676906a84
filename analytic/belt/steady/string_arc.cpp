// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_arc.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/contact/friction_law.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/ode/ode.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

using contact::ContactState;

// Of the components of (2), which are all of the order 1, per step.
constexpr OdeTolerance kTolerance{.relative = 1e-12, .absolute = 1e-12};
// More steps mean a memory that relaxes within micrometres of a usual belt.
constexpr int kMostSteps = 50'000;
// A step shorter than this part of the arc cannot be distinguished from zero.
constexpr double kShortestStep = 1e-15;
// Slip slower than this part of the speed of the belt is shown to the law as this, where every law is linear: so
// numbers do not underflow.
constexpr double kLeastSlip = 1e-9;
// A step shorter than this means that the equations are not smooth: a memory may have reached its end.
constexpr double kNotSmooth = 1e-12;
// It is there if its rate changes its sign within this part of it.
constexpr double kAtEnd = 1e-7;
// A smooth rate is a hundred times as large a hundred times as far away, and the end is not reached.
constexpr double kFurther = 100.0;
constexpr double kSmoothGrowth = 50.0;
// Slip of which nothing is seen in the force: Δτ of this part of τ.
constexpr double kUnseenChange = 1e-17;
// Memory has come to rest if it changes by less than this part of itself while slip grows to e times itself.
constexpr double kSteadyGrowth = 1e-12;
// Below this fraction of its entry speed the belt is at rest.
constexpr double kStanding = 1e-3;
// Of the time on the arc: a step in which a law is asked for its state.
constexpr double kInstant = 1e-6;
// More switches in one place mean that the law chatters.
constexpr int kSwitchesAtOnce = 100;

// The integration of (2) along an arc.
template <class Law>
class ArcIntegration {
 public:
  ArcIntegration(const Law& law, double radius, double length, double share, LawArea area, const ArcEntry& entry,
                 std::int64_t* steps_left)
      : law_(law),
        radius_(radius),
        length_(length),
        share_(share),
        area_(area),
        entry_(entry),
        step_(length),
        steps_left_(steps_left) {
    entry_speed_ = entry.flux * entry.stretch;
    least_log_slip_ = std::log(kLeastSlip * entry_speed_);
    unseen_log_slip_ =
        std::min(least_log_slip_, std::log(kUnseenChange * entry.effective_force * entry.flux / entry.slope));
    const double slip = share * entry.direction * std::exp(std::max(entry.log_slip, least_log_slip_));
    surface_speed_ = entry_speed_ - entry.direction * std::exp(entry.log_slip);
    x_[kLogSlip] = entry.log_slip;
    // What r becomes if memory only grows, as the scale of r.
    const auto rate = law.memory_rate({slip, law_stretch(entry_speed_) * pressure(entry.effective_force)}, modes_);
    for (std::size_t i = 0; i < kMemory; ++i) {
      const double scale = std::abs(rate[i] / slip) * length / entry_speed_;
      ratio_scale_[i] = scale > 0.0 ? scale : 1.0;
    }
  }

  double place() const { return place_; }

  // Advances to a place ahead; calls changed(place) where the state that the law reports changes.
  template <class Changed>
  void advance_to(double place, const Changed& changed) {
    int at_once = 0;
    while (place_ < place) {
      const double before = place_;
      advance_once(place, changed);
      at_once = place_ > before ? 0 : at_once + 1;
      if (at_once > kSwitchesAtOnce) throw_no_rest();
    }
  }

  ArcPoint point() const {
    const Local local = local_of(x_, modes_);
    return {.effective_force = effective_force(x_),
            .slip_velocity = share_ * entry_.direction * std::exp(x_[kLogSlip]),
            .traction = local.traction_ratio / share_ * entry_.direction * std::exp(x_[kLogSlip]),
            .material = material(),
            .state = state(x_)};
  }
  double material() const { return x_[kMaterial] * length_; }
  double friction_power() const { return x_[kPower] * entry_.effective_force * entry_speed_; }
  // ln |Δτ|, from Δτ = (a/G) Δv_s
  double log_change() const {
    return x_[kLogSlip] + std::log(-std::expm1(entry_.log_slip - x_[kLogSlip])) + std::log(entry_.slope / entry_.flux);
  }

 private:
  using History = typename Law::History;
  static constexpr std::size_t kMemory = History::kSize;
  // y, reference length over the length of the arc, power over τ v at the entry, then r over its scale
  static constexpr std::size_t kLogSlip = 0;
  static constexpr std::size_t kMaterial = 1;
  static constexpr std::size_t kPower = 2;
  static constexpr std::size_t kRatio = 3;
  static constexpr std::size_t kSize = kRatio + kMemory;
  using Vector = OdeState<kSize>;
  static constexpr bool kHybrid = contact::HybridFrictionLaw<Law>;

  // The law at a place.
  struct Local {
    contact::SlipMotion motion;  // what it is shown
    History history{};
    double traction_ratio{};  // q/v_s [N s/m²]
  };

  double pressure(double effective_force) const { return effective_force / radius_; }

  // Λ
  double law_stretch(double speed) const { return area_ == LawArea::undeformed ? speed / entry_.flux : 1.0; }

  double slip_speed(const Vector& x) const { return std::exp(x[kLogSlip]); }

  double speed(const Vector& x) const { return surface_speed_ + entry_.direction * slip_speed(x); }

  double effective_force(const Vector& x) const {
    const double gained = slip_speed(x) - std::exp(entry_.log_slip);
    return entry_.effective_force + entry_.direction * entry_.slope / entry_.flux * gained;
  }

  Local local_of(const Vector& x, const History& modes) const {
    Local local;
    local.motion.velocity = share_ * entry_.direction * std::exp(std::max(x[kLogSlip], least_log_slip_));
    const double stretch = law_stretch(speed(x));
    local.motion.normal_force = stretch * pressure(effective_force(x));
    local.history = modes;
    for (std::size_t i = 0; i < kMemory; ++i) {
      local.history.value[i] = x[kRatio + i] * ratio_scale_[i] * local.motion.velocity;
    }
    local.traction_ratio =
        share_ * share_ * law_.traction(local.motion, local.history) / (stretch * local.motion.velocity);
    return local;
  }

  Vector rates(const Vector& x) const {
    const Local local = local_of(x, modes_);
    const double v = speed(x);
    Vector rate{};
    rate[kLogSlip] = -entry_.flux / entry_.slope * local.traction_ratio;
    rate[kMaterial] = entry_.flux / (v * length_);
    rate[kPower] = -local.traction_ratio * slip_speed(x) * slip_speed(x) / (entry_.effective_force * entry_speed_);
    const auto memory = law_.memory_rate(local.motion, local.history);
    for (std::size_t i = 0; i < kMemory; ++i) {
      const double gain = is_idle_[i] ? 0.0 : memory[i] / (v * local.motion.velocity * ratio_scale_[i]);
      rate[kRatio + i] = gain - x[kRatio + i] * rate[kLogSlip];
    }
    return rate;
  }

  // One accepted step towards `end`, shorter where a mode switches or the reported state changes.
  template <class Changed>
  void advance_once(double end, const Changed& changed) {
    throw_if_stopped();
    if (++n_steps_ > kMostSteps) throw_no_rest();
    if (steps_left_ != nullptr && --*steps_left_ < 0) {
      throw SolverError(
          "the friction law along the belt is so stiff, or the load so far beyond what the belt sustains, that the "
          "search for the motion was given up; use a less stiff law, a tighter belt or stiffer springs of mounts, or "
          "reduce the load");
    }
    const OdeRates<kSize> right_hand_side = [this](double, const Vector& x) { return rates(x); };
    const Vector rate = rates(x_);
    if (const double way = steady_way(rate, end - place_); way > step_) {
      for (std::size_t i = 0; i < kRatio; ++i) x_[i] += way * rate[i];
      place_ = way < end - place_ ? place_ + way : end;
      return;
    }
    const auto after = [&](double length) {
      return ode_trial<kSize>(right_hand_side, place_, x_, rate, length, kTolerance);
    };
    const double rest = end - place_;
    double length = std::min(step_, rest);
    OdeTrial<kSize> trial = after(length);
    while (!(trial.error <= 1.0)) {
      length = next_trial_length(length, trial.error);
      if (length < kNotSmooth * length_ && find_ended()) return;
      if (!(length > kShortestStep * length_)) throw_no_rest();
      trial = after(length);
    }
    const bool is_whole = length == rest;
    // A step shortened by `end` is no estimate for the next.
    step_ = std::max(is_whole ? step_ : 0.0, next_trial_length(length, trial.error));
    const auto end_of = [&](double part) { return after(part).end; };
    if (const std::optional<Switch> due = first_switch(end_of, trial.end, length)) {
      if (due->length > 0.0) x_ = end_of(due->length);
      place_ = std::min(place_ + due->length, end);
      switch_mode(due->mode, changed);
    } else if (const std::optional<double> kink = first_change(end_of, trial.end, length)) {
      x_ = end_of(*kink);
      slips_[0] = true;
      place_ = std::min(place_ + *kink, end);
      changed(place_);
    } else {
      x_ = trial.end;
      place_ = is_whole ? end : place_ + length;
      if constexpr (!kHybrid) find_ended();
    }
    if (!(speed(x_) > kStanding * entry_speed_)) throw_no_rest();
  }

  // How far slip grows evenly from here on, by exp(κ σ) with memory at rest, as stick does where the law is linear; 0
  // if it does not. A stiff law would take a step for each 1/κ.
  double steady_way(const Vector& rate, double rest) const {
    const double growth = rate[kLogSlip];
    if (!(growth > 0.0 && x_[kLogSlip] < unseen_log_slip_)) return 0.0;
    for (std::size_t i = kRatio; i < kSize; ++i) {
      if (!is_idle_[i - kRatio] && !(std::abs(rate[i]) <= kSteadyGrowth * growth * std::abs(x_[i]))) return 0.0;
    }
    return std::min(rest, (unseen_log_slip_ - x_[kLogSlip]) / growth);
  }

  struct Switch {
    std::size_t mode{};
    double length{};  // from the begin of the step
  };

  // The first mode that ends within a step of the given length. Slip extends to the exit, as it only grows.
  template <class EndOf>
  std::optional<Switch> first_switch(const EndOf& end_of, const Vector& end, double length) const {
    std::optional<Switch> first;
    if constexpr (kHybrid) {
      const auto margin = [this](std::size_t mode, const Vector& x) {
        const Local local = local_of(x, modes_);
        return law_.mode_margin(mode, local.motion, local.history);
      };
      for (std::size_t mode = 0; mode < law_.n_modes(); ++mode) {
        if (slips_[mode] || margin(mode, end) >= 0.0) continue;
        if (margin(mode, x_) <= 0.0) return Switch{mode, 0.0};
        const auto left = [&](double part) { return margin(mode, part > 0.0 ? end_of(part) : x_); };
        const double at = numerics::find_root(left, 0.0, length);
        if (!first || at < first->length) first = Switch{mode, at};
      }
    }
    return first;
  }

  template <class Changed>
  void switch_mode(std::size_t mode, const Changed& changed) {
    if constexpr (kHybrid) {
      const ContactState before = state(x_);
      const Local local = local_of(x_, modes_);
      modes_ = local.history;
      law_.switch_mode(mode, local.motion, modes_);
      for (std::size_t i = 0; i < kMemory; ++i) {
        x_[kRatio + i] = modes_.value[i] / (local.motion.velocity * ratio_scale_[i]);
      }
      slips_[mode] = true;
      find_idle();
      if (state(x_) != before) changed(place_);
    }
  }

  // Which values no longer matter to the traction: the bristle of elastoplastic_coulomb in slip. With a damper it
  // follows the limit so fast that it alone would make the equations stiff.
  void find_idle() {
    const Local local = local_of(x_, modes_);
    for (std::size_t i = 0; i < kMemory; ++i) {
      History moved = local.history;
      moved.value[i] += moved.value[i] == 0.0 ? 1.0 : moved.value[i];
      is_idle_[i] = law_.traction(local.motion, moved) == law_.traction(local.motion, local.history);
    }
  }

  // Whether a memory has reached an end at which it stays, in a finite way and with a kink: that of Dahl's law with an
  // exponent below 1.
  bool find_ended() {
    const Local local = local_of(x_, modes_);
    bool any = false;
    for (std::size_t i = 0; i < kMemory; ++i) {
      const auto rate_at = [&](double factor) {
        History moved = local.history;
        moved.value[i] *= factor;
        return law_.memory_rate(local.motion, moved)[i];
      };
      const double short_of_end = rate_at(1.0 - kAtEnd);
      const bool is_end = short_of_end * rate_at(1.0 + kAtEnd) < 0.0;
      const bool is_smooth = std::abs(rate_at(1.0 - kFurther * kAtEnd)) > kSmoothGrowth * std::abs(short_of_end);
      if (is_idle_[i] || !is_end || is_smooth) continue;
      is_idle_[i] = true;
      x_[kRatio + i] *= numerics::find_root(rate_at, 1.0 - kAtEnd, 1.0 + kAtEnd);
      any = true;
    }
    return any;
  }

  // Where a law without modes begins or ceases to report slip, from the begin of the step. It may have a kink there, so
  // that the step has to end there.
  template <class EndOf>
  std::optional<double> first_change(const EndOf& end_of, const Vector& end, double length) const {
    if constexpr (kHybrid) return {};
    if (slips_[0] || !contact::is_slipping(state(end))) return {};
    return numerics::bisect({0.0, length}, [&](double part) { return !contact::is_slipping(state(end_of(part))); })
        .high;
  }

  // What the law reports: a law with modes slips where all of them do, one without says it itself.
  ContactState state(const Vector& x) const {
    if constexpr (kHybrid) {
      const bool slips = std::all_of(slips_.begin(), slips_.begin() + static_cast<std::ptrdiff_t>(law_.n_modes()),
                                     [](bool mode) { return mode; });
      return slips ? contact::slip_towards(entry_.direction) : ContactState::stick;
    } else {
      if (slips_[0]) return contact::slip_towards(entry_.direction);
      const Local local = local_of(x, modes_);
      const double instant = kInstant * length_ / entry_speed_;
      History trial{};
      const auto step = contact::even_step(local.motion.velocity * instant, instant, local.motion.normal_force);
      return contact::state_of(law_.respond(step, local.history, trial).state);
    }
  }

  [[noreturn]] void throw_no_rest() const {
    throw SolverError(fmt::format(
        "the friction law could not be integrated along the belt beyond {:.6g} m from the entry of a pulley, where the "
        "slip velocity is {:.3g} m/s; use a less stiff law or less attraction or damping, or a faster belt",
        place_, slip_speed(x_)));
  }

  const Law& law_;
  double radius_;
  double length_;
  double share_;
  LawArea area_;
  ArcEntry entry_;
  double entry_speed_{};
  double least_log_slip_{};
  double unseen_log_slip_{};
  double surface_speed_{};
  double place_ = 0.0;
  double step_;
  int n_steps_ = 0;
  std::int64_t* steps_left_;
  Vector x_{};
  History modes_{};
  std::array<bool, std::max<std::size_t>(kMemory, 1)> slips_{};  // the modes; [0] also of a law without modes
  // Values that stay as they are.
  std::array<bool, std::max<std::size_t>(kMemory, 1)> is_idle_{};
  std::array<double, kMemory> ratio_scale_{};
};

}  // namespace

PulleyContact in_slow_motion(PulleyContact contact) {
  contact.friction = std::visit([](const auto& law) -> FrictionLawConfig { return law.at_rest(); }, *contact.friction);
  return contact;
}

StringArc::StringArc(const FrictionLaw& law, double radius, double wrap, double share, LawArea area)
    : law_(law), radius_(radius), length_(radius * wrap), share_(share), area_(area) {}

ArcExit StringArc::exit(const ArcEntry& entry) const {
  return std::visit(
      [&](const auto& law) {
        ArcIntegration integration(law, radius_, length_, share_, area_, entry, steps_left_);
        ArcExit exit;
        integration.advance_to(length_, [&exit](double place) { exit.state_change.push_back(place); });
        exit.log_change = integration.log_change();
        exit.material = integration.material();
        exit.friction_power = integration.friction_power();
        return exit;
      },
      *law_);
}

std::vector<ArcPoint> StringArc::points(const ArcEntry& entry, std::span<const double> distances) const {
  return std::visit(
      [&](const auto& law) {
        ArcIntegration integration(law, radius_, length_, share_, area_, entry, steps_left_);
        std::vector<ArcPoint> points;
        for (const double distance : distances) {
          integration.advance_to(std::clamp(distance, 0.0, length_), [](double) {});
          points.push_back(integration.point());
        }
        return points;
      },
      *law_);
}

}  // namespace beltdyn::analytic
