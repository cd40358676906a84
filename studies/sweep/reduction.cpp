// SPDX-License-Identifier: MIT
#include "studies/sweep/reduction.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace beltdyn::studies {

using Kind = SweepQuantity::Reduction;

double Reduction::between(const Row& a, const Row& b, double time) {
  return b.time > a.time ? a.value + (b.value - a.value) * (time - a.time) / (b.time - a.time) : b.value;
}

void Reduction::add(double time, double value) {
  const Row now{.time = time, .value = value};
  if (quantity_.reduction == Kind::at_time) {
    if (!found_ && time >= quantity_.time) found_ = rows_.empty() ? value : between(rows_.back(), now, quantity_.time);
    rows_.assign(1, now);
    return;
  }
  if (time < from_) return;
  if (rows_.empty()) {
    begin_ = time;
    extreme_ = value;
    if (quantity_.reduction == Kind::first) found_ = value;
  } else {
    const Row& before = rows_.back();
    const double h = time - before.time;
    integral_ += 0.5 * h * (before.value + value);
    squares_ += 0.5 * h * (before.value * before.value + value * value);
    const double above = value - quantity_.level;
    const double above_before = before.value - quantity_.level;
    if (quantity_.reduction == Kind::crossing_time && !found_ && above_before != 0.0 && above_before * above <= 0.0) {
      found_ = before.time + h * above_before / (above_before - above);
    }
  }
  extreme_ = quantity_.reduction == Kind::least ? std::min(extreme_, value) : std::max(extreme_, value);
  if (quantity_.reduction != Kind::amplitude) rows_.clear();
  rows_.push_back(now);
}

// 2/T |∫ x e^{−iωt} dt| over the last whole number of periods, by the trapezoidal rule.
std::optional<double> Reduction::amplitude() const {
  const double end = rows_.back().time;
  // Tolerance of the number of periods for rounding.
  constexpr double kRounding = 1e-9;
  const double periods = std::floor((end - begin_) * quantity_.frequency * (1.0 + kRounding));
  if (periods < 1.0) return std::nullopt;
  const double duration = std::min(periods / quantity_.frequency, end - begin_);
  const double start = end - duration;
  const auto part = [&](const Row& row) {
    return std::polar(row.value, -2.0 * std::numbers::pi * quantity_.frequency * row.time);
  };
  std::complex<double> sum;
  for (std::size_t i = 1; i < rows_.size(); ++i) {
    if (rows_[i].time <= start) continue;
    Row before = rows_[i - 1];
    if (before.time < start) before = {.time = start, .value = between(before, rows_[i], start)};
    sum += 0.5 * (rows_[i].time - before.time) * (part(before) + part(rows_[i]));
  }
  return 2.0 / duration * std::abs(sum);
}

std::optional<double> Reduction::result() const {
  if (rows_.empty()) return std::nullopt;
  const Row& last = rows_.back();
  const double duration = last.time - begin_;
  switch (quantity_.reduction) {
    case Kind::last:
      return last.value;
    case Kind::least:
    case Kind::largest:
      return extreme_;
    case Kind::mean:
      return duration > 0.0 ? integral_ / duration : last.value;
    case Kind::rms:
      return duration > 0.0 ? std::sqrt(squares_ / duration) : std::abs(last.value);
    case Kind::first:
    case Kind::at_time:
    case Kind::crossing_time:
      return found_;
    case Kind::amplitude:
      return amplitude();
    case Kind::conclusion:  // has no rows
      break;
  }
  return std::nullopt;
}

}  // namespace beltdyn::studies
