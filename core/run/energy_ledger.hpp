// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// The power flow of a drive at an instant [W].
struct PowerFlow {
  double supplied{};   // to the drive: by motors, minus brakes and bearings
  double lost{};       // ≥ 0: dissipated by slip and damping
  double exchanged{};  // Σ |M_k ω_k| between the pulleys and the belt
};

inline PowerFlow operator+(const PowerFlow& a, const PowerFlow& b) {
  return {.supplied = a.supplied + b.supplied, .lost = a.lost + b.lost, .exchanged = a.exchanged + b.exchanged};
}

inline PowerFlow operator+(const PowerFlow& a, const JointPower& b) {
  return {.supplied = a.supplied + b.supplied, .lost = a.lost + b.lost, .exchanged = a.exchanged};
}

// The energy balance of a run: works and losses so far, each the integral of its power by the trapezoidal rule over the
// steps,
//
//     supplied = lost + (stored now − stored at the start).
//
// The rule is of second order in the step, like the schemes that conserve energy.
class EnergyLedger {
 public:
  // Starts with the stored energy [J] and the powers at this time.
  void begin(double time, double stored, const PowerFlow& flow) {
    time_ = time;
    initial_ = stored;
    flow_ = flow;
    work_ = {};
  }
  // Continues to a time; no effect if the ledger is already there.
  void go_to(double time, const PowerFlow& now) {
    work_ = work_until(time, now);
    time_ = time;
    flow_ = now;
  }
  // Adds works that a scheme computes more accurately than by integrating powers [J].
  void add(const PowerFlow& works) { work_ = work_ + works; }

  // The energy-balance error at a time with these powers and this stored energy: energy gained (< 0) or lost (> 0),
  // relative to all energy that pulleys and belt have exchanged plus a reference energy > 0 [-].
  double defect(double time, const PowerFlow& now, double stored, double reference) const {
    const PowerFlow work = work_until(time, now);
    return (work.supplied - work.lost - (stored - initial_)) / (reference + work.exchanged);
  }
  // The energy to which defect() is relative [J].
  double scale(double time, const PowerFlow& now, double reference) const {
    return reference + work_until(time, now).exchanged;
  }
  double defect(double stored, double reference) const { return defect(time_, flow_, stored, reference); }

  void save(StateWriter& writer) const {
    writer.numbers("energy_ledger", std::array{time_, initial_, flow_.supplied, flow_.lost, flow_.exchanged,
                                               work_.supplied, work_.lost, work_.exchanged});
  }
  void restore(StateReader& reader) {
    const std::vector<double>& v = reader.numbers("energy_ledger", 8);
    time_ = v[0];
    initial_ = v[1];
    flow_ = {.supplied = v[2], .lost = v[3], .exchanged = v[4]};
    work_ = {.supplied = v[5], .lost = v[6], .exchanged = v[7]};
  }

 private:
  PowerFlow work_until(double time, const PowerFlow& now) const {
    const double half = 0.5 * (time - time_);
    return {.supplied = work_.supplied + half * (flow_.supplied + now.supplied),
            .lost = work_.lost + half * (flow_.lost + now.lost),
            .exchanged = work_.exchanged + half * (flow_.exchanged + now.exchanged)};
  }

  double time_{};     // [s]
  double initial_{};  // stored at the start [J]
  PowerFlow flow_;    // at time_ [W]
  PowerFlow work_;    // until time_ [J]
};

}  // namespace beltdyn
