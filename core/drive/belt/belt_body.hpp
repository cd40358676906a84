// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/pulley/joint_friction.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// A body that is fixed to a particle of a closed belt, such as a carriage, a printer bed or a lift car. A guide keeps
// it on the straight line of its span. Along this line, in the running direction t of the belt, it obeys
//     m dv/dt = m g·t + F(t) + F_r + (force of the belt),
//
// with F_r the dry friction of the guide.
struct BeltBody {
  std::string name{};       // for messages and results; empty: the body has only its number
  int from{};               // the pulley where its span begins, from 1; found from the name if that is given
  std::string from_name{};  // name of this pulley; empty if its number is given
  double distance{};        // from the start of the span to the body at t = 0 [m]
  double mass{};            // m [kg]
  std::optional<TimeFunction> force{};      // F [N]
  std::optional<JointFriction> friction{};  // in the guide
  double held_until{};                      // the body is held at rest until this time [s]

  std::size_t span() const { return static_cast<std::size_t>(from) - 1; }
  // The initial σ of the body on a path of the drive [m].
  double sigma(const BeltPath& path) const { return path.spans()[span()].start + distance; }

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// Checks that each body has a span and lies on it. The belt path exists, or its absence has been reported.
void check_bodies(config::FieldVisitor& visitor, const BeltDrive& drive);

// The state of a body at an instant.
struct BodyState {
  double displacement{};                                 // from the initial position, in the running direction [m]
  double speed{};                                        // [m/s]
  double friction_force{};                               // F_r [N]
  std::size_t span{};                                    // index of its current span in the path
  Eigen::Vector2d position = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d belt_force = Eigen::Vector2d::Zero();  // force of the belt on the body [N]
};

}  // namespace beltdyn
