// SPDX-License-Identifier: MIT
#include "report/discrepancies.hpp"

namespace beltdyn::report {

const std::vector<Discrepancy>& discrepancies() {
  static const std::vector<Discrepancy> list;
  return list;
}

}  // namespace beltdyn::report
