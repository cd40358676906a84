// SPDX-License-Identifier: MIT
#include "analytic/belt/dynamics/string_dynamics_options.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analytic/belt/dynamics/string_dynamics_simulation.hpp"
#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "analytic/belt/steady/string_options.hpp"
#include "analytic/belt/waves/string_waves_of.hpp"
#include "analytic/belt/waves/string_waves_simulation.hpp"
#include "analytic/rope_drive/elastic_rope_of.hpp"
#include "analytic/rope_drive/elastic_rope_simulation.hpp"
#include "analytic/rope_drive/rigid_rope_simulation.hpp"
#include "analytic/rope_drive/rope_ends.hpp"
#include "core/drive/drive.hpp"
#include "core/dynamics/chosen_numbers.hpp"
#include "core/dynamics/rope/rigid_rope_of.hpp"

namespace beltdyn::analytic {
namespace {

constexpr const char* kDynamicsName = "analytic_string_dynamics";
constexpr double kLoosestTolerance = 1e-3;

// A driver that does not turn until this time never turns [s].
constexpr double kLongTime = 1e4;

// Adds messages about a start from rest, which takes place if the first pulley of prescribed motion is at rest.
void add_rest_objections(std::vector<std::string>& sentences, const BeltDrive& belt, std::size_t driver) {
  const std::string label = belt.pulley_label(driver);
  const TimeFunction& speed = prescribed_speed(belt.pulleys[driver]);
  if (speed.largest_magnitude(0.0, kLongTime) == 0.0) {
    sentences.push_back(
        fmt::format("{} follows a belt that runs, but pulley {} never turns; give it a speed", kDynamicsName, label));
    return;
  }
  if (belt.starts_running()) {
    sentences.push_back(fmt::format(
        "{} starts with a running belt, but pulley {} is at rest at t = 0; give it a nonzero speed at t = 0, or set "
        "initial_state to rest",
        kDynamicsName, label));
  }
  for (std::size_t k = driver + 1; k < belt.pulleys.size(); ++k) {
    const Pulley& pulley = belt.pulleys[k];
    if (!pulley.is_prescribed() || prescribed_speed(pulley).value(0.0) == 0.0) continue;
    sentences.push_back(fmt::format(
        "{} starts from rest or with a running belt, but at t = 0 pulley {} is at rest and pulley {} runs; let both "
        "rest or run at t = 0",
        kDynamicsName, label, belt.pulley_label(k)));
  }
}

}  // namespace

void StringDynamicsOptions::visit(config::FieldVisitor& v) {
  v.number({"time_step", "s", "the time between output states", config::Role::discretisation}, time_step_,
           config::kPositive, config::Presence::chosen);
  v.number({"tolerance", "-", "the error tolerance of a step, relative to the largest force and the speeds",
            config::Role::discretisation},
           tolerance_, {.low = 1e-13, .high = kLoosestTolerance}, config::Presence::optional);
}

void StringDynamicsOptions::choose_left_out(const Drive& drive, double end_time, double row_interval) {
  if (time_step_ > 0.0) return;
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) time_step_ = chosen_time_step(*rope, 0.0, end_time);
  if (const auto* belt = std::get_if<BeltDrive>(&drive)) time_step_ = chosen_time_step(*belt, 0.0, end_time);
  // Output states limit the step; the tolerance sets the integration steps in between.
  if (row_interval > 0.0) time_step_ = std::min(time_step_, row_interval);
}

