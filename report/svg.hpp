// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/content.hpp"

namespace beltdyn::report {

// SVG files of gnuplot are rewritten for three reasons. Pages get three to ten times smaller (figures of configs/demo
// and configs/papers, MB: accessory drive 2.8 to 1.1, [Oborin 2018] Fig. 9 2.4 to 0.5, stick-slip 1.0 to 0.1). Figures
// are readable on a dark background. They contain nothing active. <img> elements with the unchanged files would have
// none of these properties.
//
// The picture as an <svg> element within a page. It has the width of its place, its description as accessible name, and
// ids that no other picture has. Black, white and greys become the variables --k0 (ink) to --k100 (paper) of the page,
// and the darkest colours --cRRGGBB, so that it is readable on a dark background. Coordinates are rounded to tenths of
// a pixel, and lines lose the points that are not visible. Elements and attributes that gnuplot does not use, scripts
// and addresses among them, are removed. Throws IoError if the picture is not an SVG.
std::string inline_svg(const Picture& picture);

// The paint that replaces a colour of gnuplot: "var(--k90)" for "#e6e6e6"; other words are kept.
std::string page_paint(std::string_view colour);

// The data of a path, "M121.50,253.20 L115.20,253.20", shortened; unchanged if it has commands other than M, L and Z.
std::string short_path(std::string_view data);

}  // namespace beltdyn::report
