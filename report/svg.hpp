// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "report/content.hpp"

namespace beltdyn::report {

// gnuplot's SVG is written anew because that makes pages a third to a tenth as large (figures of configs/demo and
// configs/papers, MB: accessory drive 2.8 to 1.1, [Oborin 2018] Fig. 9 2.4 to 0.5, stick-slip 1.0 to 0.1), readable on
// dark ground and free of what could act; <img> elements with the files as they are would be none of these.
//
// The picture as an <svg> element within a page: of the width of its place, with its text as name for who cannot
// see it, without ids that another picture could have. Black, white and greys become the variables --k0 (ink) to --k100
// (paper) of the page, and the darkest colours --cRRGGBB, so that it is readable on dark ground. Coordinates are
// rounded to tenths of a pixel, and lines lose the points that do not show. Elements and attributes that gnuplot does
// not use, scripts and addresses among them, are left out. Throws IoError if it is not an SVG.
std::string inline_svg(const Picture& picture);

// The paint that replaces a colour of gnuplot: "var(--k90)" for "#e6e6e6"; other words stay.
std::string page_paint(std::string_view colour);

// The data of a path, "M121.50,253.20 L115.20,253.20", shortened; as it is if it has other commands than M, L and Z.
std::string short_path(std::string_view data);

}  // namespace beltdyn::report
