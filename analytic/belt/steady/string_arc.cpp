// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_arc.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "analytic/belt/steady/arc_law.hpp"
#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/contact/friction_law.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/numerics/ode/ode.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {
namespace {

using contact::ContactState;

// Tolerance per step of the components of (2), which are all of the order of 1.
constexpr OdeTolerance kTolerance{.relative = 1e-12, .absolute = 1e-12};
// Limit of steps; more mean a memory that relaxes within micrometres of a usual belt.
constexpr int kMostSteps = 50'000;
// Shortest step that can be distinguished from 0, relative to the arc [-].
constexpr double kShortestStep = 1e-15;
// Step length, relative to the arc, below which the equations are not smooth: a memory may have reached its end [-].
constexpr double kNotSmooth = 1e-12;
// A memory is at its end if its rate changes sign within this part of its value [-].
constexpr double kAtEnd = 1e-7;
// A smooth rate would be a hundred times as large at the hundredfold distance; then the end is not reached.
constexpr double kFurther = 100.0;
constexpr double kSmoothGrowth = 50.0;
// Change of force Δτ, relative to τ, of slip that has no visible effect [-].
constexpr double kUnseenChange = 1e-17;
// Relative change of a memory at rest, while slip grows by the factor e [-].
constexpr double kSteadyGrowth = 1e-12;
// Distance from its limit at which a memory is considered for following it, relative to the limit [-].
constexpr double kNearLimit = 0.01;
// Accepted error of following the limit, at its begin and while it lasts, relative to the memory [-].
constexpr double kLeftOutAtFirst = 1e-13;
constexpr double kLeftOut = 1e-12;
// Distance from the slow solution at which following begins, in errors of steps [-].
constexpr double kOnItsPath = 10.0;
// Speed, relative to the entry, below which the belt is at rest [-].
constexpr double kStanding = 1e-3;
// Length of the step in which a law is asked for its state, relative to the time on the arc [-].
constexpr double kInstant = 1e-6;
// Number of switches in one place above which the law counts as chattering.
constexpr int kSwitchesAtOnce = 100;

// The integration of (2) along an arc.
template <class Law>
class ArcIntegration {
 public:
  ArcIntegration(const Law& law, double radius, double length, double share, LawArea area, const ArcEntry& entry,
                 std::int64_t* steps_left)
      : law_(law),
        at_(law_, radius, share, area, entry),
        length_(length),
        share_(share),
        entry_(entry),
        step_(length),
        steps_left_(steps_left) {
    unseen_log_slip_ =
        std::min(at_.least_log_slip(), std::log(kUnseenChange * entry.effective_force * entry.flux / entry.slope));
    x_[kLogSlip] = entry.log_slip;
    // The scale of r: its value if memory only grows.
    const contact::SlipMotion motion = at_.motion(entry.log_slip);
    const auto rate = law.memory_rate(motion, modes_);
    for (std::size_t i = 0; i < kMemory; ++i) {
      const double scale = std::abs(rate[i] / motion.velocity) * length / at_.entry_speed();
      ratio_scale_[i] = scale > 0.0 ? scale : 1.0;
    }
  }

  double place() const { return place_; }

  // Advances to a place ahead; calls changed(place) where the state reported by the law changes.
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
    return {.effective_force = at_.effective_force(x_[kLogSlip]),
            .slip_velocity = share_ * entry_.direction * std::exp(x_[kLogSlip]),
            .traction = local.traction_ratio / share_ * entry_.direction * std::exp(x_[kLogSlip]),
            .material = material(),
            .state = state(x_)};
  }
  double material() const { return x_[kMaterial] * length_; }
  double friction_power() const { return x_[kPower] * entry_.effective_force * at_.entry_speed(); }
  // ln |Δτ|, from Δτ = (a/G) Δv_s
  double log_change() const {
    return x_[kLogSlip] + std::log(-std::expm1(entry_.log_slip - x_[kLogSlip])) + std::log(entry_.slope / entry_.flux);
  }

 private:
  using History = typename Law::History;
  using Flags = typename ArcLaw<Law>::Flags;
  using MemoryPath = typename ArcLaw<Law>::MemoryPath;
  using Following = typename ArcLaw<Law>::Following;
  static constexpr std::size_t kMemory = History::kSize;
  // Components: y, reference length over the length of the arc, power over τ v at the entry, then r over its scale.
  static constexpr std::size_t kLogSlip = 0;
  static constexpr std::size_t kMaterial = 1;
  static constexpr std::size_t kPower = 2;
  static constexpr std::size_t kRatio = 3;
  static constexpr std::size_t kSize = kRatio + kMemory;
  using Vector = OdeState<kSize>;
  static constexpr bool kHybrid = contact::HybridFrictionLaw<Law>;

