// SPDX-License-Identifier: MIT
#include "analytic/belt/waves/wave_span.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace beltdyn::analytic {
namespace {

// Ratios that are whole numbers but for rounding are taken as whole.
constexpr double kRounding = 1e-9;

}  // namespace

double whole_part(double ratio) { return std::floor(ratio * (1.0 + kRounding)); }

double WaveSpanProperties::wave_speed() const { return std::sqrt(axial_stiffness / mass_per_length); }

double WaveSpanProperties::travel_time() const { return length / wave_speed(); }

WaveSpan::WaveSpan(const WaveSpanProperties& properties, double tau)
    : weight_(properties.weight), friction_(properties.resistance) {
  const double pairs = std::max(1.0, whole_part(0.5 * properties.travel_time() / tau));
  const double element = 0.5 * properties.length / pairs;
  const double wave_speed = element / tau;
  const double mass = properties.axial_stiffness / (wave_speed * wave_speed);
  impedance_ = mass * wave_speed;
  gain_ = tau / mass;
  per_step_ = 0.5 / tau;
  half_element_ = 0.5 * element;
  mass_at_end_ = std::max(0.0, 0.5 * (properties.mass_per_length - mass) * properties.length);
  sides_.resize(2 * static_cast<std::size_t>(pairs));
}

void WaveSpan::lay(std::span<const double> forces, double speed) {
  for (std::size_t j = 0; j < sides_.size(); ++j) {
    const double sign = j % 2 == 0 ? -1.0 : 1.0;
    sides_[j] = speed + sign * forces[j] / impedance_;
  }
}

WavePoint WaveSpan::advance(std::size_t i) {
  double& left = sides_[i - 1];  // v − N/Z on BL
  double& right = sides_[i];     // v + N/Z on BR
  const double free_speed = 0.5 * (right + left + gain_ * weight_);
  const double holding = 2.0 * free_speed / gain_;
  const contact::ContactState state = friction_.after_stick(-holding);
  const bool moves = contact::is_slipping(state);
  WavePoint point{.force = 0.5 * impedance_ * (right - left),
                  .resistance = moves ? -friction_.respond(state, 0.0).traction : holding};
  if (moves) point.speed = free_speed - 0.5 * gain_ * point.resistance;
  const double change = gain_ * (weight_ - point.resistance);
  const double on_left_top = right + change;
  right = left + change;
  left = on_left_top;
  return point;
}

void WaveSpan::begin_step() {
  for (std::size_t i = 1; i < sides_.size(); i += 2) advance(i);
}

double WaveSpan::end_step(const WavePoint& begin, const WavePoint& end, std::span<WavePoint> nodes) {
  double least = std::min(begin.force, end.force);
  const auto set = [&](WavePoint& node, WavePoint next) {
    least = std::min(least, next.force);
    next.acceleration = per_step_ * (next.speed - node.speed);
    node = next;
  };
  sides_.front() = 2.0 * begin.speed - sides_.front();
  set(nodes.front(), begin);
  for (std::size_t i = 2; i < sides_.size(); i += 2) set(nodes[i / 2], advance(i));
  sides_.back() = 2.0 * end.speed - sides_.back();
  set(nodes.back(), end);
  return least;
}

}  // namespace beltdyn::analytic
