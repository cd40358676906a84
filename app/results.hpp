// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::app {

// Reads a configuration file and applies the assignments of --set. If `only` selects runs, invalid runs that are not
// selected are dropped. Throws ConfigError, UsageError.
Configuration load_configuration(const std::string& path, const std::vector<std::string>& assignments,
                                 const std::vector<std::string>& only, const Formulations& formulations);

// Runs the runs of a configuration that arguments.only selects, into arguments.out/NAME; ignores arguments.config and
// arguments.assignments. Returns the exit code of `run`. Throws UsageError, IoError.
struct RunArguments;
int run_configuration(const Configuration& configuration, const RunArguments& arguments,
                      const Formulations& formulations);
// `beltdyn run`: the same, and observes --quiet and checks --out.
int run_loaded(const Configuration& configuration, const RunArguments& arguments, const Formulations& formulations);

// Does this folder contain the result of a run?
bool holds_result(const std::filesystem::path& folder);
// The parts of a resolved configuration that determine one run: drive, times, output and the run's own entry, as JSON
// text.
std::string run_identity(const std::string& resolved_configuration, const std::string& run);
// Is the run complete according to its manifest, and are history and summary still there? Throws UsageError if the
// manifest belongs to another configuration, IoError if it is not a manifest.
bool is_complete(const std::filesystem::path& folder, const std::string& identity);
// Throws IoError with the reason if the folder cannot be created or written to.
void make_folder(const std::filesystem::path& folder);
// Throw IoError if a file or folder that a run, or a command that evaluates results, writes is a symbolic link. The
// folder of the results itself may be one.
void refuse_links_of_run(const std::filesystem::path& run_folder);
void refuse_links_of_result(const std::filesystem::path& result_folder);
// The files of a run that are in its folder.
std::vector<std::filesystem::path> result_files(const std::filesystem::path& folder);
// Removes these files only.
void remove_result(const std::filesystem::path& folder);
// The subfolder of the coarser runs during an error estimate, and its removal.
inline constexpr const char* kCoarserFolder = "coarser";
void remove_coarser_runs(const std::filesystem::path& run_folder);

}  // namespace beltdyn::app
