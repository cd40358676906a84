// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/html.hpp"
#include "report/verification_page.hpp"

// The building blocks of the pages of `verify`: the cases and exhibits of each group, one after another.
namespace beltdyn::report {

// A case or an exhibit with all its parts; a block is never split between pages.
struct Block {
  std::string chapter;                                       // title of its section
  std::string html{};                                        // up to the references to cases in other blocks
  std::vector<const verification::CaseResult*> cases{};      // cases whose articles are in the block
  std::vector<const verification::CaseResult*> elsewhere{};  // cases that it names and an earlier block shows
  std::string tail{};                                        // the text after the references
};

// The cases whose ids have the same first part.
struct Group {
  std::string key;  // the common first part of the ids
  std::string title;
  bool is_paper = false;
  std::vector<Block> blocks{};
};

// The groups: first the papers, in their order on the pages. Each case is in exactly one block: the block of the first
// exhibit that names it, or its own block.
std::vector<Group> groups_of(const VerificationContent& content);

// The title of a group, "[Oborin 2018] contour drive"; the key itself if it has no title.
std::string title_of_group(std::string_view key);

// The first part of the id of a case.
std::string group_of(std::string_view id);

// "3 of 4 FAIL"; empty if nothing was measured.
std::string outcome_html(const verification::Totals& totals);
// The result of a case, or that it was skipped or aborted.
std::string outcome_html(const verification::CaseResult& result);

// The cells and columns of a measurement: its quantity; then the value of BeltDyn, reference, error, tolerance; then
// "pass" or "FAIL".
Cell quantity_cell(const verification::Measurement& m);
std::vector<Cell> number_cells(const verification::Measurement& m);
std::vector<Column> number_columns();
Cell outcome_cell(const verification::Measurement& m);

}  // namespace beltdyn::report
