// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/settings/formulation.hpp"
#include "report/content.hpp"
#include "verification/published_data.hpp"

namespace beltdyn::app {

struct ExhibitOptions {
  std::filesystem::path folder;        // DIR/runs: receives a result folder for each configuration
  verification::PublishedData data{};  // curves of others, drawn where they are there
  bool quick = false;                  // skip slow configurations
  std::vector<std::string> ids{};      // of verification cases, or their beginnings: only exhibits that one of them
                                       // belongs to, or a paper; empty: all
  unsigned jobs = 0;                   // runs at a time, as RunArguments::jobs
};

// The result folder of a run whose belt.pvd a player can show.
struct PlayableRun {
  std::string title;
  std::filesystem::path folder;
};

struct Exhibits {
  std::vector<report::Exhibit> exhibits;  // in the order of the papers
  std::vector<PlayableRun> playable;
};

// Makes the folder, in which make_exhibits() replaces results. Throws UsageError if it is there and was not made here,
// IoError.
void claim_runs_folder(const std::filesystem::path& folder);

// Runs the configurations of report/exhibit_list.hpp that are compiled into the program, draws their figures, and
// measures errors. An exhibit whose run fails reports it. Throws IoError, ConfigError.
Exhibits make_exhibits(const ExhibitOptions& options, const Formulations& formulations);

}  // namespace beltdyn::app