  // The law at a place.
  struct Local {
    contact::SlipMotion motion;  // motion that the law gets
    History history{};
    double traction_ratio{};  // q/v_s [N s/m²]
  };

  double slip_speed(const Vector& x) const { return std::exp(x[kLogSlip]); }

  double speed(const Vector& x) const { return at_.speed(x[kLogSlip]); }

  Local local_of(const Vector& x, const History& modes) const {
    const double y = x[kLogSlip];
    Local local{.motion = at_.motion(y), .history = modes};
    for (std::size_t i = 0; i < kMemory; ++i) {
      local.history.value[i] = x[kRatio + i] * ratio_scale_[i] * local.motion.velocity;
    }
    if (follows_any()) local.history = at_.on_path(path_from(y, local, follows_), 0.0, order_);
    local.traction_ratio = at_.traction_ratio(y, local.motion, local.history);
    return local;
  }

  bool follows_any() const {
    return std::any_of(follows_.begin(), follows_.end(), [](bool follows) { return follows; });
  }

  // The memories from a place on; some of them follow their limits.
  MemoryPath path_from(double y, const Local& local, const Flags& follows) const {
    MemoryPath path{.y = y, .history = local.history, .rate = {}, .follows = follows};
    const History near = at_.on_path(path, 0.0, 0);
    const double speed_of_y = at_.speed(y) * at_.growth(y, near);
    const auto rate = law_.memory_rate(local.motion, near);
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      if (!follows[i] && !is_idle_[i]) path.rate[i] = rate[i] / speed_of_y;
    }
    return path;
  }

  // Finds the memories that have reached the slow solution of their limits. Their ratios are kept meanwhile.
  void begin_following() {
    const Local local = local_of(x_, modes_);
    const double y = x_[kLogSlip];
    const typename ArcLaw<Law>::Limits limits = at_.limits_of(y, local.history);
    Flags near = follows_;
    bool is_any = false;
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      const double distance = std::abs(local.history.value[i] - limits.value[i]);
      if (follows_[i] || is_idle_[i] || !(limits.rate[i] > 0.0)) continue;
      near[i] = distance <= kNearLimit * std::abs(limits.value[i]);
      is_any = is_any || near[i];
    }
    if (!is_any) return;
    if (!follows_any()) order_ = 0;
    const Following found = at_.following(path_from(y, local, near), kLeftOutAtFirst);
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      if (!near[i] || follows_[i] || found.order[i] > ArcLaw<Law>::kMostOrder) continue;
      const double scale = ratio_scale_[i] * std::abs(local.motion.velocity);
      const double bound =
          kOnItsPath * (kTolerance.absolute * scale + kTolerance.relative * std::abs(found.value.value[i]));
      if (std::abs(local.history.value[i] - found.value.value[i]) > bound) continue;
      follows_[i] = true;
      order_ = std::max(order_, found.order[i]);
    }
  }

  // Do memories that follow their limits do so up to the end of the step? If not, more terms are used from here on, or
  // the memory is integrated again.
  bool goes_on_following(const Vector& end) {
    if (!follows_any()) return true;
    const Local here = local_of(x_, modes_);
    const Local there = local_of(end, modes_);
    const Following found = at_.following(path_from(end[kLogSlip], there, follows_), kLeftOut);
    bool goes_on = true;
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      if (!follows_[i] || found.order[i] <= order_) continue;
      goes_on = false;
      if (found.order[i] <= ArcLaw<Law>::kMostOrder) {
        order_ = std::max(order_, found.order[i]);
      } else {
        end_following(i, here);
      }
    }
    return goes_on;
  }

  void end_following(std::size_t i, const Local& local) {
    follows_[i] = false;
    x_[kRatio + i] = local.history.value[i] / (local.motion.velocity * ratio_scale_[i]);
  }

  Vector rates(const Vector& x) const {
    const Local local = local_of(x, modes_);
    const double v = speed(x);
    Vector rate{};
    rate[kLogSlip] = -entry_.flux / entry_.slope * local.traction_ratio;
    rate[kMaterial] = entry_.flux / (v * length_);
    rate[kPower] = -local.traction_ratio * slip_speed(x) * slip_speed(x) / (entry_.effective_force * at_.entry_speed());
    const auto memory = law_.memory_rate(local.motion, local.history);
    for (std::size_t i = 0; i < kMemory; ++i) {
      if (follows_[i]) continue;
      const double gain = is_idle_[i] ? 0.0 : memory[i] / (v * local.motion.velocity * ratio_scale_[i]);
      rate[kRatio + i] = gain - x[kRatio + i] * rate[kLogSlip];
    }
    return rate;
  }

  // Takes one accepted step towards `end`; it ends earlier where a mode switches or the reported state changes.
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
    if (const double distance = steady_distance(rate, end - place_); distance > step_) {
      for (std::size_t i = 0; i < kRatio; ++i) x_[i] += distance * rate[i];
      place_ = distance < end - place_ ? place_ + distance : end;
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
    if (!goes_on_following(trial.end)) return;
    const bool is_whole = length == rest;
    // A step shortened by `end` says nothing about the next step.
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
      begin_following();
    }
    if (!(speed(x_) > kStanding * at_.entry_speed())) throw_no_rest();
  }

  // Distance over which slip grows steadily from here on, by exp(κ σ) with memory at rest, as in stick where the law is
  // linear; 0 if it does not. A stiff law would otherwise need a step for each 1/κ.
  double steady_distance(const Vector& rate, double rest) const {
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

  // The first mode that ends within a step of the given length. Slip extends to the exit, since it only grows.
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
      for (std::size_t i = 0; i < kMemory; ++i) end_following(i, {.motion = local.motion, .history = modes_});
      slips_[mode] = true;
      find_idle();
      begin_following();
      if (state(x_) != before) changed(place_);
    }
  }

  // Finds values that do not affect the traction any more: the bristle of elastoplastic_coulomb in slip. With a damper
  // it follows the limit so fast that it alone would make the equations stiff.
  void find_idle() {
    const Local local = local_of(x_, modes_);
    for (std::size_t i = 0; i < kMemory; ++i) {
      History moved = local.history;
      moved.value[i] += moved.value[i] == 0.0 ? 1.0 : moved.value[i];
      is_idle_[i] = law_.traction(local.motion, moved) == law_.traction(local.motion, local.history);
    }
  }

  // Has a memory reached, in finite distance and with a kink, an end at which it stays? This occurs in Dahl's law with
  // an exponent below 1.
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
      if (is_idle_[i] || follows_[i] || !is_end || is_smooth) continue;
      is_idle_[i] = true;
      x_[kRatio + i] *= numerics::find_root(rate_at, 1.0 - kAtEnd, 1.0 + kAtEnd);
      any = true;
    }
    return any;
  }

  // The place, from the begin of the step, where a law without modes begins or ceases to report slip. The law may have
  // a kink there, so that the step has to end.
  template <class EndOf>
  std::optional<double> first_change(const EndOf& end_of, const Vector& end, double length) const {
    if constexpr (kHybrid) return {};
    if (slips_[0] || !contact::is_slipping(state(end))) return {};
    return numerics::bisect({0.0, length}, [&](double part) { return !contact::is_slipping(state(end_of(part))); })
        .high;
  }

  // The reported state: a law with modes slips where all of them slip, a law without modes reports it itself.
  ContactState state(const Vector& x) const {
    if constexpr (kHybrid) {
      const bool slips = std::all_of(slips_.begin(), slips_.begin() + static_cast<std::ptrdiff_t>(law_.n_modes()),
                                     [](bool mode) { return mode; });
      return slips ? contact::slip_towards(entry_.direction) : ContactState::stick;
    } else {
      if (slips_[0]) return contact::slip_towards(entry_.direction);
      const Local local = local_of(x, modes_);
      const double instant = kInstant * length_ / at_.entry_speed();
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
  ArcLaw<Law> at_;
  double length_;
  double share_;
  ArcEntry entry_;
  double unseen_log_slip_{};
  double place_ = 0.0;
  double step_;
  int n_steps_ = 0;
  std::int64_t* steps_left_;
  Vector x_{};
  History modes_{};
  Flags slips_{};    // modes; [0] is used for a law without modes too
  Flags is_idle_{};  // values that are kept constant
  Flags follows_{};  // values on the slow solution of their limits
  int order_ = 0;    // order of the slow solution
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
