// SPDX-License-Identifier: MIT
#include "verification/belt_support.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::verification {

void advance_to(Simulation& simulation, double time, const std::function<void()>& at_step) {
  const double start = simulation.time();
  const auto n_steps = std::lround(std::ceil((time - start) / simulation.time_step() * (1.0 - 1e-9)));
  for (long i = 0; i < n_steps; ++i) {
    simulation.advance((time - start) / static_cast<double>(n_steps));
    at_step();
  }
}

std::string only_run(const std::string& members) { return fmt::format(R"(/runs=[{{"name": "run", {}}}])", members); }

std::string steady_ale(int per_pulley, int per_span, double time) {
  return fmt::format(R"("formulation": "eulerian_ale", "analysis": "steady", "elements_per_pulley": {},
                        "elements_per_span": {}, "time_step": {})",
                     per_pulley, per_span, time);
}

BeltRun::BeltRun(std::string_view configuration, const std::vector<std::string>& edits) {
  Json json = Json::parse_with_comments(configuration);
  for (const std::string& edit : edits) {
    const std::size_t equals = edit.find('=');
    json[JsonPointer(edit.substr(0, equals))] = Json::parse(edit.substr(equals + 1));
  }
  const Configuration read =
      read_configuration(config::JsonDocument::parse("verification", json.dump()), all_formulations());
  std::unique_ptr<Simulation> made = read.runs.at(0).options->create(read.drive, read.end_time);
  auto* belt = dynamic_cast<BeltSimulation*>(made.get());
  if (belt == nullptr) throw std::logic_error("the configuration does not describe a belt drive");
  made.release();
  simulation_.reset(belt);
  history_ = simulation_->history();
}

void BeltRun::look(double begin, double interval, int n, const std::function<void()>& at_sample) {
  advance_to(begin);
  for (int i = 1; i <= n; ++i) {
    advance_to(begin + i * interval);
    at_sample();
  }
}

LoadedDrive mean_drive(BeltRun& run, double begin, double interval, int n) {
  LoadedDrive mean;
  run.look(begin, interval, n, [&] {
    mean.driven_speed += run["angular_velocity_2"] / n;
    mean.tight_force += run["span_force_2"] / n;
    mean.slack_force += run["span_force_1"] / n;
  });
  return mean;
}

}  // namespace beltdyn::verification
