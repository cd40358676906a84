// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/belt/places.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::kPositive;
using config::Presence;

constexpr double kNotGiven = std::numeric_limits<double>::quiet_NaN();

// The material of a rectangular section of width w. It may be given instead of the stiffnesses and the mass:
// EA = E w t, EI = E w t³/12, ρA = ρ w t.
struct Material {
  double young_modulus = kNotGiven;  // E [Pa]
  double thickness = kNotGiven;      // t [m]
  double density = kNotGiven;        // ρ [kg/m³]

  bool is_given() const { return !std::isnan(young_modulus) || !std::isnan(thickness) || !std::isnan(density); }
  bool is_whole() const { return !std::isnan(young_modulus + thickness + density); }
  double axial_stiffness(double width) const { return young_modulus * width * thickness; }
  double bending_stiffness(double width) const { return axial_stiffness(width) * thickness * thickness / 12.0; }
  double mass_per_length(double width) const { return density * width * thickness; }
  double middle() const { return 0.5 * thickness; }
  std::string missing() const {
    std::vector<std::string_view> keys;
    if (std::isnan(young_modulus)) keys.emplace_back("young_modulus");
    if (std::isnan(thickness)) keys.emplace_back("thickness");
    if (std::isnan(density)) keys.emplace_back("density");
    return fmt::format("{}", fmt::join(keys, " and "));
  }

  void visit(FieldVisitor& v) {
    v.number({"young_modulus", "Pa", "Young's modulus of a rectangular belt, instead of its stiffnesses"},
             young_modulus, kPositive, Presence::optional);
    v.number({"thickness", "m", "the thickness of a rectangular belt, instead of its stiffnesses"}, thickness,
             kPositive, Presence::optional);
    v.number({"density", "kg/m^3", "the density of a rectangular belt, instead of its mass per length"}, density,
             kNonNegative, Presence::optional);
    v.check(
        "", [this] { return is_whole() || !is_given(); },
        [this] {
          return fmt::format(
              "has some of young_modulus, thickness and density, but no {}; give all three, or none of them and "
              "axial_stiffness, bending_stiffness and mass_per_length",
              missing());
        });
    // The incomplete input has been reported above. Dummy values keep NaN away from the checks that follow.
    if (is_given() && !is_whole()) *this = {.young_modulus = 1.0, .thickness = 1.0, .density = 1.0};
  }
};

void refuse_beside_material(FieldVisitor& v, std::string_view key, const double& value, bool has_material) {
  v.check(
      key, [&value, has_material] { return !has_material || std::isnan(value); },
      "cannot be combined with young_modulus, thickness and density; give one or the other");
}

void visit_pretension(FieldVisitor& visitor, Pretension& pretension) {
  const std::array<Alternative, 5> forms{{
      {"reference_strain",
       "the reference length is that of the belt path; the pretension is given by a reference strain",
       [&pretension](FieldVisitor& v) {
         v.number({"strain", "-", "the strain at which the belt force is zero"},
                  hold<ReferenceStrain>(pretension).strain, kAny);
       }},
      {"stress_free_length", "the stress-free length of the belt",
       [&pretension](FieldVisitor& v) {
         v.number({"length", "m", "the stress-free length of the belt"}, hold<StressFreeLength>(pretension).length,
                  kPositive);
       }},
      {"force", "the belt, and free angles of arms that give none, with which all spans have a force at rest",
       [&pretension](FieldVisitor& v) {
         v.number({"force", "N", "the force of the spans at rest"}, hold<PretensionForce>(pretension).force, kPositive);
       }},
      {"span_frequency", "as force: that of a string with the frequency of a span at rest",
       [&pretension](FieldVisitor& v) {
         auto& form = hold<SpanFrequency>(pretension);
         v.integer({"span", "-", "the number of the span, counted from 1"}, form.span, {.low = 1});
         v.number({"frequency", "Hz", "the frequency of its first transverse vibration"}, form.frequency, kPositive);
       }},
      {"mount", "as force: the one with which the mount of a pulley rests where its center is given",
       [&pretension](FieldVisitor& v) {
         auto& form = hold<MountPretension>(pretension);
         v.entry({"pulley", "-", "the name of the pulley, or its number counted from 1"}, form.pulley, form.name);
       }},
  }};
  visit_tagged(visitor, {"type", "-", "how the length of the belt is specified"}, forms, pretension);
}

}  // namespace

void Belt::add_up_ribs() {
  auto* poly_v = std::get_if<PolyVSection>(&section);
  if (poly_v == nullptr || poly_v->values == RibValues::whole_belt) return;
  for (double* value :
       {&axial_stiffness, &bending_stiffness, &mass_per_length, &width, &axial_damping, &bending_damping}) {
    *value *= poly_v->ribs;
  }
  poly_v->values = RibValues::whole_belt;
}

void Belt::visit(FieldVisitor& v) {
  Material material;
  material.visit(v);
  const bool has_material = material.is_given();
  const Presence presence = has_material ? Presence::optional : Presence::conditional;
  if (has_material) axial_stiffness = bending_stiffness = mass_per_length = contact_offset = kNotGiven;
  v.number({"axial_stiffness", "N", "the axial stiffness EA"}, axial_stiffness, kPositive, presence);
  v.number({"bending_stiffness", "N m^2", "the bending stiffness EI, 0 for a string"}, bending_stiffness, kNonNegative,
           presence);
  v.number({"mass_per_length", "kg/m", "the mass per length, 0 for a belt without inertia"}, mass_per_length,
           kNonNegative, presence);
  v.number({"width", "m", "the width of the belt"}, width, kPositive);
  v.number({"contact_offset", "m", "the distance of the center line from the contact face"}, contact_offset,
           {.low = 0.0, .high = kRadius.high}, presence);
  refuse_beside_material(v, "axial_stiffness", axial_stiffness, has_material);
  refuse_beside_material(v, "bending_stiffness", bending_stiffness, has_material);
  refuse_beside_material(v, "mass_per_length", mass_per_length, has_material);
  if (has_material) {
    axial_stiffness = material.axial_stiffness(width);
    bending_stiffness = material.bending_stiffness(width);
    mass_per_length = material.mass_per_length(width);
    if (std::isnan(contact_offset)) contact_offset = material.middle();
  };
  visit_choice(
      v,
      {"friction_at", "-",
       "where friction acts and slip is measured: at the contact face or at the center line (by_contact: at the center "
       "line if all contacts are rigid, else at the face)"},
      friction_at, kFrictionPlaceNames, Presence::optional);
  v.number({"axial_damping", "N s", "the axial damping, force per rate of strain"}, axial_damping, kNonNegative,
           Presence::optional);
  v.number({"bending_damping", "N m^2 s", "the bending damping, moment per rate of curvature"}, bending_damping,
           kNonNegative, Presence::optional);
  v.object({"pretension", "-", "the pretension of the belt, e.g. {\"type\": \"force\", \"force\": 400}, or its length"},
           [this](FieldVisitor& inner) { visit_pretension(inner, pretension); });
  bool wedges = has_wedges(section);
  v.optional_object({"section", "-", "the cross-section, if it is not flat"}, wedges,
                    [this](FieldVisitor& inner) { visit_section(inner, section); });
  add_up_ribs();
}

}  // namespace beltdyn
