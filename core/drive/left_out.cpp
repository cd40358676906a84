// SPDX-License-Identifier: MIT
#include "core/drive/left_out.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

using Keys = std::vector<std::string>;

// Adds a key with a positive value, once only, even if several pulleys have it.
void add(Keys& keys, const char* key, double value) {
  if (value > 0.0 && std::ranges::find(keys, key) == keys.end()) keys.emplace_back(key);
}

// Adds the keys of a normal law.
struct NormalKeys {
  Keys& keys;

  void operator()(const RigidContact&) const {}
  void operator()(const PenaltyContact& law) const {
    add(keys, "contact/normal/stiffness_per_area", law.stiffness_per_area);
    add(keys, "contact/normal/damping_per_area", law.damping_per_area);
  }
  void operator()(const KelvinVoigtContact& law) const {
    add(keys, "contact/normal/stiffness_per_area", law.stiffness_per_area);
    add(keys, "contact/normal/quadratic_stiffness_per_area", law.quadratic_stiffness_per_area);
    add(keys, "contact/normal/damping_per_area", law.damping_per_area);
  }
};

bool is_moved_evenly(const Pulley& pulley) {
  if (const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) return motion->angular_velocity.is_constant();
  const auto* motion = std::get_if<TorqueMotion>(&pulley.motion);
  return motion == nullptr || std::ranges::all_of(motion->torques, &PulleyTorque::is_steady);
}

// Can the pulley accelerate, so that its inertia takes a moment? Not if its prescribed speed is constant.
bool may_accelerate(const Pulley& pulley) { return !pulley.is_prescribed() || !is_moved_evenly(pulley); }

Keys keys_of_pulley_inertia(const BeltDrive& drive) {
  Keys keys;
  for (const Pulley& pulley : drive.pulleys) {
    if (may_accelerate(pulley)) add(keys, "pulleys/inertia", pulley.inertia);
  }
  return keys;
}

void add_mount_inertia(Keys& keys, const Pulley& pulley, const Suspension& suspension) {
  const bool is_arm = std::holds_alternative<ArmMount>(pulley.mount);
  add(keys, is_arm ? "pulleys/mount/inertia" : "pulleys/mount/mass", suspension.inertia);
}

// Properties of a mount that affect how it reaches its equilibrium.
void add_mount_rates(Keys& keys, const BeltDrive& drive) {
  for (const Pulley& pulley : drive.pulleys) {
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension == nullptr) continue;
    add_mount_inertia(keys, pulley, *suspension);
    add(keys, "pulleys/mount/damping", suspension->damping);
    add(keys, "pulleys/mount/friction", suspension->friction ? 1.0 : 0.0);
  }
}

// Properties of an accessory other than its torque; they matter in transients only.
void add_accessory_rates(Keys& keys, const BeltDrive& drive) {
  for (const Pulley& pulley : drive.pulleys) {
    if (!pulley.accessory) continue;
    add(keys, "pulleys/accessory/inertia", pulley.accessory->inertia);
    add(keys, "pulleys/accessory/spring", pulley.accessory->spring ? 1.0 : 0.0);
  }
}

// The inputs that vary in time, as "the speed of pulley 1 (crank)", for each pulley that has such an input.
std::vector<std::string> varying_inputs(const BeltDrive& drive) {
  std::vector<std::string> inputs;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::string label = drive.pulley_label(k);
    const bool has_even_inputs = std::ranges::all_of(time_functions_of(std::span(&drive.pulleys[k], 1)),
                                                     [](const TimeFunction* f) { return f->is_constant(); });
    if (has_even_inputs) continue;
    if (is_moved_evenly(drive.pulleys[k])) {
      inputs.push_back(fmt::format("the mount of pulley {}", label));
    } else {
      inputs.push_back(
          fmt::format("the {} of pulley {}", drive.pulleys[k].is_prescribed() ? "speed" : "torque", label));
    }
  }
  return inputs;
}

bool starts_with_jump(const BeltDrive& drive) {
  return !drive.starts_running() && std::ranges::any_of(drive.pulleys, [](const Pulley& pulley) {
    const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion);
    return motion != nullptr && motion->angular_velocity.value(0.0) != 0.0;
  });
}

}  // namespace

