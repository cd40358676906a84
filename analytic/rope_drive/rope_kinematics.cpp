// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rope_kinematics.hpp"

#include <algorithm>

namespace beltdyn::analytic {

std::vector<RopeBody> bodies_of(const ElasticRopeDrive& drive) {
  std::vector<RopeBody> bodies;
  for (const RopeEnd& e : drive.ends) {
    bodies.push_back({.is_free = e.kind == RopeEnd::Kind::body,
                      .mass = e.mass,
                      .rope_mass = e.rope_mass,
                      .rope_weight = e.rope_weight,
                      .speed = e.speed,
                      .held_until = e.held_until,
                      .force = [force = e.force](double t, double, double) { return force(t); }});
  }
  for (const RopeBlock& b : drive.blocks) {
    bodies.push_back({.is_free = true, .mass = b.mass, .speed = b.speed, .held_until = b.held_until, .force = b.force});
  }
  return bodies;
}

RopeKinematics::RopeKinematics(const ElasticRopeDrive& drive)
    : n_(drive.sheaves.size()),
      drawn_(drive.length),
      given_(drive.geometry),
      length_rates_(n_ + 1),
      side_rates_(2 * n_) {
  for (const RopeSheave& s : drive.sheaves) radii_.push_back(s.radius);
  const std::size_t n_bodies = 2 + drive.blocks.size();
  geometry_.length = drawn_;
  geometry_.length_by.assign(n_bodies * (n_ + 1), 0.0);
  geometry_.side_by.assign(n_bodies * n_ * 2, 0.0);
  if (given_) return;
  geometry_.length_by[0] = 1.0;
  geometry_.length_by[2 * n_ + 1] = 1.0;
  for (std::size_t b = 0; b < drive.blocks.size(); ++b) {
    std::ranges::copy(drive.blocks[b].take_up,
                      geometry_.length_by.begin() + static_cast<std::ptrdiff_t>((2 + b) * (n_ + 1)));
  }
}

void RopeKinematics::place(std::span<const double> displacements, std::span<const double> speeds) {
  if (given_) {
    given_(displacements, geometry_);
  } else {
    std::ranges::copy(drawn_, geometry_.length.begin());
  }
  std::ranges::fill(length_rates_, 0.0);
  std::ranges::fill(side_rates_, 0.0);
  for (std::size_t b = 0; b < speeds.size(); ++b) {
    for (std::size_t j = 0; j <= n_; ++j) {
      const double by = geometry_.length_by[b * (n_ + 1) + j];
      if (!given_) geometry_.length[j] += by * displacements[b];
      length_rates_[j] += by * speeds[b];
    }
    for (std::size_t i = 0; i < 2 * n_; ++i) side_rates_[i] += geometry_.side_by[b * 2 * n_ + i] * speeds[b];
  }
}

double RopeKinematics::pull(std::size_t body, std::span<const double> forces) const {
  double sum = 0.0;
  for (std::size_t j = 0; j <= n_; ++j) sum += forces[j] * geometry_.length_by[body * (n_ + 1) + j];
  for (std::size_t k = 0; k < n_; ++k) {
    const double* by = geometry_.side_by.data() + (body * n_ + k) * 2;
    sum += radii_[k] * (forces[k + 1] * by[1] - forces[k] * by[0]);
  }
  return sum;
}

}  // namespace beltdyn::analytic
