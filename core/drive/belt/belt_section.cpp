// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_section.hpp"

#include <cmath>
#include <numbers>

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::hold;

// Flanks at α = π would make a flat belt.
constexpr config::Range kWedgeAngle{
    .low = 0.0, .high = std::numbers::pi, .low_exclusive = true, .high_exclusive = true};

// More ribs are an error: machine belts have some tens.
constexpr int kMostRibs = 100;

void visit_wedge(FieldVisitor& v, double& angle) {
  v.number({"wedge_angle", "rad", "the angle between the flanks"}, angle, kWedgeAngle);
}

// The wedge angle; 0 for a flat belt [rad]
double wedge_angle(const BeltSection& section) {
  if (const auto* v = std::get_if<VSection>(&section)) return v->wedge_angle;
  if (const auto* poly_v = std::get_if<PolyVSection>(&section)) return poly_v->wedge_angle;
  return 0.0;
}

}  // namespace

bool has_wedges(const BeltSection& section) { return !std::holds_alternative<FlatSection>(section); }

double flank_force_ratio(const BeltSection& section) {
  return has_wedges(section) ? 1.0 / std::sin(0.5 * wedge_angle(section)) : 1.0;
}

void visit_section(FieldVisitor& visitor, BeltSection& section) {
  const std::array<config::Alternative, 3> forms{{
      {"flat", "a flat belt", [&section](FieldVisitor&) { hold<FlatSection>(section); }},
      {"v", "a belt whose flanks wedge into grooves",
       [&section](FieldVisitor& v) { visit_wedge(v, hold<VSection>(section).wedge_angle); }},
      {"poly_v", "a belt of several ribs, whose flanks wedge into grooves",
       [&section](FieldVisitor& v) {
         auto& belt = hold<PolyVSection>(section);
         visit_wedge(v, belt.wedge_angle);
         v.integer({"ribs", "-", "the number of ribs"}, belt.ribs, {.low = 1, .high = kMostRibs});
         visit_choice(v,
                      {"values", "-",
                       "whether axial_stiffness, bending_stiffness, mass_per_length, width, axial_damping and "
                       "bending_damping refer to the whole belt or to one rib"},
                      belt.values, kRibValuesNames);
       }},
  }};
  visit_tagged(visitor, {"type", "-", "the type of the cross-section"}, forms, section);
}

}  // namespace beltdyn
