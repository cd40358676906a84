// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/summaries.hpp"
#include "studies/sweep/member_runner.hpp"
#include "studies/sweep/sweep_files.hpp"

namespace beltdyn::app {

// The file in the folder of a sweep that identifies it.
inline constexpr const char* kSweepIdentity = "sweep.json";
// The table of a sweep, which exists when all members are complete.
inline constexpr const char* kSweepTable = "sweep.csv";
// The folder with the files that are kept of members.
inline constexpr const char* kSweepMembers = "members";

// A sweep and the folder of its results.
struct SweepFolder {
  const studies::MemberRunner& runner;
  std::filesystem::path folder;
  std::string file;                  // file name of the configuration, as given
  std::string configuration;         // resolved, as JSON
  std::vector<std::string> columns;  // of the table
};

// Writes the results of all members: sweep.csv, sweep.nc, sensitivity.csv for designs with spread points, figures,
// sweep.html. Throws IoError.
void write_sweep_results(const SweepFolder& sweep, const studies::Rows& rows);
// The names of these files, whether or not they exist.
NamedFiles sweep_files(const std::filesystem::path& folder);
// Removes only these files, the rows of shards and the files kept of members.
void remove_sweep_results(const std::filesystem::path& folder);

}  // namespace beltdyn::app
