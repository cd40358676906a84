// SPDX-License-Identifier: MIT
#include "api/cpp/control.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn::library {
namespace {

// Number of line points that are kept; older ones are merged, with the same integral.
constexpr std::size_t kMostLinePoints = 256;
// Times that differ by less than this part of a step are equal [-].
constexpr double kRoundingOfTimes = 1e-9;

// The suffix of a name of a pulley.
struct Suffix {
  std::string_view text;
  Act act;
};
constexpr std::array<Suffix, 5> kSuffixes{{{":angle", Act::angle},
                                           {":brake", Act::brake},
                                           {":force", Act::force},
                                           {":arm", Act::arm},
                                           {":slide", Act::slide}}};

double next_after(double time) { return std::nextafter(time, std::numeric_limits<double>::infinity()); }

template <class AnyDrive>
auto& pulleys_of(AnyDrive& drive) {
  if (auto* const belt = std::get_if<BeltDrive>(&drive)) return belt->pulleys;
  if (auto* const rope = std::get_if<RopeDrive>(&drive)) return rope->pulleys;
  throw UsageError("control is not supported by this type of drive; it needs a belt_drive or a rope_drive");
}

std::string label_of(const std::vector<Pulley>& pulleys, std::size_t pulley) {
  return pulleys[pulley].name.empty() ? fmt::format("{}", pulley + 1) : pulleys[pulley].name;
}

std::size_t pulley_index(const std::vector<Pulley>& pulleys, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (!name.empty() && name == pulleys[k].name) return k;
    names.push_back(label_of(pulleys, k));
  }
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (name == fmt::format("{}", k + 1)) return k;
  }
  throw UsageError(fmt::format("no pulley named '{}'; the pulleys are {}", name, fmt::join(names, ", ")));
}

// The quantity of a name without suffix.
Act own_act(const Pulley& pulley) { return pulley.is_prescribed() ? Act::speed : Act::torque; }

// What prescribes the rotation of an arm or the displacement of a slider; null if nothing does.
template <class AnyPulley>
auto* prescribed_place(AnyPulley& pulley, Act act) {
  if (act == Act::arm) {
    auto* const arm = std::get_if<ArmMount>(&pulley.mount);
    return arm != nullptr && arm->prescribed_angle ? &*arm->prescribed_angle : nullptr;
  }
  auto* const slider = std::get_if<SliderMount>(&pulley.mount);
  return slider != nullptr && slider->prescribed_displacement ? &*slider->prescribed_displacement : nullptr;
}

// Throws UsageError if this quantity of the pulley cannot be controlled.
void require_act(const Pulley& pulley, const ControlledInput& input) {
  const auto refuse = [&input](const char* what) { throw UsageError(fmt::format("pulley {} {}", input.label, what)); };
  if (input.act == Act::angle && !pulley.is_prescribed()) {
    refuse("turns as its torques let it, not by a given angle; give it a motion of the type prescribed");
  }
  if (input.act == Act::brake && !pulley.brake) refuse("has no brake; give it one in the drive");
  if (input.act == Act::force) {
    const auto* slider = std::get_if<SliderMount>(&pulley.mount);
    if (slider == nullptr || slider->prescribed_displacement) {
      refuse("has no slide that a force could move; give it a mount of the type slider");
    }
  }
  if (input.act == Act::arm && prescribed_place(pulley, input.act) == nullptr) {
    refuse("has no arm of prescribed rotation; give it a mount of the type arm with prescribed_angle");
  }
  if (input.act == Act::slide && prescribed_place(pulley, input.act) == nullptr) {
    refuse("has no slider of prescribed displacement; give it a mount of the type slider with prescribed_displacement");
  }
}

TimeFunction sum_of(std::optional<TimeFunction> first, TimeFunction second) {
  if (!first) return second;
  TimeFunction::Sum sum;
  sum.terms = {*std::move(first), std::move(second)};
  return TimeFunction(std::move(sum));
}

}  // namespace

ControlledFunction::ControlledFunction(double initial)
    : lines_(std::make_shared<TimeFunction::PiecewiseLinear>(
          TimeFunction::PiecewiseLinear{.time = {0.0}, .value = {initial}})) {}

TimeFunction ControlledFunction::function() const {
  TimeFunction::Csv form;
  form.lines = lines_;
  return TimeFunction(std::move(form));
}

double ControlledFunction::integral(double now) const { return function().integral(0.0, now); }

void ControlledFunction::jump(double now, double value) {
  settle(now);
  std::vector<double>& time = lines_->time;
  std::vector<double>& values = lines_->value;
  const std::size_t n = time.size();
  const bool has_jumped_now = time.back() > now && n > 1 && time.back() == next_after(time[n - 2]);
  if (has_jumped_now || (n == 1 && time.back() >= now)) {
    values.back() = value;
    return;
  }
  if (value == values.back()) return;
  if (time.back() < now) {
    time.push_back(now);
    values.push_back(values.back());
  }
  time.push_back(next_after(time.back()));
  values.push_back(value);
}

