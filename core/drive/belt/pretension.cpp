// SPDX-License-Identifier: MIT
#include "core/drive/belt/pretension.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

// Limits of a fixed-point iteration: the mounts depend on the force, and the force depends on the position of the
// mounts. The change per round shrinks by the factor with which the mounts affect the force.
constexpr int kMostRounds = 200;
constexpr double kSameForce = 1e-14;  // relative to the force [-]

// The prescribed force at rest, as a function of the path, which depends on the mounts.
class AskedForce {
 public:
  explicit AskedForce(const BeltDrive& drive) : drive_(drive) {}

  std::optional<PretensionFault> fault() const {
    const auto* frequency = std::get_if<SpanFrequency>(&drive_.belt.pretension);
    if (frequency != nullptr && (frequency->span < 1 || frequency->span > static_cast<int>(drive_.pulleys.size()))) {
      return PretensionFault{"belt/pretension/span",
                             fmt::format("there is no such span; give 1 to {}", drive_.pulleys.size())};
    }
    if (frequency != nullptr && drive_.belt.mass_per_length == 0.0) {
      return PretensionFault{"belt/pretension/frequency",
                             "a belt without mass has no frequencies; give its mass_per_length, or a pretension of "
                             "type force"};
    }
    const auto* mount = std::get_if<MountPretension>(&drive_.belt.pretension);
    if (mount == nullptr) return std::nullopt;
    const std::string member = "belt/pretension/pulley";
    const std::string missing = missing_pulley(drive_.pulleys, mount->pulley, mount->name);
    if (!missing.empty()) return PretensionFault{member, missing};
    const Suspension* suspension = suspension_of(drive_.pulleys[index(*mount)].mount);
    if (suspension == nullptr || is_held(*suspension)) {
      return PretensionFault{member,
                             fmt::format("pulley {} has no mount whose force is known; name a pulley on a slider or "
                                         "an arm with spring, force or weight",
                                         drive_.pulley_label(index(*mount)))};
    }
    return std::nullopt;
  }

  // The pulley that rests where it is drawn, if its mount determines the force.
  std::optional<std::size_t> drawn() const {
    const auto* mount = std::get_if<MountPretension>(&drive_.belt.pretension);
    return mount == nullptr ? std::nullopt : std::optional(index(*mount));
  }

  double operator()(const BeltPath& path) const {
    if (const auto* given = std::get_if<PretensionForce>(&drive_.belt.pretension)) return given->force;
    if (const auto* frequency = std::get_if<SpanFrequency>(&drive_.belt.pretension)) {
      const double length = path.spans()[static_cast<std::size_t>(frequency->span) - 1].length;
      return drive_.belt.mass_per_length * std::pow(2.0 * length * frequency->frequency, 2);
    }
    const std::size_t k = *drawn();
    const Pulley& pulley = drive_.pulleys[k];
    const double u = drawn_position(pulley.mount, pulley.center);
    const double own = suspension_force(pulley.mount, drive_.gravity, 0.0, u, 0.0).force;
    return -own / pull_of_unit_force(path, k, pulley.axis_at(u).by_u);
  }

 private:
  static std::size_t index(const MountPretension& mount) { return static_cast<std::size_t>(mount.pulley) - 1; }

  const BeltDrive& drive_;
};

// An end of an arc: an elastica from its contact with a pulley to the straight part of the span. φ is the angle by
// which it turns.
struct BentEnd {
  double angle{};   // φ [rad]
  double offset{};  // distance of the straight line from the axis of the pulley [m]
  double longer{};  // length of the elastica minus the straight line from the foot of the axis and the replaced arc [m]
  double excess{};  // ∫(1 − cos θ) ds along it [m]
};
// EI θ'' = F sin θ along the elastica. At the contact θ' = −1/r, or less if the belt touches the pulley in one point
// only. With λ = √(EI/F): θ' = −(2/λ) sin(θ/2).
BentEnd bent_end(double lambda, double radius, double wrap) {
  const double angle = std::min(2.0 * std::asin(std::min(1.0, 0.5 * lambda / radius)), 0.5 * wrap);
  const double excess = 2.0 * lambda * (1.0 - std::cos(0.5 * angle));
  return {.angle = angle,
          .offset = radius * std::cos(angle) + 2.0 * lambda * std::sin(0.5 * angle),
          .longer = radius * (std::sin(angle) - angle) + excess,
          .excess = excess};
}

