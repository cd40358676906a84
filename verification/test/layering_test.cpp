// SPDX-License-Identifier: MIT
// The layers of the program: core <- {eulerian, lagrangian, analytic} <- verification <- app.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <string_view>

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
    {"report", {"core", "plots", "verification", "report"}},
    {"app", {"core", "eulerian", "lagrangian", "analytic", "plots", "verification", "report", "app"}},
};

// The first folder of the path a line includes in quotes, empty if it does not.
std::string included_module(const std::string& line) {
  constexpr std::string_view kInclude = "#include \"";
  if (!line.starts_with(kInclude)) return {};
  const std::size_t slash = line.find('/');
  return slash == std::string::npos ? std::string() : line.substr(kInclude.size(), slash - kInclude.size());
}

// "file:line includes what" for each include of a project header that the layers forbid.
std::set<std::string> violations(const std::string& module, const std::set<std::string>& allowed) {
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(BELTDYN_SOURCE_DIR) / module)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    std::ifstream stream(entry.path());
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      ++number;
      const std::string included = included_module(line);
      if (kMayInclude.contains(included) && !allowed.contains(included)) {
        found.insert(entry.path().string() + ":" + std::to_string(number) + " includes " + included);
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
