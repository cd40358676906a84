// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "report/content.hpp"
#include "report/page.hpp"
#include "report/player.hpp"
#include "verification/report.hpp"

namespace beltdyn::report {

// The content of the pages of `beltdyn verify`.
struct VerificationContent {
  std::vector<verification::CaseResult> results;
  std::vector<Exhibit> exhibits{};
  std::vector<Discrepancy> discrepancies{};
  std::vector<Player> players{};
  std::map<std::string, std::string> refinement_svg{};  // by picture_name(); empty without gnuplot
  bool is_selection = false;                            // not all cases were tried
  MachineFacts machine{};
};

// A page and its file in the folder of all of them.
struct NamedPage {
  std::string file;
  std::string html;
};

// The page of each group of cases, in several parts if it is long, those of all groups, and "index.html" at the end,
// from which each case is one link away. No two files differ in the size of letters only. The same bytes for the same
// content.
std::vector<NamedPage> verification_pages(const VerificationContent& content);

// Was the text of a page made by verification_pages(), of this program or another version?
bool is_verification_page(std::string_view html);

// The series of a case as content of a page.
std::vector<Refinement> refinements_of(const verification::CaseResult& result);

// Names of the formulations that a case is about, e.g. "lagrangian_ancf", by its id; none if the id has none.
std::vector<std::string> formulations_of(std::string_view id);

}  // namespace beltdyn::report
