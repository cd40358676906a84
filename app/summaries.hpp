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

// Files by what they are: {"report", path}.
using NamedFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

// What --json prints to the standard output when the runs have ended: what the manifests of those that were asked for
// say, and what the program returns. Throws IoError.
void print_run_summary(const Configuration& configuration, const RunArguments& arguments,
                       const Formulations& formulations, int exit_code, const NamedFiles& files = {});

// A sweep, or a shard of it, as far as it has come.
struct SweepProgress {
  std::string name;
  std::size_t n_members{};  // of the whole sweep
  studies::Shard shard{};
  std::vector<std::string> status{};  // of each member of this shard that has a row
};
// The same of a sweep: how many members have results and how many have none, and those of `files` that exist.
void print_sweep_summary(const SweepProgress& progress, int exit_code, const NamedFiles& files);

// The same of an identification: those of `files` that exist, and what the first, identification.json, says of the
// parameters. Throws IoError.
void print_identification_summary(const std::string& name, int exit_code, const NamedFiles& files);

}  // namespace beltdyn::app
