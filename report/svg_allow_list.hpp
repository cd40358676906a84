// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn::report {

// The elements and attributes of a figure by gnuplot; others are not embedded into a page. The value of an attribute
// must not refer to anything outside the picture.
bool is_figure_element(std::string_view name);
bool is_figure_attribute(std::string_view name, std::string_view value);

}  // namespace beltdyn::report
