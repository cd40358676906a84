// SPDX-License-Identifier: MIT
#include <array>

#include "core/drive/belt/belt_drive.hpp"
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

void visit_pretension(FieldVisitor& visitor, Pretension& pretension) {
  const std::array<Alternative, 5> forms{{
      {"reference_strain",
       "the reference length is that of the belt path; the pretension is given by a reference strain",
       [&pretension](FieldVisitor& v) {
         v.number({"strain", "-", "the strain at which the belt force is zero"},
                  hold<ReferenceStrain>(pretension).strain, kAny, Presence::required);
       }},
      {"stress_free_length", "the stress-free length of the belt",
       [&pretension](FieldVisitor& v) {
         v.number({"length", "m", "the stress-free length of the belt"}, hold<StressFreeLength>(pretension).length,
                  kPositive, Presence::required);
       }},
      {"force", "the belt, and free angles of arms that give none, with which all spans have a force at rest",
       [&pretension](FieldVisitor& v) {
         v.number({"force", "N", "the force of the spans at rest"}, hold<PretensionForce>(pretension).force, kPositive,
                  Presence::required);
       }},
      {"span_frequency", "as force: that of a string with the frequency of a span at rest",
       [&pretension](FieldVisitor& v) {
         auto& form = hold<SpanFrequency>(pretension);
         v.integer({"span", "-", "the number of the span, counted from 1"}, form.span, {.low = 1}, Presence::required);
         v.number({"frequency", "Hz", "the frequency of its first transverse vibration"}, form.frequency, kPositive,
                  Presence::required);
       }},
      {"mount", "as force: the one with which the mount of a pulley rests where its center is given",
       [&pretension](FieldVisitor& v) {
         auto& form = hold<MountPretension>(pretension);
         v.entry({"pulley", "-", "the name of the pulley, or its number counted from 1"}, form.pulley, form.name,
                 Presence::required);
       }},
  }};
  int index = static_cast<int>(pretension.index());
  visitor.tagged({"type", "-", "how the length of the belt is specified"}, forms, index);
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
  v.number({"axial_stiffness", "N", "the axial stiffness EA"}, axial_stiffness, kPositive, Presence::required);
  v.number({"bending_stiffness", "N m^2", "the bending stiffness EI, 0 for a string"}, bending_stiffness, kNonNegative,
           Presence::required);
  v.number({"mass_per_length", "kg/m", "the mass per length, 0 for a belt without inertia"}, mass_per_length,
           kNonNegative, Presence::required);
  v.number({"width", "m", "the width of the belt"}, width, kPositive, Presence::required);
  v.number({"contact_offset", "m", "the distance of the center line from the contact face"}, contact_offset,
           {.low = 0.0, .high = kRadius.high}, Presence::required);
  visit_choice(
      v, {"friction_at", "-", "where friction acts and slip is measured: at the contact face or at the center line"},
      friction_at, kFrictionPlaceNames, Presence::optional);
  v.number({"axial_damping", "N s", "the axial damping, force per rate of strain"}, axial_damping, kNonNegative,
           Presence::optional);
  v.number({"bending_damping", "N m^2 s", "the bending damping, moment per rate of curvature"}, bending_damping,
           kNonNegative, Presence::optional);
  v.object(
      {"pretension", "-", "the length of the belt, which determines its pretension"},
      [this](FieldVisitor& inner) { visit_pretension(inner, pretension); }, Presence::required);
  bool wedges = has_wedges(section);
  v.optional_object({"section", "-", "the cross-section, if it is not flat"}, wedges,
                    [this](FieldVisitor& inner) { visit_section(inner, section); });
  add_up_ribs();
}

}  // namespace beltdyn
