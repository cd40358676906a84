// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/string_options.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analytic/belt/modes/linear_string_simulation.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/drive/drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/dynamics/chosen_numbers.hpp"

namespace beltdyn::analytic {
namespace {

// One message for all pulleys without friction.
void add_friction_objection(std::vector<std::string>& sentences, const BeltDrive& drive, std::string_view name) {
  std::vector<std::string> without;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (drive.contact_of(k).kinetic_coefficient() == 0.0) without.push_back(drive.pulley_label(k));
  }
  if (without.empty()) return;
  const bool is_one = without.size() == 1;
  sentences.push_back(
      fmt::format("{} requires friction on all pulleys, but pulley{} {} {} none; give the friction of the contact a "
                  "coefficient > 0",
                  name, is_one ? "" : "s", fmt::join(without, ", "), is_one ? "has" : "have"));
}

}  // namespace

std::vector<std::string> string_pulley_objections(const BeltDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  add_friction_objection(sentences, drive, name);
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Pulley& pulley = drive.pulleys[k];
    if (pulley.eccentricity != 0.0) {
      sentences.push_back(fmt::format("pulley {} is eccentric, which is not supported by {}; set its eccentricity to 0",
                                      drive.pulley_label(k), name));
    }
    if (const auto* motion = std::get_if<PrescribedMotion>(&pulley.motion)) {
      const double turn = drive.path().arcs()[k].turn;
      const double slowest = motion->angular_velocity.scaled(turn).minimum(0.0, kForever);
      if (slowest < 0.0) {
        sentences.push_back(
            fmt::format("the belt of {} moves forward, but pulley {} turns against it, at up to {:.6g} rad/s; "
                        "reverse the direction of the belt or the angular velocity",
                        name, drive.pulley_label(k), -slowest));
      }
    }
  }
  return sentences;
}

std::vector<std::string> rigid_stick_objections(const BeltDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    if (!drive.contact_of(k).coulomb()) sentences.push_back(rigid_stick_objection(drive.pulley_label(k), name));
  }
  return sentences;
}

std::string rigid_stick_objection(std::string_view pulley, std::string_view name) {
  return fmt::format(
      "{} uses Coulomb friction, but pulley {} has another law; use coulomb, or elastoplastic_coulomb, whose stick is "
      "treated as rigid",
      name, pulley);
}

void StringOptions::visit(config::FieldVisitor& v) {
  config::visit_choice(
      v,
      {"analysis", "-",
       "the analysis (steady: the steady motion at the speeds and torques of each instant; linear: in addition, the "
       "small motions at end_time of a massless string with Coulomb friction and rigid stick)"},
      analysis_, kStringAnalysisNames, config::Presence::optional);
  visit_linear(
      v, [this] { return analysis_ == StringAnalysis::linear; }, linear_);
  v.number({"time_step", "s", "the time between output states", config::Role::discretisation}, time_step_,
           config::kPositive, config::Presence::chosen);
}

void StringOptions::choose_left_out(const Drive& drive, double end_time, double row_interval) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr || time_step_ > 0.0) return;
  time_step_ = linear_ ? end_time : chosen_interval(*belt, end_time, row_interval);
}

std::vector<std::string> StringOptions::objections(const Drive& drive) const {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return {type_objection(drive, kDriveTypeNames[1])};
  std::vector<std::string> sentences;
  if (std::ranges::none_of(belt->pulleys, &Pulley::is_prescribed)) {
    sentences.emplace_back(
        "analytic_string needs a driver of prescribed speed, but no pulley has a prescribed motion; prescribe the "
        "motion of one pulley");
  }
  const auto add = [&sentences](const std::vector<std::string>& more) {
    sentences.insert(sentences.end(), more.begin(), more.end());
  };
  if (linear_) {
    add(linear_->objections(*belt));
    add(rigid_stick_objections(*belt, "the linear analysis of analytic_string"));
    belt->add_span_objection(sentences, "the linear analysis of analytic_string");
  }
  belt->add_body_objection(sentences, "analytic_string");
  belt->add_brake_objection(sentences, "analytic_string");
  // A mount that moves freely tightens a belt that is loose as drawn.
  const bool has_free_mount =
      std::ranges::any_of(belt->pulleys, [](const Pulley& pulley) { return suspension_of(pulley.mount) != nullptr; });
  const double force = belt->initial_force();
  if (!has_free_mount && !(force > 0.0)) {
    sentences.push_back(fmt::format(
        "analytic_string requires a taut belt, but the pretension is {:.6g} N here; tighten the belt", force));
  }
  add(string_pulley_objections(*belt, "analytic_string"));
  return sentences;
}

std::unique_ptr<Simulation> StringOptions::create(const Drive& drive, double) const {
  const auto& belt = std::get<BeltDrive>(drive);
  if (analysis_ == StringAnalysis::linear) {
    return std::make_unique<LinearStringSimulation>(belt, time_step_, *linear_);
  }
  return std::make_unique<SteadyStringSimulation>(belt, time_step_);
}

std::unique_ptr<Simulation> StringOptions::create_near(const Drive& drive, double end_time,
                                                       const Simulation& other) const {
  const auto& belt = std::get<BeltDrive>(drive);
  if (!can_start_near()) return create(drive, end_time);
  const auto* near = dynamic_cast<const SteadyStringSimulation*>(&other);
  if (near == nullptr) return create(drive, end_time);
  return std::make_unique<SteadyStringSimulation>(belt, time_step_, near);
}

}  // namespace beltdyn::analytic
