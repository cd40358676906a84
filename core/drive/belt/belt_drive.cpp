// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_drive.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/config/reader.hpp"
#include "core/drive/belt/pretension.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kAny;
using config::kNonNegative;
using config::Presence;

// The elastic strain N/EA on the path in which a drive is plausible: a slack belt is accepted, but a belt much too long
// or too short for its path is an error, usually of units.
constexpr double kLeastStrain = -0.05;
constexpr double kGreatestStrain = 0.5;

std::vector<PathPulley> path_pulleys(const BeltDrive& drive, std::span<const double> angles) {
  std::vector<PathPulley> circles;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    circles.push_back({.center = pulley.circle_center(angles[k]), .radius = pulley.radius, .side = pulley.side});
  }
  return circles;
}

double elastic_strain(const BeltDrive& drive) { return drive.initial_stretch() - 1.0 - drive.reference_strain(); }

std::string member_of(const char* list, std::size_t index, std::string_view member = {}) {
  return member.empty() ? fmt::format("{}/{}", list, index) : fmt::format("{}/{}/{}", list, index, member);
}

void check_surfaces(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        member_of("pulleys", k, "surface"),
        [&drive, k] { return drive.pulleys[k].surface != PulleySurface::grooved || has_wedges(drive.belt.section); },
        [] {
          return std::string(
              "the belt is flat and does not fit into grooves; give the belt a \"section\" of type v or poly_v, or "
              "remove \"surface\"");
        });
  }
}

// Eccentric pulleys may not touch in any position.
void check_eccentricity(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t j = 0; j < drive.pulleys.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Pulley& a = drive.pulleys[i];
      const Pulley& b = drive.pulleys[j];
      const double eccentricity = a.eccentricity + b.eccentricity;
      const double gap = (b.center - a.center).norm() - a.radius - b.radius;
      v.check(
          member_of("pulleys", j, "center"), [eccentricity, gap] { return eccentricity == 0.0 || gap > eccentricity; },
          [&drive, eccentricity, gap, i, j] {
            return fmt::format(
                "pulleys {} and {} touch as they turn: the gap without eccentricity is {:.6g} m, the eccentricities "
                "add up to {:.6g} m; move them apart or reduce an eccentricity",
                drive.pulley_label(i), drive.pulley_label(j), gap, eccentricity);
          });
    }
  }
}

std::optional<PathError> path_error(const BeltDrive& drive) {
  try {
    drive.path();
  } catch (const PathError& error) {
    return error;
  }
  return std::nullopt;
}

// Is there a steady motion to begin with?
void check_running(FieldVisitor& v, const BeltDrive& drive) {
  v.check(
      "initial_state",
      [&drive] { return !drive.starts_running() || std::ranges::any_of(drive.pulleys, &Pulley::is_prescribed); },
      [] {
        return std::string(
            "a drive that starts running needs a pulley of prescribed speed, but no pulley has a prescribed motion; "
            "prescribe the motion of one, or set this to \"rest\"");
      });
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        "initial_state", [&drive, k] { return !drive.starts_running() || drive.pulleys[k].eccentricity == 0.0; },
        [&drive, k] {
          return fmt::format(
              "pulley {} is eccentric, so there is no steady motion to start from; set its eccentricity to 0, or this "
              "to \"rest\"",
              drive.pulley_label(k));
        });
  }
}

void check_path(FieldVisitor& v, const BeltDrive& drive) {
  const auto message = [&drive] { return std::string(path_error(drive)->what()); };
  const auto blames = [&drive](int pulley) {
    const std::optional<PathError> error = path_error(drive);
    return error && error->pulley() == pulley;
  };
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        member_of("pulleys", k, "center"), [&blames, k] { return !blames(static_cast<int>(k)); }, message);
  }
  v.check(
      "", [&blames] { return !blames(-1); }, message);
}

bool asks_for_force(const Pretension& pretension) {
  return !std::holds_alternative<ReferenceStrain>(pretension) && !std::holds_alternative<StressFreeLength>(pretension);
}

std::optional<PretensionFault> pretension_fault(const BeltDrive& drive) {
  if (drive.belt.found) return std::nullopt;
  const auto found = find_pretension(drive);
  const auto* fault = std::get_if<PretensionFault>(&found);
  return fault == nullptr ? std::nullopt : std::optional(*fault);
}

