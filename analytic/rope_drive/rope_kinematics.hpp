// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"

namespace beltdyn::analytic {

// What may move along a line of its own: the two ends of a rope, then its blocks.
struct RopeBody {
  bool is_free{};                                                                 // has it a mass?
  double mass{};                                                                  // [kg]
  double speed{};                                                                 // at the start [m/s]
  double held_until{};                                                            // [s]
  std::function<double(double time, double displacement, double speed)> force{};  // beside that of the rope [N]
};
std::vector<RopeBody> bodies_of(const ElasticRopeDrive& drive);

// The path of a rope by the displacements of its bodies, and its rates.
class RopeKinematics {
 public:
  RopeKinematics() = default;
  explicit RopeKinematics(const ElasticRopeDrive& drive);

  // Displacements and speeds of the bodies, shape (n_bodies).
  void place(std::span<const double> displacements, std::span<const double> speeds);
  // An end whose speed was taken for none goes along its span [m/s].
  void add_end_speed(std::size_t end, double speed) { length_rates_[end * n_] += speed; }

  double length(std::size_t j) const { return geometry_.length[j]; }    // of span j [m]
  double length_rate(std::size_t j) const { return length_rates_[j]; }  // [m/s]
  // With which a side of an arc goes towards end 1 [rad/s].
  double side_rate(std::size_t k, std::size_t side) const { return side_rates_[2 * k + side]; }
  // By which a rope with these forces of its spans draws a body back: each by the rope between what sticks at its ends.
  double pull(std::size_t body, std::span<const double> forces) const;

 private:
  std::size_t n_{};  // of sheaves
  std::vector<double> radii_;
  std::vector<double> drawn_;  // lengths of the spans at the start [m]
  std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> given_;
  RopeGeometry geometry_;
  std::vector<double> length_rates_, side_rates_;
};

}  // namespace beltdyn::analytic
