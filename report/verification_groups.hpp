// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/html.hpp"
#include "report/verification_page.hpp"

// The content of the pages of `verify`: the cases and exhibits of each group, one after another.
namespace beltdyn::report {

// A case or an exhibit with everything that belongs to it; it is never split between pages.
struct Block {
  std::string chapter;                                       // title of its section
  std::string html{};                                        // content before the references to cases elsewhere
  std::vector<const verification::CaseResult*> cases{};      // cases whose articles it contains
  std::vector<const verification::CaseResult*> elsewhere{};  // cases that it names and an earlier block contains
  std::string tail{};                                        // content after the references
};

// The cases whose ids have the same first part.
struct Group {
  std::string key;  // the first part of the ids
  std::string title;
  bool is_paper = false;
  std::vector<Block> blocks{};
};

// The groups: papers first, in their order on the pages. Each case is in one block, that of the first exhibit that
// names it, or its own.
std::vector<Group> groups_of(const VerificationContent& content);

// "[Oborin 2018] contour drive"; the key itself if it has no title.
std::string title_of_group(std::string_view key);

// The first part of the id of a case.
std::string group_of(std::string_view id);

// "3 of 4 FAIL"; empty if nothing was measured.
std::string outcome_html(const verification::Totals& totals);
// The same for a case; also states if it was skipped or aborted.
std::string outcome_html(const verification::CaseResult& result);

// Cells and columns of a measurement: quantity; BeltDyn, reference, error, tolerance; "pass" or "FAIL".
Cell quantity_cell(const verification::Measurement& m);
std::vector<Cell> number_cells(const verification::Measurement& m);
std::vector<Column> number_columns();
Cell outcome_cell(const verification::Measurement& m);

}  // namespace beltdyn::report
