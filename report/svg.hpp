// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/content.hpp"

namespace beltdyn::report {

// Converts gnuplot's SVG to an <svg> element within a page. Compared with <img> elements this makes pages smaller,
// readable on dark background and free of active content. Sizes (figures of configs/demo and configs/papers, MB):
// accessory drive 2.8 to 1.1, [Oborin 2018] Fig. 9 2.4 to 0.5, stick-slip 1.0 to 0.1.
//
// The element has the width of its place, the picture's description as accessible name, and no ids that another picture
// could have. Black, white and greys become the variables --k0 (ink) to --k100 (paper) of the page, and the darkest
// colours --cRRGGBB. Coordinates are rounded to tenths of a pixel, and lines lose points that are not visible. Elements
// and attributes that gnuplot does not use, such as scripts and addresses, are removed. Throws IoError if the text is
// not an SVG.
std::string inline_svg(const Picture& picture);

// The paint that replaces a colour of gnuplot: "var(--k90)" for "#e6e6e6"; other words remain.
std::string page_paint(std::string_view colour);

// Shortens the data of a path, "M121.50,253.20 L115.20,253.20"; unchanged if it has commands other than M, L and Z.
std::string short_path(std::string_view data);

}  // namespace beltdyn::report
