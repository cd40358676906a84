// SPDX-License-Identifier: MIT
#include "studies/identify/run_journal.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::studies {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIdentity = "{\"configuration\": \"1\"}";

// The path of a journal that is removed with the test.
class JournalFile {
 public:
  fs::path path() const { return folder_ / "journal.jsonl"; }
  std::string text() const { return read_text_file(path()); }
  void write(const std::string& text) const { std::ofstream(path(), std::ios::binary) << text; }

 private:
  test::ScratchFolder folder_{"journal"};
};

RunTrial curve(std::vector<double> time, std::vector<std::vector<double>> values) {
  return {.curve = {.time = std::move(time), .values = std::move(values)}};
}

// A successful run with two columns, and a failed run.
void write_entries(const JournalFile& file) {
  RunJournal journal(file.path(), kIdentity);
  journal.add("first", {curve({0.0, 0.5}, {{1.0, 1.0 / 3.0}, {-2.0, 1e-300}})});
  journal.add("second", {curve({0.0}, {{4.0}}), {.curve = {}, .failure = "no motion \"is\" found"}});
}

}  // namespace

TEST_CASE("run journal: between rows curves are straight, beyond them they stay") {
  const RunCurve curve{.time = {1.0, 2.0, 4.0}, .values = {{0.0, 0.0, 0.0}, {10.0, 20.0, 60.0}}};
  CHECK(curve.at(1, 0.0) == 10.0);
  CHECK(curve.at(1, 1.0) == 10.0);
  CHECK(curve.at(1, 1.5) == 15.0);
  CHECK(curve.at(1, 2.0) == 20.0);
  CHECK(curve.at(1, 3.5) == 50.0);
  CHECK(curve.at(1, 4.0) == 60.0);
  CHECK(curve.at(1, 9.0) == 60.0);
  CHECK(curve.at(0, 3.5) == 0.0);
}

TEST_CASE("run journal: what was added is found, now and by the next process, to the last bit") {
  const JournalFile file;
  write_entries(file);
  RunJournal journal(file.path(), kIdentity);
  CHECK(journal.n_read() == 2);
  CHECK(journal.find("third") == nullptr);
  const std::vector<RunTrial>* const first = journal.find("first");
  REQUIRE(first != nullptr);
  REQUIRE(first->size() == 1);
  CHECK(first->front().succeeds());
  CHECK(first->front().curve.time == std::vector<double>{0.0, 0.5});
  CHECK(first->front().curve.values == std::vector<std::vector<double>>{{1.0, 1.0 / 3.0}, {-2.0, 1e-300}});
  const std::vector<RunTrial>* const second = journal.find("second");
  REQUIRE(second != nullptr);
  REQUIRE(second->size() == 2);
  CHECK(second->front().succeeds());
  CHECK(second->back().failure == "no motion \"is\" found");
  journal.add("third", {curve({0.0}, {{1.0}})});
  CHECK(journal.find("third") != nullptr);
  CHECK(parse_journal("journal", kIdentity, file.text()).size() == 3);
}

TEST_CASE("run journal: a torn last line is left out, wherever it is torn") {
  const JournalFile file;
  write_entries(file);
  const std::string whole = file.text();
  const std::size_t last = whole.find('\n', whole.find("first")) + 1;
  for (std::size_t size = last; size < whole.size(); ++size) {
    CAPTURE(size);
    REQUIRE(parse_journal("journal", kIdentity, std::string_view(whole).substr(0, size)).size() == 1);
  }
  file.write(whole.substr(0, whole.size() - 1));
  CHECK(RunJournal(file.path(), kIdentity).find("second") == nullptr);
  CHECK(file.text() == whole.substr(0, last));
}

TEST_CASE("run journal: other identities and damaged lines are refused with their place") {
  const JournalFile file;
  write_entries(file);
  const std::string whole = file.text();
  CHECK_THROWS_WITH_AS(RunJournal(file.path(), "{\"configuration\": \"2\"}"),
                       doctest::Contains("belongs to another identification or version"), UsageError);
  CHECK(file.text() == whole);
  std::string damaged = whole;
  damaged[whole.find("second")] ^= 1;
  file.write(damaged);
  CHECK_THROWS_WITH_AS(RunJournal(file.path(), kIdentity), doctest::Contains(":3: the line is damaged"), IoError);
  CHECK(file.text() == damaged);
}

TEST_CASE("run journal: entries that are no trials are damaged lines") {
  const std::string identity = checked_line(kIdentity, ' ');
  for (const char* entry :
       {"[]", "7", R"({"key": "a"})", R"({"trials": [{"failure": "b"}]})", R"({"key": "a", "trials": []})",
        R"({"key": "a", "trials": [{"time": [0], "values": 1}]})",
        R"({"key": "a", "trials": [{"time": [], "values": []}]})",
        R"({"key": "a", "trials": [{"time": [0, 0], "values": [[1, 2]]}]})",
        R"({"key": "a", "trials": [{"time": [1, 0], "values": [[1, 2]]}]})",
        R"({"key": "a", "trials": [{"time": [0, 1], "values": [[1]]}]})",
        R"({"key": "a", "trials": [{"failure": "b"}, {"time": [0, 1], "values": [[1, 2], [1]]}]})"}) {
    CAPTURE(entry);
    CHECK_THROWS_WITH_AS(parse_journal("journal", kIdentity, identity + checked_line(entry, ' ')),
                         doctest::Contains("journal:2: the line is damaged"), IoError);
  }
  const std::string sound =
      R"({"key": "a", "trials": [{"failure": "b"}, {"time": [0, 1], "values": [[1, 2], [1, 3]]}]})";
  CHECK(parse_journal("journal", kIdentity, identity + checked_line(sound, ' ')).size() == 1);
}

}  // namespace beltdyn::studies