void ControlledFunction::lead_to(double begin, double end, double value) {
  settle(begin);
  std::vector<double>& time = lines_->time;
  std::vector<double>& values = lines_->value;
  if (time.back() < begin) {
    time.push_back(begin);
    values.push_back(values.back());
  }
  const double start = time.back();
  const double from = values.back();
  time.push_back(end);
  values.push_back(value);
  time.push_back(end + (end - start));
  values.push_back(value + (value - from));
  has_continuation_ = true;
}

void ControlledFunction::arrive(double now) {
  if (!has_continuation_) return;
  std::vector<double>& time = lines_->time;
  double& end = time[time.size() - 2];
  const double length = end - time[time.size() - 3];
  if (std::abs(end - now) <= kRoundingOfTimes * length) end = now;
}

void ControlledFunction::settle(double now) {
  if (!has_continuation_) {
    forget_past();
    return;
  }
  std::vector<double>& time = lines_->time;
  std::vector<double>& values = lines_->value;
  time.pop_back();
  values.pop_back();
  has_continuation_ = false;
  // A failed step has ended early.
  const std::size_t last = time.size() - 1;
  const double length = time[last] - time[last - 1];
  if (time[last] - now > kRoundingOfTimes * length) {
    const double x = std::max(0.0, (now - time[last - 1]) / length);
    values[last] = values[last - 1] + x * (values[last] - values[last - 1]);
    time[last] = std::max(now, next_after(time[last - 1]));
  }
  forget_past();
}

// If there are many lines, replaces the older half by one line with the same integral, the angle of a pulley: nothing
// else is needed of times so long ago.
void ControlledFunction::forget_past() {
  TimeFunction::PiecewiseLinear& lines = *lines_;
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

void ControlledFunction::save(StateWriter& writer, const std::string& name) const {
  writer.numbers(name + "/time", lines_->time);
  writer.numbers(name + "/value", lines_->value);
  writer.integer(name + "/has_continuation", has_continuation_ ? 1 : 0);
}

void ControlledFunction::read(const StateReader& reader, const std::string& name) {
  std::vector<double> time = reader.numbers(name + "/time");
  std::vector<double> value = reader.numbers(name + "/value", time.size());
  const bool has_continuation = reader.integer(name + "/has_continuation") != 0;
  require_sound_checkpoint(!time.empty() && std::ranges::is_sorted(time));
  require_sound_checkpoint(!has_continuation || time.size() > 2);
  lines_->time = std::move(time);
  lines_->value = std::move(value);
  has_continuation_ = has_continuation;
}

ControlledInput controlled_input(const Drive& drive, const std::string& name) {
  const std::vector<Pulley>& pulleys = pulleys_of(drive);
  const auto* const suffix =
      std::ranges::find_if(kSuffixes, [&name](const Suffix& each) { return name.ends_with(each.text); });
  const bool has_suffix = suffix != kSuffixes.end();
  const std::size_t length = name.size() - (has_suffix ? suffix->text.size() : 0);
  ControlledInput input{.pulley = pulley_index(pulleys, name.substr(0, length))};
  const Pulley& pulley = pulleys[input.pulley];
  input.label = label_of(pulleys, input.pulley);
  input.act = has_suffix ? suffix->act : own_act(pulley);
  require_act(pulley, input);
  if (pulley.is_prescribed()) input.speed = prescribed_speed(pulley).value(0.0);
  if (input.act == Act::speed) input.initial = input.speed;
  if (input.act == Act::brake) input.initial = pulley.brake->capacity.value(0.0);
  if (input.act == Act::arm || input.act == Act::slide) {
    input.initial = prescribed_place(pulley, input.act)->value(0.0);
  }
  return input;
}

void take_control(Drive& drive, const ControlledInput& input, const ControlledFunction& function) {
  Pulley& pulley = pulleys_of(drive)[input.pulley];
  switch (input.act) {
    case Act::torque:
      if (std::holds_alternative<FreeMotion>(pulley.motion)) pulley.motion = TorqueMotion{};
      std::get<TorqueMotion>(pulley.motion).torques.push_back({.form = AppliedTorque{function.function()}});
      break;
    case Act::speed:
    case Act::angle:
      std::get<PrescribedMotion>(pulley.motion).angular_velocity = function.function();
      break;
    case Act::brake:
      pulley.brake->capacity = function.function();
      break;
    case Act::force: {
      std::optional<TimeFunction>& force = std::get<SliderMount>(pulley.mount).force;
      force = sum_of(std::move(force), function.function());
      break;
    }
    case Act::arm:
    case Act::slide:
      *prescribed_place(pulley, input.act) = function.function();
      break;
  }
}

}  // namespace beltdyn::library
