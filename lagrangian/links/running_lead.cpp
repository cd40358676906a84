// SPDX-License-Identifier: MIT
#include "lagrangian/links/running_lead.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace beltdyn::lagrangian::links {
namespace {

using Layout = LinkLayout;

// Speeds of the lead follow at this part of the rate of its damping, slower than what it damps.
constexpr double kFollowing = 0.25;
// Between places of a link on its way velocities are interpolated.
constexpr int kPlacesPerLink = 8;

numerics::Vec2<double> vec2(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }

}  // namespace

RunningLead::RunningLead(const RunningBelt& running, double time, const LinkModel& model, double damping)
    : model_(&model),
      damping_(damping),
      flux_(running.flux),
      along_(running.flux * time),
      speeds_(running.speeds),
      mounts_(running.mounts) {
  const int n_places = kPlacesPerLink * model.n_links;
  for (int k = 0; k < n_places; ++k) {
    const RunningPoint at = running.point(k * length() / n_places);
    const double slope2 = at.slope.squaredNorm();
    const double turn = at.slope.x() * at.curving.y() - at.slope.y() * at.curving.x();
    places_.push_back({.position = vec2(at.place), .angle = std::atan2(at.slope.y(), at.slope.x())});
    velocities_.push_back({.velocity = vec2(flux_ * at.slope), .spin = flux_ * turn / slope2});
  }
}

RunningLead::Between RunningLead::between(std::size_t link, double along) const {
  const double s = (static_cast<double>(link) + 0.5) * model_->reference_length + along;
  const double loops = s / length();
  const double at = (loops - std::floor(loops)) * static_cast<double>(places_.size());
  const auto whole = static_cast<std::size_t>(at);
  return {.first = whole % places_.size(),
          .second = (whole + 1) % places_.size(),
          .share = at - static_cast<double>(whole)};
}

RunningLead::Place RunningLead::place(const Between& at) const {
  const Place& a = places_[at.first];
  const Place& b = places_[at.second];
  return {.position = (1.0 - at.share) * a.position + at.share * b.position,
          .angle = a.angle + at.share * std::remainder(b.angle - a.angle, 2.0 * std::numbers::pi)};
}

RunningLead::Velocity RunningLead::velocity(const Between& at) const {
  const Velocity& a = velocities_[at.first];
  const Velocity& b = velocities_[at.second];
  return {.velocity = (1.0 - at.share) * a.velocity + at.share * b.velocity,
          .spin = (1.0 - at.share) * a.spin + at.share * b.spin};
}

void RunningLead::put(const Layout& layout, numerics::AlignedVector& state) const {
  double angle = 0.0;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const Between between = this->between(i, along_);
    const Place at = place(between);
    const Velocity v = velocity(between);
    // Angles are continuous from link to link.
    angle = i == 0 ? at.angle : angle + std::remainder(at.angle - angle, 2.0 * std::numbers::pi);
    const auto put = [&](Layout::Field field, double value) { state[layout.field(field) + i] = value; };
    put(Layout::x, at.position.x);
    put(Layout::y, at.position.y);
    put(Layout::angle, angle);
    put(Layout::vx, v.velocity.x);
    put(Layout::vy, v.velocity.y);
    put(Layout::spin, v.spin);
  }
  for (std::size_t p = 0; p < layout.n_pulleys(); ++p) {
    state[layout.pulley_angle(p)] = 0.0;
    state[layout.pulley_speed(p)] = speeds_[p];
  }
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    state[layout.mount_position(m)] = mounts_[model_->mounts[m].pulley];
    state[layout.mount_velocity(m)] = 0.0;
  }
}

void RunningLead::draw(double after, const Layout& layout, const numerics::AlignedVector& state,
                       numerics::AlignedVector& rates) const {
  const double along = along_ + factor_ * flux_ * after;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const Velocity to = velocity(between(i, along));
    const auto draw = [&](Layout::Field field, double led) {
      const std::size_t place = layout.field(field) + i;
      rates[place] += damping_ * (factor_ * led - state[place]);
    };
    draw(Layout::vx, to.velocity.x);
    draw(Layout::vy, to.velocity.y);
    draw(Layout::spin, to.spin);
  }
}

void RunningLead::follow(double h, const Layout& layout, const numerics::AlignedVector& state) {
  const double part = std::min(kFollowing * damping_ * h, 1.0);
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    speeds_[p] += part * (state[layout.pulley_speed(p)] - speeds_[p]);
  }
  // Along links, at any place of the lead.
  double covered = 0.0;
  double led = 0.0;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const double angle = state[layout.field(Layout::angle) + i];
    covered +=
        std::cos(angle) * state[layout.field(Layout::vx) + i] + std::sin(angle) * state[layout.field(Layout::vy) + i];
    const numerics::Vec2<double> v = velocity(between(i, along_)).velocity;
    led += std::copysign(std::sqrt(dot(v, v)), flux_);
  }
  along_ += factor_ * flux_ * h;
  factor_ += part * (covered / led - factor_);
}

}  // namespace beltdyn::lagrangian::links
