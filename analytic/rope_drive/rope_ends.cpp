// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/rope_ends.hpp"

#include <fmt/format.h>

#include "analytic/belt/steady/string_options.hpp"
#include "core/drive/left_out.hpp"
#include "core/drive/pulley/dry_friction.hpp"

namespace beltdyn::analytic {

std::vector<std::string> rope_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!drive.contact_of(k).coulomb()) sentences.push_back(rigid_stick_objection(drive.pulley_label(k), name));
    add_bearing_objection(sentences, drive.pulleys[k], drive.pulley_label(k), name);
  }
  const std::vector<std::string> of_guides = guide_objections(drive, name);
  sentences.insert(sentences.end(), of_guides.begin(), of_guides.end());
  return sentences;
}

std::vector<std::string> normal_contact_warnings(const RopeDrive& drive) {
  std::vector<std::string> warnings;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.contact_of(k).is_rigid()) continue;
    warnings.push_back(fmt::format("analytic_string_dynamics has rigid contact; neglected at pulley {}: contact/normal",
                                   drive.pulley_label(k)));
  }
  return warnings;
}

void add_string_warning(std::vector<std::string>& warnings, const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> keys;
  if (drive.rope.bending_stiffness > 0.0) keys.emplace_back("belt/bending_stiffness");
  if (drive.rope.axial_damping > 0.0) keys.emplace_back("belt/axial_damping");
  add_warning(warnings, neglected_keys_message(std::string(name) + " models a rope as a string without damping", keys,
                                               "lagrangian_ancf"));
}

}  // namespace beltdyn::analytic
