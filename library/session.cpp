// SPDX-License-Identifier: MIT
#include "library/session.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/drive.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::library {
namespace {

// A step that is longer than the time step of the run by less is one step.
constexpr double kStepSlack = 1e-9;

TimeFunction following(const std::shared_ptr<TimeFunction::PiecewiseLinear>& lines) {
  TimeFunction::Csv form;
  form.lines = lines;
  return TimeFunction(std::move(form));
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
  take_control(controlled);
  simulation_ = this->run().options->create(configuration_.drive_of(this->run()), configuration_.end_time);
  history_ = simulation_->history();
  row_.resize(history_->columns().size());
}

int Session::pulley_index(const std::string& pulley) const {
  const auto* drive = std::get_if<BeltDrive>(&*configuration_.drive);
  if (drive == nullptr) throw UsageError("control is not supported by this type of drive; it needs a belt_drive");
  std::vector<std::string> names;
  for (std::size_t k = 0; k < drive->pulleys.size(); ++k) {
    const std::string number = fmt::format("{}", k + 1);
    if (pulley == drive->pulleys[k].name || pulley == number) return static_cast<int>(k);
    names.push_back(drive->pulleys[k].name.empty() ? number : drive->pulleys[k].name);
  }
  throw UsageError(fmt::format("no pulley named {}; the pulleys are {}", pulley, fmt::join(names, ", ")));
}

void Session::take_control(const std::vector<std::string>& controlled) {
  for (const std::string& name : controlled) {
    Control control{.pulley = pulley_index(name),
                    .lines = std::make_shared<Lines>(Lines{.time = {0.0}, .value = {0.0}})};
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
        fmt::format("pulley {} is not controlled; list it in control when creating the simulation", pulley));
  }
  if (found->is_speed != is_speed) {
    throw UsageError(is_speed ? fmt::format("pulley {} is moved by torques; use set_torque", pulley)
                              : fmt::format("the motion of pulley {} is prescribed; use set_speed", pulley));
  }
  return *found;
}

void Session::set_torque(const std::string& pulley, double moment) {
  if (!std::isfinite(moment)) throw UsageError(fmt::format("the torque {} is not a finite number", moment));
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
  Control& control = control_of(pulley, true);
  control.target = angular_velocity;
  control.is_due = true;
}

void Session::step(double dt) {
  if (!(dt >= 0.0) || !std::isfinite(dt))
    throw UsageError(fmt::format("a step of {} s is not valid; give a finite time >= 0", dt));
  const double longest = simulation_->time_step();
  const double whole = dt == 0.0 ? longest : dt;
  const double begin = simulation_->time();
  for (Control& control : controls_) {
    if (!control.is_due) continue;
    Lines& lines = *control.lines;
    if (lines.time.back() < begin) {
      lines.time.push_back(begin);
      lines.value.push_back(lines.value.back());
    }
    lines.time.push_back(begin + whole);
    lines.value.push_back(control.target);
    control.is_due = false;
  }
  const double n = std::max(1.0, std::ceil(whole / longest * (1.0 - kStepSlack)));
  for (double k = 0.0; k < n; ++k) simulation_->advance(whole / n);
}

std::span<const double> Session::values() {
  history_->values(row_);
  return row_;
}

std::shared_ptr<const StateArrays> Session::arrays() const {
  StateWriter writer;
  simulation_->save(writer);
  for (const Control& control : controls_) {
    const std::string name = fmt::format("control/{}", control.pulley);
    writer.numbers(name + "/time", control.lines->time);
    writer.numbers(name + "/value", control.lines->value);
    writer.number(name + "/target", control.target);
    writer.integer(name + "/is_due", control.is_due ? 1 : 0);
  }
  return writer.take();
}

SavedState Session::save() const { return {.arrays = arrays(), .owner = identity_}; }

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
  // What this simulation has written it can read: there is no need of a way back.
  if (state.owner == identity_) return read(StateReader(state.arrays));
  const std::shared_ptr<const StateArrays> before = arrays();
  try {
    read(StateReader(state.arrays));
  } catch (...) {
    read(StateReader(before));
    throw;
  }
}

}  // namespace beltdyn::library
