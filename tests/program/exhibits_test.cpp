// SPDX-License-Identifier: MIT
// Exhibits end to end: `beltdyn verify ID --out` executes the configuration behind a figure of a paper and shows the
// result.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "core/base/test/scratch_folder.hpp"

namespace {

namespace fs = std::filesystem;

int verify(const std::string& ids, const fs::path& out) {
  const std::string command = "'" BELTDYN_PROGRAM "' verify " + ids + " --out '" + out.string() + "' > /dev/null 2>&1";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string text_of(const fs::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

TEST_CASE("exhibits: a case selects its figures, whose runs can be reproduced") {
  const beltdyn::test::ScratchFolder folder("exhibits");
  const std::string page = "report/cases-oborin-2018.html";
  for (int i = 0; i < 2; ++i) {
    REQUIRE(verify("oborin-2018/eulerian/fig8", folder.path()) == 0);
    CHECK(fs::exists(folder.path() / "runs" / "oborin-2018-fig8" / "paper_K1e5" / "history.csv"));
    CHECK(!fs::exists(folder.path() / "runs" / "oborin-2018-fig9"));
    const std::string text = text_of(folder.path() / page);
    CHECK(text.find("Strain on the driving pulley for three stick penalties") != std::string::npos);
    // A figure below the picture: the error of a run along the belt.
    CHECK(text.find("strain [-] along the belt at 0.5 s") != std::string::npos);
    CHECK(text.find("figure-oborin-2018-fig-8-errors") != std::string::npos);
    CHECK(text.find("dde_finite_contour") != std::string::npos);
  }
}

TEST_CASE("exhibits: the page animates runs that were made for it, not those of an earlier one") {
  const beltdyn::test::ScratchFolder folder("exhibits_players");
  const auto is_animated = [&folder] {
    return text_of(folder.path() / "report" / "players.html").find("Fig. 10, case 1, exact") != std::string::npos;
  };
  REQUIRE(verify("oborin-2018/front-tracking/fig10", folder.path()) == 0);
  CHECK(is_animated());
  REQUIRE(verify("oborin-2018/eulerian/fig8", folder.path()) == 0);
  CHECK(fs::exists(folder.path() / "runs" / "oborin-2018-fig10-case1-lambda1"));
  CHECK_FALSE(is_animated());
}

TEST_CASE("exhibits: pages of an earlier verify go, and nothing else of the folder") {
  const beltdyn::test::ScratchFolder folder("exhibits_stale");
  const fs::path report = folder.path() / "report";
  REQUIRE(verify("oborin-2018/abel", folder.path()) == 0);
  REQUIRE(fs::exists(report / "cases-oborin-2018.html"));
  std::ofstream(report / "mine.html") << "<title>mine</title> made by hand, beside those of beltdyn verify";
  fs::create_directories(report / "folder.html");
  fs::copy_file(report / "cases-oborin-2018.html", folder.path() / "elsewhere.html");
  fs::create_symlink(folder.path() / "elsewhere.html", report / "link.html");
  REQUIRE(verify("friction/dahl", folder.path()) == 0);
  CHECK(!fs::exists(report / "cases-oborin-2018.html"));
  CHECK(fs::exists(report / "cases-friction.html"));
  CHECK(text_of(report / "mine.html").find("made by hand") != std::string::npos);
  CHECK(fs::is_directory(report / "folder.html"));
  CHECK(fs::is_symlink(report / "link.html"));
  CHECK(fs::exists(folder.path() / "elsewhere.html"));
  CHECK(text_of(report / "index.html").find("oborin-2018/abel") == std::string::npos);
}

TEST_CASE("exhibits: a page is not written through a link, and none is removed then") {
  const beltdyn::test::ScratchFolder folder("exhibits_link");
  const fs::path report = folder.path() / "report";
  REQUIRE(verify("oborin-2018/abel", folder.path()) == 0);
  std::ofstream(folder.path() / "precious") << "precious";
  fs::create_symlink(folder.path() / "precious", report / "cases-friction.html");
  CHECK(verify("friction/dahl", folder.path()) == 5);
  CHECK(text_of(folder.path() / "precious") == "precious");
  CHECK(fs::exists(report / "cases-oborin-2018.html"));
}

TEST_CASE("exhibits: a folder of runs that was not made by verify is left alone") {
  const beltdyn::test::ScratchFolder folder("exhibits_foreign");
  fs::create_directories(folder.path() / "runs");
  std::ofstream(folder.path() / "runs" / "mine.txt") << "precious";
  CHECK(verify("oborin-2018/eulerian/fig8", folder.path()) == 2);
  CHECK(text_of(folder.path() / "runs" / "mine.txt") == "precious");
  CHECK(!fs::exists(folder.path() / "runs" / "oborin-2018-fig8"));
}
