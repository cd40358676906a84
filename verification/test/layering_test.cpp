// SPDX-License-Identifier: MIT
// Tests the layers of the program. An arrow leads from the included module to the module that includes it:
//   core <- {eulerian, lagrangian, analytic} <- formulations <- verification <- report <- app
//   formulations <- {studies, api},   {studies, api} <- app, which opens the part of api that writes units as a module
//   core <- postprocess <- {plots, verification, report, app},   plots <- report
//   app <- web
// The interfaces of api:
//   cpp <- {python, fmu}
// The folders of core:
//   base <- {config, numerics} <- {contact, surface, time} <- drive <- run <- {settings, belt <- dynamics, linear}
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <doctest/doctest.h>

namespace beltdyn::layering_test {

namespace {

namespace fs = std::filesystem;

using Modules = std::set<std::string>;

const std::map<std::string, Modules> kMayInclude{
    {"core", {"core"}},
    {"eulerian", {"core", "eulerian"}},
    {"lagrangian", {"core", "lagrangian"}},
    {"analytic", {"core", "analytic"}},
    {"formulations", {"core", "eulerian", "lagrangian", "analytic", "formulations"}},
    {"studies", {"core", "formulations", "postprocess", "studies"}},
    {"postprocess", {"core", "postprocess"}},
    {"plots", {"core", "postprocess", "plots"}},
    {"verification", {"core", "eulerian", "lagrangian", "analytic", "formulations", "postprocess", "verification"}},
    {"report", {"core", "postprocess", "plots", "verification", "report"}},
    {"app",
     {"core", "eulerian", "lagrangian", "analytic", "formulations", "studies", "postprocess", "plots", "verification",
      "report", "api", "app"}},
    {"api", {"core", "formulations", "api"}},
    {"web", {"core", "formulations", "postprocess", "plots", "app", "web"}},
    {"tests", {"core", "formulations", "postprocess", "studies", "verification", "report", "app", "tests"}},
    {"benchmarks", {"core", "eulerian", "lagrangian", "analytic", "benchmarks"}},
};

// Every folder may include base, and a test may include any folder of core.
const std::map<std::string, Modules> kRoomsOfCore{
    {"base", {}},
    {"config", {"numerics"}},
    {"numerics", {}},
    {"contact", {"numerics"}},
    {"surface", {"numerics"}},
    {"time", {"config", "numerics"}},
    {"drive", {"config", "numerics", "contact", "surface", "time"}},
    {"run", {"config", "numerics", "contact", "surface", "time", "drive"}},
    {"settings", {"config", "numerics", "contact", "surface", "time", "drive", "run"}},
    {"belt", {"config", "numerics", "contact", "surface", "time", "drive", "run"}},
    {"dynamics", {"config", "numerics", "contact", "surface", "time", "drive", "run", "belt"}},
    {"linear", {"config", "numerics", "contact", "surface", "time", "drive", "run", "belt"}},
};

const std::map<std::string, Modules> kFacesOfApi{{"cpp", {}}, {"python", {"cpp"}}, {"fmu", {"cpp"}}};

// A formulation must not read results, but its unit tests may read a table of reference values.
const Modules kMayReadTablesInTests{"eulerian", "lagrangian", "analytic"};

// The first folder below `root` of the path that a line includes in quotes; empty if the line does not include such a
// path.
std::string included_module(const std::string& line, const std::string& root = {}) {
  const std::string include = "#include \"" + root;
  if (!line.starts_with(include)) return {};
  const std::size_t slash = line.find('/', include.size());
  return slash == std::string::npos ? std::string() : line.substr(include.size(), slash - include.size());
}

// Calls `look` for each line of each source below `folder`, with the first folder of the source, the place of the line
// and the line.
template <class Look>
void for_each_line(const fs::path& folder, const Look& look) {
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".hpp") continue;
    std::ifstream stream(entry.path());
    int number = 0;
    for (std::string line; std::getline(stream, line);) {
      look(entry.path().parent_path().filename().string(),
           entry.path().string() + ":" + std::to_string(++number) + " includes ", line);
    }
  }
}

// "file:line includes what" for each forbidden include below a folder; is_forbidden(module, is_test) decides for
// project headers in the folders of `root`.
template <class IsForbidden>
std::set<std::string> violations(const std::string& folder, const std::string& root, const IsForbidden& is_forbidden) {
  std::set<std::string> found;
  for_each_line(fs::path(BELTDYN_SOURCE_DIR) / folder,
                [&](const std::string& own, const std::string& place, const std::string& line) {
                  const std::string included = included_module(line, root);
                  if (!included.empty() && is_forbidden(included, own == "test")) found.insert(place + root + included);
                });
  for (const std::string& violation : found) MESSAGE(violation);
  return found;
}

// Whether a folder contains generated files, as in .gitignore, or belongs to a tool, with a name that begins with a
// dot.
bool is_made(const fs::path& folder) {
  const fs::path root(BELTDYN_SOURCE_DIR);
  const std::string name = folder.filename().string();
  const fs::path parent = folder.parent_path();
  return name.starts_with(".") || name == "__pycache__" ||
         (parent == root && (name == "build" || name == "out" || name == "results"));
}

