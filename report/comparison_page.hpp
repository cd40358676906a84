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
#include "report/page.hpp"
#include "report/player.hpp"
#include "report/small_motions.hpp"
#include "report/variant_table.hpp"

namespace beltdyn::report {

// A run of a configuration, as read from its manifest.
struct RunSummary {
  std::string name;
  std::string formulation;
  std::string model;
  std::string status;                   // "complete", "failed", "interrupted", "running"
  std::string verdict{};                // the status and defects of the results: "complete, 1 balance open"
  bool is_clean{};                      // complete and without warnings for readers
  std::vector<std::string> remarks{};   // explanations of defects, one sentence each
  std::string message{};                // why the run failed
  std::vector<std::string> warnings{};  // one sentence each
  bool is_exact{};
  double reached{};  // last time of the history [s]
  std::int64_t steps{};
  std::int64_t newton_iterations{};
  std::int64_t rejected_steps{};
  std::int64_t unsettled_steps{};
  double wall_time{};  // [s]
  double cpu_time{};   // [s]
  std::vector<RecordedBalance> balances{};
  std::string error_advice{};        // sources of its errors and remedies; empty without error bars
  std::vector<std::string> files{};  // its result files, relative to the page: "ale/history.csv"
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
  std::vector<OrderPeaks> order_peaks{};
  std::vector<NamedCrossings> crossings{};
  std::vector<std::string> files{};  // of the whole comparison, relative to the page
  std::string configuration{};       // the resolved configuration, JSON
  std::string builds{};              // builds of the runs, if they differ from this program
  MachineFacts machine{};
};

// Creates the page; the same content gives bit-identical pages.
std::string comparison_page(const ComparisonContent& content);

}  // namespace beltdyn::report
