// SPDX-License-Identifier: MIT
// The layers of the program: core <- {eulerian, lagrangian, analytic} <- verification <- app.
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <doctest/doctest.h>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> kMayInclude{
    {"core", {"core"}},
    {"eulerian", {"core", "eulerian"}},
    {"lagrangian", {"core", "lagrangian"}},
    {"analytic", {"core", "analytic"}},
    {"plots", {"core", "plots"}},
    {"verification", {"core", "eulerian", "lagrangian", "analytic", "verification"}},
    {"app", {"core", "eulerian", "lagrangian", "analytic", "plots", "verification", "app"}},
};

// "file:line includes what" for each include of a project header that the layers forbid.
std::set<std::string> violations(const std::string& module, const std::set<std::string>& allowed) {
  static const std::regex include(R"(^\s*#include\s+"([^"/]+)/)");
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(BELTDYN_SOURCE_DIR) / module)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    std::ifstream stream(entry.path());
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      std::smatch match;
      if (std::regex_search(line, match, include) && kMayInclude.contains(match[1]) && !allowed.contains(match[1])) {
        found.insert(entry.path().string() + ":" + std::to_string(number) + " includes " + match[1].str());
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE("layers: no module includes one above or beside it") {
  for (const auto& [module, allowed] : kMayInclude) {
    CAPTURE(module);
    const std::set<std::string> found = violations(module, allowed);
    for (const std::string& violation : found) MESSAGE(violation);
    CHECK(found.empty());
  }
}
