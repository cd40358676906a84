// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/config/field_visitor.hpp"
#include "core/surface/rope_course.hpp"
#include "core/time/time_function.hpp"

namespace beltdyn {

// Configurations of the courses of surface/rope_course.hpp. Lengths are in m, angles in rad.
struct HelixCourse {
  double radius{};     // R [m]
  TimeFunction pitch;  // H [m]
  double angle{};      // angle around the axis [rad]
  void visit(config::FieldVisitor& visitor);
};
struct ConeCircleCourse {
  double half_angle{};  // α [rad]
  double radius{};      // R of the circle [m]
  double angle{};       // angle around the axis [rad]
  void visit(config::FieldVisitor& visitor);
};
inline constexpr std::array<std::string_view, 2> kGeodesicOfNames{"mid_line", "surface"};
struct ConeGeodesicCourse {
  surface::ConeGeodesic geodesic;
  void visit(config::FieldVisitor& visitor);
};
struct SphereCircleCourse {
  double radius{};    // R of the sphere [m]
  double latitude{};  // [rad]
  double angle{};     // angle around the axis [rad]
  void visit(config::FieldVisitor& visitor);
};
struct TorusCircleCourse {
  surface::TorusLatitude torus;
  void visit(config::FieldVisitor& visitor);
};
struct EllipseCourse {
  std::array<double, 2> semi_axes{};  // a, b [m]
  double begin{};                     // eccentric angle [rad]
  double end{};                       // eccentric angle [rad]
  void visit(config::FieldVisitor& visitor);
};
struct TubeCourse {
  double amplitude{};  // A [m]
  double period{};     // l [m]
  void visit(config::FieldVisitor& visitor);
};

using CourseConfig = std::variant<HelixCourse, ConeCircleCourse, ConeGeodesicCourse, SphereCircleCourse,
                                  TorusCircleCourse, EllipseCourse, TubeCourse>;

// The end at which the force is given: the held end, or the pulled end, where a load hangs.
enum class GivenEnd { held, pulled };
inline constexpr std::array<std::string_view, 2> kGivenEndNames{"held_end", "pulled_end"};

// A rope under tension on a rigid surface that is pulled along itself until all of it slides, [Konyukhov 2021].
// Friction coefficient, tension and the pitch of a helix are functions of time. Each instant is an independent problem:
// a run computes the ratio of the end forces for the values at its instants.
struct RopeOnSurface {
  CourseConfig course;
  double rope_radius{};    // r [m]
  double young_modulus{};  // E [Pa]
  TimeFunction tension;    // force at the given end [N]
  GivenEnd tension_at = GivenEnd::held;
  TimeFunction friction;        // μ along the rope [-]
  double cross_friction = 1.0;  // ratio of μ across the rope to μ along the rope [-]

  surface::RopeCourse course_at(double time) const;
  bool is_helix() const { return std::holds_alternative<HelixCourse>(course); }
  double pitch_at(double time) const;  // of a helix; 0 for other courses [m]

  void visit(config::FieldVisitor& visitor);
};

}  // namespace beltdyn
