// SPDX-License-Identifier: MIT
#include "core/drive/belt/plausibility.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "core/drive/belt/path_pieces.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/pulley/pulley_doubts.hpp"
#include "core/drive/rope/rope_doubts.hpp"

namespace beltdyn {
namespace {

constexpr double kLargestAngle = 2.0 * std::numbers::pi;  // [rad]
constexpr double kLeastWedge = 20.0;                      // [degrees]
constexpr double kLargestWedge = 90.0;                    // [degrees]
constexpr double kLongestPath = 100.0;                    // [m]
constexpr double kLongestConveyor = 1e5;                  // forth and back [m]
constexpr double kStandsStill = 1e6;                      // inertia of an accessory over that of its pulley [-]
constexpr double kWidestBelt = 4.0;                       // of conveyors [m]
constexpr double kThickestBelt = 0.1;                     // [m]
constexpr double kLeastStretch = 3e-5;                    // by the pretension, of steel bands with little of it [-]
constexpr double kMostStretch = 0.3;                      // by the pretension, of round elastic belts [-]
constexpr double kLongFreeSpan = 0.5;                     // of the shortest span on idlers [-]

void doubt_angles(std::vector<std::string>& sentences, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const double angle = drive.pulleys[k].eccentricity_angle;
    if (std::abs(angle) <= kLargestAngle) continue;
    sentences.push_back(
        fmt::format("the eccentricity_angle of pulley {} is {:.6g} rad, more than one revolution; angles are in rad: "
                    "write \"{:.6g} deg\" if degrees are meant",
                    drive.pulley_label(k), angle, angle));
  }
}

void doubt_section(std::vector<std::string>& sentences, const BeltDrive& drive) {
  constexpr double kDegree = std::numbers::pi / 180.0;
  const double degrees = 2.0 * std::asin(1.0 / flank_force_ratio(drive.belt.section)) / kDegree;
  if (!has_wedges(drive.belt.section) || (degrees >= kLeastWedge && degrees <= kLargestWedge)) return;
  sentences.push_back(fmt::format(
      "the wedge_angle of the belt is {:.4g} rad, {:.4g} degrees; typical values are 34 to 60: write \"40 deg\"",
      degrees * kDegree, degrees));
}

// Only conveyors have long paths; they are recognised by their spans with idlers.
void doubt_length(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const double length = drive.path().length();
  const bool is_conveyor = !drive.spans.empty();
  if (length <= (is_conveyor ? kLongestConveyor : kLongestPath)) return;
  sentences.push_back(fmt::format(
      "the belt path is {:.4g} m long; typical lengths are {}: lengths are in m, write \"300 mm\" for millimetres",
      length, is_conveyor ? "up to some kilometres" : "a few metres"));
}

void doubt_section_lengths(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const auto doubt = [&sentences](const char* key, double value, double largest) {
    if (value <= largest) return;
    sentences.push_back(
        fmt::format("the {} of the belt is {:.4g} m; typical values are millimetres to {:.3g} m: lengths are in m, "
                    "write \"{:.4g} mm\" for millimetres",
                    key, value, largest, value));
  };
  doubt("width", drive.belt.width, kWidestBelt);
  doubt("contact_offset, or half of the thickness,", drive.belt.contact_offset, 0.5 * kThickestBelt);
}

void doubt_crossing(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const BeltPath path = drive.path();
  const std::size_t n = path.spans().size();
  const auto name = [&](std::size_t k) {
    return fmt::format("{} (pulley {} to {})", k + 1, drive.pulley_label(k), drive.pulley_label((k + 1) % n));
  };
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      if (!cross_each_other(path.spans()[i], path.spans()[j])) continue;
      sentences.push_back(
          fmt::format("span {} crosses span {}; usually a belt crosses itself nowhere: check the order of the pulleys "
                      "and their side",
                      name(i), name(j)));
    }
  }
}

// The speed at which the first prescribed pulley moves the belt along the path; empty if there is no such pulley [m/s].
std::optional<double> carried_speed(const BeltDrive& drive, const BeltPath& path, double time) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[k].motion);
    if (motion == nullptr) continue;
    return motion->angular_velocity.value(time) * path.arcs()[k].turn * path.arcs()[k].radius;
  }
  return std::nullopt;
}

