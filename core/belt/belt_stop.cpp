// SPDX-License-Identifier: MIT
#include "core/belt/belt_stop.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <utility>

#include "core/belt/belt_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

// Displacements backwards below this part of the way forwards are no run-back [-].
constexpr double kLeastRunBack = 1e-3;

constexpr const char* kRecord = "belt_stop/record";
constexpr const char* kWays = "belt_stop/ways";
constexpr const char* kMotors = "belt_stop/motors";

struct MotorTorque {
  std::size_t pulley{};
  const PulleyTorque* torque{};
};

// The torques that may be motors, pulley by pulley.
std::vector<MotorTorque> motor_torques(const BeltDrive& drive) {
  std::vector<MotorTorque> list;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto* motion = std::get_if<TorqueMotion>(&drive.pulleys[k].motion);
    if (motion == nullptr) continue;
    for (const PulleyTorque& torque : motion->torques) {
      if (!std::holds_alternative<ResistingTorque>(torque.form)) list.push_back({.pulley = k, .torque = &torque});
    }
  }
  return list;
}

// The function of time that switches a torque on and off; null if there is none.
const TimeFunction* switch_of(const PulleyTorque& torque) {
  if (const auto* applied = std::get_if<AppliedTorque>(&torque.form)) return &applied->moment;
  if (const auto* power = std::get_if<ConstantPower>(&torque.form)) return &power->power;
  const auto* table = std::get_if<TorqueTable>(&torque.form);
  return table != nullptr && table->factor ? &*table->factor : nullptr;
}

bool has_brakes(const BeltDrive& drive) {
  return std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); });
}

// Does the drive have a brake, or a motor that is off in the end, and no prescribed pulley?
bool can_be_stopped(const BeltDrive& drive) {
  if (std::ranges::any_of(drive.pulleys, &Pulley::is_prescribed)) return false;
  return has_brakes(drive) || std::ranges::any_of(motor_torques(drive), [](const MotorTorque& motor) {
           const TimeFunction* function = switch_of(*motor.torque);
           return function != nullptr && function->value(kForever) == 0.0;
         });
}

// The times in [t0, t1) at which capacities or motors have corners, ascending.
std::vector<double> corners(const BeltDrive& drive, double t0, double t1) {
  constexpr double kRounding = 1e-9;  // relative to the step
  const double before = kRounding * (t1 - t0);
  std::vector<double> times;
  const auto add = [&](const TimeFunction& function) {
    for (const double t : function.kinks(t0 - before, t1 - before)) times.push_back(t);
  };
  for (const Pulley& pulley : drive.pulleys) {
    if (pulley.brake) add(pulley.brake->capacity);
  }
  for (const MotorTorque& motor : motor_torques(drive)) {
    if (const TimeFunction* function = switch_of(*motor.torque)) add(*function);
  }
  std::ranges::sort(times);
  return times;
}

}  // namespace

BeltStop::BeltStop(const BeltDrive& drive)
    : is_followed_(can_be_stopped(drive)),
      has_driven_(motor_torques(drive).size()),
      places_(drive.pulleys.size()),
      furthest_(drive.pulleys.size()),
      record_(drive.pulleys.size()) {}

BeltStop::Speeds BeltStop::speeds_of(const BeltSimulation& simulation) {
  const BeltMap belt = simulation.belt();
  const BeltPath path = simulation.path_now();
  const std::vector<PulleyState> states = simulation.pulley_states();
  Speeds speeds;
  for (std::size_t k = 0; k < states.size(); ++k) {
    const PathArc& arc = path.arcs()[k];
    speeds.belt.push_back(belt.at(arc.start + 0.5 * arc.length()).speed);
    speeds.surface.push_back(arc.turn * arc.radius * states[k].angular_velocity);
  }
  return speeds;
}

void BeltStop::follow(const BeltSimulation& simulation, const std::function<void()>& advance) {
  if (!is_followed_ || !simulation.has_inertia()) return advance();
  const BeltDrive& drive = simulation.drive();
  if (speeds_.belt.empty()) speeds_ = speeds_of(simulation);
  const StopRecord::Moment before{.time = simulation.time(), .places = places_};
  advance();
  Speeds speeds = speeds_of(simulation);
  const double time = simulation.time();
  for (std::size_t k = 0; k < places_.size(); ++k) {
    places_[k] += 0.5 * (time - before.time) * (speeds_.belt[k] + speeds.belt[k]);
  }
  const StopRecord::Moment now{.time = time, .places = places_};
  note_motors(simulation, speeds.surface);
  note_begin(drive, before, now);
  look(speeds, now);
  speeds_ = std::move(speeds);
}

