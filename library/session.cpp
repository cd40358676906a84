// SPDX-License-Identifier: MIT
#include "library/session.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/stop_request.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::library {
namespace {

// A step that is longer than the time step of the run by less is one step.
constexpr double kStepSlack = 1e-9;
// A step shorter than this part of it is rounding of the caller's times.
constexpr double kNegligibleStep = 1e-6;
// More than a life of work, and less than what a double counts to.
constexpr double kMostSteps = 1e15;
// What a controller did before its last so many changes is kept as a whole only.
constexpr std::size_t kMostLinePoints = 256;
constexpr const char* kChecksum = "session/checksum";

TimeFunction following(const std::shared_ptr<TimeFunction::PiecewiseLinear>& lines) {
  TimeFunction::Csv form;
  form.lines = lines;
  return TimeFunction(std::move(form));
}

// Replaces the older half of lines that have become many by one line with the same integral, which is all that others
// need of a time so long ago: the angle of a pulley.
void forget_past(TimeFunction::PiecewiseLinear& lines) {
  if (lines.time.size() <= kMostLinePoints) return;
  const std::size_t kept = lines.time.size() / 2;
  double integral = 0.0;
  for (std::size_t i = 1; i <= kept; ++i) {
    integral += 0.5 * (lines.time[i] - lines.time[i - 1]) * (lines.value[i] + lines.value[i - 1]);
  }
  const double duration = lines.time[kept] - lines.time[0];
  const auto n = static_cast<std::ptrdiff_t>(kept) - 1;
  lines.value[0] = 2.0 * integral / duration - lines.value[kept];
  lines.time.erase(lines.time.begin() + 1, lines.time.begin() + 1 + n);
  lines.value.erase(lines.value.begin() + 1, lines.value.begin() + 1 + n);
}

// Of all that determines what a state means.
std::int64_t checksum_of(const Configuration& configuration, const std::string& run,
                         const std::vector<std::string>& controlled) {
  const std::string text = fmt::format("{}\n{}\n{}\n{}", build_info().version, run, fmt::join(controlled, "\n"),
                                       resolved_configuration(configuration, all_formulations()));
  return static_cast<std::int64_t>(checksum(text));
}

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

std::size_t run_index(const Configuration& configuration, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < configuration.runs.size(); ++i) {
    if (configuration.runs[i].name == name || (name.empty() && configuration.runs.size() == 1)) return i;
    names.push_back(configuration.runs[i].name);
  }
  throw UsageError(name.empty()
                       ? fmt::format("the configuration has several runs; name one of them: {}", fmt::join(names, ", "))
                       : fmt::format("no run named {}; the runs are {}", name, fmt::join(names, ", ")));
}

