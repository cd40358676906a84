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
  std::string model;                   // the exact model the run converges to
  std::string resolved_configuration;  // JSON text
  std::optional<Preflight> preflight;  // once the simulation has been made
  RunReport report;
};

// Throws IoError.
void write_manifest(const std::filesystem::path& folder, const Manifest& manifest);

// A conservation law in a run, as written to a manifest.
struct RecordedBalance {
  std::string column;  // "balance_NAME [unit]"
  std::string law;
  double largest{};    // of |value|, NaN if it was no finite number
  double time{};       // when [s], likewise
  double tolerance{};  // a larger value opens the balance
  bool is_open{};
};

// What can be read back from manifest.json. Texts and lists that are not there are empty, numbers 0.
struct ManifestRecord {
  std::string status;  // as to_string(RunStatus) has it
  std::string verdict;
  std::optional<bool> is_clean;  // none: results of a program that wrote no verdict yet
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

// Throws IoError if the file is not what write_manifest() writes: another type of any value, other statuses, more
// nesting or larger than a configuration may be.
ManifestRecord read_manifest(const std::filesystem::path& file);
// The same of a text; `file` is the name used in messages.
ManifestRecord parse_manifest(const std::filesystem::path& file, std::string_view text);

// Throws IoError "FILE: is not a manifest of BeltDyn; run the configuration again".
[[noreturn]] void refuse_manifest(const std::filesystem::path& file);

}  // namespace beltdyn
