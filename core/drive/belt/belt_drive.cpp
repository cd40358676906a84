// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_drive.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/belt/belt_drive_checks.hpp"
#include "core/drive/belt/pretension.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::kAny;
using config::Presence;

std::vector<PathPulley> path_pulleys(const BeltDrive& drive, std::span<const double> angles) {
  std::vector<PathPulley> circles;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    circles.push_back({.center = pulley.circle_center(angles[k]), .radius = pulley.radius, .side = pulley.side});
  }
  return circles;
}

}  // namespace

BeltPath BeltDrive::path(std::span<const double> angles) const {
  return {path_pulleys(*this, angles), direction, belt.contact_offset};
}

BeltPath BeltDrive::path_around(std::span<const Eigen::Vector2d> axes) const {
  std::vector<PathPulley> circles = path_pulleys(*this, std::vector<double>(pulleys.size(), 0.0));
  for (std::size_t k = 0; k < circles.size(); ++k) circles[k].center += axes[k] - pulleys[k].center;
  return {circles, direction, belt.contact_offset};
}

bool BeltDrive::has_mounts() const {
  return std::ranges::any_of(pulleys, [](const Pulley& pulley) { return moves(pulley.mount); });
}

BeltPath BeltDrive::path() const { return path(std::vector<double>(pulleys.size(), 0.0)); }

const PulleyContact& BeltDrive::configured_contact(std::size_t pulley) const {
  const std::optional<PulleyContact>& own = pulleys[pulley].contact;
  return own ? *own : contact.value();
}

bool BeltDrive::is_grooved(std::size_t pulley) const {
  if (!has_wedges(belt.section)) return false;
  const Pulley& p = pulleys[pulley];
  return p.surface == PulleySurface::by_side ? p.side == PulleySide::inside : p.surface == PulleySurface::grooved;
}

PulleyContact BeltDrive::contact_of(std::size_t pulley) const {
  const PulleyContact& given = configured_contact(pulley);
  if (!is_grooved(pulley)) return given;
  return {.normal = given.normal, .friction = pressed(given.friction, flank_force_ratio(belt.section))};
}

double BeltDrive::kinetic_coefficient(std::size_t pulley) const {
  const double given = configured_contact(pulley).kinetic_coefficient();
  return is_grooved(pulley) ? given * flank_force_ratio(belt.section) : given;
}

std::string BeltDrive::pulley_label(std::size_t pulley) const { return beltdyn::pulley_label(pulleys, pulley); }

void BeltDrive::resolve_names() {
  const auto number_of = [this](const std::string& name) { return pulley_number(pulleys, name); };
  for (Probe& probe : probes) {
    auto* at = std::get_if<PulleyProbe>(&probe.place);
    if (at != nullptr && !at->name.empty()) at->pulley = number_of(at->name);
  }
  for (SpanLoad& run : spans) {
    if (!run.name.empty()) run.from = number_of(run.name);
  }
  for (BeltBody& body : bodies) {
    if (!body.from_name.empty()) body.from = number_of(body.from_name);
  }
  auto* at = std::get_if<MountPretension>(&belt.pretension);
  if (at != nullptr && !at->name.empty()) at->pulley = number_of(at->name);
}

std::vector<std::string> BeltDrive::objections_to_contact(std::string_view formulation) const {
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (!std::holds_alternative<BristleConfig>(*configured_contact(k).friction)) continue;
    sentences.push_back(
        fmt::format("the friction law of pulley {} is bristle, whose state is updated after each step, whereas {} "
                    "determines it within the step; use elastoplastic_coulomb, which is the same bristle model",
                    pulley_label(k), formulation));
  }
  return sentences;
}

std::vector<std::string> BeltDrive::objections_to_rigid_contact(std::string_view formulation) const {
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (!configured_contact(k).is_rigid()) continue;
    sentences.push_back(
        fmt::format("the contact of pulley {} has no normal law and is rigid, which is not supported by {}; give "
                    "\"normal\": {{\"type\": \"penalty\", \"stiffness_per_area\": ...}}",
                    pulley_label(k), formulation));
  }
  return sentences;
}

BeltDrive BeltDrive::with_rigid(const std::function<RigidStiffness(std::size_t)>& choose) const {
  BeltDrive drive = *this;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    PulleyContact rigid = configured_contact(k);
    if (!rigid.lacks_stiffness()) continue;
    rigid.set_rigid(choose(k));
    drive.pulleys[k].contact = rigid;
  }
  return drive;
}

namespace {

// Formulations to recommend: `all`, or of them eulerian_ale if the drive has spans on idlers, which others lack.
std::string_view recommended(const BeltDrive& drive, std::string_view all) {
  return drive.spans.empty() ? all : "eulerian_ale";
}

}  // namespace

void BeltDrive::add_accessory_objection(std::vector<std::string>& sentences, std::size_t pulley,
                                        std::string_view formulation) const {
  if (!pulleys[pulley].accessory) return;
  sentences.push_back(fmt::format("pulley {} has an accessory, which is not supported by {}; remove it, or use {}",
                                  pulley_label(pulley), formulation,
                                  recommended(*this, "lagrangian_ancf, eulerian_ale or lagrangian_links")));
}

