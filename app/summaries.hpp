// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.hpp"
#include "core/settings/configuration.hpp"
#include "studies/sweep/sweep_files.hpp"

namespace beltdyn::app {

// Files with their kind: {"report", path}.
using NamedFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

// Prints the summary of --json to standard output after the runs: the manifests of the selected runs, and the exit
// code. Throws IoError.
void print_run_summary(const Configuration& configuration, const RunArguments& arguments,
                       const Formulations& formulations, int exit_code, const NamedFiles& files = {});

// The progress of a sweep or a shard of it.
struct SweepProgress {
  std::string name;
  std::size_t n_members{};  // of the whole sweep
  studies::Shard shard{};
  std::vector<std::string> status{};  // of each member of this shard that has a row
};
// The same for a sweep: the numbers of members with and without results, and those of `files` that exist.
void print_sweep_summary(const SweepProgress& progress, int exit_code, const NamedFiles& files);

// The same for an identification: those of `files` that exist, and the parameters in the first file,
// identification.json. Throws IoError.
void print_identification_summary(const std::string& name, int exit_code, const NamedFiles& files);

}  // namespace beltdyn::app
