// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/rope_drive/elastic_rope_drive.hpp"

namespace beltdyn::analytic {

// A body that may move along a line: the two ends of a rope, then its blocks.
struct RopeBody {
  bool is_free{};        // has it a mass?
  double mass{};         // [kg]
  double rope_mass{};    // of the rope that moves with it, per length of its span [kg/m]
  double rope_weight{};  // weight of this rope on it, per length of its span [N/m]
  double speed{};        // at the start [m/s]
  double held_until{};   // [s]
  std::function<double(double time, double displacement, double speed)> force{};  // in addition to the rope [N]
};
std::vector<RopeBody> bodies_of(const ElasticRopeDrive& drive);

// The path of a rope by the displacements of its bodies, with rates.
class RopeKinematics {
 public:
  RopeKinematics() = default;
  explicit RopeKinematics(const ElasticRopeDrive& drive);

  // Displacements and speeds of the bodies, shape (n_bodies).
  void place(std::span<const double> displacements, std::span<const double> speeds);
  // Adds the speed of an end along its span, if place() was called with 0 for it [m/s].
  void add_end_speed(std::size_t end, double speed) { length_rates_[end * n_] += speed; }

  double length(std::size_t j) const { return geometry_.length[j]; }    // of span j [m]
  double length_rate(std::size_t j) const { return length_rates_[j]; }  // [m/s]
  // Angular velocity of a side of an arc towards end 1 [rad/s].
  double side_rate(std::size_t k, std::size_t side) const { return side_rates_[2 * k + side]; }
  // Force by which the rope draws a body back, for given forces of the spans.
  double pull(std::size_t body, std::span<const double> forces) const;

 private:
  std::size_t n_{};  // number of sheaves
  std::vector<double> radii_;
  std::vector<double> drawn_;  // lengths of the spans at the start [m]
  std::function<void(std::span<const double> displacements, RopeGeometry& geometry)> given_;
  RopeGeometry geometry_;
  std::vector<double> length_rates_, side_rates_;
};

}  // namespace beltdyn::analytic