void BeltDrive::add_brake_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  const auto braked = std::ranges::find_if(pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); });
  if (braked == pulleys.end()) return;
  sentences.push_back(
      fmt::format("pulley {} has a brake, which is not supported by {}; use the transient analysis of {}, or remove "
                  "\"brake\"",
                  pulley_label(static_cast<std::size_t>(braked - pulleys.begin())), formulation,
                  recommended(*this, "eulerian_ale or lagrangian_ancf")));
}

void BeltDrive::add_span_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  if (spans.empty()) return;
  sentences.push_back(fmt::format(
      "the drive has spans with load, idlers or resistance, which are not supported by {}; use "
      "steady or transient analyses of eulerian_ale, analytic_string or analytic_string_dynamics, or remove "
      "\"spans\"",
      formulation));
}

const SpanLoad* BeltDrive::run_on(std::size_t span) const {
  const auto run = std::ranges::find(spans, span, &SpanLoad::span);
  return run == spans.end() ? nullptr : &*run;
}

double BeltDrive::moving_mass(std::size_t span) const {
  const SpanLoad* run = run_on(span);
  return belt.mass_per_length + (run == nullptr ? 0.0 : run->load_per_length + run->idler_mass_per_length);
}

void BeltDrive::add_body_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  if (bodies.empty()) return;
  sentences.push_back(
      fmt::format("the drive has bodies on its belt, which are not supported by {}; use {}the "
                  "transient analysis of eulerian_ale, or remove \"bodies\"",
                  formulation, spans.empty() ? "lagrangian_ancf or " : ""));
}

bool BeltDrive::has_contacts() const {
  return contact || std::ranges::all_of(pulleys, [](const Pulley& p) { return p.contact.has_value(); });
}

void BeltDrive::resolve_friction_place() {
  if (belt.friction_at != FrictionPlace::by_contact || !has_contacts()) return;
  belt.friction_at = FrictionPlace::center_line;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    if (!configured_contact(k).is_rigid()) belt.friction_at = FrictionPlace::face;
  }
}

void BeltDrive::find_belt_length() {
  belt.found.reset();
  if (!asks_for_force(belt.pretension) || pulleys.size() < 2 || !has_contacts() || path_error(*this)) return;
  const auto found = find_pretension(*this);
  const auto* pretension = std::get_if<FoundPretension>(&found);
  if (pretension == nullptr) return;
  belt.found = pretension->length;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    Suspension* suspension = suspension_of(pulleys[k].mount);
    if (suspension != nullptr && is_held(*suspension))
      suspension->spring->free_position = pretension->free_positions[k];
  }
}

double BeltDrive::reference_length() const {
  if (belt.found) return belt.found->length;
  const auto* given = std::get_if<StressFreeLength>(&belt.pretension);
  return given != nullptr ? given->length : path().length();
}

double BeltDrive::reference_strain() const {
  if (belt.found) return belt.found->strain;
  const auto* given = std::get_if<ReferenceStrain>(&belt.pretension);
  return given != nullptr ? given->strain : 0.0;
}

double BeltDrive::unbent_reference_strain() const { return reference_strain() - (belt.found ? belt.found->bent : 0.0); }

double BeltDrive::reference_strain_of_string() const {
  return belt.found ? -belt.found->force / belt.axial_stiffness : reference_strain();
}

BeltDrive BeltDrive::at_speeds(double time, double factor) const {
  BeltDrive drive = *this;
  for (Pulley& pulley : drive.pulleys) {
    if (auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) {
      motion->angular_velocity = TimeFunction(factor * motion->angular_velocity.value(time));
    }
  }
  return drive;
}

double BeltDrive::initial_stretch() const { return path().length() / reference_length(); }

double BeltDrive::initial_strain() const { return initial_stretch() - 1.0 - unbent_reference_strain(); }

double BeltDrive::initial_force() const { return belt.axial_stiffness * initial_strain(); }

void BeltDrive::visit(FieldVisitor& v) {
  visit_choice(v, {"direction", "-", "the direction in which the belt runs around its loop"}, direction,
               kLoopDirectionNames, Presence::optional);
  visit_list(v, {"pulleys", "-", "the pulleys in the order in which the belt passes them"}, pulleys, {.low = 2});
  visit_object(v, {"belt", "-", "the belt"}, belt);
  visit_optional(v, {"contact", "-", "the contact law for all pulleys without their own"}, contact);
  v.vector({"gravity", "m/s^2", "the acceleration of gravity, [x, y]"}, {gravity.data(), 2}, kAny);
  visit_list(v, {"spans", "-", "the spans on idlers, with their load and resistance: the runs of a conveyor"}, spans,
             {}, Presence::optional);
  visit_list(v, {"bodies", "-", "the bodies that are fixed to the belt, each guided along the line of its span"},
             bodies, {}, Presence::optional);
  visit_list(v, {"probes", "-", "the points at which results are recorded"}, probes, {}, Presence::optional);
  visit_choice(
      v,
      {"initial_state", "-",
       "the initial state (rest: equilibrium at rest; running: steady motion at the speeds and torques of t = 0; held: "
       "at rest with the mounts where they are drawn, let go at t = 0)"},
      initial_state, kInitialStateNames, Presence::optional);
  resolve_names();
  resolve_friction_place();
  find_belt_length();
  bind_and_check_orders(v, pulleys);
  check_pulley_names(v, pulleys);
  check_contacts(v, pulleys, contact.has_value());
  check_belt_drive(v, *this);
  check_span_loads(v, *this);
  check_bodies(v, *this);
  check_probes(v, *this);
}

}  // namespace beltdyn
