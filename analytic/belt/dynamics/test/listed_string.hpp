// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "analytic/belt/dynamics/string_dynamics.hpp"
#include "analytic/belt/dynamics/string_dynamics_drive.hpp"
#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::string_dynamics_test {

// A simple reference for StringDynamics, on fixed pulleys none of which slips as a whole. The particles on each pulley
// are a list, moved by its surface in short steps; the forces of the spans before and behind it pull particles near its
// ends along as far as friction permits. The natural length between a particle on one pulley that is not pulled, and
// such a particle on the next pulley, is constant. First order in the step.
class ListedString {
 public:
  ListedString(const analytic::StringDynamicsDrive& drive, double step)
      : drive_(drive), step_(step), force_(drive.force), speed_(drive.angular_velocity), belts_(force_.size()) {
    std::vector<Eigen::Vector2d> axes;
    for (const analytic::DynamicPulley& p : drive.pulleys) axes.push_back(p.axis(0.0).place);
    const BeltPath path = drive.path(axes);
    for (std::size_t k = 0; k < n(); ++k) {
      radius_.push_back(path.arcs()[k].radius);
      wrap_.push_back(path.arcs()[k].wrap);
      length_.push_back(path.spans()[k].length);
      const double angle = (drive.rests() ? drive.pace[k] : speed_[k]) * step;
      for (double place = wrap_[k]; place > 0.0; place -= angle) {
        belts_[k].push_back({std::max(0.0, place - angle), place, force_[before(k)]});
      }
    }
    for (std::size_t k = 0; k < n(); ++k) pull(k);
  }

  void advance() {
    const std::vector<double> last = force_;
    std::vector<double> still, angle, content;
    for (std::size_t k = 0; k < n(); ++k) {
      const analytic::DynamicPulley& p = drive_.pulleys[k];
      angle.push_back(step_ * (p.is_prescribed ? p.speed(time_ + 0.5 * step_) : speed_[k]));
      still.push_back(still_place(k));
    }
    for (std::size_t k = 0; k < n(); ++k) content.push_back(natural(k, force_[k], still));
    time_ += step_;
    for (std::size_t k = 0; k < n(); ++k) {
      turn(k, angle[k], last[before(k)]);
      still[k] += angle[k];
    }
    for (std::size_t k = 0; k < n(); ++k) {
      double low = 0.1 * last[k];
      double high = 3.0 * last[k];
      for (int i = 0; i < 50; ++i) {
        const double middle = 0.5 * (low + high);
        (natural(k, middle, still) > content[k] ? low : high) = middle;
      }
      force_[k] = 0.5 * (low + high);
    }
    for (std::size_t k = 0; k < n(); ++k) {
      pull(k);
      const analytic::DynamicPulley& p = drive_.pulleys[k];
      if (p.is_prescribed) continue;
      speed_[k] += step_ * (radius_[k] * (force_[k] - force_[before(k)]) + p.torque(time_, speed_[k])) / p.inertia;
    }
  }

  double time() const { return time_; }
  double force(std::size_t k) const { return force_[k]; }
  double angular_velocity(std::size_t k) const { return speed_[k]; }

 private:
  struct Particle {
    double begin, end;  // angles from the entry [rad]
    double force;

    double middle() const { return 0.5 * (begin + end); }
  };

  std::size_t n() const { return force_.size(); }
  std::size_t before(std::size_t k) const { return (k + n() - 1) % n(); }
  std::size_t behind(std::size_t k) const { return (k + 1) % n(); }
  double stretch(double force) const { return drive_.unstressed_stretch + force / drive_.axial_stiffness; }
  // A particle at this angle from an end can differ from the force at the end by this ratio.
  double ratio(std::size_t k, double angle) const { return std::exp(drive_.pulleys[k].slip.growth(1.0) * angle); }
  double pulled(double force, double end, double ratio) const { return std::clamp(force, end / ratio, end * ratio); }
  double pulled_from_exit(std::size_t k, double exit, const Particle& p) const {
    return pulled(p.force, exit, ratio(k, wrap_[k] - p.middle()));
  }
  double pulled_from_entry(std::size_t k, double entry, const Particle& p) const {
    return pulled(p.force, entry, ratio(k, p.middle()));
  }
  void pull(std::size_t k) {
    for (Particle& p : belts_[k]) p.force = pulled_from_exit(k, force_[k], p);
    for (Particle& p : belts_[k]) p.force = pulled_from_entry(k, force_[before(k)], p);
  }

