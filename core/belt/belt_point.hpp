// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <Eigen/Core>

#include "core/contact/contact_state.hpp"

namespace beltdyn {

// The belt at a particle. The material coordinate s is the reference length along the belt in its running direction,
// with s = 0 at the particle that is at σ = 0 when the untouched belt lies on its path evenly stretched.
struct BeltPoint {
  double material{};                                   // s [m]
  Eigen::Vector2d position = Eigen::Vector2d::Zero();  // [m]
  double strain{};                                     // λ − 1, from the reference length [-]
  double force{};                                      // axial [N]
  double speed{};                                      // along the belt, in its running direction [m/s]
  // Of the particle; 0 of a belt without inertia [m/s²]
  Eigen::Vector2d acceleration = Eigen::Vector2d::Zero();
  // Of load and idlers of a run, on the belt per reference length; of a steady string also its weight [N/m]
  Eigen::Vector2d run_force = Eigen::Vector2d::Zero();
};

// The contact of the piece of belt around a particle. Per length of the belt as it is, stretched.
struct ContactPoint {
  double material{};  // s [m]
  int pulley = -1;    // index, −1 if free
  double pressure{};  // ≥ 0 [N/m]
  double traction{};  // on the belt, positive in the running direction [N/m]
  contact::ContactState state = contact::ContactState::free;
  // Of the belt over the surface, in its running direction and where friction acts, as the friction law of a
  // formulation has it; empty: found from the motion of the points, which are close to their path [m/s]
  std::optional<double> slip_velocity{};
  // Of the belt as it is that the point stands for, by the quadrature of a formulation; empty: from half-way to the
  // points beside [m]
  std::optional<double> length{};
  // s of the place before the next contact point where contact begins or ends, for formulations that provide it [m]
  std::optional<double> contact_limit{};
};

}  // namespace beltdyn
