// SPDX-License-Identifier: MIT
#include "api/cpp/session.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "core/settings/only_run.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::library {
namespace {

// Relative difference from the run's time step that counts as rounding of the caller's times [-].
constexpr double kStepSlack = 1e-9;
// Shortest step, relative to the run's time step; a shorter one counts as rounding of the caller's times [-].
constexpr double kNegligibleStep = 1e-6;
constexpr double kMostSummed = 1e4;
// Limit of steps: more than a lifetime of computation, less than a double can count.
constexpr double kMostSteps = 1e15;
// Relative rounding of an angle by sums of steps [-].
constexpr double kRoundingOfAngles = 1e-12;
constexpr const char* kChecksum = "session/checksum";

// Checksum of all data that determine the meaning of a state.
std::int64_t checksum_of(const Configuration& configuration, const std::string& run,
                         const std::vector<std::string>& controlled, std::span<const double> initial) {
  const std::string text =
      fmt::format("{}\n{}\n{}\n{:a}\n{}", build_info().version, run, fmt::join(controlled, "\n"),
                  fmt::join(initial, "\n"), resolved_configuration(configuration, all_formulations()));
  return static_cast<std::int64_t>(checksum(text));
}

void require_value(const ControlledInput& input, double value) {
  if (!std::isfinite(value)) {
    constexpr std::array<const char*, 7> kNames{"torque", "angular velocity", "angle",       "torque",
                                                "force",  "rotation",         "displacement"};
    throw UsageError(
        fmt::format("the {} {} is not a finite number", kNames[static_cast<std::size_t>(input.act)], value));
  }
  if (input.act == Act::brake && value < 0.0) {
    throw UsageError(fmt::format("the capacity {} N m of the brake of pulley {} is negative; give a value >= 0", value,
                                 input.label));
  }
}

// Does the quantity reach its value at the end of a step?
bool turns(Act act) { return act == Act::speed || act == Act::angle; }
// Is it reached at the end of a step?
bool is_reached(Act act) { return turns(act) || act == Act::arm || act == Act::slide; }

void require_points(std::span<const double> sigma, double length) {
  const auto refuse = [length](const std::string& what) {
    throw UsageError(fmt::format("{}; give ascending points of the contour from 0 to less than its length, {:.17g} m",
                                 what, length));
  };
  for (std::size_t i = 0; i < sigma.size(); ++i) {
    if (!(sigma[i] >= 0.0 && sigma[i] < length)) refuse(fmt::format("there is no belt at {} m", sigma[i]));
    if (i > 0 && sigma[i] < sigma[i - 1]) refuse(fmt::format("{} m follows {} m", sigma[i], sigma[i - 1]));
  }
}

}  // namespace

std::vector<std::uint8_t> SavedState::to_bytes() const {
  StateWriter writer;
  for (const auto& [name, values] : arrays->numbers) writer.numbers(name, values);
  for (const auto& [name, values] : arrays->integers) writer.integers(name, values);
  return writer.to_cbor();
}

SavedState SavedState::from_bytes(std::span<const std::uint8_t> bytes) {
  return {.arrays = StateReader(bytes).arrays()};
}

Session::Session(const config::JsonDocument& document, const std::string& run,
                 const std::vector<std::string>& controlled, std::span<const double> initial)
    : configuration_(read_configuration(document, all_formulations())), run_(run_index(configuration_, run)) {
  checksum_ = checksum_of(configuration_, this->run().name, controlled, initial);
  RunConfig& own = configuration_.runs[run_];
  take_control(own.own_drive ? **own.own_drive : *configuration_.drive, controlled, initial);
  simulation_ = own.options->create(configuration_.drive_of(own), configuration_.end_time);
  history_ = simulation_->history();
}

std::unique_lock<std::mutex> Session::lock() const {
  std::unique_lock own(mutex_);
  if (!is_whole_) {
    throw UsageError(
        "the simulation was interrupted within a step and has no valid state; restore one, or make a new "
        "simulation");
  }
  return own;
}