// How the belt turns a pulley, sampled at several times. `sense` is ±1 if it is the same at all these times, else 0.
// `helped`: the torques on the pulley drive it at one of these times at least, and brake it at none.
struct Turning {
  int sense{};
  bool helped{};
};
Turning turning_of(const BeltDrive& drive, const BeltPath& path, std::size_t pulley,
                   std::span<const PulleyTorque> torques, double end_time) {
  constexpr int kLooks = 8;
  Turning turning;
  bool brakes = false;
  bool reverses = false;
  for (int i = 1; i <= kLooks; ++i) {
    const double time = end_time * i / kLooks;
    const std::optional<double> speed = carried_speed(drive, path, time);
    if (!speed || *speed == 0.0) continue;
    const double omega = *speed * path.arcs()[pulley].turn / path.arcs()[pulley].radius;
    const int sense = omega > 0.0 ? 1 : -1;
    reverses = reverses || turning.sense == -sense;
    turning.sense = sense;
    double moment = 0.0;
    for (const PulleyTorque& torque : torques) moment += torque.moment(time, omega);
    brakes = brakes || moment * omega < 0.0;
    turning.helped = turning.helped || moment * omega > 0.0;
  }
  return {.sense = reverses ? 0 : turning.sense, .helped = turning.helped && !brakes};
}

// Whether a table has no speed in the sense in which its pulley turns, so that its moment there is that of its end.
bool is_beside(const PulleyTorque& torque, int sense) {
  const auto* table = std::get_if<TorqueTable>(&torque.form);
  if (table == nullptr || sense == 0) return false;
  return sense > 0 ? table->speed.back() <= 0.0 : table->speed.front() >= 0.0;
}

// A torque on a pulley of a drive with a prescribed pulley is usually a load, so a torque that drives is doubtful.
void doubt_loads(std::vector<std::string>& sentences, const BeltDrive& drive, double end_time) {
  const BeltPath path = drive.path();
  const auto doubt = [&](std::size_t k, std::span<const PulleyTorque> torques, const char* where) {
    const Turning turning = turning_of(drive, path, k, torques, end_time);
    if (std::ranges::any_of(torques, [&](const PulleyTorque& torque) { return is_beside(torque, turning.sense); })) {
      sentences.push_back(fmt::format(
          "{}pulley {} turns {}, at {} speeds, for which its torque table has no entry; its moment there is "
          "that of the nearest end of the table: change the signs of speeds and moments",
          where, drive.pulley_label(k), kTurnSenseNames[turning.sense > 0 ? 0 : 1],
          turning.sense > 0 ? "positive" : "negative"));
      return;
    }
    if (!turning.helped) return;
    sentences.push_back(
        fmt::format("the torques on {}pulley {} help the belt to turn it, as a motor does; a load has the opposite "
                    "sign, or is given as \"resisting\", which opposes any rotation",
                    where, drive.pulley_label(k)));
  };
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    if (const auto* motion = std::get_if<TorqueMotion>(&pulley.motion)) doubt(k, motion->torques, "");
    if (pulley.accessory) doubt(k, pulley.accessory->torques, "the accessory of ");
  }
}

// A clutch that never engages separates the loads of its accessory from the pulley. An accessory without loads is a
// backstop.
void doubt_clutches(std::vector<std::string>& sentences, const BeltDrive& drive, double end_time) {
  const BeltPath path = drive.path();
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::optional<Accessory>& accessory = drive.pulleys[k].accessory;
    if (!accessory || !accessory->driving_direction || accessory->torques.empty()) continue;
    const int sense = turning_of(drive, path, k, {}, end_time).sense;
    if (sense * accessory->sign() >= 0.0) continue;
    const auto name = [](double s) { return kTurnSenseNames[s > 0.0 ? 0 : 1]; };
    sentences.push_back(fmt::format(
        "the one-way clutch of pulley {} drives its accessory {} only, but the belt turns the pulley {}, so "
        "that nothing drives the loads of the accessory; usually both agree: change driving_direction",
        drive.pulley_label(k), name(accessory->sign()), name(sense)));
  }
}

// An accessory that is too heavy to turn holds the belt in the driving direction of its clutch.
void doubt_holdbacks(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const BeltPath path = drive.path();
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const std::optional<Accessory>& accessory = pulley.accessory;
    if (!accessory || !accessory->driving_direction || !accessory->torques.empty()) continue;
    if (accessory->inertia < kStandsStill * pulley.inertia || accessory->sign() * path.arcs()[k].turn < 0.0) continue;
    sentences.push_back(fmt::format(
        "the one-way clutch of pulley {} closes in the running direction of the belt, and its accessory of {:.3g} kg "
        "m^2 hardly turns, so it stops the belt; a holdback has the driving_direction {}",
        drive.pulley_label(k), accessory->inertia, kTurnSenseNames[path.arcs()[k].turn > 0.0 ? 1 : 0]));
  }
}