std::vector<std::string> StringDynamicsOptions::objections(const Drive& drive) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    if (!rope->rope.is_inextensible) return elastic_rope_objections(*rope, kDynamicsName);
    std::vector<std::string> sentences = rope_objections(*rope, kDynamicsName);
    const std::vector<std::string> more = rigid_rope_objections(*rope, kDynamicsName);
    sentences.insert(sentences.end(), more.begin(), more.end());
    return sentences;
  }
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr) return {type_objection(drive, "belt_drive or rope_drive")};
  std::vector<std::string> sentences = rigid_stick_objections(*belt, kDynamicsName);
  add_mount_friction_objections(sentences, *belt, kDynamicsName);
  belt->add_body_objection(sentences, kDynamicsName);
  belt->add_brake_objection(sentences, kDynamicsName);
  const auto driver = std::ranges::find_if(belt->pulleys, &Pulley::is_prescribed);
  if (!belt->spans.empty()) {
    const std::vector<std::string> more = string_waves_objections(*belt, kDynamicsName);
    sentences.insert(sentences.end(), more.begin(), more.end());
  } else if (driver == belt->pulleys.end()) {
    sentences.push_back(fmt::format(
        "{} starts from rest or from the steady motion of a driver of prescribed speed, but no pulley has a prescribed "
        "motion; prescribe the motion of one pulley",
        kDynamicsName));
  } else if (prescribed_speed(*driver).value(0.0) == 0.0) {
    add_rest_objections(sentences, *belt, static_cast<std::size_t>(driver - belt->pulleys.begin()));
  }
  const std::vector<std::string> more = string_pulley_objections(*belt, kDynamicsName);
  sentences.insert(sentences.end(), more.begin(), more.end());
  for (std::size_t k = 0; k < belt->pulleys.size(); ++k) {
    belt->add_accessory_objection(sentences, k, kDynamicsName);
    const Pulley& pulley = belt->pulleys[k];
    if (!pulley.is_prescribed() && !(pulley.inertia > 0.0)) {
      sentences.push_back(fmt::format("pulley {} is moved by torques but has no inertia; give it an inertia for {}",
                                      belt->pulley_label(k), kDynamicsName));
    }
    if (!pulley.is_prescribed() && pulley.bearing_friction) {
      sentences.push_back(fmt::format(
          "pulley {} has dry friction in its bearing, which is not supported by {}; remove bearing_friction, "
          "or use {}",
          belt->pulley_label(k), kDynamicsName,
          belt->spans.empty() ? "lagrangian_ancf, eulerian_ale or lagrangian_links" : "eulerian_ale"));
    }
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension != nullptr && !(suspension->inertia > 0.0)) {
      sentences.push_back(fmt::format("the mount of pulley {} has no inertia, which {} requires; give it one",
                                      belt->pulley_label(k), kDynamicsName));
    }
  }
  return sentences;
}

std::unique_ptr<Simulation> StringDynamicsOptions::create(const Drive& drive, double end_time) const {
  if (const auto* rope = std::get_if<RopeDrive>(&drive)) {
    if (rope->rope.is_inextensible) return std::make_unique<RigidRopeSimulation>(*rope, time_step_, tolerance_);
    return std::make_unique<ElasticRopeSimulation>(*rope, time_step_, tolerance_);
  }
  const auto& belt = std::get<BeltDrive>(drive);
  if (!belt.spans.empty()) return std::make_unique<StringWavesSimulation>(belt, time_step_, tolerance_);
  return std::make_unique<StringDynamicsSimulation>(belt, time_step_, tolerance_, end_time);
}

std::string StringDynamicsOptions::model(const Drive& drive) const {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt != nullptr && !belt->spans.empty()) return "string_with_mass";
  const auto* rope = std::get_if<RopeDrive>(&drive);
  return rope != nullptr && rope->rope.is_inextensible ? "rigid_rope" : "massless_string";
}

std::vector<NumericalParameter> StringDynamicsOptions::numerical_parameters() const {
  return {{.name = "tolerance",
           .keys = "tolerance",
           .advice = "divide tolerance by ten",
           .order = 1.0,
           .ratios = kToleranceRatios,
           .coarsen = coarsening<StringDynamicsOptions>([](StringDynamicsOptions& options, double ratio) {
             const double before = options.tolerance_;
             options.tolerance_ = std::min(kLoosestTolerance, ratio * before);
             return options.tolerance_ / before;
           })}};
}

}  // namespace beltdyn::analytic