double Session::time() const {
  const auto own = lock();
  return simulation_->time();
}
double Session::time_step() const {
  const auto own = lock();
  return simulation_->time_step();
}
bool Session::is_over() const {
  const auto own = lock();
  return simulation_->is_over();
}
SolverStatistics Session::statistics() const {
  const auto own = lock();
  return simulation_->statistics();
}

void Session::take_control(Drive& drive, const std::vector<std::string>& controlled, std::span<const double> initial) {
  if (!initial.empty() && initial.size() != controlled.size()) {
    throw UsageError(fmt::format("{} values are set from the beginning on {} controlled inputs; give one for each",
                                 initial.size(), controlled.size()));
  }
  for (std::size_t i = 0; i < controlled.size(); ++i) {
    ControlledInput input = controlled_input(drive, controlled[i]);
    const auto is_same = [&input](const ControlledInput& other) {
      return other.pulley == input.pulley && (other.act == input.act || (turns(other.act) && turns(input.act)));
    };
    if (std::ranges::any_of(inputs_, is_same)) {
      throw UsageError(fmt::format("pulley {} is to be controlled twice; name it once", controlled[i]));
    }
    if (!initial.empty()) input.initial = initial[i];
    require_value(input, input.initial);
    const bool is_angle = input.act == Act::angle;
    controls_.push_back({.function = ControlledFunction(is_angle ? input.speed : input.initial),
                         .target = is_angle ? input.initial : 0.0});
    library::take_control(drive, input, controls_.back().function);
    inputs_.push_back(std::move(input));
  }
}

std::size_t Session::control_of(const std::string& pulley, Act act) const {
  const ControlledInput named = controlled_input(configuration_.drive_of(run()), pulley);
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i].pulley != named.pulley) continue;
    if (inputs_[i].act == act) return i;
    if (inputs_[i].act == Act::torque) {
      throw UsageError(fmt::format("pulley {} is moved by torques; use set_torque", pulley));
    }
    if (inputs_[i].act == Act::speed) {
      throw UsageError(fmt::format("the motion of pulley {} is prescribed; use set_speed", pulley));
    }
  }
  throw UsageError(
      fmt::format("pulley '{}' is not controlled; name it among the controlled pulleys of the simulation", pulley));
}

std::size_t Session::input_of(const std::string& controlled) const {
  return control_of(controlled, controlled_input(configuration_.drive_of(run()), controlled).act);
}

void Session::set_torque(const std::string& pulley, double moment) { set(control_of(pulley, Act::torque), moment); }
void Session::set_speed(const std::string& pulley, double angular_velocity) {
  set(control_of(pulley, Act::speed), angular_velocity);
}

void Session::set(std::size_t input, double value, double rate) {
  if (input >= inputs_.size()) {
    throw UsageError(fmt::format("there is no input {}; there are {}", input, inputs_.size()));
  }
  require_value(inputs_[input], value);
  if (!std::isfinite(rate)) throw UsageError(fmt::format("the rate {} is not a finite number", rate));
  const auto own = lock();
  Control& control = controls_[input];
  control.rate = rate;
  if (is_reached(inputs_[input].act)) {
    control.target = value;
    control.is_due = true;
  } else {
    control.function.jump(simulation_->time(), value);
    control.is_due = rate != 0.0;
  }
}

void Session::step(double dt) {
  if (!(dt >= 0.0) || !std::isfinite(dt))
    throw UsageError(fmt::format("a step of {} s is not valid; give a finite time >= 0", dt));
  const auto own = lock();
  const double longest = simulation_->time_step();
  const double whole = dt == 0.0 ? longest : dt;
  if (whole < kNegligibleStep * longest) return;
  const double n = std::max(1.0, std::ceil(whole / longest * (1.0 - kStepSlack)));
  if (!(n < kMostSteps)) {
    throw UsageError(fmt::format("{} s are {:.3g} steps of {:.6g} s; give a shorter time", dt, n, longest));
  }
  const bool is_own_step = std::abs(whole / n - longest) <= kStepSlack * longest;
  const double step = is_own_step ? longest : whole / n;
  const double begin = simulation_->time();
  // The end as a simulation sums it, if that is fast.
  double end = n < kMostSummed ? begin : begin + n * step;
  for (double k = 0.0; k < n && n < kMostSummed; ++k) end += step;
  follow_targets(begin, end);
  advance(step, n);
  for (Control& control : controls_) control.function.arrive(simulation_->time());
}