// Motors of a drive without a prescribed pulley that all turn the belt against its direction.
void doubt_motors(std::vector<std::string>& sentences, const BeltDrive& drive, double end_time) {
  constexpr int kLooks = 16;
  if (std::ranges::any_of(drive.pulleys, &Pulley::is_prescribed)) return;
  const BeltPath path = drive.path();
  std::optional<std::size_t> against;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto* motion = std::get_if<TorqueMotion>(&drive.pulleys[k].motion);
    if (motion == nullptr) continue;
    for (int i = 0; i <= kLooks; ++i) {
      double moment = 0.0;
      for (const PulleyTorque& torque : motion->torques) moment += torque.moment(end_time * i / kLooks, 0.0);
      if (moment * path.arcs()[k].turn > 0.0) return;
      if (moment != 0.0 && !against) against = k;
    }
  }
  if (!against) return;
  sentences.push_back(fmt::format(
      "the torques on pulley {} turn it {}, against the direction of the belt, and no torque on any pulley turns the "
      "belt forwards; usually a motor does: change direction, or the sign of the moments",
      drive.pulley_label(*against), kTurnSenseNames[path.arcs()[*against].turn > 0.0 ? 1 : 0]));
}

void doubt_tension(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const BeltPath path = path_to_show(drive);
  const double force = string_force(drive, path);
  if (force > 0.0) return;
  sentences.push_back(fmt::format("the belt is slack: its force on the path is {:.4g} N; for a pretension give {}",
                                  force,
                                  std::holds_alternative<ReferenceStrain>(drive.belt.pretension)
                                      ? "a negative reference strain"
                                      : fmt::format("a length shorter than the path, {:.6g} m", path.length())));
}

void doubt_stretch(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const double stiffness = drive.belt.axial_stiffness;
  const double force = force_at_rest(drive);
  const double stretch = force / stiffness;
  if (force <= 0.0 || (stretch >= kLeastStretch && stretch <= kMostStretch)) return;
  sentences.push_back(
      fmt::format("the pretension of {:.4g} N stretches the belt, with EA = {:.4g} N, by {:.2g} of its length; typical "
                  "is {:.2g} to {:.2g}: check axial_stiffness, or young_modulus and the section, e.g. \"350 MPa\" for "
                  "350 N/mm^2",
                  force, stiffness, stretch, 10.0 * kLeastStretch, 0.1 * kMostStretch));
}

// Pulleys under torque that the belt touches at one point instead of on an arc. A belt that bends from a straight span
// to the curvature 1/R of a pulley turns by θ meanwhile, EI/(2 R²) = N (1 − cos θ): the first integral of its
// equilibrium. Half of the wrap on each side is left for that. Loose idlers with a small wrap are touched like that in
// many drives.
void doubt_bending(std::vector<std::string>& sentences, const BeltDrive& drive) {
  const double force = force_at_rest(drive);
  if (force <= 0.0) return;
  const BeltPath path = path_to_show(drive);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (std::holds_alternative<FreeMotion>(drive.pulleys[k].motion) && !drive.pulleys[k].accessory) continue;
    const PathArc& arc = path.arcs()[k];
    const double needed =
        drive.belt.bending_stiffness / (2.0 * arc.radius * arc.radius * (1.0 - std::cos(0.5 * arc.wrap)));
    if (!(force < needed)) continue;
    sentences.push_back(fmt::format(
        "the belt is so stiff in bending, EI = {:.4g} N m^2, that under its pretension of {:.4g} N it touches "
        "pulley {} at one point instead of on its wrap of {:.3g} degrees, for which it needs more than {:.4g} N; "
        "check bending_stiffness, or young_modulus and thickness, and the pretension",
        drive.belt.bending_stiffness, force, drive.pulley_label(k), arc.wrap * 180.0 / std::numbers::pi, needed));
    return;
  }
}

// Beside spans on idlers, a long span that hangs freely was perhaps forgotten.
void doubt_free_spans(std::vector<std::string>& sentences, const BeltDrive& drive) {
  if (drive.spans.empty()) return;
  const BeltPath path = path_to_show(drive);
  double shortest = HUGE_VAL;
  for (const SpanLoad& run : drive.spans) shortest = std::min(shortest, path.spans()[run.span()].length);
  for (std::size_t k = 0; k < path.spans().size(); ++k) {
    if (drive.run_on(k) != nullptr || path.spans()[k].length < kLongFreeSpan * shortest) continue;
    sentences.push_back(
        fmt::format("the span of {:.4g} m behind pulley {} has no entry in spans, so it hangs freely, without idlers "
                    "and their resistance; usually all long spans lie on idlers: add an entry \"from\" that pulley",
                    path.spans()[k].length, drive.pulley_label(k)));
  }
}

