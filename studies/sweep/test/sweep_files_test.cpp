// SPDX-License-Identifier: MIT
#include "studies/sweep/sweep_files.hpp"

#include <cstdlib>
#include <filesystem>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::studies {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kColumns{"member", "a [m]", "status", "message"};

void write_rows(const fs::path& path, const std::vector<std::size_t>& members) {
  ShardFile file(path, kColumns);
  file.open();
  for (const std::size_t i : members) file.add(i, fmt::format("{},0.5,complete,", i));
}

}  // namespace

TEST_CASE("shards: I/N is read strictly, and every member has one shard") {
  const Shard shard = parse_shard("3/8");
  CHECK(shard.index == 3);
  CHECK(shard.count == 8);
  for (const char* wrong : {"9/8", "0/8", "3", "3/", "/8", "3/8/1", "-1/8", "a/b", "1/0", "1/1000000000"}) {
    CAPTURE(wrong);
    CHECK_THROWS_AS(parse_shard(wrong), UsageError);
  }
  for (std::size_t member = 0; member < 20; ++member) {
    int owners = 0;
    for (std::size_t i = 1; i <= 7; ++i) owners += Shard{.index = i, .count = 7}.has(member) ? 1 : 0;
    CHECK(owners == 1);
  }
}

TEST_CASE("shards: a Slurm array gives the shard, for any first task and step") {
  const auto set = [](const char* id, const char* count, const char* first, const char* step) {
    setenv("SLURM_ARRAY_TASK_ID", id, 1);
    setenv("SLURM_ARRAY_TASK_COUNT", count, 1);
    setenv("SLURM_ARRAY_TASK_MIN", first, 1);
    setenv("SLURM_ARRAY_TASK_STEP", step, 1);
  };
  set("7", "4", "1", "3");
  CHECK(shard_of_environment().index == 3);
  CHECK(shard_of_environment().count == 4);
  set("8", "4", "1", "3");
  CHECK_THROWS_AS(shard_of_environment(), UsageError);
  set("13", "4", "1", "3");
  CHECK_THROWS_AS(shard_of_environment(), UsageError);
  // An array that tells neither begins with 0 and has no gaps.
  for (const char* name : {"MIN", "STEP"}) unsetenv(fmt::format("SLURM_ARRAY_TASK_{}", name).c_str());
  setenv("SLURM_ARRAY_TASK_ID", "0", 1);
  CHECK(shard_of_environment().index == 1);
  setenv("SLURM_ARRAY_TASK_ID", "3", 1);
  CHECK(shard_of_environment().index == 4);
  for (const char* name : {"ID", "COUNT", "MIN", "STEP"}) unsetenv(fmt::format("SLURM_ARRAY_TASK_{}", name).c_str());
  CHECK(shard_of_environment().count == 1);
}

TEST_CASE("shard files: rows are read back, without an incomplete last row") {
  const test::ScratchFolder folder("sweep_files");
  const fs::path path = folder / "rows-1-of-1.csv";
  write_rows(path, {4, 2});
  CHECK(ShardFile(path, kColumns).rows().size() == 2);
  const std::string text = read_text_file(path);
  write_text_file(path, text.substr(0, text.size() - 5));
  ShardFile torn(path, kColumns);
  CHECK(torn.rows().size() == 1);
  CHECK(torn.rows().at(4) == "4,0.5,complete,");
  torn.open();
  torn.add(2, "2,0.5,complete,");
  CHECK(read_text_file(path) == text);
}

TEST_CASE("shard files: a corrupt row is reported with its location") {
  const test::ScratchFolder folder("sweep_files");
  const fs::path path = folder / "rows-1-of-1.csv";
  write_rows(path, {0, 1});
  std::string text = read_text_file(path);
  text[text.find("0.5")] = '7';
  write_text_file(path, text);
  try {
    const ShardFile file(path, kColumns);
    FAIL("the damage was not noticed");
  } catch (const IoError& error) {
    CHECK(std::string(error.what()).find("rows-1-of-1.csv:2: the row is corrupt") != std::string::npos);
  }
  CHECK_THROWS_AS(ShardFile(path, {"member", "b [m]", "status", "message"}), IoError);
}

TEST_CASE("shard files: shards are merged in member order, and contradicting ones are rejected") {
  const test::ScratchFolder folder("sweep_files");
  write_rows(folder / "rows-1-of-2.csv", {2, 0});
  write_rows(folder / "rows-2-of-2.csv", {1});
  CHECK(table_text(kColumns, collect_rows(folder.path(), kColumns)) ==
        "member,a [m],status,message\n0,0.5,complete,\n1,0.5,complete,\n2,0.5,complete,\n");
  const Rows rows = collect_rows(folder.path(), kColumns);
  CHECK(rows_of_table(table_text(kColumns, rows)) == rows);
  ShardFile other(folder / "rows-1-of-3.csv", kColumns);
  other.open();
  other.add(0, "0,0.25,complete,");
  CHECK_THROWS_AS(collect_rows(folder.path(), kColumns), IoError);
}

TEST_CASE("shard files: missing members are named in ranges") {
  const Rows rows{{0, ""}, {4, ""}, {6, ""}};
  CHECK(missing_members(rows, 10) == "1 to 3, 5, 7 to 9");
  CHECK(missing_members(Rows{{0, ""}}, 1).empty());
  Rows every_other;
  for (std::size_t i = 0; i < 40; i += 2) every_other[i] = "";
  CHECK(missing_members(every_other, 40) == "1, 3, 5, 7, 9, 11, 13, 15 and 12 more");
}

TEST_CASE("shard files: rows are not continued through a link") {
  const test::ScratchFolder folder("shard_link");
  write_rows(folder.path() / "there", {0});
  fs::create_symlink(folder.path() / "there", folder.path() / "rows");
  CHECK_THROWS_AS(ShardFile(folder.path() / "rows", kColumns), IoError);
}

}  // namespace beltdyn::studies