// (b + B/EA)/L_ref of find_pretension(): the part of the reference strain due to bending. The bent belt is longer by b
// than the path of a string, and its arcs and their ends carry less than the force F of the spans: B = ∫(F − N) ds.
// Spans are long compared with λ.
double strain_by_bending(const BeltDrive& drive, std::span<const double> mounts, double force) {
  constexpr int kRounds = 8;  // of wraps and offsets, which depend only weakly on each other
  const double stiffness = drive.belt.bending_stiffness;
  if (stiffness == 0.0) return 0.0;
  const double lambda = std::sqrt(stiffness / force);
  const BeltPath string = path_with_mounts(drive, mounts);
  BeltDrive with_offsets = drive;
  BeltPath path = string;
  double longer = 0.0;      // b [m]
  double borne_less = 0.0;  // B [N m]
  for (int round = 0; round < kRounds; ++round) {
    longer = path.length() - string.length();
    borne_less = 0.0;
    for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
      const double radius = string.arcs()[k].radius;
      const double wrap = path.arcs()[k].wrap;
      const BentEnd end = bent_end(lambda, radius, wrap);
      longer += 2.0 * end.longer - (end.offset - radius) * wrap;
      borne_less += 2.0 * force * end.excess + (wrap - 2.0 * end.angle) * stiffness / (2.0 * radius);
      with_offsets.pulleys[k].radius = drive.pulleys[k].radius + end.offset - radius;
    }
    try {
      path = path_with_mounts(with_offsets, mounts);
    } catch (const PathError&) {
      return 0.0;
    }
  }
  return (longer + borne_less / drive.belt.axial_stiffness) / string.length();
}

std::string force_member(const BeltDrive& drive) {
  if (std::holds_alternative<PretensionForce>(drive.belt.pretension)) return "belt/pretension/force";
  return std::holds_alternative<SpanFrequency>(drive.belt.pretension) ? "belt/pretension/frequency"
                                                                      : "belt/pretension/pulley";
}

// The force on a mount at rest at the position u except those of its spring and of the belt [N] or [N m].
double force_beside_spring(const BeltDrive& drive, std::size_t pulley, double u) {
  PulleyMount mount = drive.pulleys[pulley].mount;
  suspension_of(mount)->spring->free_position = u;
  return suspension_force(mount, drive.gravity, 0.0, u, 0.0).force;
}

}  // namespace

bool asks_for_force(const Pretension& pretension) {
  return !std::holds_alternative<ReferenceStrain>(pretension) && !std::holds_alternative<StressFreeLength>(pretension);
}

double sunk_length(const BeltDrive& drive, const BeltPath& path, double force) {
  double sunk = 0.0;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const PathArc& arc = path.arcs()[k];
    sunk += drive.configured_contact(k).penetration(force / (arc.radius * drive.belt.width)) * arc.wrap;
  }
  return sunk;
}

std::variant<FoundPretension, PretensionFault> find_pretension(const BeltDrive& drive) {
  const AskedForce asked(drive);
  if (std::optional<PretensionFault> fault = asked.fault()) return *std::move(fault);
  FoundPretension found{.free_positions = std::vector<double>(drive.pulleys.size(), 0.0)};
  double force = asked(drive.path());
  double last = 0.0;
  for (int round = 0; round == 0 || !(std::abs(force - last) <= kSameForce * force); ++round) {
    if (!(force > 0.0) || round == kMostRounds) {
      const std::string member = force_member(drive);
      return PretensionFault{
          member, force > 0.0
                      ? fmt::format("no equilibrium of the mounts with this pretension is found; place pulleys "
                                    "closer to it, or give the pretension as a force")
                      : fmt::format("its mount would need a force of the belt of {:.4g} N to rest where it is drawn; "
                                    "reverse its spring, force or direction",
                                    force)};
    }
    try {
      found.mounts = mounts_under(drive, force, asked.drawn());
      last = std::exchange(force, asked(path_with_mounts(drive, found.mounts)));
    } catch (const PathError& error) {
      return PretensionFault{
          force_member(drive),
          fmt::format("where the mounts are under this force the belt has no path: {}", error.what())};
    } catch (const SolverError& error) {
      return PretensionFault{force_member(drive), error.what()};
    }
  }
  const BeltPath path = path_with_mounts(drive, found.mounts);
  const double length = path.length();
  const double of_layers = -force / drive.belt.axial_stiffness - sunk_length(drive, path, force) / length;
  const double of_bending = strain_by_bending(drive, found.mounts, force);
  found.length = {.length = length, .force = force, .strain = of_layers + of_bending, .bent = of_bending};
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension == nullptr || !suspension->spring) continue;
    found.free_positions[k] = suspension->spring->free_position;
    if (!is_held(*suspension)) continue;
    const double u = found.mounts[k];
    const double wound =
        (force * pull_of_unit_force(path, k, pulley.axis_at(u).by_u) + force_beside_spring(drive, k, u)) /
        suspension->spring->stiffness;
    if (std::holds_alternative<ArmMount>(pulley.mount) && std::abs(wound) >= std::numbers::pi) {
      return PretensionFault{
          fmt::format("pulleys/{}/mount/spring/stiffness", k),
          fmt::format("the spring would be wound up by {:.4g} rad, more than half a turn, to hold the belt; "
                      "use a stiffer one",
                      std::abs(wound))};
    }
    found.free_positions[k] = u - wound;
  }
  return found;
}

}  // namespace beltdyn
