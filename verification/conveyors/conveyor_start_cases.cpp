// SPDX-License-Identifier: MIT
// The start of a conveyor from rest: a wave runs along the belt against Coulomb resistance.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/exact/start_up_wave.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using exact::ConveyorBelt;
using Rank = Record::Rank;

// Values of configs/verification/conveyor_start.json. The resistance is 2e-4 of the weight. The mass is 100 kg/m in the
// span that the drum pulls, with load, and 24 kg/m in the span behind the drum.
constexpr double kStiffness = 2e7;
constexpr double kWeight = 2e-4 * 9.81;
constexpr ConveyorBelt kPulled{.axial_stiffness = kStiffness, .mass_per_length = 100.0, .resistance = 100.0 * kWeight};
constexpr ConveyorBelt kLetGo{.axial_stiffness = kStiffness, .mass_per_length = 24.0, .resistance = 24.0 * kWeight};
constexpr double kRadius = 0.4;
constexpr double kMassOnDrum = 18.0 * std::numbers::pi * kRadius;
constexpr double kEnd = 2.0;  // the front has not yet reached the tail [s]

// The span that runs towards the drum; y is the distance from the drum [m].
class PulledSpan {
 public:
  PulledSpan(int elements, const std::vector<std::string>& more)
      : run_(embedded::ale_drives("conveyor_start.json"), edits(elements, more)), start_(run_.simulation().belt()) {
    const PathSpan& span = run_.simulation().path().spans()[1];
    end_ = span.start + span.length;
    exit_force_ = run_["span_exit_force_2"];
  }

  void advance_to(double time) { run_.advance_to(time); }
  double operator[](std::string_view column) const { return run_[column]; }
  // The current speed [m/s], and the change of the force since the start [N].
  exact::WaveState at(double y) const {
    const ProfilePoint now = run_.simulation().belt().at(end_ - y);
    return {.speed = now.speed, .force = now.force - start_.at(end_ - y).force};
  }
  double exit_force() const { return run_["span_exit_force_2"] - exit_force_; }
  // Displacement of the belt at y since the start [m].
  double displacement(double y) const {
    return start_.material(end_ - y) - run_.simulation().belt().material(end_ - y);
  }
  // The distances y of nodes and element centres within [from, to] [m].
  std::vector<double> places(double from, double to) const {
    std::vector<double> places;
    for (const double sigma : start_.sigma()) {
      if (end_ - sigma >= from && end_ - sigma <= to) places.push_back(end_ - sigma);
    }
    return places;
  }

 private:
  // In a time step waves travel one element.
  static std::vector<std::string> edits(int elements, const std::vector<std::string>& more) {
    std::vector<std::string> edits{fmt::format("/runs/0/elements_per_span={}", elements),
                                   fmt::format("/runs/0/time_step={}", 1000.0 / elements / kPulled.wave_speed())};
    edits.insert(edits.end(), more.begin(), more.end());
    return edits;
  }

  BeltRun run_;
  BeltMap start_;
  double end_{};
  double exit_force_{};
};

// The order of convergence from two errors; the second mesh has elements half as long.
double order(double coarse, double fine) { return std::log2(coarse / fine); }

// The largest error near the front of the speed and of the force divided by Z, relative to the speed at the drum [-].
template <class Wave>
double error_at_front(const PulledSpan& span, const Wave& wave) {
  const double front = wave.front(kEnd);
  double error = 0.0;
  for (const double y : span.places(0.8 * front, 1.2 * front)) {
    const exact::WaveState exact = wave.at(y, kEnd);
    const exact::WaveState now = span.at(y);
    error = larger(error, std::abs(now.speed - exact.speed));
    error = larger(error, std::abs(now.force - exact.force) / kPulled.impedance());
  }
  return error / wave.at(0.0, kEnd).speed;
}

