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

// A body that is fixed to a particle of a closed belt, as a carriage, the bed of a printer or the car of a lift. A
// guide keeps it on the straight line of its span; along that, in the running direction t of the belt, it obeys
//
//     m dv/dt = m g·t + F(t) + F_r + (force of the belt),
//
// F_r of dry friction in the guide.
struct BeltBody {
  std::string name{};                   // of use to people; empty: it has only its number
  int from{};                           // the pulley that its span leaves, from 1; found from the name if that is given
  std::string from_name{};              // of this pulley, empty if its number is given
  double distance{};                    // from where the span begins to the body, at the start [m]
  double mass{};                        // m [kg]
  std::optional<TimeFunction> force{};  // F [N]
  std::optional<JointFriction> friction{};  // of the guide
  double held_until{};                      // before, it stands still [s]

  std::size_t span() const { return static_cast<std::size_t>(from) - 1; }
  // Where it is given on a path of the drive [m].
  double sigma(const BeltPath& path) const { return path.spans()[span()].start + distance; }

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// That each body has a span, and lies on it. A path is there, or has been refused.
void check_bodies(config::FieldVisitor& visitor, const BeltDrive& drive);

// A body at an instant.
struct BodyState {
  double displacement{};                                 // from the start, in the running direction [m]
  double speed{};                                        // [m/s]
  double friction_force{};                               // F_r [N]
  std::size_t span{};                                    // of the path
  Eigen::Vector2d position = Eigen::Vector2d::Zero();    // [m]
  Eigen::Vector2d belt_force = Eigen::Vector2d::Zero();  // of the belt on it [N]
};

}  // namespace beltdyn