Session::Session(const config::JsonDocument& document, const std::string& run,
                 const std::vector<std::string>& controlled)
    : configuration_(read_configuration(document, all_formulations())), run_(run_index(configuration_, run)) {
  checksum_ = checksum_of(configuration_, this->run().name, controlled);
  take_control(controlled);
  simulation_ = this->run().options->create(configuration_.drive_of(this->run()), configuration_.end_time);
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

int Session::pulley_index(const std::string& pulley) const {
  const auto* drive = std::get_if<BeltDrive>(&*configuration_.drive);
  if (drive == nullptr) throw UsageError("control is not supported by this type of drive; it needs a belt_drive");
  std::vector<std::string> names;
  for (std::size_t k = 0; k < drive->pulleys.size(); ++k) {
    if (!pulley.empty() && pulley == drive->pulleys[k].name) return static_cast<int>(k);
    names.push_back(drive->pulleys[k].name.empty() ? fmt::format("{}", k + 1) : drive->pulleys[k].name);
  }
  for (std::size_t k = 0; k < drive->pulleys.size(); ++k) {
    if (pulley == fmt::format("{}", k + 1)) return static_cast<int>(k);
  }
  throw UsageError(fmt::format("no pulley named '{}'; the pulleys are {}", pulley, fmt::join(names, ", ")));
}

void Session::take_control(const std::vector<std::string>& controlled) {
  for (const std::string& name : controlled) {
    Control control{.pulley = pulley_index(name),
                    .lines = std::make_shared<Lines>(Lines{.time = {0.0}, .value = {0.0}})};
    if (std::ranges::find(controls_, control.pulley, &Control::pulley) != controls_.end()) {
      throw UsageError(fmt::format("pulley {} is to be controlled twice; name it once", name));
    }
    Pulley& pulley = std::get<BeltDrive>(*configuration_.drive).pulleys[static_cast<std::size_t>(control.pulley)];
    if (auto* prescribed = std::get_if<PrescribedMotion>(&pulley.motion)) {
      control.is_speed = true;
      control.lines->value[0] = prescribed->angular_velocity.value(0.0);
      prescribed->angular_velocity = following(control.lines);
    } else {
      if (std::holds_alternative<FreeMotion>(pulley.motion)) pulley.motion = TorqueMotion{};
      std::get<TorqueMotion>(pulley.motion).torques.push_back({.form = AppliedTorque{following(control.lines)}});
    }
    controls_.push_back(std::move(control));
  }
}

Session::Control& Session::control_of(const std::string& pulley, bool is_speed) {
  const int index = pulley_index(pulley);
  const auto found = std::ranges::find(controls_, index, &Control::pulley);
  if (found == controls_.end()) {
    throw UsageError(
        fmt::format("pulley '{}' is not controlled; name it among the controlled pulleys of the simulation", pulley));
  }
  if (found->is_speed != is_speed) {
    throw UsageError(is_speed ? fmt::format("pulley {} is moved by torques; use set_torque", pulley)
                              : fmt::format("the motion of pulley {} is prescribed; use set_speed", pulley));
  }
  return *found;
}

void Session::set_torque(const std::string& pulley, double moment) {
  if (!std::isfinite(moment)) throw UsageError(fmt::format("the torque {} is not a finite number", moment));
  const auto own = lock();
  Lines& lines = *control_of(pulley, false).lines;
  const double now = simulation_->time();
  if (lines.time.back() >= now) {
    lines.value.back() = moment;
    return;
  }
  // What is past stays as it was.
  lines.time.push_back(now);
  lines.value.push_back(lines.value.back());
  lines.time.push_back(std::nextafter(now, std::numeric_limits<double>::infinity()));
  lines.value.push_back(moment);
}

void Session::set_speed(const std::string& pulley, double angular_velocity) {
  if (!std::isfinite(angular_velocity)) {
    throw UsageError(fmt::format("the angular velocity {} is not a finite number", angular_velocity));
  }
  const auto own = lock();
  Control& control = control_of(pulley, true);
  control.target = angular_velocity;
  control.is_due = true;
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
  const double begin = simulation_->time();
  follow_targets(begin, begin + whole);
  advance(whole / n, n);
}

// Speeds that are due go to their targets.
void Session::follow_targets(double begin, double end) {
  for (Control& control : controls_) {
    forget_past(*control.lines);
    if (!control.is_due) continue;
    Lines& lines = *control.lines;
    if (lines.time.back() < begin) {
      lines.time.push_back(begin);
      lines.value.push_back(lines.value.back());
    }
    lines.time.push_back(end);
    lines.value.push_back(control.target);
    control.is_due = false;
  }
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
  for (const Control& control : controls_) {
    const std::string name = fmt::format("control/{}", control.pulley);
    writer.numbers(name + "/time", control.lines->time);
    writer.numbers(name + "/value", control.lines->value);
    writer.number(name + "/target", control.target);
    writer.integer(name + "/is_due", control.is_due ? 1 : 0);
  }
  return writer.take();
}

SavedState Session::save() const {
  const auto own = lock();
  return {.arrays = arrays(), .owner = identity_};
}

void Session::read(StateReader reader) {
  for (Control& control : controls_) {
    const std::string name = fmt::format("control/{}", control.pulley);
    control.lines->time = reader.numbers(name + "/time");
    control.lines->value = reader.numbers(name + "/value", control.lines->time.size());
    require_sound_checkpoint(!control.lines->time.empty() && std::ranges::is_sorted(control.lines->time));
    control.target = reader.number(name + "/target");
    control.is_due = reader.integer(name + "/is_due") != 0;
  }
  simulation_->restore(reader);
}

void Session::restore(const SavedState& state) {
  const std::scoped_lock own(mutex_);
  if (!state.arrays) throw UsageError("the state is empty; give one that a simulation has saved");
  // What this simulation has written it can read: there is no need of a way back.
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

bool Session::belongs_here(StateReader reader) const {
  try {
    return reader.integer(kChecksum) == checksum_;
  } catch (const IoError&) {
    return false;
  }
}

}  // namespace beltdyn::library
