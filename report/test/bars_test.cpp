// SPDX-License-Identifier: MIT
#include "report/bars.hpp"

#include <string>

#include <doctest/doctest.h>

namespace beltdyn::report::bars_test {

TEST_CASE("bars: they lie between their ends on an axis with 0, with the mean as a line and the ends as numbers") {
  const std::string html = html_of(Bars{.title = "Loads [N]",
                                        .bars = {{.label = "1 (<a>)", .from = 100.0, .to = 400.0, .mark = 200.0},
                                                 {.label = "2", .from = 0.0, .to = 50.0}}});
  // 400 N correspond to 420 px, starting at 220 px.
  CHECK(html.find("<rect x=\"325.0\" y=\"36.0\" width=\"315.0\"") != std::string::npos);
  CHECK(html.find("<rect x=\"220.0\" y=\"60.0\" width=\"52.5\"") != std::string::npos);
  CHECK(html.find("M430.0 ") != std::string::npos);
  CHECK(html.find(">100 to 400<") != std::string::npos);
  CHECK(html.find(">50<") != std::string::npos);
  CHECK(html.find("1 (&lt;a&gt;)") != std::string::npos);
}

TEST_CASE("bars: equal ends are one number, and long numbers widen the drawing") {
  const std::string html =
      html_of(Bars{.title = "Loads [N]",
                   .bars = {{.label = "a", .from = 7e4, .to = 7e4}, {.label = "b", .from = 101234.0, .to = 105678.0}}});
  CHECK(html.find(">70000<") != std::string::npos);
  // 16 letters of 7 px and a gap of 8 px, behind 640 px of labels and axis.
  CHECK(html.find(">101200 to 105700<") != std::string::npos);
  CHECK(html.find("width=\"760\"") != std::string::npos);
}

TEST_CASE("bars: values below 0 lie left of it, and without any length there is no drawing") {
  const std::string html = html_of(Bars{
      .title = "P [W]", .bars = {{.label = "a", .from = 0.0, .to = -10.0}, {.label = "b", .from = 0.0, .to = 30.0}}});
  CHECK(html.find("<rect x=\"220.0\" y=\"36.0\" width=\"105.0\"") != std::string::npos);
  CHECK(html.find("<rect x=\"325.0\"") != std::string::npos);
  CHECK(html_of(Bars{.title = "none", .bars = {}}).empty());
  CHECK(html_of(Bars{.title = "zero", .bars = {{.label = "a"}}}).empty());
}

TEST_CASE("bars: long labels take room from the axis, and are condensed where that would be most of it") {
  // 40 letters of 7 px and a gap of 8 px; labels and axis share 640 px.
  const std::string longer(40, 'm');
  const std::string html = html_of(Bars{.title = "P [W]", .bars = {{.label = longer, .from = 0.0, .to = 30.0}}});
  CHECK(html.find("<text x=\"280.0\" y=\"46.0\" text-anchor=\"end\">") != std::string::npos);
  CHECK(html.find("<rect x=\"288.0\" y=\"36.0\" width=\"352.0\"") != std::string::npos);
  const std::string longest = html_of(Bars{.title = "P [W]", .bars = {{.label = longer + longer, .to = 30.0}}});
  CHECK(longest.find("textLength=\"392.0\"") != std::string::npos);
  CHECK(longest.find("<rect x=\"400.0\" y=\"36.0\" width=\"240.0\"") != std::string::npos);
  // Letters count, not bytes.
  std::string greek;
  for (int i = 0; i < 30; ++i) greek += "μ";
  CHECK(html_of(Bars{.title = "P [W]", .bars = {{.label = greek, .to = 30.0}}}).find("<rect x=\"220.0\"") !=
        std::string::npos);
}

}  // namespace beltdyn::report::bars_test
