// SPDX-License-Identifier: MIT
#include "verification/ropes/rope_drive_runs.hpp"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/belt_support.hpp"

namespace beltdyn::verification {
namespace {

constexpr double kGravity = 9.81;  // [m/s²]

}  // namespace

RopeRun::RopeRun(std::string_view text, const std::vector<std::string>& edits) {
  config::JsonDocument document = config::JsonDocument::parse("rope drive", std::string(text));
  for (const std::string& edit : edits) document.set(edit);
  const Configuration configuration = read_configuration(document, all_formulations());
  simulation_ = configuration.runs.front().options->create(*configuration.drive, configuration.end_time);
  history_.emplace(simulation_->history());
}

void RopeRun::advance_to(double time) { verification::advance_to(*simulation_, time); }

std::optional<Stop> RopeRun::stop() const { return dynamic_cast<const RopeDriveSimulation&>(*simulation_).stop(); }

std::string rope_dynamics(double step) {
  return only_run(
      fmt::format(R"("formulation": "analytic_string_dynamics", "tolerance": 1e-12, "time_step": {})", step));
}

double Lift::ratio() const { return std::exp(coefficient * std::numbers::pi); }
double Lift::deceleration() const {
  return kGravity * (ratio() * counterweight - car) / (car + ratio() * counterweight);
}
double Lift::car_force() const { return car * (kGravity + deceleration()); }
double Lift::counterweight_force() const { return counterweight * (kGravity - deceleration()); }
double Lift::friction() const { return car_force() - counterweight_force(); }
double Lift::least_brake() const { return friction() * radius + inertia * deceleration() / radius; }
double Lift::sheave_stop() const { return inertia * speed / radius / (brake - friction() * radius); }
double Lift::rope_stop() const { return speed / deceleration(); }
double Lift::slip() const { return 0.5 * speed * (rope_stop() - sheave_stop()); }

}  // namespace beltdyn::verification
