// SPDX-License-Identifier: MIT
#include "lagrangian/rig/stick_slip.hpp"

#include <cstddef>
#include <utility>

#include "core/contact/bristle.hpp"
#include "core/contact/dahl.hpp"
#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/contact/gms.hpp"
#include "core/contact/lugre.hpp"
#include "core/contact/regularised_coulomb.hpp"
#include "lagrangian/rig/peak.hpp"

namespace beltdyn::lagrangian {
namespace {

// Halvings until a time is that of a double.
constexpr int kBisections = 60;
// Position and velocity in the vector of the rig.
constexpr std::size_t kVelocity = 1;

// Where `positive` ceases to be, in an interval at whose start it is.
template <class Predicate>
double end_of(const Predicate& positive, double start, double end) {
  for (int i = 0; i < kBisections; ++i) {
    const double middle = 0.5 * (start + end);
    (positive(middle) ? start : end) = middle;
  }
  return end;
}

template <class Law>
class Observer {
 public:
  using Rig = FrictionRig<Law>;
  using Panel = typename Rig::Panel;

  Observer(const Rig& rig, double pull_speed) : rig_(rig), pull_speed_(pull_speed) {}

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
                           ? end_of(accelerates, panel.start(), panel.end())
                           : panel.end();
    if (velocity(panel, top) > cycle.top_speed) {
      cycle.top_speed = velocity(panel, top);
      cycle.top_speed_time = top;
    }
    const auto moves = [&](double time) { return velocity(panel, time) > 0.0; };
    if (moves(panel.end())) return;
    cycle.stopped = true;
    cycle.stop_time = end_of(moves, panel.start(), panel.end());
    cycle.stop_position = rig_.sample(panel, cycle.stop_time).position;
    slipping_ = false;
    cycle_ = {};
  }

  const Rig& rig_;
  double pull_speed_;
  bool slipping_ = false;
  StickSlipCycle cycle_;  // before its slip
  std::vector<StickSlipCycle> cycles_;
};

}  // namespace

template <contact::RateFrictionLaw Law>
std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<Law>& rig, double pull_speed, double end) {
  Observer<Law> observer(rig, pull_speed);
  while (rig.state().time < end) observer.add(rig.advance(end));
  return std::move(observer).cycles();
}

template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::RegularisedCoulomb>&, double, double);
template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::ElastoplasticCoulomb>&, double, double);
template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::Dahl>&, double, double);
template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::LuGre>&, double, double);
template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::Bristle>&, double, double);
template std::vector<StickSlipCycle> stick_slip_cycles(FrictionRig<contact::Gms>&, double, double);

}  // namespace beltdyn::lagrangian
