// SPDX-License-Identifier: MIT
// The verification cases that the report names exist.
#include <set>
#include <string>

#include <doctest/doctest.h>

#include "report/discrepancies.hpp"
#include "report/exhibit_list.hpp"
#include "report/verification_page.hpp"
#include "verification/all_cases.hpp"

namespace beltdyn::report::named_cases_test {

TEST_CASE("exhibits: their cases exist") {
  for (const PlannedExhibit& plan : planned_exhibits()) {
    CAPTURE(plan.label);
    for (const std::string& id : plan.cases) {
      CAPTURE(id);
      CHECK_NOTHROW(verification::select_cases({id}, false));
    }
  }
}

TEST_CASE("discrepancies: evidence that is a case exists") {
  const std::set<std::string> groups{"oborin-2018", "ntarladima-2023", "konyukhov-2021",
                                     "kubas-2021",  "cross",           "friction"};
  for (const Discrepancy& item : discrepancies()) {
    CAPTURE(item.place);
    if (groups.contains(item.evidence.substr(0, item.evidence.find('/')))) {
      CHECK_NOTHROW(verification::select_cases({item.evidence}, false));
    }
  }
}

TEST_CASE("verification page: the formulations of each case of a paper are known") {
  for (const verification::VerificationCase& item : verification::all_cases()) {
    CAPTURE(item.id);
    const bool is_of_paper = item.id.find("-20") != std::string::npos;
    CHECK((!is_of_paper || !formulations_of(item.id).empty()));
  }
}

}  // namespace beltdyn::report::named_cases_test
