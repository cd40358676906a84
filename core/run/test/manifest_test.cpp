// SPDX-License-Identifier: MIT
#include "core/run/manifest.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::manifest_test {

namespace fs = std::filesystem;

namespace {

struct Scratch {
  test::ScratchFolder owned{"manifest"};
  fs::path folder = owned.path();
  fs::path file = folder / "manifest.json";
};

Manifest some_manifest() {
  Manifest manifest{.run = "a",
                    .formulation = "eulerian_contour",
                    .model = "finite_contour",
                    .resolved_configuration = R"({"name": "case", "runs": [{"name": "a"}]})",
                    .preflight = Preflight{},
                    .report = {.status = RunStatus::complete}};
  manifest.preflight->warnings = {"beware"};
  manifest.report.message = "fine";
  manifest.report.statistics.steps = 7;
  manifest.report.wall_time = 1.5;
  manifest.report.balances = {{.balance = {.column = "balance_x [-]", .law = "x stays", .tolerance = 0.1, .remedy = {}},
                               .largest = 0.25,
                               .time = 3.0,
                               .for_verdict = 0.125},
                              {.balance = {.column = "balance_y [-]", .law = "y stays", .tolerance = 0.1, .remedy = {}},
                               .largest = std::numeric_limits<double>::infinity(),
                               .time = 0.0,
                               .for_verdict = std::numeric_limits<double>::infinity()}};
  return manifest;
}

}  // namespace

TEST_CASE("manifest: what was written is read back, what is not finite as NaN") {
  const Scratch scratch;
  write_manifest(scratch.folder, some_manifest());
  const ManifestRecord record = read_manifest(scratch.file);
  CHECK(record.is_complete());
  CHECK_FALSE(record.has_failed());
  CHECK(record.verdict == "ended, 2 balances not closed");
  CHECK(record.is_clean == false);
  CHECK(record.run == "a");
  CHECK(record.formulation == "eulerian_contour");
  CHECK(record.message == "fine");
  CHECK(record.warnings == std::vector<std::string>{"beware"});
  CHECK(record.statistics.steps == 7);
  CHECK(record.wall_time == 1.5);
  REQUIRE(record.balances.size() == 2);
  CHECK(record.balances[0].largest == 0.25);
  CHECK(record.balances[0].for_verdict == 0.125);
  CHECK(record.balances[0].is_open);
  CHECK(std::isnan(record.balances[1].largest));
  CHECK(record.configuration.find("\"name\": \"case\"") != std::string::npos);
}

TEST_CASE("manifest: pulleys are numbered from 1, slip has its direction and its times") {
  const Scratch scratch;
  Manifest manifest = some_manifest();
  manifest.report.gross_slips = {{.pulley = 1, .direction = -1, .begin = 0.25, .end = 0.75}};
  write_manifest(scratch.folder, manifest);
  std::string text = read_text_file(scratch.file);
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  CHECK(text.find(R"({"pulley":2,"direction":-1,"begin[s]":0.25,"end[s]":0.75})") != std::string::npos);
}

TEST_CASE("manifest: values that older programs did not write are empty") {
  const Scratch scratch;
  write_text_file(scratch.file, R"({"status": "failed", "configuration": {"name": "case"}})");
  const ManifestRecord record = read_manifest(scratch.file);
  CHECK(record.has_failed());
  CHECK_FALSE(record.is_clean.has_value());
  CHECK(record.balances.empty());
  CHECK(record.statistics.steps == 0);
}

TEST_CASE("manifest: a value of another type, other texts, deep and large ones are refused") {
  const Scratch scratch;
  const std::string expected = scratch.file.string() + ": is not a BeltDyn manifest; run the configuration again";
  const auto refused = [&](const std::string& text) {
    CAPTURE(text.substr(0, 100));
    write_text_file(scratch.file, text);
    CHECK_THROWS_WITH_AS(read_manifest(scratch.file), expected.c_str(), IoError);
  };
  write_manifest(scratch.folder, some_manifest());
  const std::string sound = read_text_file(scratch.file);
  const auto changed = [&sound](const std::string& from, const std::string& to) {
    REQUIRE(sound.find(from) != std::string::npos);
    return std::string(sound).replace(sound.find(from), from.size(), to);
  };
  refused(changed("\"status\": \"complete\"", "\"status\": 7"));
  refused(changed("\"status\": \"complete\"", "\"status\": \"finished\""));
  refused(changed("\"clean\": false", "\"clean\": \"no\""));
  refused(changed("\"message\": \"fine\"", "\"message\": [\"fine\"]"));
  refused(changed("\"remarks\": []", "\"remarks\": \"none\""));
  refused(changed("\"remarks\": []", "\"remarks\": [1]"));
  refused(changed("\"run\": \"a\"", "\"run\": null"));
  refused(changed("\"steps\": 7", "\"steps\": 7.5"));
  refused(changed("\"steps\": 7", "\"steps\": -7"));
  refused(changed("\"steps\": 7", "\"steps\": 18446744073709551615"));
  refused(changed("\"steps\": 7", "\"steps\": 7, \"steps\": 8"));
  refused(changed("\"largest\": 0.25,", ""));
  refused(changed("\"largest\": 0.25", "\"largest\": \"0.25\""));
  refused(changed("\"wall_time [s]\": 1.5", "\"wall_time [s]\": {}"));
  refused(changed("\"open\": true", "\"open\": 1"));
  refused(changed("\"git_hash\": ", "\"git_hash\": [], \"x\": "));
  refused(changed("\"configuration\": ", "\"configuration\": [], \"x\": "));
  refused(R"({"status": "failed", "configuration": {}})");
  refused("[]");
  refused("");
  refused(sound.substr(0, sound.size() / 2));
  std::string deep = "{\"status\": ";
  for (int i = 0; i < 1'000'000; ++i) deep += '[';
  refused(deep);
  for (const fs::path& place : {scratch.folder, scratch.folder / "none", fs::path("/dev/zero")}) {
    CHECK_THROWS_WITH_AS(read_manifest(place), doctest::Contains("is not a BeltDyn manifest"), IoError);
  }
}

}  // namespace beltdyn::manifest_test
