// SPDX-License-Identifier: MIT
#include "verification/exact/moving_string.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"

namespace beltdyn::exact {

double MovingString::critical_speed() const { return std::sqrt(tension / mass_per_length); }

double MovingString::frequency(int mode) const {
  const double c = critical_speed();
  return mode * std::numbers::pi * (c - speed) * (c + speed) / (c * length);
}

double MovingString::return_period() const {
  const double c = critical_speed();
  return 2.0 * length * c / ((c - speed) * (c + speed));
}

TravellingString::TravellingString(const MovingString& string, Function shape, Function slope)
    : string_(string), shape_(std::move(shape)), slope_(std::move(slope)), c_(string.critical_speed()) {
  if (!(string.speed >= 0.0 && string.speed < c_)) {
    throw UsageError(fmt::format(
        "travelling string: the speed of {:.6g} m/s must be >= 0 and below the critical {:.6g} m/s", string.speed, c_));
  }
  q_ = (c_ + string.speed) / (c_ - string.speed);
}

TravellingString::Source TravellingString::forward(double z) const {
  const double L = string_.length;
  const double period = (1.0 + q_) * L;
  const double forward_part = 0.5 * (1.0 - string_.speed / c_);
  const double backward_part = 0.5 * (1.0 + string_.speed / c_);
  const double moved = z - period * std::floor((z + q_ * L) / period);  // in [−q L, L)
  if (moved >= 0.0) return {.x = std::min(moved, L), .of_shape = forward_part, .of_slope = forward_part};
  return {.x = std::min(-moved / q_, L), .of_shape = -backward_part, .of_slope = backward_part / q_};
}

TravellingString::Source TravellingString::backward(double y) const {
  const Source mirrored = forward(-q_ * y);
  return {.x = mirrored.x, .of_shape = -mirrored.of_shape, .of_slope = q_ * mirrored.of_slope};
}

double TravellingString::displacement(double x, double time) const {
  const Source f = forward(x - (c_ + string_.speed) * time);
  const Source b = backward(x + (c_ - string_.speed) * time);
  return f.of_shape * shape_(f.x) + b.of_shape * shape_(b.x);
}

double TravellingString::slope(double x, double time) const {
  const Source f = forward(x - (c_ + string_.speed) * time);
  const Source b = backward(x + (c_ - string_.speed) * time);
  return f.of_slope * slope_(f.x) + b.of_slope * slope_(b.x);
}

double TravellingString::velocity(double x, double time) const {
  const Source f = forward(x - (c_ + string_.speed) * time);
  const Source b = backward(x + (c_ - string_.speed) * time);
  return (c_ - string_.speed) * b.of_slope * slope_(b.x) - (c_ + string_.speed) * f.of_slope * slope_(f.x);
}

double TravellingString::invariant() const {
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  const double squares = Rule::integrate(
      [this](double x) {
        const double slope = slope_(x);
        return slope * slope;
      },
      0.0, string_.length);
  return 0.5 * (string_.tension - string_.mass_per_length * string_.speed * string_.speed) * squares;
}

}  // namespace beltdyn::exact
