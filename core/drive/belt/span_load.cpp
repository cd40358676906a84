// SPDX-License-Identifier: MIT
#include "core/drive/belt/span_load.hpp"

#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {

using config::FieldVisitor;
using config::kNonNegative;
using config::Presence;

namespace {

// |g × t|, the component of gravity across a span [m/s²].
double gravity_across(const Eigen::Vector2d& gravity, const Eigen::Vector2d& t) {
  return std::abs(gravity.x() * t.y() - gravity.y() * t.x());
}

}  // namespace

SpanForces SpanLoad::forces(double belt_mass, const Eigen::Vector2d& gravity, const Eigen::Vector2d& t) const {
  const double along = gravity.dot(t);
  const double across = gravity_across(gravity, t);
  return {.resistance = resistance_coefficient *
                        (idler_mass_per_length * gravity.norm() + (belt_mass + load_per_length) * across),
          .load_weight = load_per_length * along,
          .belt_weight = belt_mass * along};
}

double SpanLoad::sag(double belt_mass, const Eigen::Vector2d& gravity, const Eigen::Vector2d& t, double force,
                     double speed) const {
  const double mass = belt_mass + load_per_length;
  const double held = mass * gravity_across(gravity, t) * idler_spacing / 8.0;  // T of the sag a [N]
  const double tension = force - mass * speed * speed;
  return tension > held ? idler_spacing * held / tension : idler_spacing;
}

void SpanLoad::visit(FieldVisitor& v) {
  v.entry({"from", "-", "the name of the pulley that the span leaves, or its number counted from 1"}, from, name);
  v.number({"load_per_length", "kg/m", "the load on the span, which enters at rest where the span begins"},
           load_per_length, kNonNegative, Presence::optional);
  v.number({"idler_mass_per_length", "kg/m", "the rotating masses of the idlers, reduced to the speed of the belt"},
           idler_mass_per_length, kNonNegative, Presence::optional);
  v.number({"resistance_coefficient", "-",
            "the coefficient f of the resistance f g (idlers + (belt + load) cos(slope)) per length"},
           resistance_coefficient, {.low = 0.0, .high = 1.0}, Presence::optional);
  v.number({"idler_spacing", "m", "the distance between two idlers, for the sag of the belt between them"},
           idler_spacing, kNonNegative, Presence::optional);
}

void check_span_loads(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t i = 0; i < drive.spans.size(); ++i) {
    const SpanLoad& run = drive.spans[i];
    check_pulley(v, fmt::format("spans/{}/from", i), drive.pulleys, run.from, run.name);
    v.check(
        fmt::format("spans/{}/from", i),
        [&drive, &run, i] {
          for (std::size_t j = 0; j < i; ++j) {
            if (run.from > 0 && drive.spans[j].from == run.from) return false;
          }
          return true;
        },
        "another entry already has this span; give each span one entry");
    v.check(
        fmt::format("spans/{}/resistance_coefficient", i),
        [&drive, &run] { return run.resistance_coefficient == 0.0 || drive.gravity.norm() > 0.0; },
        "needs the weight of idlers, belt and load, but gravity is [0, 0]; give the drive a gravity, or remove "
        "this key");
  }
}

}  // namespace beltdyn
