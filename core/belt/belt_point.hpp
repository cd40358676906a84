// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Core>

#include "core/contact/contact_state.hpp"

namespace beltdyn {

// The state of the belt at a particle. The material coordinate s is the reference length along the belt in its running
// direction; s = 0 is the particle that is at σ = 0 when the untouched belt lies on its path evenly stretched.
struct BeltPoint {
  double material{};                                   // s [m]
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  double strain{};                                     // λ − 1, from the reference length [-]
  double force{};                                      // N [N]
  double speed{};                                      // along the belt, positive in its running direction [m/s]
  // Of the particle; 0 for a belt without inertia [m/s²].
  Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
  // Force of the load and the idlers of a run on the belt per reference length; for a steady string also its weight
  // [N/m].
  Eigen::Vector2d run_force = Eigen::Vector2d::Zero();
};

// The contact of the piece of belt that a contact point represents. Pressure and traction are per length of the
// stretched belt.
struct ContactPoint {
  double material{};  // s [m]
  int pulley = -1;    // index, −1 if free
  double pressure{};  // ≥ 0 [N/m]
  double traction{};  // on the belt, positive in the running direction [N/m]
  contact::ContactState state = contact::ContactState::free;
  // Velocity of the belt relative to the surface, positive in its running direction, at the place where friction acts
  // and as the friction law of a formulation uses it [m/s]; empty: derived from the motion of the points, which must be
  // close to their path.
  std::optional<double> slip_velocity{};
  // Length of stretched belt that the point represents in the quadrature of a formulation [m]; empty: from half-way to
  // the previous point to half-way to the next one.
  std::optional<double> length{};
  // s of the place before the next contact point where contact begins or ends, for formulations that know it [m].
  std::optional<double> contact_limit{};
};

}  // namespace beltdyn
