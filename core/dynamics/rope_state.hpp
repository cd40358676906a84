// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/drive/rope/rope_path.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A piece of the rope that touches a pulley.
struct TouchingPiece {
  double sigma{};     // of its middle [m]
  double length{};    // [m]
  double normal{};    // N [N]
  double traction{};  // on the belt, along the rope towards its second end [N]
  double slip{};      // velocity of the rope on the surface, likewise [m/s]
  int direction{};    // of its slip, likewise; 0: it sticks
};

// The rope at a place of its path.
struct RopePlace {
  double sigma{};   // distance from the first end [m]
  double force{};   // [N]
  double speed{};   // towards the second end [m/s]
  double strain{};  // [-]
  // Of the particle there, 0 in a formulation that looks at forces near pulleys only [m/s²].
  Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
};

// A rope of finite elements in its last accepted state.
class RopeState {
 public:
  // At places in the order of σ, and its pieces on each pulley in theirs, shape (n_pulleys).
  RopeState(std::vector<RopePlace> places, std::vector<std::vector<TouchingPiece>> contacts)
      : places_(std::move(places)), contacts_(std::move(contacts)) {}

  // Between the places, and on beyond the first and the last one.
  double force(double sigma) const;
  double speed(double sigma) const;
  double strain(double sigma) const;
  // ∫a·t dσ between two places of a span of the direction t [m²/s²]
  double accelerated(double from, double to, const Eigen::Vector2d& t) const;
  const std::vector<TouchingPiece>& contacts(std::size_t pulley) const { return contacts_[pulley]; }
  // The angles of slip at the sides of the first end and of the second one [rad]; all of the arc at the second one
  // where all of it slips.
  std::array<double, 2> slip_arcs(std::size_t pulley, const PathArc& arc, double friction) const;
  ProfilePoint point(double sigma) const;

 private:
  template <class Value>
  Value between(double sigma, Value RopePlace::*value) const;

  std::vector<RopePlace> places_;
  std::vector<std::vector<TouchingPiece>> contacts_;
};

}  // namespace beltdyn
