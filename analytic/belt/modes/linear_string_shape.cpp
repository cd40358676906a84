// SPDX-License-Identifier: MIT
#include "analytic/belt/modes/linear_string_shape.hpp"

#include <cmath>

namespace beltdyn::analytic {
namespace {

using Complex = std::complex<double>;

// a·b of a complex and a real vector
Complex product(const Eigen::Vector2cd& a, const Eigen::Vector2d& b) { return a.x() * b.x() + a.y() * b.y(); }

}  // namespace

LinearStringShape::LinearStringShape(const LinearStringDrive& drive, const std::vector<double>& slip_lengths,
                                     const LinearString::Response& mode, Complex s)
    : drive_(drive),
      slip_lengths_(slip_lengths),
      mode_(mode),
      s_(s),
      axis_(drive.pulleys.size(), Eigen::Vector2cd::Zero()) {
  for (std::size_t m = 0; m < drive.mounts.size(); ++m) {
    axis_[drive.mounts[m].pulley] = mode.mount[m] * drive.mounts[m].axis_by.cast<Complex>();
  }
}

Complex LinearStringShape::on_stick(std::size_t k, double x) const {
  const std::size_t p = before(k);
  const double speed = drive_.flux * drive_.spans[p].stretch;
  const Complex carried =
      speed > 0.0 ? drive_.flux / drive_.axial_stiffness * std::exp(-s_ * (x / speed)) * mode_.force[p] : 0.0;
  return (drive_.pulleys[k].radius * mode_.angular_velocity[k] - carried) / s_;
}

Complex LinearStringShape::on_span(std::size_t k, double rest) const {
  const LinearStringSpan& span = drive_.spans[k];
  const Complex end = on_stick(behind(k), 0.0) + product(axis_[behind(k)], span.tangent);
  return end - rest / (drive_.axial_stiffness * span.stretch) * mode_.force[k];
}

Complex LinearStringShape::on_slip(std::size_t k, double x) const {
  const LinearStringSpan& span = drive_.spans[k];
  const LinearStringPulley& pulley = drive_.pulleys[k];
  const double force_before = drive_.spans[before(k)].force;
  const double part = (x - pulley.stick_length) / slip_lengths_[k];
  const double force = force_before * std::pow(span.force / force_before, part);
  const double stretch = span.stretch + (force - span.force) / drive_.axial_stiffness;
  const double decay = slip_lengths_[k] / std::log(span.force / force_before);  // ± R/μ
  const Complex turned = product(axis_[behind(k)] - axis_[k], left_of(span.tangent)) / span.length;
  const Complex change = mode_.force[k] / span.force - pulley.radius / decay * pulley.turn * turned;
  const Complex exit = on_span(k, span.length) - product(axis_[k], span.tangent);
  return stretch * (exit / span.stretch - decay * (1.0 / stretch - 1.0 / span.stretch) * change);
}

StringDisplacement LinearStringShape::at(const StringPlace& place) const {
  const std::size_t k = place.pulley;
  const Eigen::Vector2d left = left_of(place.tangent);
  if (place.is_on_span) {
    const double length = drive_.spans[k].length;
    const double part = place.local / length;
    return {.across = product((1.0 - part) * axis_[k] + part * axis_[behind(k)], left),
            .along = on_span(k, length - place.local)};
  }
  const bool slips = slip_lengths_[k] > 0.0 && place.local > drive_.pulleys[k].stick_length;
  return {.across = product(axis_[k], left),
          .along = (slips ? on_slip(k, place.local) : on_stick(k, place.local)) + product(axis_[k], place.tangent)};
}

}  // namespace beltdyn::analytic
