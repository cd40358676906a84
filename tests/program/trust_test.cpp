// SPDX-License-Identifier: MIT
// Files that the program did not write, or that were changed afterwards.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "tests/program/program.hpp"

namespace program_test::trust {

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

void replace_in(const fs::path& path, const std::string& from, const std::string& to) {
  std::string text = content(path);
  REQUIRE(has(text, from));
  text.replace(text.find(from), from.size(), to);
  std::ofstream(path, std::ios::binary | std::ios::trunc) << text;
}

// A workspace with results of a short run in out/case/euler.
struct Results {
  explicit Results(const std::string& name)
      : work(name), out("--out " + work.quoted("out")), folder(work / "out/case") {
    work.write("case.json", contour_configuration("0.05", "0.5", kEulerian));
    REQUIRE(run("").exit_code == 0);
  }
  Outcome run(const std::string& options) const {
    return run_beltdyn("run " + work.quoted("case.json") + " --quiet " + out + " " + options);
  }
  Outcome plot() const { return run_beltdyn("plot " + work.quoted("out/case")); }

  Workspace work;
  std::string out;
  fs::path folder;
};

}  // namespace

TEST_CASE("trust: a corrupt manifest is reported with a remedy") {
  const Results results("trust_manifest");
  const fs::path manifest = results.folder / "euler/manifest.json";
  const std::string sound = content(manifest);
  for (const auto& edit :
       {std::pair{"\"verdict\": \"complete\"", "\"verdict\": 7"}, std::pair{"\"largest\"", "\"smallest\""},
        std::pair{"\"steps\": ", "\"steps\": 0.5e"}, std::pair{"\"remarks\": []", "\"remarks\": {\"a\": 1}"}}) {
    CAPTURE(edit.second);
    std::ofstream(manifest, std::ios::trunc) << sound;
    replace_in(manifest, edit.first, edit.second);
    for (const Outcome& outcome : {results.plot(), results.run("--resume")}) {
      CHECK(outcome.exit_code == 5);
      CHECK(has(outcome.output, "manifest.json: is not a BeltDyn manifest; run the configuration again"));
    }
  }
  std::ofstream(manifest, std::ios::trunc) << std::string(2'000'000, '[');
  CHECK(results.plot().exit_code == 5);
}

TEST_CASE("trust: a damaged checkpoint is refused, and --force runs again") {
  const Results results("trust_checkpoint");
  const fs::path folder = results.folder / "euler";
  replace_in(folder / "manifest.json", "\"status\": \"complete\"", "\"status\": \"interrupted\"");
  std::ofstream(folder / "checkpoint.cbor") << "beltdyn checkpoint 1";
  const Outcome refused = results.run("--resume");
  CHECK(refused.exit_code == 5);
  CHECK(has(refused.output, "checkpoint.cbor: is corrupt, or a checkpoint of another version; run again with --force"));
  CHECK(results.run("--force").exit_code == 0);
}

TEST_CASE("trust: coarser runs of an earlier run are no part of the errors of the next one") {
  const Results results("trust_coarser");
  const fs::path coarser = results.folder / "euler/coarser";
  fs::create_directories(coarser / "time-1");
  std::ofstream(coarser / "time-1/outcome.json") << R"({"failure": ""})";
  CHECK(results.run("--force").exit_code == 0);
  CHECK(!fs::exists(coarser));
}