// A pretension that is asked for as a force.
void check_force(FieldVisitor& v, const BeltDrive& drive) {
  const auto fault_at = [&drive](const std::string& member) {
    if (path_error(drive)) return std::optional<PretensionFault>();
    std::optional<PretensionFault> fault = pretension_fault(drive);
    return fault && fault->member == member ? fault : std::nullopt;
  };
  std::vector<std::string> members;
  for (const char* member : {"force", "span", "frequency", "pulley"}) {
    members.push_back(fmt::format("belt/pretension/{}", member));
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k)
    members.push_back(member_of("pulleys", k, "mount/spring/stiffness"));
  for (const std::string& member : members) {
    v.check(
        member, [fault_at, member] { return !fault_at(member); },
        [fault_at, member] { return fault_at(member)->message; });
  }
  const char* force =
      std::holds_alternative<PretensionForce>(drive.belt.pretension) ? "belt/pretension/force" : "belt/pretension";
  v.check(
      force, [&drive] { return !drive.belt.found || -drive.belt.found->strain <= kGreatestStrain; },
      [&drive] {
        return fmt::format(
            "the belt would be stretched by {:.3g} at {:.4g} N; give a pretension below {:.4g} N, or check "
            "axial_stiffness",
            -drive.belt.found->strain, drive.belt.found->force, kGreatestStrain * drive.belt.axial_stiffness);
      });
}

// The length, and springs whose free angle is to be found.
void check_length(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        member_of("pulleys", k, "mount/spring"),
        [&drive, k] {
          const auto* arm = std::get_if<ArmMount>(&drive.pulleys[k].mount);
          return arm == nullptr || !is_held(arm->suspension) || asks_for_force(drive.belt.pretension);
        },
        [] {
          return std::string(
              "has no free_angle; give one, or a pretension of type force or span_frequency, for which it is found");
        });
  }
  if (asks_for_force(drive.belt.pretension)) return check_force(v, drive);
  const bool is_length = std::holds_alternative<StressFreeLength>(drive.belt.pretension);
  const char* member = is_length ? "belt/pretension/length" : "belt/pretension/strain";
  const auto way_out = [&drive, is_length] {
    if (!is_length) return fmt::format("give a strain between {} and {}", -kGreatestStrain, -kLeastStrain);
    const double length = drive.path().length();
    return fmt::format("the belt path is {:.6g} m long: give a length between {:.6g} and {:.6g} m", length,
                       length / (1.0 + kGreatestStrain), length / (1.0 + kLeastStrain));
  };
  v.check(
      member, [&drive] { return elastic_strain(drive) >= kLeastStrain; },
      [&drive, way_out] {
        return fmt::format("the belt would be slack, with an elastic strain of {:.3g} on its path; {}",
                           elastic_strain(drive), way_out());
      });
  v.check(
      member, [&drive] { return elastic_strain(drive) <= kGreatestStrain; },
      [&drive, way_out] {
        return fmt::format("the belt is implausibly short, with an elastic strain of {:.3g} on its path; {}",
                           elastic_strain(drive), way_out());
      });
}

void check_probe_name(FieldVisitor& v, const BeltDrive& drive, std::size_t i) {
  v.check(
      member_of("probes", i, "name"),
      [&drive, i] {
        for (std::size_t j = 0; j < i; ++j) {
          if (drive.probes[j].name == drive.probes[i].name) return false;
        }
        return true;
      },
      [] { return std::string("another probe has this name; give each probe a unique name"); });
}

void check_probe_place(FieldVisitor& v, const BeltDrive& drive, std::size_t i) {
  const auto& place = drive.probes[i].place;
  const auto check_span = [&](int number) {
    v.check(
        member_of("probes", i, "span"),
        [&drive, number] { return static_cast<std::size_t>(number) <= drive.pulleys.size(); },
        [&drive] { return fmt::format("no such span; the drive has spans 1 to {}", drive.pulleys.size()); });
  };
  const auto check_sigma = [&](double sigma) {
    v.check(
        member_of("probes", i, "sigma"), [&drive, sigma] { return sigma < drive.path().length(); },
        [&drive] {
          return fmt::format("lies beyond the end of the belt path, which is {:.6g} m long; give a sigma below that",
                             drive.path().length());
        });
  };
  if (const auto* at = std::get_if<PulleyProbe>(&place)) {
    check_pulley(v, member_of("probes", i, "pulley"), drive.pulleys, at->pulley, at->name);
  }
  if (const auto* at = std::get_if<SpanProbe>(&place)) check_span(at->span);
  if (const auto* at = std::get_if<PointProbe>(&place)) check_sigma(at->sigma);
  if (const auto* at = std::get_if<ParticleProbe>(&place)) check_sigma(at->sigma);
}

}  // namespace