// Where the line through the speeds at two places reaches zero speed [m].
double line_ends(const PulledSpan& span, double y_0, double y_1) {
  const double v_0 = span.at(y_0).speed;
  const double v_1 = span.at(y_1).speed;
  return y_1 + (y_1 - y_0) * v_1 / (v_0 - v_1);
}

void compare_ramp(Record& record, const PulledSpan& span, const exact::DrumSpeedsUp& wave, double acceleration) {
  const exact::WaveState drum = wave.at(0.0, kEnd);
  const double let_go = exact::DrumSpeedsUp(kLetGo, acceleration).at(0.0, kEnd).force;
  record.relative("driving force [N]", span["drive_torque_1"] / kRadius,
                  drum.force + let_go + kMassOnDrum * acceleration, 1e-4, Rank::headline);
  record.relative("force added before the drum [N]", span.exit_force(), drum.force, 1e-4, Rank::headline);
  for (const double y : {100.0, 300.0, 500.0}) {
    const exact::WaveState exact = wave.at(y, kEnd);
    record.absolute(fmt::format("force added at {} m over that at the drum [-]", y), span.at(y).force / drum.force,
                    exact.force / drum.force, 1e-4);
    record.absolute(fmt::format("speed at {} m over that of the drum [-]", y), span.at(y).speed / drum.speed,
                    exact.speed / drum.speed, 1e-4);
  }
  // Behind the front the speed is linear in y, and the speed of a particle is linear in time.
  const double front = wave.front(kEnd);
  record.relative("place of the front [m]", line_ends(span, 0.4 * front, 0.75 * front), front, 1e-4, Rank::headline);
  const double arrival = 300.0 / front * kEnd;
  record.relative("time at which it comes to 300 m [s]", kEnd - 2.0 * span.displacement(300.0) / span.at(300.0).speed,
                  arrival, 1e-4, Rank::headline);
}

void start_ramp(Record& record) {
  constexpr double kAcceleration = 0.0025;
  const exact::DrumSpeedsUp wave(kPulled, kAcceleration);
  Series series{.title = "error at the front of a conveyor that starts",
                .parameter = "elements",
                .error = "largest error of the speed at the front, of that of the drum [-]",
                .values = {100.0, 200.0, 400.0},
                .errors = {},
                .expected_order = 1.0};
  for (const double n : series.values) {
    PulledSpan span(static_cast<int>(n), {});
    span.advance_to(kEnd);
    series.errors.push_back(error_at_front(span, wave));
    if (n == series.values.back()) compare_ramp(record, span, wave, kAcceleration);
  }
  for (std::size_t i = 1; i < series.errors.size(); ++i) {
    record.absolute(fmt::format("order of convergence at the front [-], {} elements", series.values[i]),
                    order(series.errors[i - 1], series.errors[i]), 1.0, 0.2, Rank::detail);
  }
  record.series(std::move(series));
}

// The first place, coming from the belt at rest, at which the speed reaches a value [m].
double place_of(const PulledSpan& span, double speed) {
  std::vector<double> places = span.places(1.0, 990.0);
  std::ranges::sort(places, std::greater<>());
  double before = places.front();
  for (const double y : places) {
    const double now = span.at(y).speed;
    if (now >= speed) return before + (y - before) * (speed - span.at(before).speed) / (now - span.at(before).speed);
    before = y;
  }
  return 0.0;
}

PulledSpan pulled_at_once(int elements, double speed) {
  PulledSpan span(elements, {fmt::format("/drive/pulleys/0/motion/angular_velocity={}", speed / kRadius)});
  span.advance_to(kEnd);
  return span;
}

// A jump is smeared over the length (h² c t)^(1/3), so the resistance acts earlier over this length. Hence errors fall
// with h^(2/3).
constexpr double kOrder = 2.0 / 3.0;

// Extrapolation: the rest of two errors after removal of the part of order kOrder; the second mesh has elements half as
// long.
double without_order(double coarse, double fine) {
  const double ratio = std::exp2(kOrder);
  return (ratio * fine - coarse) / (ratio - 1.0);
}

