// SPDX-License-Identifier: MIT
#include "core/belt/pulley_slip.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn {
namespace {

struct BeltMotion {
  double stretch{};                                    // [-]
  double speed{};                                      // [m/s]
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
};

// The circle of a pulley whose centre moves.
struct MovingCircle {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d velocity = Eigen::Vector2d::Zero();  // [m/s]

  // The component of the centre's velocity along the belt at a place, w the turn of the belt about the circle.
  double along_belt(const Eigen::Vector2d& place, double w) const {
    const Eigen::Vector2d outward = (place - center).normalized();
    return w * (outward.x() * velocity.y() - outward.y() * velocity.x());
  }
};

std::vector<std::optional<MovingCircle>> moving_circles(const BeltDrive& drive, std::span<const PulleyState> states) {
  std::vector<std::optional<MovingCircle>> circles(states.size());
  for (std::size_t k = 0; k < states.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const PulleyState& state = states[k];
    if (!state.mount && pulley.eccentricity == 0.0) continue;
    const Eigen::Vector2d arm = pulley.center_from_axis(state.angle);
    MovingCircle circle{.center = (state.mount ? state.mount->axis : pulley.center) + arm,
                        .velocity = state.angular_velocity * Eigen::Vector2d(-arm.y(), arm.x())};
    if (state.mount) circle.velocity += state.mount->axis_velocity;
    circles[k] = circle;
  }
  return circles;
}

// Interpolates the belt at particles that are requested in ascending order, once around the loop.
class BeltWalk {
 public:
  BeltWalk(std::span<const BeltPoint> points, double reference_length) : points_(points), loop_(reference_length) {}

  BeltMotion at(double material) {
    const double first = points_.front().material;
    const double s = material - loop_ * std::floor((material - first) / loop_);
    // Beyond the end of the loop, start again at its begin.
    if (s < points_[left_].material) left_ = 0;
    while (left_ + 1 < points_.size() && points_[left_ + 1].material <= s) ++left_;
    const BeltPoint& a = points_[left_];
    const bool is_last = left_ + 1 == points_.size();
    const BeltPoint& b = is_last ? points_.front() : points_[left_ + 1];
    const double end = is_last ? first + loop_ : b.material;
    const double x = (s - a.material) / (end - a.material);
    return {.stretch = 1.0 + a.strain + x * (b.strain - a.strain),
            .speed = a.speed + x * (b.speed - a.speed),
            .position = a.position + x * (b.position - a.position)};
  }

 private:
  std::span<const BeltPoint> points_;
  double loop_;
  std::size_t left_ = 0;
};

}  // namespace

std::vector<PulleySlip> pulley_slips(const BeltMap& belt, const BeltDrive& drive, const BeltPath& path,
                                     std::span<const PulleyState> states) {
  const std::size_t n_pulleys = drive.pulleys.size();
  std::vector<PulleySlip> slips(n_pulleys);
  std::vector<double> traction(n_pulleys);
  std::vector<double> pressure(n_pulleys);
  const std::vector<std::optional<MovingCircle>> circles = moving_circles(drive, states);
  const std::span<const ContactPoint> contacts = belt.contacts();
  const std::size_t n = contacts.size();
  const double loop = belt.reference_length();
  BeltWalk walk(belt.points(), loop);
  for (std::size_t i = 0; i < n; ++i) {
    const ContactPoint& point = contacts[i];
    if (point.pulley < 0 || !(point.pressure > 0.0)) continue;
    const auto k = static_cast<std::size_t>(point.pulley);
    const double before = i > 0 ? contacts[i - 1].material : contacts[n - 1].material - loop;
    const double behind = i + 1 < n ? contacts[i + 1].material : contacts[0].material + loop;
    const BeltMotion motion = walk.at(point.material);
    const double piece = point.length ? *point.length : 0.5 * (behind - before) * motion.stretch;
    const double radius = drive.pulleys[k].radius;
    const double turn = path.arcs()[k].turn;
    const auto slip_on_path = [&] {
      const double speed = circles[k] ? motion.speed - circles[k]->along_belt(motion.position, turn) : motion.speed;
      const double along_line = speed / (radius + drive.belt.contact_offset);
      return (radius + drive.belt.contact_height()) * (along_line - turn * states[k].angular_velocity);
    };
    const double slip = point.slip_velocity ? *point.slip_velocity : slip_on_path();
    traction[k] += point.traction * piece;
    pressure[k] += point.pressure * piece;
    slips[k].power -= point.traction * slip * piece;
    if (contact::is_slipping(point.state)) slips[k].speed = std::max(slips[k].speed, std::abs(slip));
  }
  for (std::size_t k = 0; k < n_pulleys; ++k) {
    const double limit = drive.kinetic_coefficient(k) * pressure[k];
    slips[k].margin = limit > 0.0 ? std::max(0.0, 1.0 - std::abs(traction[k]) / limit) : 0.0;
  }
  return slips;
}

}  // namespace beltdyn
