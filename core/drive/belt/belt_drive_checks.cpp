// SPDX-License-Identifier: MIT
#include "core/drive/belt/belt_drive_checks.hpp"

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/belt/pretension.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;

// The range of the elastic strain N/EA on the path. A slack belt is accepted, but a belt that is much too long or too
// short for its path is an error, usually of units.
constexpr double kLeastStrain = -0.05;
constexpr double kGreatestStrain = 0.5;

std::string member_of_pulley(std::size_t k, std::string_view member) { return fmt::format("pulleys/{}/{}", k, member); }

void check_surfaces(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        member_of_pulley(k, "surface"),
        [&drive, k] { return drive.pulleys[k].surface != PulleySurface::grooved || has_wedges(drive.belt.section); },
        "the belt is flat and does not fit into grooves; give the belt a \"section\" of type v or poly_v, or "
        "remove \"surface\"");
  }
}

// Eccentric pulleys must not touch in any position.
void check_eccentricity(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t j = 0; j < drive.pulleys.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const Pulley& a = drive.pulleys[i];
      const Pulley& b = drive.pulleys[j];
      const double eccentricity = a.eccentricity + b.eccentricity;
      const double gap = (b.center - a.center).norm() - a.radius - b.radius;
      v.check(
          member_of_pulley(j, "center"), [eccentricity, gap] { return eccentricity == 0.0 || gap > eccentricity; },
          [&drive, eccentricity, gap, i, j] {
            return fmt::format(
                "pulleys {} and {} touch as they turn: the gap without eccentricity is {:.6g} m, the eccentricities "
                "add up to {:.6g} m; move them apart or reduce an eccentricity",
                drive.pulley_label(i), drive.pulley_label(j), gap, eccentricity);
          });
    }
  }
}

// A start in steady motion needs a prescribed speed.
void check_running(FieldVisitor& v, const BeltDrive& drive) {
  v.check(
      "initial_state",
      [&drive] { return !drive.starts_running() || std::ranges::any_of(drive.pulleys, &Pulley::is_prescribed); },
      "a drive that starts running needs a pulley of prescribed speed, but no pulley has a prescribed motion; "
      "prescribe the motion of one, or set this to \"rest\"");
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
        member_of_pulley(k, "center"), [&blames, k] { return !blames(static_cast<int>(k)); }, message);
  }
  v.check(
      "", [&blames] { return !blames(-1); }, message);
}

std::optional<PretensionFault> pretension_fault(const BeltDrive& drive) {
  if (drive.belt.found) return std::nullopt;
  const auto found = find_pretension(drive);
  const auto* fault = std::get_if<PretensionFault>(&found);
  return fault == nullptr ? std::nullopt : std::optional(*fault);
}

// Checks a pretension that is given as a force.
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
    members.push_back(member_of_pulley(k, "mount/spring/stiffness"));
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
            "axial_stiffness or young_modulus and its unit",
            -drive.belt.found->strain, drive.belt.found->force, kGreatestStrain * drive.belt.axial_stiffness);
      });
}

// Checks the length of the belt, and springs of mounts whose free position is not given: only a pretension given as a
// force determines it.
void check_length(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    v.check(
        member_of_pulley(k, "mount/spring"),
        [&drive, k] {
          const Suspension* suspension = suspension_of(drive.pulleys[k].mount);
          return suspension == nullptr || !is_held(*suspension) || asks_for_force(drive.belt.pretension);
        },
        [&drive, k] {
          const bool is_arm = std::holds_alternative<ArmMount>(drive.pulleys[k].mount);
          return fmt::format(
              "has no {}; give one, or a pretension of type force or span_frequency, for which it is found",
              is_arm ? "free_angle" : "free_position");
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
      member, [&drive] { return drive.initial_strain() >= kLeastStrain; },
      [&drive, way_out] {
        return fmt::format("the belt would be slack, with an elastic strain of {:.3g} on its path; {}",
                           drive.initial_strain(), way_out());
      });
  v.check(
      member, [&drive] { return drive.initial_strain() <= kGreatestStrain; },
      [&drive, way_out] {
        return fmt::format("the belt is implausibly short, with an elastic strain of {:.3g} on its path; {}",
                           drive.initial_strain(), way_out());
      });
}

}  // namespace

std::optional<PathError> path_error(const BeltDrive& drive) {
  try {
    drive.path();
  } catch (const PathError& error) {
    return error;
  }
  return std::nullopt;
}

void check_belt_drive(FieldVisitor& v, const BeltDrive& drive) {
  check_surfaces(v, drive);
  check_eccentricity(v, drive);
  check_running(v, drive);
  check_path(v, drive);
  check_length(v, drive);
}

}  // namespace beltdyn
