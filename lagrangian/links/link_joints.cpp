// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_joints.hpp"

#include <algorithm>
#include <array>
#include <type_traits>
#include <variant>

#include "core/drive/friction_laws.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// The friction history of a joint, as the state stores it.
template <class Law>
typename Law::History joint_history(const Law& law, std::span<const double> values, std::span<const double> modes) {
  typename Law::History history{};
  for (std::size_t k = 0; k < law.memory_size(); ++k) {
    history.value[k] = values[k];
    history.mode[k] = modes[k];
  }
  return history;
}

// The modes of a law that have to switch: slip lasts only while it moves; at rest the joint sticks.
template <class Law>
std::array<bool, Law::History::kSize> ending_modes(const Law& law, const contact::SlipMotion& motion,
                                                   const typename Law::History& history, bool slips_at_rest) {
  std::array<bool, Law::History::kSize> ends{};
  const auto margins = contact::mode_margins(law, motion, history);
  for (std::size_t i = 0; i < law.n_modes(); ++i) {
    ends[i] = margins[i] < 0.0 || (!slips_at_rest && history.mode[i] != 0.0 && margins[i] <= 0.0);
  }
  return ends;
}

}  // namespace

LinkJoints::LinkJoints(const LinkModel& model)
    : model_(&model), layout_(model), of_mount_(model.mounts.size(), -1), of_pulley_(model.pulleys.size(), -1) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const LinkJoint& joint = model.joints[j];
    (joint.mount < 0 ? of_pulley_[joint.pulley] : of_mount_[static_cast<std::size_t>(joint.mount)]) =
        static_cast<int>(j);
  }
}

double LinkJoints::force(int joint, double rate, std::span<const double> state, std::span<const double> modes,
                         std::span<double> rates) const {
  if (joint < 0) return 0.0;
  const auto j = static_cast<std::size_t>(joint);
  const LinkJoint& of = model_->joints[j];
  const contact::SlipMotion motion{.velocity = of.radius * rate, .normal_force = of.normal_force};
  const double traction = std::visit(
      [&](const auto& law) {
        const auto history =
            joint_history(law, state.subspan(layout_.joint_memory(j, 0)), modes.subspan(layout_.joint_mode(j, 0)));
        if (!rates.empty()) {
          const auto changed = law.memory_rate(motion, history);
          for (std::size_t k = 0; k < law.memory_size(); ++k) rates[layout_.joint_memory(j, k)] = changed[k];
        }
        return law.traction(motion, history);
      },
      *of.friction);
  return of.radius * traction;
}

contact::SlipMotion LinkJoints::motion(const LinkJoint& joint, std::span<const double> state,
                                       std::span<const double> pulley_speeds) const {
  const double rate = joint.mount < 0 ? pulley_speeds[joint.pulley]
                                      : state[layout_.mount_velocity(static_cast<std::size_t>(joint.mount))];
  return {.velocity = joint.radius * rate, .normal_force = joint.normal_force};
}

int LinkJoints::switch_modes(std::span<double> state, std::span<double> modes,
                             std::span<const double> pulley_speeds) const {
  int switched = 0;
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const contact::SlipMotion now = motion(model_->joints[j], state, pulley_speeds);
    const std::span<double> values = state.subspan(layout_.joint_memory(j, 0));
    const std::span<double> own_modes = modes.subspan(layout_.joint_mode(j, 0));
    switched += std::visit(
        [&](const auto& law) {
          int n = 0;
          if constexpr (contact::HybridFrictionLaw<std::decay_t<decltype(law)>>) {
            auto history = joint_history(law, values, own_modes);
            const auto ends = ending_modes(law, now, history, false);
            for (std::size_t i = 0; i < law.n_modes(); ++i) {
              if (!ends[i]) continue;
              law.switch_mode(i, now, history);
              values[i] = history.value[i];
              own_modes[i] = history.mode[i];
              ++n;
            }
          }
          return n;
        },
        *model_->joints[j].friction);
  }
  return switched;
}

bool LinkJoints::modes_last(std::span<const double> state, std::span<const double> modes,
                            std::span<const double> pulley_speeds) const {
  for (std::size_t j = 0; j < model_->joints.size(); ++j) {
    const contact::SlipMotion now = motion(model_->joints[j], state, pulley_speeds);
    const bool all_last = std::visit(
        [&](const auto& law) {
          if constexpr (contact::HybridFrictionLaw<std::decay_t<decltype(law)>>) {
            const auto history =
                joint_history(law, state.subspan(layout_.joint_memory(j, 0)), modes.subspan(layout_.joint_mode(j, 0)));
            const auto ends = ending_modes(law, now, history, true);
            return std::ranges::none_of(ends, [](bool end) { return end; });
          }
          return true;
        },
        *model_->joints[j].friction);
    if (!all_last) return false;
  }
  return true;
}

}  // namespace beltdyn::lagrangian::links
