// SPDX-License-Identifier: MIT
#include "core/drive/time_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>

namespace beltdyn {
namespace {

using Constant = TimeFunction::Constant;
using Harmonic = TimeFunction::Harmonic;
using CosineRamp = TimeFunction::CosineRamp;
using PiecewiseLinear = TimeFunction::PiecewiseLinear;
using std::numbers::pi;

double value_at(const Constant& f, double) { return f.value; }
double value_at(const Harmonic& f, double t) { return f.mean + f.amplitude * std::cos(f.angular_frequency * t); }
double value_at(const CosineRamp& f, double t) {
  const double x = std::clamp((t - f.start_time) / (f.end_time - f.start_time), 0.0, 1.0);
  return f.from + (f.to - f.from) * (1.0 - std::cos(pi * x)) / 2.0;
}
double value_at(const PiecewiseLinear& f, double t) {
  if (t <= f.time.front()) return f.value.front();
  if (t >= f.time.back()) return f.value.back();
  const auto i = static_cast<std::size_t>(std::upper_bound(f.time.begin(), f.time.end(), t) - f.time.begin());
  const double x = (t - f.time[i - 1]) / (f.time[i] - f.time[i - 1]);
  return f.value[i - 1] + x * (f.value[i] - f.value[i - 1]);
}

double derivative_at(const Constant&, double) { return 0.0; }
double derivative_at(const Harmonic& f, double t) {
  return -f.amplitude * f.angular_frequency * std::sin(f.angular_frequency * t);
}
double derivative_at(const CosineRamp& f, double t) {
  if (t < f.start_time || t >= f.end_time) return 0.0;
  const double rate = pi / (f.end_time - f.start_time);
  return (f.to - f.from) * rate * std::sin(rate * (t - f.start_time)) / 2.0;
}
double derivative_at(const PiecewiseLinear& f, double t) {
  if (t < f.time.front() || t >= f.time.back()) return 0.0;
  const auto i = static_cast<std::size_t>(std::upper_bound(f.time.begin(), f.time.end(), t) - f.time.begin());
  return (f.value[i] - f.value[i - 1]) / (f.time[i] - f.time[i - 1]);
}

double integral_over(const Constant& f, double t0, double t1) { return f.value * (t1 - t0); }
double integral_over(const Harmonic& f, double t0, double t1) {
  const double w = f.angular_frequency;
  if (w == 0.0) return (f.mean + f.amplitude) * (t1 - t0);
  // sin b − sin a = 2 cos((a + b)/2) sin((b − a)/2) keeps its digits for short intervals.
  return f.mean * (t1 - t0) + f.amplitude * (2.0 / w) * std::cos(w * (t0 + t1) / 2.0) * std::sin(w * (t1 - t0) / 2.0);
}
double integral_over(const CosineRamp& f, double t0, double t1) {
  const double begin = std::clamp(f.start_time, t0, t1);
  const double end = std::clamp(f.end_time, t0, t1);
  const double rate = pi / (f.end_time - f.start_time);
  const double mean = (f.from + f.to) / 2.0;
  const double half = (f.to - f.from) / 2.0;
  const double ramp = mean * (end - begin) - half * (2.0 / rate) *
                                                 std::cos(rate * ((begin + end) / 2.0 - f.start_time)) *
                                                 std::sin(rate * (end - begin) / 2.0);
  return f.from * (begin - t0) + ramp + f.to * (t1 - end);
}
double integral_over(const PiecewiseLinear& f, double t0, double t1) {
  double sum = 0.0;
  double left = t0;
  auto kink = std::upper_bound(f.time.begin(), f.time.end(), t0);
  while (left < t1) {
    const double right = kink != f.time.end() && *kink < t1 ? *kink++ : t1;
    sum += (right - left) * (value_at(f, left) + value_at(f, right)) / 2.0;
    left = right;
  }
  return sum;
}

std::vector<double> kinks_of(const Constant&) { return {}; }
std::vector<double> kinks_of(const Harmonic&) { return {}; }
std::vector<double> kinks_of(const CosineRamp& f) { return {f.start_time, f.end_time}; }
std::vector<double> kinks_of(const PiecewiseLinear& f) { return f.time; }

// The first of the ascending times in (t0, t1), t1 if there is none.
double first_within(std::span<const double> times, double t0, double t1) {
  const auto next = std::upper_bound(times.begin(), times.end(), t0);
  return next == times.end() ? t1 : std::min(*next, t1);
}
double next_kink_of(const Constant&, double, double t1) { return t1; }
double next_kink_of(const Harmonic&, double, double t1) { return t1; }
double next_kink_of(const CosineRamp& f, double t0, double t1) {
  return first_within(std::array{f.start_time, f.end_time}, t0, t1);
}
double next_kink_of(const PiecewiseLinear& f, double t0, double t1) { return first_within(f.time, t0, t1); }

// The times at which the extrema of f on [t0, t1] may lie, the ends included.
std::vector<double> extremum_candidates(const Harmonic& f, double t0, double t1) {
  std::vector<double> times{t0, t1};
  if (f.angular_frequency == 0.0) return times;
  // cos takes both extremes within one period, so two half periods from t0 on are enough.
  const double half_period = pi / std::abs(f.angular_frequency);
  const double first = std::ceil(t0 / half_period) * half_period;
  for (const double t : {first, first + half_period}) {
    if (t > t0 && t < t1) times.push_back(t);
  }
  return times;
}

constexpr std::size_t kMinimumTablePoints = 2;

}  // namespace

TimeFunction::TimeFunction(const TimeFunction& other) = default;
TimeFunction::TimeFunction(TimeFunction&& other) noexcept = default;
TimeFunction& TimeFunction::operator=(const TimeFunction& other) = default;
TimeFunction& TimeFunction::operator=(TimeFunction&& other) noexcept = default;
TimeFunction::~TimeFunction() = default;

double TimeFunction::value(double time) const {
  return std::visit([time](const auto& f) { return value_at(f, time); }, form_);
}

double TimeFunction::derivative(double time) const {
  return std::visit([time](const auto& f) { return derivative_at(f, time); }, form_);
}

std::vector<double> TimeFunction::kinks(double t0, double t1) const {
  std::vector<double> times = std::visit([](const auto& f) { return kinks_of(f); }, form_);
  std::erase_if(times, [t0, t1](double t) { return t <= t0 || t >= t1; });
  return times;
}

double TimeFunction::next_kink(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return next_kink_of(f, t0, t1); }, form_);
}

