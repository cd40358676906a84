// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn::report {

// The elements and attributes of figures that gnuplot writes; others are not copied to a page. Attribute values may
// refer only to parts of the picture itself.
bool is_figure_element(std::string_view name);
bool is_figure_attribute(std::string_view name, std::string_view value);

}  // namespace beltdyn::report
