// SPDX-License-Identifier: MIT
#include "report/svg.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "report/polyline.hpp"

namespace beltdyn::svg_test {

using namespace beltdyn::report;

namespace {

// A short example of gnuplot's output.
constexpr const char* kSvg =
    R"svg(<?xml version="1.0" encoding="utf-8"  standalone="no"?>
<svg width="900" height="600" viewBox="0 0 900 600" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<title>Gnuplot</title><desc>Produced by GNUPLOT</desc>
<g id="gnuplot_canvas">
<rect x="0" y="0" width="900" height="600" fill="#ffffff"/>
<defs><circle id='gpDot' r='0.5'/><path id='gpPt0' d='M-1,0 h2 M0,-1 v2'/><path id='gpPt1' d='M-1,-1 L1,1'/></defs>
<g fill="none" color="black" stroke="currentColor" stroke-width="1.00" stroke-linecap="round"></g>
<g fill="none" color="black" stroke="rgb( 31,  78, 121)" stroke-width="0.80">
	<path stroke='black'  d='M121.50,253.20 L131.50,253.20 L141.50,253.20 L141.50,200.00  '/>
	<use xlink:href='#gpPt0' transform='translate(105.41,257.75) scale(4.50)'/>
	<g fill="#e6e6e6" font-family="DejaVu Sans" font-size="14.00"><text><tspan font-family="DejaVu Sans" >0.4 &lt; x</tspan></text></g>
</g></g></svg>)svg";

const Picture kPicture{.name = "fig 2", .title = "Strain & time", .alt = "rises \"fast\"", .svg = kSvg};

}  // namespace

TEST_CASE("svg: the prolog and the sheet go, a name and a text come") {
  const std::string svg = inline_svg(kPicture);
  CHECK(svg.starts_with("<svg viewBox=\"0 0 900 600\""));
  CHECK(svg.find("<?xml") == std::string::npos);
  CHECK(svg.find("<rect") == std::string::npos);
  CHECK(svg.find("Gnuplot") == std::string::npos);
  CHECK(svg.find("role=\"img\" aria-label=\"rises &quot;fast&quot;\"") != std::string::npos);
  CHECK(svg.find("<title>Strain &amp; time</title>") != std::string::npos);
  CHECK(svg.find("0.4 &lt; x") != std::string::npos);
}

TEST_CASE("svg: active content and external references are removed") {
  const std::string planted = R"svg(<svg viewBox="0 0 9 6" onload="act()">
<g onclick="act()" class="menu" style="position:fixed"><path d="M0,0 L1,1" onerror="act()" stroke="red"/>
<script>act()</script><foreignObject><p>act</p></foreignObject><style>p{}</style><image href="https://a.b/c"/>
<a href="javascript:act()"><text>act</text></a><set attributeName="href" to="javascript:act()"/><svg onload="act()"/>
<use href="javascript:act()"/><use xlink:href="https://a.b/c#d"/><rect x="1" fill="url(https://a.b/c)"/>
<rect x="3" fill="URL(https://a.b/c)"/><rect x="4" fill="u\72l(https://a.b/c)"/><rect x="2" filter="url(#a) url(https://a.b/c)"/><text>kept</text></g></svg>)svg";
  const std::string svg = inline_svg({.name = "f", .title = "t", .alt = "a", .svg = planted});
  for (const char* word : {"act", "javascript", "https", "on", "class", "style", "menu", "foreign"}) {
    CAPTURE(word);
    CAPTURE(svg);
    CHECK(svg.find(word) == std::string::npos);
  }
  CHECK(svg.find("kept") != std::string::npos);
  CHECK(svg.find("<path") != std::string::npos);
}

TEST_CASE("svg: a box that is no four numbers and elements without end are refused") {
  const auto drawn = [](const std::string& text) {
    return inline_svg({.name = "f", .title = "t", .alt = "a", .svg = text});
  };
  CHECK(drawn("<svg viewBox=\"0 0 9 6&quot; onload=&quot;act()\"/>").starts_with("<svg viewBox=\"0 0 9 6\" width"));
  for (const std::string box : {"0 0 9", "0 0 inf 6", "x"}) {
    CHECK_THROWS_AS(drawn("<svg viewBox=\"" + box + "\"/>"), beltdyn::IoError);
  }
  std::string deep = "<svg>";
  for (int i = 0; i < 1'000'000; ++i) deep += "<g>";
  CHECK_THROWS_AS(drawn(deep), beltdyn::IoError);
}

TEST_CASE("svg: places are rounded to tenths, whatever their numbers begin with, and words stay") {
  const std::string text = R"svg(<svg><text transform="translate(105.418,-257.754) rotate(.126)">kept</text></svg>)svg";
  const std::string svg = inline_svg({.name = "f", .title = "t", .alt = "a", .svg = text});
  CAPTURE(svg);
  CHECK(svg.find("\"translate(105.4,-257.8) rotate(0.1)\"") != std::string::npos);
}

TEST_CASE("svg: points that are no numbers stay as they are") {
  const auto drawn = [](const std::string& points) {
    return inline_svg({.name = "f",
                       .title = "t",
                       .alt = "a",
                       .svg = "<svg><polyline stroke=\"red\" points=\"" + points + "\"/></svg>"});
  };
  CHECK(drawn("1.04,2.06 3,4").find("\"1 2.1 3 4\"") != std::string::npos);
  CHECK(drawn("1.04,2.06 none").find("\"1.04,2.06 none\"") != std::string::npos);
}

