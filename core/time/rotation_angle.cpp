// SPDX-License-Identifier: MIT
#include "core/time/rotation_angle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <boost/math/special_functions/chebyshev.hpp>

#include "core/base/stop_request.hpp"

namespace beltdyn {
namespace {

// Each iteration reduces the error by the rate of change of the ripple times the interval, a factor of a tenth or less.
constexpr int kMostPicardSteps = 30;
constexpr double kPicardChange = 4e-16;  // relative to the angle before the panel plus the angle turned in it [-]
constexpr int kMostHalvings = 20;

}  // namespace

RotationAngle::RotationAngle(std::function<double(double)> speed, std::function<double(double, double)> next_kink,
                             double panel, double fastest)
    : speed_(std::move(speed)), next_kink_(std::move(next_kink)), panel_(panel), fastest_(fastest) {}

double RotationAngle::Panel::at(double time) const {
  const double x = std::clamp((2.0 * time - begin - end) / (end - begin), -1.0, 1.0);
  return boost::math::chebyshev_clenshaw_recurrence(theta.data(), theta.size(), x);
}

double RotationAngle::angle(double time) const {
  if (time == 0.0) return 0.0;
  // Before the start, the pulley turns at its initial speed.
  if (time < 0.0) return speed_(0.0) * time;
  const std::scoped_lock lock(mutex_);
  while (panels_.empty() || panels_.back().end < time) {
    throw_if_stopped();
    add_panel();
  }
  const auto panel = std::ranges::lower_bound(panels_, time, {}, &Panel::end);
  return panel->at(time);
}

void RotationAngle::add_panel() const {
  const double begin = panels_.empty() ? 0.0 : panels_.back().end;
  const double start = panels_.empty() ? 0.0 : panels_.back().at(begin);
  double length = next_kink_(begin, begin + panel_) - begin;
  panels_.push_back({});
  for (int halving = 0; halving < kMostHalvings; ++halving, length *= 0.5) {
    Panel& panel = panels_.back();
    panel = {.begin = begin, .end = begin + length};
    panel.theta[0] = 2.0 * start;
    if (iterate(start)) return;
  }
}

bool RotationAngle::iterate(double start) const {
  using std::numbers::pi;
  for (int iteration = 0; iteration < kMostPicardSteps; ++iteration) {
    const Panel panel = panels_.back();
    const double half = 0.5 * (panel.end - panel.begin);
    std::array<double, kNodes> omega{};
    for (std::size_t i = 0; i < kNodes; ++i) {
      const double x = std::cos(pi * (static_cast<double>(i) + 0.5) / kNodes);
      omega[i] = speed_(panel.begin + half * (1.0 + x));
    }
    // Chebyshev coefficients c of ω; the two extra ones are 0
    std::array<double, kNodes + 2> c{};
    for (std::size_t k = 0; k < kNodes; ++k) {
      for (std::size_t i = 0; i < kNodes; ++i) {
        c[k] +=
            2.0 / kNodes * omega[i] * std::cos(pi * static_cast<double>(k) * (static_cast<double>(i) + 0.5) / kNodes);
      }
    }
    // ∫ T_k dx = T_{k+1}/(2 (k + 1)) − T_{k−1}/(2 (k − 1)); θ(−1) keeps the value from the previous panel.
    Coefficients theta{};
    double at_begin = 0.0;
    for (std::size_t k = 1; k <= kNodes; ++k) {
      theta[k] = half * (c[k - 1] - c[k + 1]) / (2.0 * static_cast<double>(k));
      at_begin += k % 2 == 0 ? theta[k] : -theta[k];
    }
    theta[0] = 2.0 * (start - at_begin);
    double change = 0.0;
    for (std::size_t k = 0; k <= kNodes; ++k) change = std::max(change, std::abs(theta[k] - panel.theta[k]));
    panels_.back().theta = theta;
    if (change <= kPicardChange * (std::abs(start) + std::abs(theta[1]) + 1.0)) return true;
  }
  return false;
}

}  // namespace beltdyn
