// SPDX-License-Identifier: MIT
#include "core/time/time_function.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <span>
#include <utility>

namespace beltdyn {
namespace {

using Constant = TimeFunction::Constant;
using Harmonic = TimeFunction::Harmonic;
using CosineRamp = TimeFunction::CosineRamp;
using SCurve = TimeFunction::SCurve;
using PiecewiseLinear = TimeFunction::PiecewiseLinear;
using Csv = TimeFunction::Csv;
using std::numbers::pi;

double value_at(const Constant& f, double) { return f.value; }
double value_at(const Harmonic& f, double t) { return f.mean + f.amplitude * std::cos(f.angular_frequency * t); }
double value_at(const CosineRamp& f, double t) {
  const double x = std::clamp((t - f.start_time) / (f.end_time - f.start_time), 0.0, 1.0);
  return f.from + (f.to - f.from) * (1.0 - std::cos(pi * x)) / 2.0;
}
// The largest slope a of an S-curve of duration T with roundings of τ: to − from = a (T − τ) [U/s].
double slope_of(const SCurve& f) { return (f.to - f.from) / (f.end_time - f.start_time - f.rounding); }
double value_at(const SCurve& f, double t) {
  const double after = std::clamp(t - f.start_time, 0.0, f.end_time - f.start_time);
  const double before = f.end_time - f.start_time - after;
  const double slope = slope_of(f);
  if (after < f.rounding) return f.from + slope * after * after / (2.0 * f.rounding);
  if (before < f.rounding) return f.to - slope * before * before / (2.0 * f.rounding);
  return f.from + slope * (after - f.rounding / 2.0);
}
// The number of points up to time t.
std::size_t points_up_to(const PiecewiseLinear& f, double t) {
  return static_cast<std::size_t>(std::upper_bound(f.time.begin(), f.time.end(), t) - f.time.begin());
}
double value_at(const PiecewiseLinear& f, double t) {
  if (t <= f.time.front()) return f.value.front();
  if (t >= f.time.back()) return f.value.back();
  const std::size_t i = points_up_to(f, t);
  const double x = (t - f.time[i - 1]) / (f.time[i] - f.time[i - 1]);
  return f.value[i - 1] + x * (f.value[i] - f.value[i - 1]);
}
double value_at(const Csv& f, double t) { return value_at(*f.lines, t); }

double derivative_at(const Constant&, double) { return 0.0; }
double derivative_at(const Harmonic& f, double t) {
  return -f.amplitude * f.angular_frequency * std::sin(f.angular_frequency * t);
}
double derivative_at(const CosineRamp& f, double t) {
  if (t < f.start_time || t >= f.end_time) return 0.0;
  const double rate = pi / (f.end_time - f.start_time);
  return (f.to - f.from) * rate * std::sin(rate * (t - f.start_time)) / 2.0;
}
double derivative_at(const SCurve& f, double t) {
  if (t < f.start_time || t >= f.end_time) return 0.0;
  return slope_of(f) * std::min({1.0, (t - f.start_time) / f.rounding, (f.end_time - t) / f.rounding});
}
double derivative_at(const PiecewiseLinear& f, double t) {
  if (t < f.time.front() || t >= f.time.back()) return 0.0;
  const std::size_t i = points_up_to(f, t);
  return (f.value[i] - f.value[i - 1]) / (f.time[i] - f.time[i - 1]);
}
double derivative_at(const Csv& f, double t) { return derivative_at(*f.lines, t); }

double integral_over(const Constant& f, double t0, double t1) { return f.value * (t1 - t0); }
double integral_over(const Harmonic& f, double t0, double t1) {
  const double w = f.angular_frequency;
  if (w == 0.0) return (f.mean + f.amplitude) * (t1 - t0);
  // sin b − sin a = 2 cos((a + b)/2) sin((b − a)/2) avoids cancellation for short intervals.
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
// The integral of value − from, from the start to the time `after` in the first half of an S-curve [U s].
double first_half_of(const SCurve& f, double after) {
  const double slope = slope_of(f);
  const double tau = f.rounding;
  if (after < tau) return slope * after * after * after / (6.0 * tau);
  return slope * (tau * tau / 6.0 + after * (after - tau) / 2.0);
}
// The integral of value − from up to a time. The curve is symmetric: value(T/2 + t) + value(T/2 − t) = from + to.
double integral_to(const SCurve& f, double t) {
  const double duration = f.end_time - f.start_time;
  const double after = std::clamp(t - f.start_time, 0.0, duration);
  const double beyond = (f.to - f.from) * std::max(0.0, t - f.end_time);
  if (after <= duration / 2.0) return first_half_of(f, after);
  return beyond + (f.to - f.from) * (after - duration / 2.0) + first_half_of(f, duration - after);
}
double integral_over(const SCurve& f, double t0, double t1) {
  return f.from * (t1 - t0) + (integral_to(f, t1) - integral_to(f, t0));
}
// The integral from the first point to a later time t.
double integral_from_first(const PiecewiseLinear& f, double t) {
  const std::size_t last = points_up_to(f, t) - 1;
  return f.integral[last] + (t - f.time[last]) * (f.value[last] + value_at(f, t)) / 2.0;
}
double integral_over(const PiecewiseLinear& f, double t0, double t1) {
  // Differences of two integrals from the first point would lose digits, so that this serves from there only.
  if (!f.integral.empty() && t0 <= f.time.front() && t1 > f.time.front()) {
    return (f.time.front() - t0) * f.value.front() + integral_from_first(f, t1);
  }
  double sum = 0.0;
  double left = t0;
  double left_value = value_at(f, t0);
  for (std::size_t kink = points_up_to(f, t0); kink < f.time.size() && f.time[kink] < t1; ++kink) {
    sum += (f.time[kink] - left) * (left_value + f.value[kink]) / 2.0;
    left = f.time[kink];
    left_value = f.value[kink];
  }
  return left < t1 ? sum + (t1 - left) * (left_value + value_at(f, t1)) / 2.0 : sum;
}
double integral_over(const Csv& f, double t0, double t1) { return integral_over(*f.lines, t0, t1); }

// The first of the ascending times that lies in (t0, t1); t1 if there is none.
double first_within(std::span<const double> times, double t0, double t1) {
  const auto next = std::upper_bound(times.begin(), times.end(), t0);
  return next == times.end() ? t1 : std::min(*next, t1);
}
double next_kink_of(const Constant&, double, double t1) { return t1; }
double next_kink_of(const Harmonic&, double, double t1) { return t1; }
double next_kink_of(const CosineRamp& f, double t0, double t1) {
  return first_within(std::array{f.start_time, f.end_time}, t0, t1);
}
double next_kink_of(const SCurve& f, double t0, double t1) {
  return first_within(std::array{f.start_time, f.start_time + f.rounding, f.end_time - f.rounding, f.end_time}, t0, t1);
}
double next_kink_of(const PiecewiseLinear& f, double t0, double t1) { return first_within(f.time, t0, t1); }
double next_kink_of(const Csv& f, double t0, double t1) { return next_kink_of(*f.lines, t0, t1); }

using Bounds = std::pair<double, double>;

Bounds bounds_of(const Constant& f, double, double) { return {f.value, f.value}; }
Bounds bounds_of(const Harmonic& f, double t0, double t1) {
  Bounds bounds = std::minmax(value_at(f, t0), value_at(f, t1));
  if (f.angular_frequency == 0.0) return bounds;
  // cos takes both extremes within one period, so the first two multiples of half a period from t0 on are enough.
  const double half_period = pi / std::abs(f.angular_frequency);
  const double first = std::ceil(t0 / half_period) * half_period;
  for (const double t : {first, first + half_period}) {
    if (t <= t0 || t >= t1) continue;
    bounds = {std::min(bounds.first, value_at(f, t)), std::max(bounds.second, value_at(f, t))};
  }
  return bounds;
}
Bounds bounds_of(const CosineRamp& f, double t0, double t1) { return std::minmax(value_at(f, t0), value_at(f, t1)); }
Bounds bounds_of(const SCurve& f, double t0, double t1) { return std::minmax(value_at(f, t0), value_at(f, t1)); }
Bounds bounds_of(const PiecewiseLinear& f, double t0, double t1) {
  Bounds bounds = std::minmax(value_at(f, t0), value_at(f, t1));
  const auto begin = std::upper_bound(f.time.begin(), f.time.end(), t0);
  for (auto t = begin; t != f.time.end() && *t < t1; ++t) {
    const double value = f.value[static_cast<std::size_t>(t - f.time.begin())];
    bounds = {std::min(bounds.first, value), std::max(bounds.second, value)};
  }
  return bounds;
}
Bounds bounds_of(const Csv& f, double t0, double t1) { return bounds_of(*f.lines, t0, t1); }

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
double panel_of(const Constant&) { return kNoLimit; }
double panel_of(const Harmonic& f) {
  return f.angular_frequency == 0.0 ? kNoLimit : pi / std::abs(f.angular_frequency);
}
double panel_of(const CosineRamp& f) { return f.end_time - f.start_time; }
double panel_of(const SCurve& f) { return f.end_time - f.start_time; }
// An interval of some lines; a table may have many lines.
double panel_of(const PiecewiseLinear& f) {
  constexpr double kLines = 16.0;
  return kLines * (f.time.back() - f.time.front()) / static_cast<double>(f.time.size());
}
double panel_of(const Csv& f) { return panel_of(*f.lines); }

Constant scaled_form(const Constant& f, double factor) { return {factor * f.value}; }
Harmonic scaled_form(const Harmonic& f, double factor) {
  return {factor * f.mean, factor * f.amplitude, f.angular_frequency};
}
CosineRamp scaled_form(const CosineRamp& f, double factor) {
  return {factor * f.from, factor * f.to, f.start_time, f.end_time};
}
SCurve scaled_form(const SCurve& f, double factor) {
  return {factor * f.from, factor * f.to, f.start_time, f.end_time, f.rounding};
}
PiecewiseLinear scaled_form(PiecewiseLinear f, double factor) {
  for (double& value : f.value) value *= factor;
  return f;
}
PiecewiseLinear scaled_form(const Csv& f, double factor) { return scaled_form(*f.lines, factor); }

bool is_constant_form(const Constant&) { return true; }
bool is_constant_form(const Harmonic&) { return false; }
bool is_constant_form(const CosineRamp&) { return false; }
bool is_constant_form(const SCurve&) { return false; }
bool is_constant_form(const PiecewiseLinear&) { return false; }
bool is_constant_form(const Csv&) { return false; }

double period_of(const Harmonic& f) {
  return f.angular_frequency == 0.0 ? 0.0 : 2.0 * pi / std::abs(f.angular_frequency);
}
double period_of(const combined::Repeat& f) { return f.period; }
template <class Form>
double period_of(const Form&) {
  return 0.0;
}

}  // namespace

void TimeFunction::PiecewiseLinear::find_integral() {
  integral.resize(time.size());
  for (std::size_t i = 1; i < time.size(); ++i) {
    integral[i] = integral[i - 1] + (time[i] - time[i - 1]) * (value[i - 1] + value[i]) / 2.0;
  }
}

TimeFunction::TimeFunction(const TimeFunction& other) = default;
TimeFunction::TimeFunction(TimeFunction&& other) noexcept = default;
TimeFunction& TimeFunction::operator=(const TimeFunction& other) = default;
TimeFunction& TimeFunction::operator=(TimeFunction&& other) noexcept = default;
TimeFunction::~TimeFunction() = default;
TimeFunction::TimeFunction(PiecewiseLinear form) : form_(std::move(form)) {
  std::get<PiecewiseLinear>(form_).find_integral();
}
TimeFunction::TimeFunction(Csv form) : form_(std::move(form)) {}
TimeFunction::TimeFunction(Sum form) : form_(std::move(form)) {}
TimeFunction::TimeFunction(Product form) : form_(std::move(form)) {}
TimeFunction::TimeFunction(Repeat form) : form_(std::move(form)) {}
TimeFunction::TimeFunction(Orders form) : form_(std::move(form)) {}

double TimeFunction::value(double time) const {
  return std::visit([time](const auto& f) { return value_at(f, time); }, form_);
}

void TimeFunction::for_each_orders(const std::function<void(Orders&)>& change) {
  if (auto* orders = std::get_if<Orders>(&form_)) {
    change(*orders);
  } else if (auto* sum = std::get_if<Sum>(&form_)) {
    for (TimeFunction& term : sum->terms) term.for_each_orders(change);
  } else if (auto* product = std::get_if<Product>(&form_)) {
    product->quantity.front().for_each_orders(change);
    for (TimeFunction& factor : product->factors) factor.for_each_orders(change);
    *product = combined::make_product(product->quantity.front(), product->factors);
  }
}

double TimeFunction::derivative(double time) const {
  return std::visit([time](const auto& f) { return derivative_at(f, time); }, form_);
}

std::vector<double> TimeFunction::kinks(double t0, double t1) const {
  std::vector<double> times;
  for (double t = next_kink(t0, t1); t < t1; t = next_kink(t, t1)) times.push_back(t);
  return times;
}

double TimeFunction::next_kink(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return next_kink_of(f, t0, t1); }, form_);
}

double TimeFunction::integral(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return integral_over(f, t0, t1); }, form_);
}

double TimeFunction::minimum(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return bounds_of(f, t0, t1).first; }, form_);
}

double TimeFunction::maximum(double t0, double t1) const {
  return std::visit([t0, t1](const auto& f) { return bounds_of(f, t0, t1).second; }, form_);
}

double TimeFunction::largest_magnitude(double t0, double t1) const {
  return std::max(std::abs(minimum(t0, t1)), std::abs(maximum(t0, t1)));
}

double TimeFunction::period() const {
  return std::visit([](const auto& f) { return period_of(f); }, form_);
}

double TimeFunction::smooth_panel() const {
  return std::visit([](const auto& f) { return panel_of(f); }, form_);
}

bool TimeFunction::is_constant() const {
  return std::visit([](const auto& f) { return is_constant_form(f); }, form_);
}

TimeFunction TimeFunction::scaled(double factor) const {
  return std::visit([factor](const auto& f) { return TimeFunction(scaled_form(f, factor)); }, form_);
}

}  // namespace beltdyn
