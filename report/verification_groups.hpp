// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/html.hpp"
#include "report/verification_page.hpp"

// What the pages of `verify` are put together from: the cases and exhibits of each group, one after another.
namespace beltdyn::report {

// A case or an exhibit, with all that belongs to it; no page has only a part of one.
struct Block {
  std::string chapter;                                       // the title of the section it belongs in
  std::string html{};                                        // up to the references to cases elsewhere
  std::vector<const verification::CaseResult*> cases{};      // whose articles are in it
  std::vector<const verification::CaseResult*> elsewhere{};  // which it names, and an earlier block shows
  std::string tail{};                                        // what follows the references
};

// The cases whose ids have the same first part.
struct Group {
  std::string key;  // that part
  std::string title;
  bool is_paper = false;
  std::vector<Block> blocks{};
};

// Papers first, in their order on the pages; each case is in one block, of the first exhibit that names it or of its
// own.
std::vector<Group> groups_of(const VerificationContent& content);

// "[Oborin 2018] contour drive"; the key itself for one without a title.
std::string title_of_group(std::string_view key);

// The first part of the id of a case.
std::string group_of(std::string_view id);

// "3 of 4 FAIL"; empty if nothing was measured.
std::string outcome_html(const verification::Totals& totals);
// The same of a case, or that it was skipped or aborted.
std::string outcome_html(const verification::CaseResult& result);

// Cells and columns of a measurement: its quantity, then BeltDyn, reference, error, tolerance, then "pass" or "FAIL".
Cell quantity_cell(const verification::Measurement& m);
std::vector<Cell> number_cells(const verification::Measurement& m);
std::vector<Column> number_columns();
Cell outcome_cell(const verification::Measurement& m);

}  // namespace beltdyn::report
