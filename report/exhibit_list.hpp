// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// The exhibits of papers in the report, as a table that is independent of their computation.
namespace beltdyn::report {

// A figure of plots/README.md, drawn for selected runs of a configuration.
struct PlannedPicture {
  std::string figure;
  std::string alt;                  // description for readers who cannot see it: axes, curves, the result
  std::vector<std::string> runs{};  // selected runs and reference curves; empty: all
  std::string title{};              // empty: the title of the figure
};

// A figure or table of a paper, or several that one picture shows.
struct PlannedExhibit {
  std::string paper;  // key, e.g. "ntarladima-2023"
  std::string label;  // "Fig. 12", "Figs. 14 to 17", "Table 4"
  std::string title;
  std::string text{};
  std::string configuration{};  // path below configs/, empty if nothing is computed
  std::vector<PlannedPicture> pictures{};
  std::vector<std::string> quantities{};  // prefixes of history columns whose errors are listed below the pictures
  std::vector<std::string> references{};  // curves of others, ids of app/reference_curves.hpp, added as runs
  std::vector<std::string> cases{};       // ids of verification cases; a prefix ends in '/'
  std::string left_out{};                 // why it is not recomputed
  bool quick = true;                      // part of `beltdyn verify --quick --out`
};

// The exhibits in data/*.json.
const std::vector<PlannedExhibit>& planned_exhibits();

// A run of a configuration with changes. A configuration file describes one drive and cannot contain such a run.
struct VariedRun {
  std::string name;
  std::vector<std::string> assignments;  // as for --set
};

// The varied runs of a configuration below configs/.
std::vector<VariedRun> varied_runs(std::string_view configuration);

}  // namespace beltdyn::report
