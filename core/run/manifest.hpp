// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/run/preflight.hpp"
#include "core/run/runner.hpp"

namespace beltdyn {

// The provenance of a run: manifest.json.
struct Manifest {
  std::string run;
  std::string formulation;
  std::string model;                   // the continuous model to which the run converges
  std::string resolved_configuration;  // JSON text
  std::optional<Preflight> preflight;  // set once the simulation has been made
  RunReport report;
};

// Throws IoError.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

// A conservation law of a run as recorded in a manifest.
struct RecordedBalance {
  std::string column;  // "balance_NAME [unit]"
  std::string law;
  double largest{};      // largest |value|, NaN if it was not finite
  double time{};         // time of `largest` [s], NaN if not finite
  double for_verdict{};  // as BalanceOutcome has it; the largest in results of earlier versions
  double tolerance{};    // a larger value for the verdict violates the balance
  bool is_open{};
};

// The content of a manifest.json. Missing texts and lists are empty, missing numbers 0.
struct ManifestRecord {
  std::string status;  // as written by to_string(RunStatus)
  std::string verdict;
  std::optional<bool> is_clean;  // none: written by a program version without verdicts
  std::string message;
  std::vector<std::string> remarks;
  std::string run;
  std::string formulation;
  std::string model;
  std::string git_hash;
  std::vector<std::string> warnings;
  SolverStatistics statistics;
  std::vector<RecordedBalance> balances;
  double wall_time{};         // [s]
  double cpu_time{};          // [s]
  std::string configuration;  // JSON text of an object, indented by 2

  bool is_complete() const;
  bool has_failed() const;
};

// Throws IoError if write_manifest() cannot have written the file: a value of another type, an unknown status, deeper
// nesting or a larger size than configurations may have.
ManifestRecord read_manifest(const std::filesystem::path& file);
// The same for a text; `file` is the name used in messages.
ManifestRecord parse_manifest(const std::filesystem::path& file, std::string_view text);

// Throws IoError "FILE: is not a BeltDyn manifest; run the configuration again".
[[noreturn]] void refuse_manifest(const std::filesystem::path& file);

}  // namespace beltdyn