// The largest speed of the centre line of the belt on a prescribed pulley [m/s].
double fastest_belt(const BeltDrive& drive, double end_time) {
  double fastest = 0.0;
  for (const Pulley& pulley : drive.pulleys) {
    const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion);
    if (motion == nullptr) continue;
    const double largest = motion->angular_velocity.largest_magnitude(0.0, end_time);
    fastest = std::max(fastest, largest * (pulley.radius + drive.belt.contact_offset));
  }
  return fastest;
}

// If ρA v² exceeds the pretension, the belt lifts off the pulleys unless its stretch compensates for this.
void doubt_speed(std::vector<std::string>& sentences, const BeltDrive& drive, double end_time) {
  const double force = force_at_rest(drive);
  const double mass = drive.belt.mass_per_length;
  const double speed = fastest_belt(drive, end_time);
  if (force <= 0.0 || mass * speed * speed <= force) return;
  sentences.push_back(
      fmt::format("the belt runs at up to {:.4g} m/s, faster than its transverse waves at {:.4g} m/s, and its "
                  "pretension of {:.4g} N is below the {:.4g} N needed to keep it on its path; typical speeds are "
                  "below half the wave speed: check mass_per_length or density, speed and pretension",
                  speed, std::sqrt(force / mass), force, mass * speed * speed));
}

void doubt_direction(std::vector<std::string>& sentences, const BeltDrive& drive, double end_time) {
  const BeltPath path = drive.path();
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[k].motion);
    if (motion == nullptr) continue;
    const double angle = motion->angular_velocity.integral(0.0, end_time);
    if (angle * path.arcs()[k].turn >= 0.0) continue;
    sentences.push_back(
        fmt::format("pulley {} turns by {:.4g} rad, against the direction of the belt, which drives it {}; usually "
                    "both agree: change direction, or the sign of the angular velocity",
                    drive.pulley_label(k), angle, path.arcs()[k].turn > 0.0 ? "counter-clockwise" : "clockwise"));
  }
}

// All warnings for a drive of each type.
struct Doubts {
  double end_time;

  std::vector<std::string> operator()(const BeltDrive& drive) const {
    std::vector<std::string> sentences;
    doubt_gravity(sentences, drive.gravity);
    doubt_angles(sentences, drive);
    for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
      doubt_friction(sentences, drive.pulley_label(k), drive.configured_contact(k));
    }
    doubt_section(sentences, drive);
    doubt_length(sentences, drive);
    doubt_section_lengths(sentences, drive);
    doubt_crossing(sentences, drive);
    doubt_tension(sentences, drive);
    doubt_stretch(sentences, drive);
    doubt_bending(sentences, drive);
    doubt_free_spans(sentences, drive);
    doubt_speed(sentences, drive, end_time);
    doubt_turns(sentences, drive.pulleys, end_time);
    doubt_times(sentences, drive.pulleys, end_time);
    doubt_holdbacks(sentences, drive);
    doubt_motors(sentences, drive, end_time);
    const std::size_t n_before = sentences.size();
    doubt_direction(sentences, drive, end_time);
    // In a belt that runs the wrong way, every load would drive and no clutch would engage: one warning suffices.
    if (sentences.size() == n_before) {
      doubt_loads(sentences, drive, end_time);
      doubt_clutches(sentences, drive, end_time);
    }
    return sentences;
  }
  std::vector<std::string> operator()(const RopeDrive& drive) const { return rope_doubts(drive, end_time); }
  template <class OtherDrive>
  std::vector<std::string> operator()(const OtherDrive&) const {
    return {};
  }
};

}  // namespace

std::vector<std::string> implausibilities(const Drive& drive, double end_time) {
  return std::visit(Doubts{end_time}, drive);
}

void add_start_imbalance(std::vector<std::string>& warnings, double imbalance) {
  if (imbalance == 0.0) return;
  warnings.push_back(fmt::format(
      "no place was found in which mounts rest with the belt and without friction; they start where a string "
      "or friction lets them rest, {:.3g} N out of balance",
      imbalance));
}

void add_start_jumps(std::vector<std::string>& warnings, const BeltDrive& drive) {
  if (drive.starts_running()) return;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const auto* motion = std::get_if<PrescribedMotion>(&drive.pulleys[k].motion);
    const double omega = motion == nullptr ? 0.0 : motion->angular_velocity.value(0.0);
    if (omega == 0.0) continue;
    warnings.push_back(fmt::format(
        "the prescribed speed of pulley {} starts with a jump to {:.4g} rad/s ({:.4g} m/s at its surface) while the "
        "belt is at rest; use a cosine_ramp from 0, or \"initial_state\": \"running\" of the drive",
        drive.pulley_label(k), omega, omega * drive.pulleys[k].radius));
  }
}

}  // namespace beltdyn
