// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_body.hpp"

#include <span>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {

using config::FieldVisitor;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

void BeltBody::visit(FieldVisitor& v) {
  v.name({"name", "-", "the name of the body"}, name, Presence::optional);
  v.entry({"from", "-", "the name of the pulley that the span of the body leaves, or its number counted from 1"}, from,
          from_name);
  v.number({"distance", "m", "the distance of the body from where its span begins, at the start"}, distance, kPositive);
  v.number({"mass", "kg", "the mass of the body, which a guide keeps on the line of its span"}, mass, kNonNegative);
  visit_optional(v, {"force", "N", "the force on the body in the running direction, beside its weight"}, force);
  visit_optional(v, {"friction", "-", "dry friction in the guide"}, friction,
                 [](FieldVisitor& inner, JointFriction& joint) { joint.visit_sliding(inner); });
  v.number({"held_until", "s", "the body stands still until this time"}, held_until, kNonNegative, Presence::optional);
}

void check_bodies(FieldVisitor& v, const BeltDrive& drive) {
  check_unique_names(v, "body", "bodies", std::span<const BeltBody>(drive.bodies));
  for (std::size_t i = 0; i < drive.bodies.size(); ++i) {
    const BeltBody& body = drive.bodies[i];
    check_pulley(v, fmt::format("bodies/{}/from", i), drive.pulleys, body.from, body.from_name);
    const auto length = [&drive, &body] { return drive.path().spans()[body.span()].length; };
    v.check(
        fmt::format("bodies/{}/distance", i),
        [&] { return body.from < 1 || body.span() >= drive.pulleys.size() || body.distance < length(); },
        [&] {
          return fmt::format("lies beyond the end of the span, which is {:.6g} m long; give a distance below that",
                             length());
        });
  }
}

}  // namespace beltdyn
