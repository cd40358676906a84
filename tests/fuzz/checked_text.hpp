// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "studies/checked_lines.hpp"

namespace beltdyn::fuzz {

// The lines of a text, each followed by its checksum, which the fuzzer would hardly guess.
inline std::string with_checksums(std::string_view lines, char separator) {
  std::string text;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    text += studies::checked_line(line, separator);
  }
  return text;
}

}  // namespace beltdyn::fuzz