TEST_CASE("svg: ids carry the name of the picture, and unused ones are removed") {
  const std::string svg = inline_svg(kPicture);
  CHECK(svg.find("id=\"fig-2-gpPt0\"") != std::string::npos);
  CHECK(svg.find("href=\"#fig-2-gpPt0\"") != std::string::npos);
  CHECK(svg.find("gpPt1") == std::string::npos);
  CHECK(svg.find("gpDot") == std::string::npos);
  CHECK(svg.find("gnuplot_canvas") == std::string::npos);
}

TEST_CASE("svg: ink, paper and greys become those of the page") {
  CHECK(page_paint("black") == "var(--k0)");
  CHECK(page_paint("#ffffff") == "var(--k100)");
  CHECK(page_paint("#e6e6e6") == "var(--k90)");
  CHECK(page_paint("rgb( 31,  78, 121)") == "var(--c1f4e79)");
  CHECK(page_paint("rgb(213, 94, 0)") == "#d55e00");
  CHECK(page_paint("none") == "none");
  CHECK(page_paint("currentColor") == "currentColor");
}

TEST_CASE("svg: a line keeps its corners and loses the points between them") {
  CHECK(short_path("M121.50,253.20 L131.50,253.20 L141.50,253.20 L141.50,200.00  ") == "M121.5 253.2h20v-53.2");
  CHECK(short_path("M1,1 L2,2 M5,5 L6,4.96 Z") == "M1 1l1 1M5 5h1z");
  CHECK(short_path("M-1,0 h2") == "M-1,0 h2");
}

TEST_CASE("svg: no point of a simplified line is farther than half a tenth of a pixel from it") {
  std::vector<PicturePoint> curve;
  for (int i = 0; i <= 2000; ++i) curve.push_back({.x = 4 * i, .y = std::lround(1500.0 * std::sin(0.004 * i))});
  const std::vector<PicturePoint> line = simplified(curve);
  CHECK(line.size() < curve.size() / 4);
  CHECK(line.front() == curve.front());
  CHECK(line.back() == curve.back());
  std::size_t piece = 0;
  for (const PicturePoint& p : curve) {
    while (line[piece + 1].x < p.x) ++piece;
    const PicturePoint& a = line[piece];
    const PicturePoint& b = line[piece + 1];
    const auto dx = static_cast<double>(b.x - a.x);
    const auto dy = static_cast<double>(b.y - a.y);
    const double across =
        (dx * static_cast<double>(p.y - a.y) - dy * static_cast<double>(p.x - a.x)) / std::hypot(dx, dy);
    CHECK(std::abs(across) <= 0.5);
  }
}

TEST_CASE("svg: what is none is refused by its name") {
  CHECK_THROWS_WITH_AS(inline_svg({.name = "broken", .title = "", .alt = "", .svg = "<svg><g></svg>"}),
                       doctest::Contains("the picture broken is not an SVG"), IoError);
}

TEST_CASE("svg: the thin polygons of a filled curve become one path, and invisible ones are removed") {
  const auto strip = [](double left, double right) {
    return "<path stroke='rgb(240, 160, 48)' d='M" + std::to_string(left) + ",10 L" + std::to_string(left) +
           ",20 '/><g stroke='none' shape-rendering='crispEdges'><polygon fill='rgb(240, 160, 48)' points='" +
           std::to_string(left) + ",10 " + std::to_string(right) + ",10 " + std::to_string(right) + ",20 " +
           std::to_string(left) + ",20 '/></g>";
  };
  const std::string svg = inline_svg(
      {.name = "a",
       .title = "t",
       .alt = "alt",
       .svg = "<svg viewBox='0 0 9 9'><g>" + strip(1.0, 1.02) + strip(1.02, 1.1) + strip(1.1, 1.2) + "</g></svg>"});
  CHECK(svg.find("<path fill=\"#f0a030\" stroke=\"none\" shape-rendering=\"crispEdges\" d=\"M1 10h.1v10h-.1zM1.1 "
                 "10h.1v10h-.1z\"/>"
                 "<path stroke=\"#f0a030\" d=\"M1 10v10M1.1 10v10\"/>") != std::string::npos);
}

TEST_CASE("svg: filled curves of two colours stay two") {
  const auto strip = [](const std::string& colour, const std::string& left, const std::string& right) {
    return "<g stroke='none' shape-rendering='crispEdges'><polygon fill='" + colour + "' points='" + left + ",10 " +
           right + ",10 " + right + ",20 " + left + ",20 '/></g>";
  };
  const std::string svg = inline_svg({.name = "a",
                                      .title = "t",
                                      .alt = "alt",
                                      .svg = "<svg viewBox='0 0 9 9'><g>" + strip("rgb(240, 160, 48)", "1", "2") +
                                             strip("rgb(213, 94, 0)", "2", "3") + "</g></svg>"});
  CHECK(svg.find("<path fill=\"#f0a030\" stroke=\"none\" shape-rendering=\"crispEdges\" d=\"M1 10h1v10h-1z\"/>") !=
        std::string::npos);
  CHECK(svg.find("<path fill=\"#d55e00\" stroke=\"none\" shape-rendering=\"crispEdges\" d=\"M2 10h1v10h-1z\"/>") !=
        std::string::npos);
}

TEST_CASE("svg: groups, definitions and texts without content go, shapes stay") {
  const std::string svg = inline_svg({.name = "a",
                                      .title = "t",
                                      .alt = "alt",
                                      .svg = "<svg viewBox='0 0 9 9'><defs><circle id='gpDot' r='0.5'/></defs>"
                                             "<g><text><tspan></tspan></text></g><circle r='2'/></svg>"});
  for (const char* gone : {"<defs", "<g", "<text", "<tspan"}) CHECK(svg.find(gone) == std::string::npos);
  CHECK(svg.find("<circle r=\"2\"/>") != std::string::npos);
}

}  // namespace beltdyn::svg_test