void Probe::visit(FieldVisitor& visitor) {
  visitor.name({"name", "-", "the name of the probe"}, name, Presence::required);
  const std::array<Alternative, 4> places{{
      {"pulley", "a pulley",
       [this](FieldVisitor& v) {
         auto& probe = hold<PulleyProbe>(place);
         v.entry({"pulley", "-", "the name of the pulley, or its number counted from 1"}, probe.pulley, probe.name,
                 Presence::required);
       }},
      {"span", "the midpoint of the span that follows a pulley",
       [this](FieldVisitor& v) {
         v.integer({"span", "-", "the number of the span, counted from 1"}, hold<SpanProbe>(place).span, {.low = 1},
                   Presence::required);
       }},
      {"point", "a fixed point of the belt path",
       [this](FieldVisitor& v) {
         v.number({"sigma", "m", "the path coordinate from the entry of the first pulley"},
                  hold<PointProbe>(place).sigma, kNonNegative, Presence::required);
       }},
      {"particle", "a particle that moves with the belt",
       [this](FieldVisitor& v) {
         v.number({"sigma", "m", "the initial path coordinate of the particle"}, hold<ParticleProbe>(place).sigma,
                  kNonNegative, Presence::required);
       }},
  }};
  int index = static_cast<int>(place.index());
  visitor.tagged({"type", "-", "the type of probe"}, places, index);
}

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
  const auto number_of = [this](const std::string& name) {
    const auto found = std::ranges::find(pulleys, name, &Pulley::name);
    return found == pulleys.end() ? 0 : static_cast<int>(found - pulleys.begin()) + 1;
  };
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
    if (!rigid.is_rigid() && !rigid.sticks_rigidly()) continue;
    rigid.set_rigid(choose(k));
    drive.pulleys[k].contact = rigid;
  }
  return drive;
}

void BeltDrive::add_accessory_objection(std::vector<std::string>& sentences, std::size_t pulley,
                                        std::string_view formulation) const {
  if (!pulleys[pulley].accessory) return;
  sentences.push_back(
      fmt::format("pulley {} has an accessory, which is not supported by {}; remove it, or use lagrangian_ancf, "
                  "eulerian_ale or lagrangian_links",
                  pulley_label(pulley), formulation));
}

void BeltDrive::add_brake_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  const auto braked = std::ranges::find_if(pulleys, [](const Pulley& pulley) { return pulley.brake.has_value(); });
  if (braked == pulleys.end()) return;
  sentences.push_back(
      fmt::format("pulley {} has a brake, which is not supported by {}; use the transient analysis of eulerian_ale or "
                  "lagrangian_ancf, or remove \"brake\"",
                  pulley_label(static_cast<std::size_t>(braked - pulleys.begin())), formulation));
}

void BeltDrive::add_span_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  if (spans.empty()) return;
  sentences.push_back(
      fmt::format("the drive has spans with load, idlers or resistance, which are not supported by {}; use "
                  "analytic_string or eulerian_ale, or remove \"spans\"",
                  formulation));
}

void BeltDrive::add_body_objection(std::vector<std::string>& sentences, std::string_view formulation) const {
  if (bodies.empty()) return;
  sentences.push_back(
      fmt::format("the drive has bodies on its belt, which are not supported by {}; use lagrangian_ancf or the "
                  "transient analysis of "
                  "eulerian_ale, or remove \"bodies\"",
                  formulation));
}

void BeltDrive::find_belt_length() {
  belt.found.reset();
  const bool has_contacts =
      contact || std::ranges::all_of(pulleys, [](const Pulley& p) { return p.contact.has_value(); });
  if (!asks_for_force(belt.pretension) || pulleys.size() < 2 || !has_contacts || path_error(*this)) return;
  const auto found = find_pretension(*this);
  const auto* pretension = std::get_if<FoundPretension>(&found);
  if (pretension == nullptr) return;
  belt.found = pretension->length;
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    auto* arm = std::get_if<ArmMount>(&pulleys[k].mount);
    if (arm != nullptr && is_held(arm->suspension))
      arm->suspension.spring->free_position = pretension->free_positions[k];
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

double BeltDrive::initial_force() const { return belt.axial_stiffness * elastic_strain(*this); }

void BeltDrive::visit(FieldVisitor& v) {
  visit_choice(v, {"direction", "-", "the direction in which the belt runs around its loop"}, direction,
               kLoopDirectionNames, Presence::required);
  visit_list(v, {"pulleys", "-", "the pulleys in the order in which the belt passes them"}, pulleys, {.low = 2},
             Presence::required);
  v.object(
      {"belt", "-", "the belt"}, [this](FieldVisitor& inner) { belt.visit(inner); }, Presence::required);
  visit_optional(v, {"contact", "-", "the contact law for all pulleys without their own"}, contact);
  v.vector({"gravity", "m/s^2", "the acceleration of gravity, [x, y]"}, {gravity.data(), 2}, kAny, Presence::required);
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
  find_belt_length();
  bind_and_check_orders(v, pulleys);
  check_pulley_names(v, pulleys);
  check_contacts(v, pulleys, contact.has_value());
  check_surfaces(v, *this);
  check_eccentricity(v, *this);
  check_running(v, *this);
  check_path(v, *this);
  check_length(v, *this);
  check_span_loads(v, *this);
  check_bodies(v, *this);
  for (std::size_t i = 0; i < probes.size(); ++i) {
    check_probe_name(v, *this, i);
    check_probe_place(v, *this, i);
  }
}

}  // namespace beltdyn
