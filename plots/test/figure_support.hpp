// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "plots/figures.hpp"

namespace beltdyn::test {

inline constexpr const char* kLettersOfNames = "abcdefghijklmnopqrstuvwxyz_0123456789";

// The names of the figures of a result, each followed by a space.
inline std::string names(const plots::Result& result) {
  std::string list;
  for (const plots::Figure& figure : plots::applicable_figures(result)) list += figure.name + " ";
  return list;
}

// The variables that a script sets for its figure, and that the part common to all figures sets again.
inline std::vector<std::string> names_set_again(const std::string& script) {
  // The common part has several headings; the last heading is that of the drawing commands.
  const std::string heading = "\n# ---- ";
  const std::size_t common = std::min(script.find(heading), script.size());
  const std::size_t drawing = std::min(script.rfind(heading), script.size());
  const auto names_in = [](const std::string& text) {
    std::set<std::string> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      const std::string name = line.substr(0, line.find(" = "));
      if (name != line && name.find_first_not_of(kLettersOfNames) == std::string::npos) found.insert(name);
    }
    return found;
  };
  const std::set<std::string> own = names_in(script.substr(0, common));
  std::vector<std::string> again;
  std::ranges::set_intersection(own, names_in(script.substr(common, drawing - common)), std::back_inserter(again));
  return again;
}

// The text of the file with this path; its absence is an error.
inline const std::string& text_of(const std::vector<plots::TextFile>& files, const std::string& path) {
  const auto found = std::find_if(files.begin(), files.end(), [&path](const auto& file) { return file.path == path; });
  REQUIRE(found != files.end());
  CHECK(names_set_again(found->text) == std::vector<std::string>{});
  return found->text;
}

}  // namespace beltdyn::test