TEST_CASE("trust: nothing is written through a symbolic link below a result folder") {
  const Results results("trust_links");
  const fs::path outside = results.work / "outside";
  fs::create_directories(outside);
  const auto refuses = [&](const fs::path& place, const auto& act) {
    CAPTURE(place);
    const fs::path aside = results.work / "aside";
    if (fs::exists(place)) fs::rename(place, aside);
    const bool is_folder = fs::is_directory(aside);
    std::ofstream(outside / "kept.vtp") << "kept";
    fs::create_symlink(is_folder ? outside : outside / "kept.vtp", place);
    const Outcome outcome = act();
    CHECK(outcome.exit_code == 5);
    CHECK(has(outcome.output, "is a symbolic link, and results are not written through links; remove it"));
    CHECK(content(outside / "kept.vtp") == "kept");
    CHECK(std::distance(fs::directory_iterator(outside), fs::directory_iterator()) == 1);
    fs::remove(place);
    if (fs::exists(aside)) fs::rename(aside, place);
  };
  REQUIRE(results.plot().exit_code == 0);
  for (const char* place : {"report.html", "figures", "figures/slip_zones.gp", "figures/slip_zones.svg"}) {
    refuses(results.folder / place, [&] { return results.plot(); });
  }
  const std::string compare = "compare " + results.work.quoted("case.json") + " --quiet --force " + results.out;
  for (const char* place : {"report.html", "figures"}) {
    refuses(results.folder / place, [&] { return run_beltdyn(compare); });
  }
  for (const char* place : {"euler", "euler/history.csv", "euler/manifest.json", "euler/revolution.csv"}) {
    refuses(results.folder / place, [&] { return results.run("--force"); });
  }
  fs::create_directories(results.folder / "euler/belt");
  refuses(results.folder / "euler/belt", [&] { return results.run("--force"); });
  fs::create_directories(results.work / "checked");
  refuses(results.work / "checked/verify.json",
          [&] { return run_beltdyn("verify oborin-2018/abel --out " + results.work.quoted("checked")); });
  CHECK(results.plot().exit_code == 0);
  // The folder of results may be moved.
  fs::rename(results.folder, results.work / "elsewhere");
  fs::create_directory_symlink(results.work / "elsewhere", results.folder);
  CHECK(results.plot().exit_code == 0);
  CHECK(results.run("--force").exit_code == 0);
}

TEST_CASE("trust: a foreign picture in the folder is not embedded in the page") {
  const Results results("trust_picture");
  REQUIRE(results.plot().exit_code == 0);
  const fs::path figures = results.folder / "figures";
  std::ofstream(figures / "slip_zones.svg") << "<svg viewBox=\"0 0 9 9\"><text>planted</text></svg>";
  fs::last_write_time(figures / "slip_zones.svg", fs::file_time_type::clock::now() + std::chrono::hours(1));
  // Without gnuplot nothing is drawn, so no picture may be shown.
  const Outcome outcome = shell("PATH=/nonexistent " + kProgram + "plot " + results.work.quoted("out/case"));
  CHECK(outcome.exit_code == 0);
  CHECK_FALSE(has(content(results.folder / "report.html"), "planted"));
  CHECK(has(content(results.folder / "report.html"), "Not drawn: gnuplot is required."));
}

TEST_CASE("trust: messages contain no terminal control characters") {
  const Workspace work("trust_messages");
  work.write("case.json", "{\"format\": \"beltdyn/1\", \"\\u001b[2J\\u009b\\u202e\": 1, \"name\": \"a\\nb\\u0007\"}");
  const auto is_plain = [](const std::string& text) {
    return text.find_first_of("\x1b\x07\r\x7f") == std::string::npos && !has(text, "\u009b") && !has(text, "\u202e");
  };
  const Outcome keys = run_beltdyn("validate " + work.quoted("case.json"));
  CHECK(keys.exit_code == 2);
  CHECK(has(keys.output, R"(\x1b[2J\u{009b}\u{202e})"));
  CHECK(is_plain(keys.output));
  for (const char* arguments :
       {"validate $'no\\033[31m\\nerror: file'", "$'run\\007'", "run --only $'\\xff\\033' nothing.json",
        "plot $'\\033c'", "run nothing.json $'--\\033]0;title\\007'", "validate x --set $'\\033'"}) {
    CAPTURE(arguments);
    const Outcome outcome = shell("bash -c \"" + kProgram + arguments + "\"");
    CHECK((outcome.exit_code == 2 || outcome.exit_code == 5));
    CHECK(is_plain(outcome.output));
    CHECK(std::count(outcome.output.begin(), outcome.output.end(), '\n') == 1);
  }
}

TEST_CASE("trust: values that are no UTF-8 are bad input") {
  const Workspace work("trust_utf8");
  work.write("case.json", contour_configuration("0.05", "0.5", kEulerian));
  const Outcome outcome =
      shell("bash -c \"" + kProgram + "validate " + work.quoted("case.json") + " --set $'/name=\\xff'\"");
  CHECK(outcome.exit_code == 2);
  CHECK(has(outcome.output, R"(--set /name=\xff: is not valid UTF-8)"));
}

}  // namespace program_test::trust