void BeltStop::note_motors(const BeltSimulation& simulation, std::span<const double> surface) {
  const std::vector<MotorTorque> motors = motor_torques(simulation.drive());
  for (std::size_t i = 0; i < motors.size(); ++i) {
    const PathArc& arc = simulation.path().arcs()[motors[i].pulley];
    const double speed = surface[motors[i].pulley];
    const double moment = motors[i].torque->moment(simulation.time(), arc.turn * speed / arc.radius);
    if (speed >= 0.0 && moment * arc.turn > 0.0) has_driven_[i] = true;
  }
}

bool BeltStop::is_stopped(const BeltDrive& drive, double time) const {
  for (const Pulley& pulley : drive.pulleys) {
    if (pulley.brake && pulley.brake->capacity.value(time) > 0.0) return true;
  }
  const std::vector<MotorTorque> motors = motor_torques(drive);
  bool was_driven = false;
  for (std::size_t i = 0; i < motors.size(); ++i) {
    if (!has_driven_[i]) continue;
    was_driven = true;
    const TimeFunction* function = switch_of(*motors[i].torque);
    if (function == nullptr || function->value(time) != 0.0) return false;
  }
  return was_driven;
}

void BeltStop::note_begin(const BeltDrive& drive, const StopRecord::Moment& before, const StopRecord::Moment& now) {
  const auto begin = [this](const StopRecord::Moment& moment) {
    direction_ = std::accumulate(speeds_.belt.begin(), speeds_.belt.end(), 0.0) < 0.0 ? -1.0 : 1.0;
    for (std::size_t k = 0; k < places_.size(); ++k) furthest_[k] = direction_ * moment.places[k];
    run_back_ = 0.0;
    record_.begin(moment);
  };
  if (!record_.begun()) begin(before);
  for (const double time : corners(drive, before.time, now.time)) {
    if (is_stopped(drive, time)) continue;
    const double part = std::max(0.0, (time - before.time) / (now.time - before.time));
    StopRecord::Moment moment{.time = time, .places = before.places};
    for (std::size_t k = 0; k < places_.size(); ++k) moment.places[k] += part * (now.places[k] - before.places[k]);
    begin(moment);
  }
}

void BeltStop::look(const Speeds& speeds, const StopRecord::Moment& now) {
  for (const double speed : speeds.surface) record_.note(speed);
  bool is_held = false;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    is_held = is_held || (record_.is_rest(speeds.surface[k]) && record_.is_rest(speeds.belt[k]));
    furthest_[k] = std::max(furthest_[k], direction_ * now.places[k]);
    run_back_ = std::max(run_back_, furthest_[k] - direction_ * now.places[k]);
  }
  record_.look(is_held, now);
}

std::vector<Conclusion> BeltStop::conclusions(const BeltSimulation& simulation) const {
  if (!record_.begun() || !record_.has_moved() || !is_stopped(simulation.drive(), simulation.time())) return {};
  std::vector<Conclusion> list =
      stop_conclusions(record_.stop(), true, "belt", "its motors were switched off or a brake began to act");
  double forwards = 0.0;
  for (std::size_t k = 0; k < places_.size(); ++k) {
    forwards = std::max(forwards, furthest_[k] - direction_ * record_.begun()->places[k]);
  }
  if (run_back_ > kLeastRunBack * forwards) {
    list.push_back({.name = "run_back",
                    .unit = "m",
                    .value = run_back_,
                    .meaning = "largest displacement backwards of the belt at a pulley since then"});
  }
  return list;
}

// Displacements, furthest displacements, direction and run-back; what has driven.
void BeltStop::save(StateWriter& writer) const {
  if (!is_followed_) return;
  std::vector<double> ways = places_;
  ways.insert(ways.end(), furthest_.begin(), furthest_.end());
  ways.insert(ways.end(), {direction_, run_back_});
  writer.numbers(kWays, ways);
  writer.integers(kMotors, std::vector<std::int64_t>(has_driven_.begin(), has_driven_.end()));
  record_.save(writer, kRecord);
}

void BeltStop::restore(StateReader& reader) {
  if (!is_followed_) return;
  const std::size_t n = places_.size();
  const std::vector<double>& ways = reader.numbers(kWays, 2 * n + 2);
  const std::vector<std::int64_t>& motors = reader.integers(kMotors, has_driven_.size(), {.least = 0, .most = 1});
  const auto second = ways.begin() + static_cast<std::ptrdiff_t>(n);
  places_.assign(ways.begin(), second);
  furthest_.assign(second, second + static_cast<std::ptrdiff_t>(n));
  direction_ = ways[2 * n];
  run_back_ = ways[2 * n + 1];
  has_driven_.assign(motors.begin(), motors.end());
  record_.restore(reader, kRecord);
  speeds_ = {};
}

}  // namespace beltdyn