// Whether a file is a source, by its name, or for scripts by its first line. Texts, data and formats without comments
// are not.
bool is_source(const fs::path& file) {
  static const std::set<std::string> kExtensions{".cpp", ".hpp", ".in",  ".cmake", ".py",   ".js",  ".css",
                                                 ".gp",  ".sh",  ".yml", ".yaml",  ".toml", ".html"};
  if (kExtensions.contains(file.extension().string())) return true;
  const std::string name = file.filename().string();
  if (name == "CMakeLists.txt" || name == "Dockerfile") return true;
  if (!file.extension().empty()) return false;
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) && line.starts_with("#!");
}

bool has_licence(const fs::path& file) {
  constexpr int kFirstLines = 3;
  std::ifstream stream(file);
  std::string line;
  for (int i = 0; i < kFirstLines && std::getline(stream, line); ++i) {
    if (line.find("SPDX-License-Identifier: MIT") != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("layers: every source says in its first lines under which licence it is") {
  constexpr int kFewest = 1000;  // least number of sources, so that a search of the wrong folder fails
  int n_sources = 0;
  for (auto at = fs::recursive_directory_iterator(BELTDYN_SOURCE_DIR); at != fs::recursive_directory_iterator(); ++at) {
    if (at->is_directory() && is_made(at->path())) {
      at.disable_recursion_pending();
      continue;
    }
    if (!at->is_regular_file() || !is_source(at->path())) continue;
    ++n_sources;
    CAPTURE(at->path().string());
    CHECK(has_licence(at->path()));
  }
  CHECK(n_sources >= kFewest);
}

TEST_CASE("layers: every unit test is built") {
  std::set<std::string> tests;
  std::string lists;  // text of all CMakeLists.txt
  for (auto at = fs::recursive_directory_iterator(BELTDYN_SOURCE_DIR); at != fs::recursive_directory_iterator(); ++at) {
    if (at->is_directory() && is_made(at->path())) at.disable_recursion_pending();
    const std::string name = at->path().filename().string();
    if (name == "CMakeLists.txt") {
      std::ifstream stream(at->path());
      lists.append(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    const bool is_beside_code = at->path().parent_path().filename() == "test";
    if (is_beside_code && name.ends_with("_test.cpp")) tests.insert("test/" + name);
  }
  constexpr std::size_t kFewest = 100;  // so that a search of the wrong folder fails
  CHECK(tests.size() >= kFewest);
  for (const std::string& test : tests) {
    CAPTURE(test);
    CHECK(lists.find(test) != std::string::npos);
  }
}

TEST_CASE("layers: no module includes one above or beside it") {
  for (const auto& entry : kMayInclude) {
    CAPTURE(entry.first);
    const auto is_forbidden = [&entry](const std::string& included, bool is_test) {
      if (included == "postprocess" && kMayReadTablesInTests.contains(entry.first) && is_test) return false;
      return kMayInclude.contains(included) && !entry.second.contains(included);
    };
    CHECK(violations(entry.first, "", is_forbidden).empty());
  }
}

TEST_CASE("layers: no room of core includes one above or beside it") {
  for (const auto& room : kRoomsOfCore) {
    CAPTURE(room.first);
    const auto is_forbidden = [&room](const std::string& included, bool is_test) {
      return !is_test && included != "base" && included != room.first && !room.second.contains(included);
    };
    CHECK(violations("core/" + room.first, "core/", is_forbidden).empty());
  }
  for (const auto& entry : fs::directory_iterator(fs::path(BELTDYN_SOURCE_DIR) / "core")) {
    if (!entry.is_directory() || fs::is_empty(entry.path())) continue;
    CAPTURE(entry.path().string());
    CHECK(kRoomsOfCore.contains(entry.path().filename().string()));
  }
}

TEST_CASE("layers: no face of api includes another but the C++ library") {
  for (const auto& face : kFacesOfApi) {
    CAPTURE(face.first);
    const auto is_forbidden = [&face](const std::string& included, bool is_test) {
      return !is_test && included != face.first && !face.second.contains(included);
    };
    CHECK(violations("api/" + face.first, "api/", is_forbidden).empty());
  }
}

TEST_CASE("layers: the map of the repository has every room of core") {
  std::ifstream stream(fs::path(BELTDYN_SOURCE_DIR) / "docs/map.md");
  const std::string map((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  for (const auto& room : kRoomsOfCore) {
    CAPTURE(room.first);
    CHECK(map.find("| `core/" + room.first + "/` |") != std::string::npos);
  }
}

TEST_CASE("layers: every folder with code has its place in them") {
  const auto has_code = [](const fs::directory_entry& folder) {
    const fs::recursive_directory_iterator files(folder.path());
    return std::any_of(begin(files), end(files), [](const auto& file) { return file.path().extension() == ".cpp"; });
  };
  for (const auto& entry : fs::directory_iterator(BELTDYN_SOURCE_DIR)) {
    const std::string folder = entry.path().filename().string();
    if (!fs::exists(entry.path() / "CMakeLists.txt") || !has_code(entry)) continue;
    CAPTURE(folder);
    CHECK(kMayInclude.contains(folder));
  }
}

}  // namespace beltdyn::layering_test
