// SPDX-License-Identifier: MIT
#include "report/discrepancies.hpp"

#include "report/paper_exhibits.hpp"

namespace beltdyn::report {

const std::vector<Discrepancy>& discrepancies() {
  static const std::vector<Discrepancy> list = [] {
    std::vector<Discrepancy> all;
    for (const auto& paper :
         {oborin_discrepancies(), ntarladima_discrepancies(), konyukhov_discrepancies(), kubas_discrepancies()}) {
      all.insert(all.end(), paper.begin(), paper.end());
    }
    return all;
  }();
  return list;
}

}  // namespace beltdyn::report
