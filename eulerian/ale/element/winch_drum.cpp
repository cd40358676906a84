// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/winch_drum.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/rigid_penalty.hpp"
#include "core/drive/pulley/dry_friction.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// Numbers of the state before the memory of the brake and the wound rope: φ, φ̇, φ̈, a, p, t, λ, dλ/dt, energy and
// power of the brake.
constexpr std::size_t kNumbers = 10;
// Time in which the brake takes up the force of the rope at the start; its law does not depend on rates [s].
constexpr double kAnyTime = 1.0;

}  // namespace

WinchDrum::WinchDrum(const Pulley& drum, double axial_stiffness, double stretch, double angular_velocity)
    : drum_(drum), wound_(stretch), stretch_(stretch) {
  // Rope on the drum does not stretch; the brake is as stiff as an element of the length of the radius.
  hold_brake(drum_, axial_stiffness, drum.radius);
  if (drum_.brake) brake_.emplace(joint_of(*drum_.brake));
  last_.angle.v = drum_.is_prescribed() ? prescribed_speed(drum_).value(0.0) : angular_velocity;
  if (drum_.is_prescribed()) last_.angle.acceleration = prescribed_speed(drum_).derivative(0.0);
  now_ = last_;
}

// At the end of the step, by the rate at its begin.
double WinchDrum::wound_stretch() const { return stretch_ + stretch_rate_ * (now_.time - last_.time); }

double WinchDrum::stretch() const {
  return now_.paid_out < last_.paid_out ? wound_stretch() : wound_.stretch_at(now_.paid_out);
}

double WinchDrum::paid_out_by(double turned) const {
  constexpr int kMostIterations = 20;
  constexpr double kRounding = 1e-15;
  const double length = drum_.radius * turned;
  if (turned < 0.0) return last_.paid_out + 2.0 * length / (stretch_ + wound_stretch());
  // λ_w is within per cents of 1 and has few jumps, so that the iteration converges quickly.
  double p = last_.paid_out + length / wound_.stretch_at(last_.paid_out);
  for (int i = 0; i < kMostIterations; ++i) {
    const double off = length - wound_.stretched_length(last_.paid_out, p);
    p = std::max(last_.paid_out, p + off / wound_.stretch_at(p));
    if (std::abs(off) <= kRounding * length) break;
  }
  return p;
}

void WinchDrum::begin(double stretch, double force) {
  wound_ = WoundRope(stretch);
  stretch_ = stretch;
  if (!brake_ || last_.angle.v != 0.0) return;
  const double load = drum_.moment(0.0, 0.0) + force * drum_.radius;
  brake_->press(drum_.brake->capacity.value(0.0));
  brake_->try_step(load / drum_.brake->stiffness, 0.0, kAnyTime);
  brake_->accept();
}

void WinchDrum::predict(const numerics::StepScheme& scheme, double h, double end) {
  scheme_ = scheme;
  step_ = h;
  now_.time = end;
  if (const auto* given = std::get_if<PrescribedMotion>(&drum_.motion)) {
    const TimeFunction& speed = given->angular_velocity;
    now_.angle = {.q = last_.angle.q + speed.integral(last_.time, end),
                  .v = speed.value(end),
                  .acceleration = speed.derivative(end)};
  } else {
    now_.angle = scheme.predict(last_.angle, h);
  }
  now_.paid_out = paid_out_by(now_.angle.q - last_.angle.q);
  try_brake();
}

void WinchDrum::try_brake() {
  if (!brake_) return;
  brake_->press(drum_.brake->capacity.value(now_.time));
  brake_->try_step(now_.angle.q - last_.angle.q, now_.angle.v, step_);
}

void WinchDrum::follow(double more) {
  now_.angle.move(scheme_.rates(step_), stretch() * more / drum_.radius);
  now_.paid_out += more;
  try_brake();
}

double WinchDrum::moment() const {
  return drum_.moment(now_.time, now_.angle.v) + brake_moment() - drum_.inertia * now_.angle.acceleration;
}

double WinchDrum::stiffness() const {
  const numerics::StepRates rates = scheme_.rates(step_);
  const JointResponse brake = response_of(brake_);
  return rates.acceleration * drum_.inertia -
         rates.velocity * (drum_.moment_derivative(now_.time, now_.angle.v) + brake.by_rate) - brake.by_turn;
}

void WinchDrum::accept(double stretch) {
  const double h = now_.time - last_.time;
  if (!(h > 0.0)) return;
  const double stretch_rate = (stretch - stretch_) / h;
  const auto mark = [](const State& state, double rate, double at, double growth) {
    return WoundRope::Mark{
        .time = state.time, .paid_out = state.paid_out, .rate = rate, .stretch = at, .stretch_rate = growth};
  };
  const double before = drum_.radius * last_.angle.v;
  wound_.go_on(mark(last_, before / stretch_, stretch_, stretch_rate),
               mark(now_, drum_.radius * now_.angle.v / stretch, stretch, stretch_rate));
  if (drum_.is_prescribed()) {
    now_.angle.auxiliary = now_.angle.acceleration;
  } else {
    scheme_.finish(last_.angle, now_.angle);
  }
  if (brake_) {
    const double power = -brake_moment() * now_.angle.v;
    now_.brake_energy += 0.5 * h * (brake_power_ + power);
    brake_power_ = power;
    brake_->accept();
  }
  stretch_ = stretch;
  stretch_rate_ = stretch_rate;
  last_ = now_;
}

void WinchDrum::revert() { now_ = last_; }

std::vector<double> WinchDrum::numbers() const {
  std::vector<double> all;
  append_state(last_.angle, all);
  all.insert(all.end(), {last_.paid_out, last_.time, stretch_, stretch_rate_, last_.brake_energy, brake_power_});
  append_state(brake_, all);
  const std::vector<double> wound = wound_.numbers();
  all.insert(all.end(), wound.begin(), wound.end());
  return all;
}

bool WinchDrum::take(std::span<const double> numbers) {
  std::vector<double> of_brake;
  append_state(brake_, of_brake);
  if (numbers.size() < kNumbers + of_brake.size()) return false;
  auto from = numbers.begin();
  take_state(last_.angle, from);
  for (double* number : {&last_.paid_out, &last_.time, &stretch_, &stretch_rate_, &last_.brake_energy, &brake_power_}) {
    *number = *from++;
  }
  take_state(brake_, from);
  now_ = last_;
  return stretch_ > 0.0 && wound_.take({from, numbers.end()});
}

}  // namespace beltdyn::eulerian::ale
