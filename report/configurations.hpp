// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn::report {

// The text of a configuration below configs/, e.g. "papers/oborin-2018/fig9.json", compiled into the program.
// Throws std::out_of_range.
std::string_view configuration_text(std::string_view path);

}  // namespace beltdyn::report
