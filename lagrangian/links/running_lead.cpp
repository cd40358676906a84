// SPDX-License-Identifier: MIT
#include "lagrangian/links/running_lead.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace beltdyn::lagrangian::links {
namespace {

using Layout = LinkLayout;

// Rate at which speeds of the lead follow, relative to its damping [-]: slower than the motion that it damps.
constexpr double kFollowing = 0.25;

numerics::Vec2<double> vec2(const Eigen::Vector2d& v) { return {v.x(), v.y()}; }

}  // namespace

RunningLead::RunningLead(const RunningBelt& running, double time, const LinkModel& model, double damping)
    : model_(&model),
      damping_(damping),
      flux_(running.flux),
      along_(running.flux * time),
      speeds_(running.speeds),
      mounts_(running.mounts) {
  const auto n_links = static_cast<std::size_t>(model.n_links);
  const std::size_t n_places = kPlacesPerLink * n_links;
  for (std::size_t k = 0; k < n_places; ++k) {
    const double after = static_cast<double>(k) / static_cast<double>(n_places);
    const RunningPoint at = running.point(0.5 * model.reference_length + after * length());
    const double slope2 = at.slope.squaredNorm();
    const double turn = at.slope.x() * at.curving.y() - at.slope.y() * at.curving.x();
    places_.push_back({.position = vec2(at.place), .angle = std::atan2(at.slope.y(), at.slope.x())});
    Velocities& here = velocities_[k % kPlacesPerLink];
    here.vx.push_back(flux_ * at.slope.x());
    here.vy.push_back(flux_ * at.slope.y());
    here.spin.push_back(flux_ * turn / slope2);
    speed_ += flux_ * std::sqrt(slope2) / kPlacesPerLink;
  }
  for (Velocities& all : velocities_) {
    for (std::vector<double>* one : {&all.vx, &all.vy, &all.spin}) {
      one->resize(2 * n_links);
      std::copy_n(one->begin(), n_links, one->begin() + static_cast<std::ptrdiff_t>(n_links));
    }
  }
}

RunningLead::Between RunningLead::between(double along) const {
  const double loops = along / length();
  const double at = (loops - std::floor(loops)) * static_cast<double>(places_.size());
  const auto whole = static_cast<std::size_t>(at);
  const std::size_t first = whole % places_.size();
  return {.link = first / kPlacesPerLink, .phase = first % kPlacesPerLink, .share = at - static_cast<double>(whole)};
}

RunningLead::Place RunningLead::place(const Between& at, std::size_t link) const {
  const std::size_t first = (at.link + link) * kPlacesPerLink + at.phase;
  const Place& a = places_[first % places_.size()];
  const Place& b = places_[(first + 1) % places_.size()];
  return {.position = (1.0 - at.share) * a.position + at.share * b.position,
          .angle = a.angle + at.share * std::remainder(b.angle - a.angle, 2.0 * std::numbers::pi)};
}

template <class Visit>
void RunningLead::visit_velocities(const Between& at, const Visit& visit) const {
  const bool is_last = at.phase + 1 == kPlacesPerLink;
  const std::size_t next_link = is_last ? (at.link + 1) % static_cast<std::size_t>(model_->n_links) : at.link;
  const Velocities& first = velocities_[at.phase];
  const Velocities& second = velocities_[is_last ? 0 : at.phase + 1];
  visit(Layout::vx, first.vx.data() + at.link, second.vx.data() + next_link);
  visit(Layout::vy, first.vy.data() + at.link, second.vy.data() + next_link);
  visit(Layout::spin, first.spin.data() + at.link, second.spin.data() + next_link);
}

void RunningLead::put(const Layout& layout, numerics::AlignedVector& state) const {
  const Between between = this->between(along_);
  double angle = 0.0;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const Place at = place(between, i);
    // Angles are continuous from link to link.
    angle = i == 0 ? at.angle : angle + std::remainder(at.angle - angle, 2.0 * std::numbers::pi);
    state[layout.field(Layout::x) + i] = at.position.x;
    state[layout.field(Layout::y) + i] = at.position.y;
    state[layout.field(Layout::angle) + i] = angle;
  }
  visit_velocities(between, [&](Layout::Field field, const double* first, const double* second) {
    double* to = state.data() + layout.field(field);
    for (std::size_t i = 0; i < layout.n_links(); ++i) {
      to[i] = (1.0 - between.share) * first[i] + between.share * second[i];
    }
  });
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
  const Between between = this->between(along_ + factor_ * flux_ * after);
  const double of_first = damping_ * factor_ * (1.0 - between.share);
  const double of_second = damping_ * factor_ * between.share;
  visit_velocities(between, [&](Layout::Field field, const double* first, const double* second) {
    const double* now = state.data() + layout.field(field);
    double* rate = rates.data() + layout.field(field);
    for (std::size_t i = 0; i < layout.n_links(); ++i) {
      rate[i] += of_first * first[i] + of_second * second[i] - damping_ * now[i];
    }
  });
}

void RunningLead::follow(double h, const Layout& layout, const numerics::AlignedVector& state) {
  const double part = part_in(h);
  for (std::size_t p = 0; p < speeds_.size(); ++p) {
    speeds_[p] += part * (state[layout.pulley_speed(p)] - speeds_[p]);
  }
  along_ += factor_ * flux_ * h;
  since_ += h;
  if (since_ * std::abs(flux_) * kPlacesPerLink < model_->reference_length) return;
  factor_ += part_in(since_) * (speed_of_belt(layout, state) / speed_ - factor_);
  since_ = 0.0;
}

double RunningLead::part_in(double time) const { return std::min(kFollowing * damping_ * time, 1.0); }

double RunningLead::speed_of_belt(const Layout& layout, const numerics::AlignedVector& state) {
  double speed = 0.0;
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    const double angle = state[layout.field(Layout::angle) + i];
    speed +=
        std::cos(angle) * state[layout.field(Layout::vx) + i] + std::sin(angle) * state[layout.field(Layout::vy) + i];
  }
  return speed;
}

}  // namespace beltdyn::lagrangian::links