  void turn(std::size_t k, double angle, double entering) {
    std::vector<Particle>& belt = belts_[k];
    for (Particle& p : belt) {
      p.begin += angle;
      p.end += angle;
    }
    // Belt that has passed the exit belongs to the span now.
    while (belt.front().begin >= wrap_[k]) belt.erase(belt.begin());
    belt.front().end = std::min(belt.front().end, wrap_[k]);
    belt.push_back({0.0, angle, entering});
  }

  // Angle from the entry of a particle that neither end pulls: the one farthest from slip, or the place where slip from
  // both ends meets.
  double still_place(std::size_t k) const {
    const double in = force_[before(k)];
    const double out = force_[k];
    const double growth = drive_.pulleys[k].slip.growth(1.0);
    double place = 0.0;
    double farthest = -HUGE_VAL;
    for (const Particle& p : belts_[k]) {
      const double from_exit = growth * (wrap_[k] - p.middle()) - std::abs(std::log(p.force / out));
      const double from_entry = growth * p.middle() - std::abs(std::log(p.force / in));
      const double far = std::min(from_exit, from_entry);
      if (far > farthest) {
        farthest = far;
        place = p.middle();
      }
    }
    if (farthest > growth * 1e-6) return place;
    const double slope = std::log(out / in) / growth;
    const auto nearest = std::ranges::min_element(
        belts_[k], {}, [&](const Particle& p) { return std::abs(p.middle() - 0.5 * wrap_[k]); });
    const bool is_valley = nearest->force < std::sqrt(in * out);
    return 0.5 * (wrap_[k] + (is_valley ? -slope : slope));
  }

  // Natural length from the still particle of pulley k to that of the next pulley, for this force of the span between.
  double natural(std::size_t k, double force, const std::vector<double>& still) const {
    const std::size_t next = behind(k);
    double sum = length_[k] / stretch(force);
    for (const Particle& p : belts_[k]) {
      const double angle = p.end - std::max(p.begin, still[k]);
      if (angle > 0.0) sum += radius_[k] * angle / stretch(pulled_from_exit(k, force, p));
    }
    for (const Particle& p : belts_[next]) {
      const double angle = std::min(p.end, still[next]) - p.begin;
      if (angle > 0.0) sum += radius_[next] * angle / stretch(pulled_from_entry(next, force, p));
    }
    return sum;
  }

  analytic::StringDynamicsDrive drive_;
  double step_;
  double time_ = 0.0;  // [s]
  std::vector<double> force_, speed_, radius_, wrap_, length_;
  std::vector<std::vector<Particle>> belts_;
};

// Differences of a drive's forces from the reference up to a time, with a step and with a quarter of it; `look` is
// called with the StringDynamics after each step.
template <class Look>
std::array<double, 2> apart_from_particles(const BeltDrive& drive, double end, const Look& look) {
  std::array<double, 2> worst{};
  for (std::size_t level = 0; level < 2; ++level) {
    analytic::StringDynamics string(analytic::string_dynamics_of(drive), 1e-10);
    ListedString listed(string.drive(), level == 0 ? 8e-4 : 2e-4);
    while (listed.time() < end) {
      listed.advance();
      string.advance_to(listed.time());
      look(string);
      for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
        worst[level] = std::max(worst[level], std::abs(listed.force(k) - string.force(k)));
      }
    }
  }
  return worst;
}

}  // namespace beltdyn::string_dynamics_test
