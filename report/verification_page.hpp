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
  bool is_selection = false;                            // only selected cases were run
  MachineFacts machine{};
};

// A page and its file name in the common folder.
struct NamedPage {
  std::string file;
  std::string html;
};

// The pages of `beltdyn verify`: one for each group of cases, in several parts if it is long; the pages that combine
// all groups; and at the end "index.html", from which each case is one link away. File names differ in more than the
// case of letters. Bit-identical for the same content.
std::vector<NamedPage> verification_pages(const VerificationContent& content);

// Whether the text of a page was made by verification_pages(), of this or another version of the program.
bool is_verification_page(std::string_view html);

// The series of a case as content of a page.
std::vector<Refinement> refinements_of(const verification::CaseResult& result);

// The names of the formulations in the id of a case, e.g. "lagrangian_ancf"; empty if there are none.
std::vector<std::string> formulations_of(std::string_view id);

}  // namespace beltdyn::report
