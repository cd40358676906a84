// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/belt/belt_point.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The belt at one instant as a function of the path coordinate σ or the material coordinate s. Where a belt leaves its
// path, by its weight or its stiffness, a particle counts as being at the nearest point of the path. Between points
// everything is linear. The contact state is that of the contact point in whose piece a particle is: pieces meet where
// contact ends or slip begins (front_between()), else half way. Pressure and traction vanish where contact is known to
// end; else they jump there.
class BeltMap {
 public:
  // Points and contacts in the order of s around the whole loop, each shape (n) with n ≥ 2 and
  // s_1 < s_2 < ... < s_n < s_1 + L_ref. The choice of the first particle is arbitrary.
  BeltMap(const BeltPath& path, double reference_length, std::vector<BeltPoint> points,
          std::vector<ContactPoint> contacts);

  // What is at a contour point, or at a particle; any σ and s, both are periodic.
  ProfilePoint at(double sigma) const;
  ProfilePoint at_particle(double material) const;
  // Where a particle is [m]
  Eigen::Vector2d position(double material) const;
  // The particle that is at a contour point [m]
  double material(double sigma) const;
  // Connected pieces of one pulley that slip the same way, in the order of σ. A zone is given in the coordinates of its
  // pulley: what touches the first pulley ahead of its entry has a σ < 0.
  std::vector<SlipZone> slip_zones() const;

  // The particles at which the contact state changes, in [s_1, s_1 + L_ref), ascending [m]
  std::vector<double> state_changes() const;

  double reference_length() const { return reference_length_; }
  std::span<const BeltPoint> points() const { return {points_.data(), points_.size() - 1}; }
  std::span<const ContactPoint> contacts() const { return {contacts_.data(), contacts_.size() - 1}; }
  // σ of the points in their order, not moved into [0, L), shape (n) [m]
  std::span<const double> sigma() const { return {sigma_.data(), sigma_.size() - 1}; }

 private:
  // A place between the points i and i + 1.
  struct Place {
    std::size_t left{};
    double weight{};  // 0 at the point i, 1 at the point i + 1
  };
  void find_sigma(const BeltPath& path);
  // Where the pieces of the contact points end.
  void find_limits();
  Place place_of_sigma(double sigma) const;
  Place place_of_material(double material) const;
  double sigma_of(double material) const;
  double material_at(const Place& place) const;
  ProfilePoint evaluate(const Place& place) const;
  void add_contact(double material, ProfilePoint& point) const;

  double length_;                  // L [m]
  std::vector<double> arc_start_;  // of each pulley [m]
  double reference_length_;        // L_ref [m]
  // The first one is repeated at the end, a loop further; σ not moved into [0, L).
  std::vector<BeltPoint> points_;
  std::vector<ContactPoint> contacts_;
  std::vector<double> limits_;  // s between a contact point and the next one, where the piece of the latter begins [m]
  std::vector<double> sigma_;
};

}  // namespace beltdyn
