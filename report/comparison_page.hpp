// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/run/manifest.hpp"
#include "postprocess/comparison.hpp"
#include "report/belt_numbers.hpp"
#include "report/charts.hpp"
#include "report/content.hpp"
#include "report/headline.hpp"
#include "report/mode_player.hpp"
#include "report/page.hpp"
#include "report/player.hpp"
#include "report/variant_table.hpp"

namespace beltdyn::report {

// A run of a configuration, from its manifest.
struct RunSummary {
  std::string name;
  std::string formulation;
  std::string model;
  std::string status;                   // "complete", "failed", "interrupted", "running"
  std::string verdict{};                // the status and what is wrong with the results: "complete, 1 balance open"
  bool is_clean{};                      // complete, with nothing that a reader has to be warned of
  std::vector<std::string> remarks{};   // of that, a sentence each
  std::string message{};                // why it failed
  std::vector<std::string> warnings{};  // a sentence each
  bool is_exact{};
  double reached{};  // the last time of the history [s]
  std::int64_t steps{};
  std::int64_t newton_iterations{};
  std::int64_t rejected_steps{};
  std::int64_t unsettled_steps{};
  double wall_time{};  // [s]
  double cpu_time{};   // [s]
  std::vector<RecordedBalance> balances{};
  std::string error_advice{};        // what its errors come from, and what helps; empty without error bars
  std::vector<std::string> files{};  // its results, seen from the page: "ale/history.csv"
};

// The content of the page of `beltdyn compare`.
struct ComparisonContent {
  std::string name;  // of the configuration
  std::string command{};
  Indirect<Drive> drive;
  double end_time{};  // [s]
  std::vector<RunSummary> runs{};
  VariantTable variants{};
  std::vector<postprocess::PairComparison> pairs{};
  std::vector<Picture> figures{};
  std::vector<Refinement> studies{};
  std::vector<ParameterTable> parameter_tables{};
  std::vector<std::string> study_remarks{};
  std::vector<HeadlineNumbers> headlines{};
  std::vector<Player> players{};
  std::vector<Chart> charts{};
  std::vector<ChartedRun> charted{};
  std::vector<BeltNumbers> belt_numbers{};
  std::vector<ModePlayer> modes{};
  std::vector<std::string> files{};  // of the whole comparison, seen from the page
  std::string configuration{};       // the resolved configuration, JSON
  std::string builds{};              // of the runs, if not all are by this program
  MachineFacts machine{};
};

// The page; the same bytes for the same content.
std::string comparison_page(const ComparisonContent& content);

}  // namespace beltdyn::report
