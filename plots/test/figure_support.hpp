// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "plots/figures.hpp"

namespace beltdyn::test {

// The names of the figures of a result, each followed by a space.
inline std::string names(const plots::Result& result) {
  std::string list;
  for (const plots::Figure& figure : plots::applicable_figures(result)) list += figure.name + " ";
  return list;
}

// The text of the file with this path; its absence is an error.
inline const std::string& text_of(const std::vector<plots::TextFile>& files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(), [&path](const auto& file) { return file.path == path; });
  REQUIRE(found != files.end());
  return found->text;
}

}  // namespace beltdyn::test
