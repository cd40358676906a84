// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/config/json_document.hpp"
#include "core/simulation/formulation.hpp"

namespace beltdyn {

// What a run writes, and how often.
struct OutputOptions {
  static constexpr int kDefaultProfilePoints = 240;

  double history_interval = 0.0;        // time between rows of history.csv, 0: every step [s]
  double profile_interval = 0.0;        // time between profiles, 0: end_time/50 [s]
  std::vector<double> profile_times{};  // instants of profiles instead of the interval [s]
  int profile_points =
      kDefaultProfilePoints;         // contour points of a profile, evenly spaced; 0: those of the formulation
  double checkpoint_interval = 0.0;  // simulated time between checkpoints, 0: every few seconds of work [s]

  // Does anything here differ from what a configuration that says nothing about profiles has?
  bool asks_for_profiles() const;

  void visit(config::FieldVisitor& visitor);
};

// One run of the drive: a formulation and its options.
struct RunConfig {
  std::string name;
  int formulation = 0;  // index into the list of formulations
  std::unique_ptr<RunOptions> options;
};

// A configuration file: one drive, and any number of runs on it.
struct Configuration {
  std::string name;
  Drive drive;
  double end_time{};  // [s]
  OutputOptions output;
  std::vector<RunConfig> runs;

  void visit(config::FieldVisitor& visitor, const Formulations& formulations);

  // The run called `run_name`, or nullptr.
  const RunConfig* find_run(const std::string& run_name) const;
};

// Throws ConfigError with every mistake in the document.
Configuration read_configuration(const config::JsonDocument& document, const Formulations& formulations);

// The configuration as JSON text with every default filled in.
std::string resolved_configuration(const Configuration& configuration, const Formulations& formulations);

// The draft-07 JSON Schema of configuration files.
std::string configuration_schema(const Formulations& formulations);

}  // namespace beltdyn
