// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/config/field_visitor.hpp"
#include "core/config/json_document.hpp"
#include "core/run/output_options.hpp"
#include "core/settings/formulation.hpp"
#include "core/settings/identification.hpp"
#include "core/settings/study.hpp"
#include "core/settings/sweep.hpp"

namespace beltdyn {

// The drive of the file with some values replaced, under a name of its own: an entry of "variants".
struct Variant {
  std::string name;
  Json set = Json::object();  // JSON pointers into /drive, each with the value to put there

  void visit(config::FieldVisitor& visitor);
};

// One run of the drive: a formulation and its options.
struct RunConfig {
  std::string name;
  int formulation = 0;  // index into the list of formulations
  std::unique_ptr<RunOptions> options;
  bool errors = false;  // compute error bars by coarser runs

  // For a member of a study, or a run with a variant: the run of the file that it is made from, its value or the name
  // of its variant, and its drive if the drive is varied.
  std::string member_of{};
  double study_value{};  // in the SI unit of the parameter
  std::string variant{};
  std::optional<Indirect<Drive>> own_drive{};
};

// A configuration file: one drive, and any number of runs on it.
struct Configuration {
  std::string name;
  Indirect<Drive> drive;
  double end_time{};  // [s]
  OutputOptions output;
  std::vector<RunConfig> runs;  // runs to compute; with a study or variants, its members replace the varied runs
  std::vector<Variant> variants{};
  std::optional<Study> study{};
  std::vector<RunConfig> declared_runs{};  // with a study or variants: the runs as given in the file
  // Used by `beltdyn sweep` and `beltdyn identify`. Other commands ignore them and compute the runs as configured.
  std::optional<Sweep> sweep{};
  std::optional<Identification> identify{};
  std::vector<std::string> notices{};  // about keys given by their former names, and runs that are left out

  void visit(config::FieldVisitor& visitor, const Formulations& formulations);

  // The run called `run_name`, or nullptr.
  const RunConfig* find_run(const std::string& run_name) const;
  // The drive of one of the runs.
  const Drive& drive_of(const RunConfig& run) const { return run.own_drive ? **run.own_drive : *drive; }
  // The index of the run that the sweep varies; the number of runs if no run has the name.
  std::size_t swept_run() const;
  // The index of the run to which a measured series of the identification belongs.
  std::size_t run_of(const MeasuredSeries& series) const;
};

// Throws ConfigError with all errors of the document.
Configuration read_configuration(const config::JsonDocument& document, const Formulations& formulations);

// The configuration as JSON text with every default filled in.
std::string resolved_configuration(const Configuration& configuration, const Formulations& formulations);

// The draft-07 JSON Schema of configuration files.
std::string configuration_schema(const Formulations& formulations);

}  // namespace beltdyn
