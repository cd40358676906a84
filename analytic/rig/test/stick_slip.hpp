// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "analytic/rig/friction_rig_impl.hpp"
#include "analytic/rig/test/peak.hpp"

namespace beltdyn::analytic {

// Characteristic values of one cycle of a mass that sticks and slips.
struct StickSlipCycle {
  double peak_resistance{};  // the largest resistance between the last stop and the slip [N]
  double peak_time{};        // [s]
  double top_speed{};        // [m/s]
  double top_speed_time{};   // [s]
  bool stopped = false;      // did the cycle end before the end of the run? Otherwise the stop is 0
  double stop_time{};        // time at which the velocity fell to 0 [s]
  double stop_position{};    // [m]
};

// Finds the cycles in the panels of a rig.
template <class Law>
class StickSlipObserver {
 public:
  using Rig = FrictionRig<Law>;
  using Panel = typename Rig::Panel;

  StickSlipObserver(const Rig& rig, double pull_speed) : rig_(rig), pull_speed_(pull_speed) {}

  void add(const Panel& panel) {
    if (!slipping_) look_for_peak(panel);
    if (!slipping_ && velocity(panel, panel.end()) > pull_speed_) {
      slipping_ = true;
      cycles_.push_back(cycle_);
    }
    if (slipping_) look_for_top_speed_and_stop(panel);
  }

  std::vector<StickSlipCycle> cycles() && { return std::move(cycles_); }

 private:
  static constexpr std::size_t kVelocity = 1;  // position of the velocity in the vector of the rig
  static double velocity(const Panel& panel, double time) { return panel.solution.value(kVelocity, time); }

  void look_for_peak(const Panel& panel) {
    const Peak peak = peak_in(rig_, panel, [this](const auto& state) { return rig_.resistance(state); });
    if (peak.value > cycle_.peak_resistance) {
      cycle_.peak_resistance = peak.value;
      cycle_.peak_time = peak.time;
    }
  }

  void look_for_top_speed_and_stop(const Panel& panel) {
    const auto accelerates = [&](double time) { return panel.solution.rate(kVelocity, time) > 0.0; };
    StickSlipCycle& cycle = cycles_.back();
    const double top = accelerates(panel.start()) && !accelerates(panel.end())
                           ? numerics::bisect({panel.start(), panel.end()}, accelerates).high
                           : panel.end();
    if (velocity(panel, top) > cycle.top_speed) {
      cycle.top_speed = velocity(panel, top);
      cycle.top_speed_time = top;
    }
    const auto moves = [&](double time) { return velocity(panel, time) > 0.0; };
    if (moves(panel.end())) return;
    cycle.stopped = true;
    cycle.stop_time = numerics::bisect({panel.start(), panel.end()}, moves).high;
    cycle.stop_position = rig_.sample(panel, cycle.stop_time).position;
    slipping_ = false;
    cycle_ = {};
  }

  const Rig& rig_;
  double pull_speed_;
  bool slipping_ = false;
  StickSlipCycle cycle_;  // the present cycle before its slip
  std::vector<StickSlipCycle> cycles_;
};

// Advances the rig to `end` [s], and returns the cycles whose slip has begun by then. Slip begins when the mass is
// faster than pull_speed > 0 [m/s], and ends when its velocity is next 0. All times are located within the steps of the
// integrator, times of maxima to half the digits of a double.
template <contact::RateFrictionLaw Law>
std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<Law>& rig, double pull_speed, double end) {
  StickSlipObserver<Law> observer(rig, pull_speed);
  while (rig.state().time < end) observer.add(rig.advance(end));
  return std::move(observer).cycles();
}

}  // namespace beltdyn::analytic