// Moves quantities that were set to their values at the end of the step.
void Session::follow_targets(double begin, double end) {
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    Control& control = controls_[i];
    control.function.settle(begin);
    if (inputs_[i].act == Act::angle) follow_angle(inputs_[i], control, begin, end);
    if (!control.is_due) continue;
    const double from = is_reached(inputs_[i].act) ? control.target : control.function.last_value();
    control.function.lead_to(begin, end, from + control.rate * (end - begin));
    control.is_due = false;
  }
}

void Session::follow_angle(const ControlledInput& input, Control& control, double begin, double end) const {
  if (control.is_due) control.target += control.rate * (end - begin);
  control.is_due = false;
  const double turned = input.initial + control.function.integral(begin);
  const double way = control.target - turned;
  const double rounding = kRoundingOfAngles * std::max(std::abs(turned), std::abs(control.target));
  // A difference by rounding does not change the speed.
  const double speed = control.function.last_value();
  if (std::abs(way - speed * (end - begin)) <= rounding) return;
  control.function.jump(begin, std::abs(way) <= rounding ? 0.0 : way / (end - begin));
}

void Session::advance(double step, double n) {
  for (double k = 0.0; k < n; ++k) {
    throw_if_stopped();
    try {
      simulation_->advance(step);
    } catch (const Interrupted&) {
      is_whole_ = false;
      throw;
    }
  }
}

std::vector<double> Session::values() const {
  const auto own = lock();
  std::vector<double> row(columns().size());
  history_->values(row);
  return row;
}

std::vector<ProfilePoint> Session::profile() const {
  const auto own = lock();
  return simulation_->profile(simulation_->natural_profile_points());
}

std::vector<ProfilePoint> Session::profile(std::span<const double> sigma) const {
  const auto own = lock();
  require_points(sigma, simulation_->contour_length());
  return simulation_->profile(sigma);
}

std::shared_ptr<const StateArrays> Session::arrays() const {
  StateWriter writer;
  simulation_->save(writer);
  writer.integer(kChecksum, checksum_);
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    const Control& control = controls_[i];
    const std::string name = fmt::format("control/{}", i);
    control.function.save(writer, name);
    writer.number(name + "/target", control.target);
    writer.number(name + "/rate", control.rate);
    writer.integer(name + "/is_due", control.is_due ? 1 : 0);
  }
  return writer.take();
}

SavedState Session::save() const {
  const auto own = lock();
  return {.arrays = arrays(), .owner = identity_};
}

void Session::read(StateReader reader) {
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    Control& control = controls_[i];
    const std::string name = fmt::format("control/{}", i);
    control.function.read(reader, name);
    control.target = reader.number(name + "/target");
    control.rate = reader.number(name + "/rate");
    control.is_due = reader.integer(name + "/is_due") != 0;
  }
  simulation_->restore(reader);
}

void Session::restore(const SavedState& state) {
  const std::scoped_lock own(mutex_);
  if (!state.arrays) throw UsageError("the state is empty; give one that a simulation has saved");
  // States of this session can always be read, so that a copy for the way back is not needed.
  if (state.owner == identity_) {
    read(StateReader(state.arrays));
    is_whole_ = true;
    return;
  }
  if (!belongs_here(StateReader(state.arrays))) {
    throw IoError(
        "the state is not one of this run of this configuration with these controlled pulleys, or of another version; "
        "restore it in a simulation that is made like the one that saved it");
  }
  const std::shared_ptr<const StateArrays> before = is_whole_ ? arrays() : nullptr;
  try {
    read(StateReader(state.arrays));
    is_whole_ = true;
  } catch (...) {
    if (before) read(StateReader(before));
    throw IoError("the state is damaged; save it again");
  }
}

bool Session::belongs_here(const StateReader& reader) const {
  try {
    return reader.integer(kChecksum) == checksum_;
  } catch (const IoError&) {
    return false;
  }
}

}  // namespace beltdyn::library
