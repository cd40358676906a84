// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/static_beam/taut_string.hpp"

#include <cmath>

#include "core/numerics/root.hpp"

namespace beltdyn::lagrangian::ancf {

TautString::TautString(const SupportedBeamDrive& drive, double force)
    : side_(drive.side()),
      length_(drive.length),
      axial_stiffness_(drive.axial_stiffness),
      radius_(drive.circle.radius),
      x_(drive.circle.rest_position.x()) {
  const double rest = side_ * drive.circle.rest_position.y();
  const auto balance = [&](double height) {
    return drive.circle.spring_stiffness * (height - rest) - side_ * force - lay(height);
  };
  // No contact if the circle still moves up at the height where it touches the straight string.
  if (balance(radius_) <= 0.0) {
    height_ = rest + side_ * force / drive.circle.spring_stiffness;
    lay(height_);
    return;
  }
  double reach = radius_;
  while (balance(radius_ - reach) > 0.0) reach *= 2.0;
  height_ = numerics::find_root(balance, radius_ - reach, radius_);
  lay(height_);
}

double TautString::lay(double height) {
  stretch_ = 1.0;
  angle_ = {};
  straight_ = {x_, length_ - x_};
  if (height >= radius_) return 0.0;
  double whole = 0.0;
  double pressing = 0.0;
  for (std::size_t k = 0; k < angle_.size(); ++k) {
    const double across = k == 0 ? x_ : length_ - x_;
    const double distance = std::hypot(across, height);
    angle_[k] = std::asin(radius_ / distance) - std::atan2(height, across);
    straight_[k] = std::sqrt(distance * distance - radius_ * radius_);
    whole += straight_[k] + radius_ * angle_[k];
    pressing += std::sin(angle_[k]);
  }
  stretch_ = whole / length_;
  return force() * pressing;
}

StringPoint TautString::point(double x) const {
  const double along = stretch_ * x;
  const double arc = radius_ * (angle_[0] + angle_[1]);
  double angle = 0.0;
  Eigen::Vector2d position;
  if (along <= straight_[0]) {
    angle = -angle_[0];
    position = along * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  } else if (along < straight_[0] + arc) {
    angle = (along - straight_[0]) / radius_ - angle_[0];
    position = Eigen::Vector2d(x_, height_) + radius_ * Eigen::Vector2d(std::sin(angle), -std::cos(angle));
  } else {
    angle = angle_[1];
    position = Eigen::Vector2d(length_, 0.0) -
               (stretch_ * length_ - along) * Eigen::Vector2d(std::cos(angle), std::sin(angle));
  }
  return {.position = {position.x(), side_ * position.y()}, .tangent = {std::cos(angle), side_ * std::sin(angle)}};
}

}  // namespace beltdyn::lagrangian::ancf
