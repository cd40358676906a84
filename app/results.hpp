// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"

namespace beltdyn::app {

// Reads a configuration file and applies the assignments of --set. Of the runs that are not among `only`, if there is
// such a choice, those with errors are left out. Throws ConfigError, UsageError.
Configuration load_configuration(const std::string& path, const std::vector<std::string>& assignments,
                                 const std::vector<std::string>& only, const Formulations& formulations);

// Runs what arguments.only selects of a configuration into arguments.out/NAME; arguments.config and .assignments are
// not looked at. Returns the exit code of `run`. Throws UsageError, IoError.
struct RunArguments;
int run_configuration(const Configuration& configuration, const RunArguments& arguments,
                      const Formulations& formulations);
// The same with what --quiet and --out ask for: `beltdyn run`.
int run_loaded(const Configuration& configuration, const RunArguments& arguments, const Formulations& formulations);

// Is there a result of a run in this folder?
bool holds_result(const std::filesystem::path& folder);
// The parts of a resolved configuration that shape one run: drive, times, output and the run's own entry, as JSON text.
std::string run_identity(const std::string& resolved_configuration, const std::string& run);
// Is the run complete according to the manifest? Throws UsageError if it is that of another configuration,
// IoError if it is no manifest.
bool is_complete(const std::filesystem::path& folder, const std::string& identity);
// Throws IoError with the reason if the folder cannot be made or written to.
void make_folder(const std::filesystem::path& folder);
// Throw IoError if a file or folder that a run writes into its folder, or what looks at results writes into theirs, is
// a symbolic link. The folder of the results itself may be one.
void refuse_links_of_run(const std::filesystem::path& run_folder);
void refuse_links_of_result(const std::filesystem::path& result_folder);
// Removes the files a run writes, and nothing else.
void remove_result(const std::filesystem::path& folder);
// The folder of the coarser runs that tell the errors of a run, below that of its results, while they are being found;
// and its end.
inline constexpr const char* kCoarserFolder = "coarser";
void remove_coarser_runs(const std::filesystem::path& run_folder);

}  // namespace beltdyn::app
