// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include <Eigen/Core>

#include "core/belt/belt_point.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// The belt at one instant as a function of the path coordinate σ or the material coordinate s. Where weight or
// stiffness lifts the belt off its path, a particle belongs to the nearest point of the path. Values between points are
// interpolated linearly. Each contact point represents a piece of the belt, which has its contact state. Pieces meet
// where contact ends or slip begins (front_between()), otherwise half-way between the points. Pressure and traction
// vanish where the end of contact is known; otherwise they jump there.
class BeltMap {
 public:
  // Points and contacts in ascending order of s around the whole loop, each of shape (n) with n ≥ 2 and s_1 < s_2 < ...
  // < s_n < s_1 + L_ref. The first particle may be anywhere.
  BeltMap(const BeltPath& path, double reference_length, std::vector<BeltPoint> points,
          std::vector<ContactPoint> contacts);

  // The state at a path coordinate σ, or at a particle s; both are periodic and may have any value.
  ProfilePoint at(double sigma) const;
  ProfilePoint at_particle(double material) const;
  // Position of a particle [m].
  Eigen::Vector2d position(double material) const;
  // The particle at a path coordinate [m].
  double material(double sigma) const;
  // Connected pieces of one pulley that slip in the same direction, in ascending order of σ. σ continues on the pulley
  // of the zone: contact on the first pulley ahead of its entry has σ < 0.
  std::vector<SlipZone> slip_zones() const;

  // The particles at which the contact state changes, ascending in [s_1, s_1 + L_ref) [m].
  std::vector<double> state_changes() const;

  double reference_length() const { return reference_length_; }
  std::span<const BeltPoint> points() const { return {points_.data(), points_.size() - 1}; }
  std::span<const ContactPoint> contacts() const { return {contacts_.data(), contacts_.size() - 1}; }
  // σ of the points in their order, not reduced to [0, L); shape (n) [m].
  std::span<const double> sigma() const { return {sigma_.data(), sigma_.size() - 1}; }

 private:
  // A place between points i and i + 1.
  struct Place {
    std::size_t left{};
    double weight{};  // 0 at the point i, 1 at the point i + 1
  };
  void find_sigma(const BeltPath& path);
  // Finds the limits between the pieces of the contact points.
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
  // The first element is repeated at the end, one loop further; σ is not reduced to [0, L).
  std::vector<BeltPoint> points_;
  std::vector<ContactPoint> contacts_;
  std::vector<double> limits_;  // s between each contact point and the next, where their pieces meet [m]
  std::vector<double> sigma_;   // [m]
};

}  // namespace beltdyn
