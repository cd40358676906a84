// SPDX-License-Identifier: MIT
#include "verification/rope_drive_runs.hpp"

#include <fmt/format.h>

#include "core/config/json_document.hpp"
#include "core/drive/drive.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "verification/belt_support.hpp"

namespace beltdyn::verification {

RopeRun::RopeRun(std::string_view text, const std::vector<std::string>& edits) {
  config::JsonDocument document = config::JsonDocument::parse("rope drive", std::string(text));
  for (const std::string& edit : edits) document.set(edit);
  const Configuration configuration = read_configuration(document, all_formulations());
  simulation_ = configuration.runs.front().options->create(*configuration.drive, configuration.end_time);
  history_.emplace(simulation_->history());
}

void RopeRun::advance_to(double time) { verification::advance_to(*simulation_, time); }

std::optional<RopeStop> RopeRun::stop() const { return dynamic_cast<const RopeDriveSimulation&>(*simulation_).stop(); }

std::string rope_dynamics(double step) {
  return only_run(
      fmt::format(R"("formulation": "analytic_string_dynamics", "tolerance": 1e-12, "time_step": {})", step));
}

}  // namespace beltdyn::verification
