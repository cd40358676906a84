// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

// What the report shows of the papers: a table, free of how it is computed.
namespace beltdyn::report {

// A figure of plots/README.md, drawn for some of the runs of a configuration.
struct PlannedPicture {
  std::string figure;
  std::string alt;                  // for who cannot see it: axes, curves, the result
  std::vector<std::string> runs{};  // which of the runs and reference curves, empty: all of them
  std::string title{};              // empty: that of the figure
};

// A figure or table of a paper, or a group of them that one picture shows.
struct PlannedExhibit {
  std::string paper;  // key, e.g. "ntarladima-2023"
  std::string label;  // "Fig. 12", "Figs. 14 to 17", "Table 4"
  std::string title;
  std::string text{};
  std::string configuration{};  // path below configs/, empty if nothing is computed
  std::vector<PlannedPicture> pictures{};
  std::vector<std::string> quantities{};  // prefixes of the history columns whose errors are listed under the pictures
  std::vector<std::string> references{};  // curves of others, ids of app/reference_curves.hpp, that become runs too
  std::vector<std::string> cases{};       // ids of verification cases, a prefix ends in '/'
  std::string left_out{};                 // why it is not recomputed
  bool quick = true;                      // part of `beltdyn verify --quick --out`
};

// Those of data/*.json.
const std::vector<PlannedExhibit>& planned_exhibits();

// A run that a configuration file cannot hold, because it describes one drive: one of its runs with changes.
struct VariedRun {
  std::string name;
  std::vector<std::string> assignments;  // as those of --set
};

// The varied runs that belong to a configuration below configs/.
std::vector<VariedRun> varied_runs(std::string_view configuration);

}  // namespace beltdyn::report
