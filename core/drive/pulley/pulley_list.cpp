// SPDX-License-Identifier: MIT
#include "core/drive/pulley/pulley_list.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/config/nearest.hpp"
#include "core/drive/pulley/bound_orders.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;

bool is_numeral(const std::string& text) {
  double number = 0.0;
  const char* end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end;
}

}  // namespace

std::string pulley_label(std::span<const Pulley> pulleys, std::size_t pulley) {
  const std::string& name = pulleys[pulley].name;
  return name.empty() ? std::to_string(pulley + 1) : fmt::format("{} ({})", pulley + 1, name);
}

void check_pulley_names(FieldVisitor& v, std::span<const Pulley> pulleys) {
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    const std::string& name = pulleys[k].name;
    if (name.empty()) continue;
    v.check(
        fmt::format("pulleys/{}/name", k), [&name] { return !is_numeral(name); },
        [k] {
          return fmt::format(
              "is a number, but pulleys are already numbered, this one {}; give a name that is not a number", k + 1);
        });
  }
  check_unique_names(v, "pulley", "pulleys", pulleys);
}

int pulley_number(std::span<const Pulley> pulleys, const std::string& name) {
  const auto found = std::ranges::find(pulleys, name, &Pulley::name);
  return found == pulleys.end() ? 0 : static_cast<int>(found - pulleys.begin()) + 1;
}

std::optional<std::size_t> pulley_index(std::span<const Pulley> pulleys, int number, const std::string& name) {
  const int at = name.empty() ? number : pulley_number(pulleys, name);
  if (at < 1 || static_cast<std::size_t>(at) > pulleys.size()) return std::nullopt;
  return static_cast<std::size_t>(at) - 1;
}

std::string given_pulley(int number, const std::string& name) {
  return name.empty() ? fmt::to_string(number) : fmt::format("\"{}\"", name);
}

std::string missing_pulley(std::span<const Pulley> pulleys, int number, const std::string& name) {
  if (pulley_index(pulleys, number, name)) return {};
  if (name.empty()) return fmt::format("no such pulley; the drive has pulleys 1 to {}", pulleys.size());
  std::vector<std::string> names;
  for (const Pulley& pulley : pulleys) {
    if (!pulley.name.empty()) names.push_back(pulley.name);
  }
  if (names.empty()) return fmt::format("no pulley has a name; give one, or a number from 1 to {}", pulleys.size());
  return "no pulley has this name; " +
         config::did_you_mean(name, names, fmt::format("there are {}", fmt::join(names, ", ")));
}

void check_pulley(FieldVisitor& v, const std::string& member, std::span<const Pulley> pulleys, int number,
                  const std::string& name) {
  v.check(
      member, [=, &name] { return missing_pulley(pulleys, number, name).empty(); },
      [=, &name] { return missing_pulley(pulleys, number, name); });
}

void check_contacts(FieldVisitor& v, std::span<const Pulley> pulleys, bool has_default) {
  for (std::size_t k = 0; k < pulleys.size(); ++k) {
    v.check(
        fmt::format("pulleys/{}", k), [&] { return has_default || pulleys[k].contact; },
        [&pulleys, k] {
          return fmt::format(
              "pulley {} has no contact; give \"contact\" here, or in the drive as the default for all pulleys",
              pulley_label(pulleys, k));
        });
  }
}

void bind_and_check_orders(FieldVisitor& v, std::vector<Pulley>& pulleys) {
  for (const OrdersProblem& problem : bind_orders(pulleys)) {
    v.check(
        fmt::format("pulleys/{}/motion", problem.pulley), [] { return false; }, [&problem] { return problem.message; });
  }
}

std::vector<const TimeFunction*> time_functions_of(const Pulley& pulley) {
  std::vector<const TimeFunction*> all;
  const auto add = [&all](const std::optional<TimeFunction>& f) {
    if (f) all.push_back(&*f);
  };
  if (const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) all.push_back(&motion->angular_velocity);
  const auto add_torques = [&](const std::vector<PulleyTorque>& torques) {
    for (const PulleyTorque& torque : torques) {
      if (const auto* applied = std::get_if<AppliedTorque>(&torque.form)) all.push_back(&applied->moment);
      if (const auto* resisting = std::get_if<ResistingTorque>(&torque.form)) all.push_back(&resisting->moment);
      if (const auto* power = std::get_if<ConstantPower>(&torque.form)) all.push_back(&power->power);
      if (const auto* table = std::get_if<TorqueTable>(&torque.form)) add(table->factor);
    }
  };
  if (const auto* motion = std::get_if<TorqueMotion>(&pulley.motion)) add_torques(motion->torques);
  if (pulley.accessory) add_torques(pulley.accessory->torques);
  if (const auto* arm = std::get_if<ArmMount>(&pulley.mount)) add(arm->prescribed_angle);
  if (const auto* slider = std::get_if<SliderMount>(&pulley.mount)) {
    add(slider->force);
    add(slider->prescribed_displacement);
  }
  if (const auto* moved = std::get_if<MovedMount>(&pulley.mount)) all.insert(all.end(), {&moved->x, &moved->y});
  if (pulley.brake) all.push_back(&pulley.brake->capacity);
  return all;
}

std::vector<const TimeFunction*> time_functions_of(std::span<const Pulley> pulleys) {
  std::vector<const TimeFunction*> all;
  for (const Pulley& pulley : pulleys) {
    const std::vector<const TimeFunction*> own = time_functions_of(pulley);
    all.insert(all.end(), own.begin(), own.end());
  }
  return all;
}

}  // namespace beltdyn