double TimeFunction::integral(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return integral_over(f, t0, t1); }, form_);
}

double TimeFunction::minimum(double t0, double t1) const {
  std::vector<double> times = kinks(t0, t1);
  times.insert(times.end(), {t0, t1});
  if (const auto* f = std::get_if<Harmonic>(&form_)) times = extremum_candidates(*f, t0, t1);
  double least = value(t0);
  for (const double t : times) least = std::min(least, value(t));
  return least;
}

double TimeFunction::maximum(double t0, double t1) const {
  std::vector<double> times = kinks(t0, t1);
  times.insert(times.end(), {t0, t1});
  if (const auto* f = std::get_if<Harmonic>(&form_)) times = extremum_candidates(*f, t0, t1);
  double most = value(t0);
  for (const double t : times) most = std::max(most, value(t));
  return most;
}

double TimeFunction::period() const {
  const auto* f = std::get_if<Harmonic>(&form_);
  return f == nullptr || f->angular_frequency == 0.0 ? 0.0 : 2.0 * pi / std::abs(f->angular_frequency);
}

TimeFunction TimeFunction::scaled(double factor) const {
  if (const auto* f = std::get_if<Constant>(&form_)) return TimeFunction(factor * f->value);
  if (const auto* f = std::get_if<Harmonic>(&form_)) {
    return TimeFunction(Harmonic{factor * f->mean, factor * f->amplitude, f->angular_frequency});
  }
  if (const auto* f = std::get_if<CosineRamp>(&form_)) {
    return TimeFunction(CosineRamp{factor * f->from, factor * f->to, f->start_time, f->end_time});
  }
  PiecewiseLinear table = std::get<PiecewiseLinear>(form_);
  for (double& value : table.value) value *= factor;
  return TimeFunction(std::move(table));
}

void TimeFunction::visit(config::FieldVisitor& visitor) {
  using config::FieldVisitor;
  using config::kAny;
  using config::Presence;
  const std::array<config::Alternative, 4> forms{{
      {"constant", "the same value at all times",
       [this](FieldVisitor& v) {
         v.number({"value", "SI", "the value"}, config::hold<Constant>(form_).value, kAny, Presence::required);
       }},
      {"harmonic", "mean + amplitude cos(angular_frequency t)",
       [this](FieldVisitor& v) {
         auto& f = config::hold<Harmonic>(form_);
         v.number({"mean", "SI", "the mean value"}, f.mean, kAny, Presence::required);
         v.number({"amplitude", "SI", "the amplitude of the cosine"}, f.amplitude, kAny, Presence::required);
         v.number({"angular_frequency", "rad/s", "the angular frequency of the cosine"}, f.angular_frequency,
                  config::kNonNegative, Presence::required);
       }},
      {"cosine_ramp", "a smooth step from one value to another",
       [this](FieldVisitor& v) {
         auto& f = config::hold<CosineRamp>(form_);
         v.number({"from", "SI", "the value before the ramp"}, f.from, kAny, Presence::required);
         v.number({"to", "SI", "the value after the ramp"}, f.to, kAny, Presence::required);
         v.number({"start_time", "s", "the begin of the ramp"}, f.start_time, kAny, Presence::required);
         v.number({"end_time", "s", "the end of the ramp"}, f.end_time, kAny, Presence::required);
         v.check(
             "end_time", [&f] { return f.end_time > f.start_time; },
             [] { return std::string("the ramp ends before it begins; give an end_time after start_time"); });
       }},
      {"piecewise_linear", "straight lines through given points, constant before the first and after the last",
       [this](FieldVisitor& v) {
         auto& f = config::hold<PiecewiseLinear>(form_);
         const config::SizeRange size{.low = kMinimumTablePoints};
         v.numbers({"time", "s", "the times of the points, increasing"}, f.time, kAny, size, Presence::required);
         v.numbers({"value", "SI", "the values at these times"}, f.value, kAny, size, Presence::required);
         v.check(
             "value", [&f] { return f.value.size() == f.time.size(); },
             [&f] {
               return "has " + std::to_string(f.value.size()) + " entries but time has " +
                      std::to_string(f.time.size()) + "; give one value for each time";
             });
         v.check(
             "time",
             [&f] { return std::adjacent_find(f.time.begin(), f.time.end(), std::greater_equal<>()) == f.time.end(); },
             [] { return std::string("the times do not increase; sort the points and give each time once"); });
       }},
  }};
  int index = static_cast<int>(form_.index());
  visitor.tagged({"type", "-", "the form of the time function"}, forms, index);
}

}  // namespace beltdyn
