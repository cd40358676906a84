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
  bool is_selection = false;                            // were only some of the cases run?
  MachineFacts machine{};
};

// A page and its file name in the common folder.
struct NamedPage {
  std::string file;
  std::string html;
};

// The pages: one for each group of cases, in several parts if it is long; those that concern all groups; and last
// "index.html", which links to every case. File names differ in more than upper and lower case. The same content gives
// bit-identical pages.
std::vector<NamedPage> verification_pages(const VerificationContent& content);

// Was a page made by verification_pages(), of this or another program version?
bool is_verification_page(std::string_view html);

// The series of a case as page content.
std::vector<Refinement> refinements_of(const verification::CaseResult& result);

// The formulations that a case concerns, for example "lagrangian_ancf", from its id; empty if the id has none.
std::vector<std::string> formulations_of(std::string_view id);

}  // namespace beltdyn::report