void compare_orders(Record& record, Series series, double rest) {
  const std::vector<double>& errors = series.errors;
  for (std::size_t i = 1; i < errors.size(); ++i) {
    record.absolute(fmt::format("order of the {} [-], {} elements", series.error, series.values[i]),
                    order(std::abs(errors[i - 1]), std::abs(errors[i])), kOrder, 0.1);
  }
  record.at_most(fmt::format("{} without the part of this order [-]", series.error),
                 std::abs(without_order(errors[errors.size() - 2], errors.back())), rest, Rank::headline);
  for (double& error : series.errors) error = std::abs(error);
  series.expected_order = kOrder;
  record.series(std::move(series));
}

void start_at_once(Record& record) {
  constexpr double kSpeed = 0.005;
  const exact::DrumAtOnce wave(kPulled, kSpeed);
  const double front = wave.front(kEnd);
  Series force{.title = "driving force of a conveyor that starts at once",
               .parameter = "elements",
               .error = "error of the force before the drum",
               .values = {200.0, 400.0, 800.0},
               .errors = {}};
  Series place{.title = "front along a conveyor that starts at once",
               .parameter = "elements",
               .error = "error of the place of the front",
               .values = force.values,
               .errors = {}};
  for (const double n : force.values) {
    const PulledSpan span = pulled_at_once(static_cast<int>(n), kSpeed);
    force.errors.push_back(span.exit_force() / wave.at(0.0, kEnd).force - 1.0);
    place.errors.push_back(place_of(span, 0.5 * wave.at(0.999 * front, kEnd).speed) / front - 1.0);
    if (n < force.values.back()) continue;
    constexpr double kPlace = 300.0;
    record.relative("speed at 300 m [m/s]", span.at(kPlace).speed, wave.at(kPlace, kEnd).speed, 1e-3);
    record.relative("force added at 300 m [N]", span.at(kPlace).force, wave.at(kPlace, kEnd).force, 4e-3);
  }
  compare_orders(record, std::move(force), 1e-4);
  compare_orders(record, std::move(place), 5e-4);
  // With a slower drum the jump vanishes half way, and the front continues at a third of the wave speed.
  constexpr double kDies = 500.0;
  const double slow = kDies * kPulled.resistance / (2.0 * kPulled.impedance());
  const exact::DrumAtOnce dying(kPulled, slow);
  const PulledSpan span = pulled_at_once(800, slow);
  constexpr double kMoves = 0.01;  // speed that counts as moving, relative to the speed of the drum [-]
  const double front_now = dying.front(kEnd);
  const double moves = front_now * (1.0 - 0.05 * kMoves * slow / dying.at(0.95 * front_now, kEnd).speed);
  record.relative("front behind the place where the jump dies [m]", place_of(span, kMoves * slow), moves, 2e-3,
                  Rank::headline);
  double moved = 0.0;
  for (const double y : span.places(1.05 * front_now, 990.0)) moved = larger(moved, std::abs(span.displacement(y)));
  record.at_most("largest way of the belt ahead of it, of that of the drum [-]", moved / (slow * kEnd), 1e-4);
}

}  // namespace

void add_conveyor_start_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "conveyor/start",
                   .claim = "A conveyor at rest whose drum speeds up moves behind a front that runs along it, with the "
                            "forces, speeds and the place of the front of a closed form.",
                   .reference = "closed form by characteristics",
                   .run = start_ramp,
                   .tolerances = "observed errors of 5e-5 rounded up; they are those of stick on the drum, which takes "
                                 "up the force over some part of an element"});
  cases.push_back({.id = "conveyor/start-at-once",
                   .claim =
                       "A conveyor whose drum runs at once moves behind a jump of its speed, and the jump dies where "
                       "the resistance says.",
                   .reference = "closed form by characteristics",
                   .slow = true,
                   .run = start_at_once,
                   .tolerances = "observed errors rounded up; a jump is smeared over some elements, by which the "
                                 "resistance begins to act earlier"});
}

}  // namespace beltdyn::verification
