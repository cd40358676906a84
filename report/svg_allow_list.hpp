// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn::report {

// The elements and attributes of a figure, as gnuplot writes them; others do not come into a page. The value of an
// attribute names nothing that lies outside the picture.
bool is_figure_element(std::string_view name);
bool is_figure_attribute(std::string_view name, std::string_view value);

}  // namespace beltdyn::report
