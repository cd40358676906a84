// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/content.hpp"
#include "report/page.hpp"
#include "report/player.hpp"
#include "verification/report.hpp"

namespace beltdyn::report {

// The content of the page of `beltdyn verify`.
struct VerificationContent {
  std::vector<verification::CaseResult> results;
  std::vector<Exhibit> exhibits{};
  std::vector<Discrepancy> discrepancies{};
  std::vector<Player> players{};
  std::map<std::string, std::string> refinement_svg{};  // by picture_name(); empty without gnuplot
  bool is_selection = false;                            // not all cases were tried
  MachineFacts machine{};
};

// The page; the same bytes for the same content.
std::string verification_page(const VerificationContent& content);

// The series of a case as content of the page.
std::vector<Refinement> refinements_of(const verification::CaseResult& result);

// Names of the formulations that a case is about, e.g. "lagrangian_ancf", by its id; none if the id has none.
std::vector<std::string> formulations_of(std::string_view id);

}  // namespace beltdyn::report
