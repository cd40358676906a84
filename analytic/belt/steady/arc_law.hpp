// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "analytic/belt/steady/string_arc.hpp"
#include "core/contact/friction_law.hpp"

namespace beltdyn::analytic {

// A friction law in a StringArc, where all quantities except the memory are functions of y = ln|v_s|.
//
// A memory m may relax in slip towards its limit m*(y), dm/dσ = κ (m* − m). If 1/κ is short, there is a slow solution
// that all others approach, on which
//
//     m = m* − (dm/dy)(dy/dσ)/κ = m* − (dm*/dy)(dy/dσ)/κ + …                                                       (1)
//
// Successive terms have the order of powers of (dy/dσ)/κ. So the memory need not be integrated in steps of 1/κ.
template <class Law>
class ArcLaw {
 public:
  using History = typename Law::History;
  static constexpr std::size_t kMemory = History::kSize;
  static constexpr int kMostOrder = 2;
  using Flags = std::array<bool, std::max<std::size_t>(kMemory, 1)>;

  ArcLaw(const Law& law, double radius, double share, LawArea area, const ArcEntry& entry)
      : law_(law), radius_(radius), share_(share), area_(area), entry_(entry) {
    entry_speed_ = entry.flux * entry.stretch;
    least_log_slip_ = std::log(kLeastSlip * entry_speed_);
    surface_speed_ = entry_speed_ - entry.direction * std::exp(entry.log_slip);
  }

  const Law& law() const { return law_; }
  double entry_speed() const { return entry_speed_; }  // of the belt [m/s]
  double least_log_slip() const { return least_log_slip_; }

  double speed(double y) const { return surface_speed_ + entry_.direction * std::exp(y); }  // of the belt [m/s]
  double effective_force(double y) const {
    const double gained = std::exp(y) - std::exp(entry_.log_slip);
    return entry_.effective_force + entry_.direction * entry_.slope / entry_.flux * gained;
  }
  double law_stretch(double y) const { return area_ == LawArea::undeformed ? speed(y) / entry_.flux : 1.0; }  // Λ
  // The motion that the law gets.
  contact::SlipMotion motion(double y) const {
    return {.velocity = share_ * entry_.direction * std::exp(std::max(y, least_log_slip_)),
            .normal_force = law_stretch(y) * effective_force(y) / radius_};
  }
  // q/v_s [N s/m²]
  double traction_ratio(double y, const contact::SlipMotion& motion, const History& history) const {
    return share_ * share_ * law_.traction(motion, history) / (law_stretch(y) * motion.velocity);
  }
  // dy/dσ [1/m]
  double growth(double y, const History& history) const {
    return -entry_.flux / entry_.slope * traction_ratio(y, motion(y), history);
  }

  // The memories along the arc near y. At y + d a memory on its slow solution has the terms of (1) up to its order;
  // other memories have their value plus d times their rate.
  struct MemoryPath {
    double y{};
    History history{};
    std::array<double, kMemory> rate{};  // dm/dy of the other memories
    Flags follows{};
  };
  History on_path(const MemoryPath& from, double d, int order) const {
    History history = from.history;
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      if (!from.follows[i]) history.value[i] += d * from.rate[i];
    }
    const Limits limits = limits_of(from.y + d, history);
    if (order == 0) {
      for (std::size_t i = 0; i < law_.memory_size(); ++i) {
        if (from.follows[i]) history.value[i] = limits.value[i];
      }
      return history;
    }
    const History below = on_path(from, d - kBeside, order - 1);
    const History above = on_path(from, d + kBeside, order - 1);
    const double growth_here = growth(from.y + d, on_path(from, d, order - 1));
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      if (!from.follows[i]) continue;
      const double by_y = (above.value[i] - below.value[i]) / (2.0 * kBeside);
      history.value[i] = limits.value[i] - by_y * growth_here / limits.rate[i];
    }
    return history;
  }

  // For each memory: the lowest order of (1) from which on at most a small part is left out, kMostOrder + 1 if there is
  // none; and the value of (1) there.
  struct Following {
    std::array<int, std::max<std::size_t>(kMemory, 1)> order{};
    History value{};
  };
  Following following(const MemoryPath& from, double left_out) const {
    const std::array<History, kMostOrder + 1> terms{on_path(from, 0.0, 0), on_path(from, 0.0, 1),
                                                    on_path(from, 0.0, 2)};
    Following found{.value = terms[kMostOrder]};
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      const double bound = left_out * std::abs(found.value.value[i]);
      const double first = std::abs(terms[1].value[i] - terms[0].value[i]);
      const double second = std::abs(terms[2].value[i] - terms[1].value[i]);
      found.order[i] = first <= bound ? 0 : second <= bound ? 1 : second * second <= bound * first ? 2 : kMostOrder + 1;
    }
    return found;
  }

  // m* and κ of each memory whose rate is linear in it; otherwise κ = 0.
  struct Limits {
    std::array<double, kMemory> value{};
    std::array<double, kMemory> rate{};  // κ [1/m]
  };
  Limits limits_of(double y, const History& history) const {
    const contact::SlipMotion shown = motion(y);
    const auto rates_at = [&](double factor) {
      History part = history;
      for (double& value : part.value) value *= factor;
      return law_.memory_rate(shown, part);
    };
    const auto none = rates_at(0.0);
    const auto half = rates_at(0.5);
    const auto all = rates_at(1.0);
    Limits limits;
    for (std::size_t i = 0; i < law_.memory_size(); ++i) {
      const double fall = (none[i] - all[i]) / history.value[i];
      const double bend = std::abs(none[i] + all[i] - 2.0 * half[i]);
      if (!(fall > 0.0) || bend > kLinear * (std::abs(none[i]) + std::abs(all[i]))) continue;
      limits.value[i] = none[i] / fall;
      limits.rate[i] = fall / speed(y);
    }
    return limits;
  }

 private:
  // Least slip that the law gets, relative to the belt speed [-]; slower slip is replaced by it. Every law is linear
  // there, and numbers do not underflow.
  static constexpr double kLeastSlip = 1e-9;
  // Difference of y for derivatives [-]: the truncation error for a curve like exp(−(v/v_S)²) is about 1e-8 of it, and
  // rounding is less.
  static constexpr double kBeside = 3e-5;
  static constexpr double kLinear = 1e-13;

  const Law& law_;
  double radius_;  // [m]
  double share_;   // radius of the surface over the radius of the centre line [-]
  LawArea area_;
  ArcEntry entry_;
  double entry_speed_{};  // [m/s]
  double least_log_slip_{};
  double surface_speed_{};  // [m/s]
};

}  // namespace beltdyn::analytic
