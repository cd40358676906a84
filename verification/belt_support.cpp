// SPDX-License-Identifier: MIT
#include "verification/belt_support.hpp"

#include <cmath>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "core/simulation/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::verification {

BeltRun::BeltRun(std::string_view configuration, const std::vector<std::string>& edits) {
  auto json = nlohmann::ordered_json::parse(configuration, nullptr, true, true);
  for (const std::string& edit : edits) {
    const std::size_t equals = edit.find('=');
    json[nlohmann::ordered_json::json_pointer(edit.substr(0, equals))] =
        nlohmann::ordered_json::parse(edit.substr(equals + 1));
  }
  const Configuration read =
      read_configuration(config::JsonDocument::parse("verification", json.dump()), all_formulations());
  std::unique_ptr<Simulation> made = read.runs.at(0).options->create(read.drive, read.end_time);
  auto* belt = dynamic_cast<BeltSimulation*>(made.get());
  if (belt == nullptr) throw std::logic_error("the configuration is not one of a belt drive");
  made.release();
  simulation_.reset(belt);
  history_ = simulation_->history();
}

void BeltRun::advance_to(double time, const std::function<void()>& at_step) {
  const double start = simulation_->time();
  const auto n_steps = std::lround(std::ceil((time - start) / simulation_->time_step() * (1.0 - 1e-9)));
  for (long i = 0; i < n_steps; ++i) {
    simulation_->advance((time - start) / static_cast<double>(n_steps));
    at_step();
  }
}

}  // namespace beltdyn::verification
