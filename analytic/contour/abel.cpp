// SPDX-License-Identifier: MIT
#include "analytic/contour/abel.hpp"

#include <cmath>

#include <boost/math/special_functions/lambert_w.hpp>
#include <boost/math/special_functions/log1p.hpp>

#include "core/base/error.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn::analytic {

SpanStart::SpanStart(const ContourDrive& drive, int feeding_pulley) : span_length_(drive.span_length()) {
  const auto feeding = static_cast<std::size_t>(feeding_pulley);
  const std::size_t drawing = 1 - feeding;
  speed_ = drive.surface_speed[drawing].value(0.0);
  const double feeding_speed = drive.surface_speed[feeding].value(0.0);
  if (!drive.has_constant_speeds() || !(speed_ > 0.0) || !(feeding_speed > 0.0)) {
    throw UsageError("the closed form needs constant positive speeds of both pulleys; use front tracking");
  }
  slope_ = drive.friction_force[feeding] / drive.axial_stiffness;
  limit_ = (speed_ - feeding_speed) / speed_;
  slip_limit_ = std::abs(limit_) / slope_;
}

double SpanStart::travel(double fraction) const {
  // −A ln(1 − u) − (|e|/φ) u, split so that nothing cancels for small u; log1pmx(x) = ln(1 + x) − x
  return -span_length_ * std::log1p(-fraction) - slip_limit_ * boost::math::log1pmx(-fraction);
}

double SpanStart::strain(double time) const {
  if (limit_ == 0.0 || time <= 0.0) return 0.0;
  const double distance = speed_ * time;
  const double sum = span_length_ + slip_limit_;  // A
  const double p = slip_limit_ / sum;             // |e|/(φ A)
  const double w = boost::math::lambert_w0(-p * std::exp(-p - distance / sum));
  double fraction = p > 0.0 ? 1.0 + w / p : -std::expm1(-distance / sum);
  // 1 + w/p loses digits for small strains; Newton's method on the inverse function restores them.
  constexpr double kWellConditioned = 0.5;
  constexpr int kCorrections = 3;
  if (fraction < kWellConditioned) {
    for (int i = 0; i < kCorrections; ++i) {
      const double slope = (span_length_ + slip_limit_ * fraction) / (1.0 - fraction);
      fraction -= (travel(fraction) - distance) / slope;
    }
  }
  return limit_ * fraction;
}

double SpanStart::time(double strain) const { return travel(strain / limit_) / speed_; }

double SpanStart::linear_strain(double time) const {
  return time <= 0.0 ? 0.0 : -limit_ * std::expm1(-speed_ * time / span_length_);
}

double SpanStart::rate(double time) const {
  const double e = strain(time);
  return speed_ * (limit_ - e) / (span_length_ + std::abs(e) / slope_);
}

double SpanStart::linear_rate(double time) const {
  return limit_ * speed_ / span_length_ * std::exp(-speed_ * time / span_length_);
}

double rest_zone_end(const ContourDrive& drive, int pulley, StartFormula formula) {
  const auto k = static_cast<std::size_t>(pulley);
  const SpanStart span = pulley == 0 ? SpanStart::slack(drive) : SpanStart::tight(drive);
  const double speed = drive.surface_speed[k].value(0.0);
  const double length = drive.contact_length[k];
  const double slope = drive.friction_force[k] / drive.axial_stiffness;
  if (span.limit() == 0.0) return length / speed;
  const auto rest_length = [&](double t) {
    const double e = formula == StartFormula::abel ? span.strain(t) : span.linear_strain(t);
    return length - std::abs(e) / slope - speed * t;
  };
  // The rest zone shrinks from R at t = 0 to a negative length at t = R/V.
  return numerics::find_root(rest_length, 0.0, length / speed);
}

}  // namespace beltdyn::analytic
