// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/settings/formulation.hpp"
#include "report/content.hpp"
#include "verification/published_data.hpp"

namespace beltdyn::app {

// Which exhibits of the papers make_exhibits() computes, and where.
struct ExhibitOptions {
  std::filesystem::path folder;        // DIR/runs; receives a result folder for each configuration
  verification::PublishedData data{};  // published curves, drawn if available
  bool quick = false;                  // skip slow configurations
  std::vector<std::string> ids{};  // ids of verification cases or of papers, or their beginnings: only exhibits related
                                   // to one of them; empty: all
  unsigned jobs = 0;               // parallel runs, as RunArguments::jobs
};

// The result folder of a run that can be animated.
struct PlayableRun {
  std::string title;
  std::filesystem::path folder;
};

// The computed exhibits, and the runs that can be animated.
struct Exhibits {
  std::vector<report::Exhibit> exhibits;  // in the order of the papers
  std::vector<PlayableRun> playable;
};

// Creates the folder in which make_exhibits() replaces results. Throws UsageError if it exists and was not made by this
// function, IoError.
void claim_runs_folder(const std::filesystem::path& folder);

// Runs the configurations of report/exhibit_list.hpp, which are compiled into the program, draws their figures, and
// measures errors. An exhibit whose run fails says so. Throws IoError, ConfigError.
Exhibits make_exhibits(const ExhibitOptions& options, const Formulations& formulations);

}  // namespace beltdyn::app
