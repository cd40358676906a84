// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace beltdyn::html_test {

using namespace beltdyn::report;

TEST_CASE("html: what would be read as markup is escaped, in texts and in attributes") {
  CHECK(escape("a < b & \"c\" > 'd'") == "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  CHECK(anchor("oborin-2018/Fig 3") == "oborin-2018-Fig-3");
}

TEST_CASE("html: numbers are shown without idle digits") {
  CHECK(shown(1.2e-5, 2) == "1.2e-5");
  CHECK(shown(1e300, 2) == "1e300");
  CHECK(shown(664.27616, 6) == "664.276");
  CHECK(shown(-101234.0, 5) == "-101230");
  CHECK(shown(1.5e7, 5) == "1.5e7");
  CHECK(shown(std::numeric_limits<double>::quiet_NaN()) == "–");
}

TEST_CASE("html: a cell that is NaN has no number to be sorted by") {
  const Table table{
      .columns = {{"value", true}},
      .rows = {{.cells = {number_cell(std::numeric_limits<double>::quiet_NaN())}}, {.cells = {number_cell(2.5)}}}};
  const std::string html = html_of(table);
  CHECK(html.find("<td class=\"number\">–</td>") != std::string::npos);
  CHECK(html.find("<td class=\"number\" data-sort=\"2.5\">2.5</td>") != std::string::npos);
}

}  // namespace beltdyn::html_test
