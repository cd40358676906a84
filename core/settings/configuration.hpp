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

// The drive of a file with some of its values replaced, under a name: an entry of "variants".
struct Variant {
  std::string name;
  Json set = Json::object();  // JSON pointers into /drive, each with the value that replaces what stands there

  void visit(config::FieldVisitor& visitor);
};

// One run of the drive: a formulation and its options.
struct RunConfig {
  std::string name;
  int formulation = 0;  // index into the list of formulations
  std::unique_ptr<RunOptions> options;
  bool errors = false;  // find error bars by coarser runs

  // Of a member of a study, or a run with a variant: the run of the file that it is made from, its value or the name of
  // the variant, and its drive if that is varied.
  std::string member_of{};
  double study_value{};
  std::string variant{};
  std::optional<Indirect<Drive>> own_drive{};
};

// A configuration file: one drive, and any number of runs on it.
struct Configuration {
  std::string name;
  Indirect<Drive> drive;
  double end_time{};  // [s]
  OutputOptions output;
  std::vector<RunConfig> runs;  // to carry out: with a study or variants, the members in the place of what is varied
  std::vector<Variant> variants{};
  std::optional<Study> study{};
  std::vector<RunConfig> declared_runs{};  // with a study or variants: the runs as the file has them
  // Of `beltdyn sweep` and `beltdyn identify`; other commands carry out the runs as configured.
  std::optional<Sweep> sweep{};
  std::optional<Identification> identify{};
  std::vector<std::string> notices{};  // of keys that were given by their former names, of runs that are left out

  void visit(config::FieldVisitor& visitor, const Formulations& formulations);

  // The run called `run_name`, or nullptr.
  const RunConfig* find_run(const std::string& run_name) const;
  // The drive of one of the runs.
  const Drive& drive_of(const RunConfig& run) const { return run.own_drive ? **run.own_drive : *drive; }
  // The index of the run that the sweep varies, the number of runs if there is none of that name.
  std::size_t swept_run() const;
  // The index of the run that a series of the identification was measured of.
  std::size_t run_of(const MeasuredSeries& series) const;
};

// Throws ConfigError with all errors of the document.
Configuration read_configuration(const config::JsonDocument& document, const Formulations& formulations);

// The configuration as JSON text with every default filled in.
std::string resolved_configuration(const Configuration& configuration, const Formulations& formulations);

// The draft-07 JSON Schema of configuration files.
std::string configuration_schema(const Formulations& formulations);

}  // namespace beltdyn