std::vector<std::string> keys_unsupported_by_strings(const BeltDrive& drive) {
  Keys keys;
  const Belt& belt = drive.belt;
  add(keys, drive.spans.empty() ? "gravity" : "gravity on pulleys", drive.gravity.norm());
  add(keys, "belt/bending_stiffness", belt.bending_stiffness);
  add(keys, "belt/axial_damping", belt.axial_damping);
  add(keys, "belt/bending_damping", belt.bending_damping);
  add(keys, "belt/friction_at", belt.contact_lever());
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) std::visit(NormalKeys{keys}, drive.contact_of(k).normal);
  return keys;
}

std::vector<std::string> keys_beyond_contours(const BeltDrive& drive) {
  Keys keys = keys_unsupported_by_strings(drive);
  add(keys, "belt/mass_per_length", drive.belt.mass_per_length);
  add(keys, "belt/width", drive.belt.width);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const std::optional<CoulombParameters> law = drive.configured_contact(k).coulomb();
    if (!law) continue;
    add(keys, "contact/friction/stiffness_per_area", law->stiffness);
    add(keys, "contact/friction/damping_per_area", law->damping);
  }
  return keys;
}

std::vector<std::string> keys_of_inertia(const BeltDrive& drive) {
  Keys keys = keys_of_pulley_inertia(drive);
  add(keys, "belt/mass_per_length", drive.belt.mass_per_length);
  for (const Pulley& pulley : drive.pulleys) {
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension != nullptr) add_mount_inertia(keys, pulley, *suspension);
  }
  add_accessory_rates(keys, drive);
  return keys;
}

std::vector<std::string> keys_of_normal_damping(const BeltDrive& drive) {
  Keys keys;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    add(keys, "contact/normal/damping_per_area", drive.configured_contact(k).normal_damping_per_area());
  }
  return keys;
}

std::string neglected_keys_message(std::string_view model, const std::vector<std::string>& keys,
                                   std::string_view others) {
  if (keys.empty()) return {};
  const bool is_one = keys.size() == 1;
  return fmt::format("{}; neglected in this drive: {}; use {} if {} matter{}", model, fmt::join(keys, ", "), others,
                     is_one ? "it" : "they", is_one ? "s" : "");
}

std::string objection_to_start_without_inertia(std::string_view formulation, const BeltDrive& drive) {
  if (drive.starts_held() && drive.has_mounts()) {
    return fmt::format(
        "mounts are let go at the start, which is not supported by quasi_static steps of {}: without inertia they "
        "would jump; use \"time_integration\": \"generalised_alpha\", or set initial_state to \"rest\"",
        formulation);
  }
  if (!drive.starts_running()) return {};
  return fmt::format(
      "the drive starts running, which is not supported by quasi_static steps of {}: the steady motion has inertia; "
      "use \"time_integration\": \"generalised_alpha\", or set initial_state to \"rest\"",
      formulation);
}

void add_warning(std::vector<std::string>& warnings, std::string sentence) {
  if (!sentence.empty()) warnings.push_back(std::move(sentence));
}

bool varies_in_time(const Drive& drive) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  return belt != nullptr && !varying_inputs(*belt).empty();
}

std::string neglected_transients_message(std::string_view formulation, const BeltDrive& drive, std::string_view others,
                                         bool follows_time) {
  const std::vector<std::string> inputs = follows_time ? varying_inputs(drive) : std::vector<std::string>();
  Keys parts;
  if (!inputs.empty()) {
    parts.push_back(fmt::format("the belt that spans take up or give as {} var{}", fmt::join(inputs, ", "),
                                inputs.size() == 1 ? "ies" : "y"));
  }
  const Keys inertia = keys_of_pulley_inertia(drive);
  parts.insert(parts.end(), inertia.begin(), inertia.end());
  if (!std::ranges::all_of(drive.pulleys, is_moved_evenly)) {
    add(parts, "belt/mass_per_length", drive.belt.mass_per_length);
    add(parts, "belt/axial_damping", drive.belt.axial_damping);
    add(parts, "belt/bending_damping", drive.belt.bending_damping);
  }
  add_mount_rates(parts, drive);
  add_accessory_rates(parts, drive);
  if (parts.empty()) return {};
  if (starts_with_jump(drive)) parts.emplace_back("the start from rest (initial_state)");
  return fmt::format(
      "{} computes the steady motion at the values of each instant; neglected in transients: {}; use {} if they matter",
      formulation, fmt::join(parts, ", "), others);
}

}  // namespace beltdyn
