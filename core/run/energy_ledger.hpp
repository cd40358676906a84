// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/drive/pulley/joint_friction.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {

// What passes through a drive at an instant [W].
struct PowerFlow {
  double supplied{};   // to the drive, by motors less brakes and bearings
  double lost{};       // ≥ 0: by slip and damping
  double exchanged{};  // Σ |M_k ω_k|, between the pulleys and the belt
};

inline PowerFlow operator+(const PowerFlow& a, const PowerFlow& b) {
  return {.supplied = a.supplied + b.supplied, .lost = a.lost + b.lost, .exchanged = a.exchanged + b.exchanged};
}

// With what a joint of the drive takes and is given.
inline PowerFlow operator+(const PowerFlow& a, const JointPower& b) {
  return {.supplied = a.supplied + b.supplied, .lost = a.lost + b.lost, .exchanged = a.exchanged};
}

// Works and losses of a run so far, each the integral of its power by the trapezoidal rule over the steps taken:
//
//     supplied = lost + (what is stored now − at the start)
//
// which is of second order in the step, as the schemes are that neither add nor take energy.
class EnergyLedger {
 public:
  // The start: what is stored [J] and the powers then.
  void begin(double time, double stored, const PowerFlow& flow) {
    time_ = time;
    initial_ = stored;
    flow_ = flow;
    work_ = {};
  }
  // Goes on to a time; no more happens where it is that already.
  void go_to(double time, const PowerFlow& now) {
    work_ = work_until(time, now);
    time_ = time;
    flow_ = now;
  }
  // Adds works that a scheme computes more accurately than by integrating powers [J].
  void add(const PowerFlow& works) { work_ = work_ + works; }

  // The energy that has come from nowhere (< 0) or got lost (> 0) until a time with these powers and this energy
  // stored, of all that pulleys and belt have exchanged and a reference energy > 0 [-].
  double defect(double time, const PowerFlow& now, double stored, double reference) const {
    const PowerFlow work = work_until(time, now);
    return (work.supplied - work.lost - (stored - initial_)) / (reference + work.exchanged);
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
  PowerFlow flow_;    // at the time
  PowerFlow work_;    // until then [J]
};

}  // namespace beltdyn
