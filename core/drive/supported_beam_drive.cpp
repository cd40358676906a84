// SPDX-License-Identifier: MIT
#include "core/drive/supported_beam_drive.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::kAny;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

// Tolerance relative to the radius: a circle that intersects the beam by so little only touches it, e.g. because
// numbers were rounded.
constexpr double kTouching = 1e-9;

}  // namespace

void PressingCircle::visit(FieldVisitor& v) {
  v.number({"radius", "m", "the radius of the rigid circle"}, radius, kPositive);
  v.vector({"rest_position", "m", "the centre of the circle when its spring is relaxed, [x, y]; it moves in y"},
           {rest_position.data(), 2}, kAny);
  v.number({"spring_stiffness", "N/m", "the stiffness of the spring in y between the centre and the ground"},
           spring_stiffness, kPositive);
  visit_object(v, {"force", "N", "the force in y on the circle, as a function of time"}, force);
  v.number({"contact_stiffness", "N/m^2", "the contact stiffness (penalty) per length of the beam"}, contact_stiffness,
           kPositive);
}

void SupportedBeamDrive::visit(FieldVisitor& v) {
  v.number({"length", "m", "the length of the straight beam between its supports"}, length, kPositive);
  v.number({"axial_stiffness", "N", "the axial stiffness EA"}, axial_stiffness, kPositive);
  v.number({"bending_stiffness", "N m^2", "the bending stiffness EI"}, bending_stiffness, kNonNegative);
  v.number({"mass_per_length", "kg/m", "the mass per length"}, mass_per_length, kNonNegative);
  v.number({"tension", "N", "the axial force of the straight beam"}, tension, kNonNegative, Presence::optional);
  v.number({"speed", "m/s", "the transport speed of the beam through its supports, from x = 0 to x = L"}, speed,
           kNonNegative, Presence::optional);
  config::visit_choice(v, {"left_support", "-", "how the end at x = 0 is held"}, supports[0], kBeamSupportNames);
  config::visit_choice(v, {"right_support", "-", "how the end at x = L is held"}, supports[1], kBeamSupportNames);
  v.vector({"gravity", "m/s^2", "the acceleration of gravity, [x, y]"}, {gravity.data(), 2}, kAny, Presence::optional);
  v.optional_object({"circle", "-", "the circle pressed against the beam"}, has_circle,
                    [this](FieldVisitor& inner) { circle.visit(inner); });
  // Without bending stiffness and without tension, the beam would be a mechanism.
  v.check(
      "bending_stiffness", [this] { return bending_stiffness > 0.0 || tension > 0.0; },
      "is 0 and the beam has no tension, so nothing keeps it straight; give EI or a tension");
  if (has_circle) check_circle(v);
}

void SupportedBeamDrive::check_circle(FieldVisitor& v) {
  v.check(
      "circle/rest_position",
      [this] {
        const double x = circle.rest_position.x();
        return x > circle.radius && x < length - circle.radius;
      },
      [this] {
        return fmt::format(
            "a circle of radius {:.6g} m above x = {:.6g} m would extend beyond a support of the beam from 0 to {:.6g} "
            "m; move it or reduce the radius",
            circle.radius, circle.rest_position.x(), length);
      });
  v.check(
      "circle/rest_position",
      [this] { return std::abs(circle.rest_position.y()) >= circle.radius * (1.0 - kTouching); },
      [this] {
        return fmt::format(
            "the circle at rest intersects the beam: its centre is {:.6g} m away and its radius is {:.6g} m; move it "
            "away",
            std::abs(circle.rest_position.y()), circle.radius);
      });
}

}  // namespace beltdyn
