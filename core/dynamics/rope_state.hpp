// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "core/drive/rope/rope_path.hpp"
#include "core/run/simulation.hpp"

namespace beltdyn {

// A piece of the rope in contact with a pulley.
struct TouchingPiece {
  double sigma{};     // σ of its middle [m]
  double length{};    // [m]
  double normal{};    // N [N]
  double traction{};  // T, on the belt along the rope, > 0 towards its second end [N]
  double slip{};      // velocity of the rope relative to the surface, > 0 towards the second end [m/s]
  int direction{};    // sign of the slip; 0: it sticks
};

// The state of the rope at a place of its path.
struct RopePlace {
  double sigma{};   // distance from the first end [m]
  double force{};   // [N]
  double speed{};   // towards the second end [m/s]
  double strain{};  // [-]
  // Acceleration of the particle there [m/s²]; 0 in formulations that need forces near pulleys only.
  Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
};

// The last accepted state of a rope of finite elements.
class RopeState {
 public:
  // `places` and, for each pulley, its contact pieces, both sorted by σ; `contacts` has the shape (n_pulleys).
  RopeState(std::vector<RopePlace> places, std::vector<std::vector<TouchingPiece>> contacts)
      : places_(std::move(places)), contacts_(std::move(contacts)) {}

  // Linear interpolation between the places, extrapolation beyond the first and the last one.
  double force(double sigma) const;
  double speed(double sigma) const;
  double strain(double sigma) const;
  // ∫ a·t dσ between two places of a span with the direction t [m²/s²]
  double accelerated(double from, double to, const Eigen::Vector2d& t) const;
  const std::vector<TouchingPiece>& contacts(std::size_t pulley) const { return contacts_[pulley]; }
  // The slip angles next to the first and to the second end [rad]. If the whole arc slips, all of it counts at the
  // second end.
  std::array<double, 2> slip_arcs(std::size_t pulley, const PathArc& arc, double friction) const;
  ProfilePoint point(double sigma) const;

 private:
  template <class Value>
  Value between(double sigma, Value RopePlace::*value) const;

  std::vector<RopePlace> places_;
  std::vector<std::vector<TouchingPiece>> contacts_;
};

}  // namespace beltdyn
