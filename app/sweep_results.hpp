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
// Its table, which is there when all members are.
inline constexpr const char* kSweepTable = "sweep.csv";
// The folder with the files kept of members.
inline constexpr const char* kSweepMembers = "members";

// A sweep and the folder of its results.
struct SweepFolder {
  const studies::MemberRunner& runner;
  std::filesystem::path folder;
  std::string file;                  // of the configuration, as it was given
  std::string configuration;         // resolved, as JSON
  std::vector<std::string> columns;  // of its table
};

// Writes the results of all members: sweep.csv, sweep.nc, sensitivity.csv where points are spread, figures,
// sweep.html. Throws IoError.
void write_sweep_results(const SweepFolder& sweep, const studies::Rows& rows);
// What these files are, whether they exist or not.
NamedFiles sweep_files(const std::filesystem::path& folder);
// Removes these files, the rows of shards and the files kept of members, and nothing else.
void remove_sweep_results(const std::filesystem::path& folder);

}  // namespace beltdyn::app
