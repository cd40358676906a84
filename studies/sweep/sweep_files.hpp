// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "studies/checked_lines.hpp"

namespace beltdyn::studies {

// A part of a sweep: shard I of N has the chains whose number modulo N is I − 1.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;

  bool has(std::size_t chain) const { return chain % count == index - 1; }
  std::filesystem::path file() const;  // "rows-I-of-N.csv"
};

// "3/8". Throws UsageError.
Shard parse_shard(std::string_view text);
// The shard of a Slurm job array, by environment variables; all members outside of a job array. Throws UsageError if
// the variables contradict each other.
Shard shard_of_environment();

// The rows of members by number.
using Rows = std::map<std::size_t, std::string>;

// The rows in the text of a shard file with this name and header. Throws IoError with a remedy if the file is damaged
// or has another header.
Rows parse_rows(std::string_view file, std::string_view header, std::string_view text);

// The rows of a shard, each with a checksum, in the order in which members were completed. If a process is killed, only
// the last row may be incomplete.
class ShardFile {
 public:
  // Reads the existing file, if any. Throws IoError with a remedy if it is damaged or has other columns.
  ShardFile(std::filesystem::path path, const std::vector<std::string>& columns);

  const Rows& rows() const { return rows_; }
  // Begins to write: first the rows read, then those of add().
  void open();
  void add(std::size_t member, const std::string& row);

 private:
  std::string header_;
  Rows rows_;
  CheckedLines lines_;
};

// The text of sweep.csv: the header, then the rows in the order of members.
std::string table_text(const std::vector<std::string>& columns, const Rows& rows);

// The rows in such a text; its fields contain no line ends.
Rows rows_of_table(std::string_view text);

// The rows of all shards in a folder. Throws IoError if one is damaged, or if two rows of a member differ.
Rows collect_rows(const std::filesystem::path& folder, const std::vector<std::string>& columns);

// The missing members among 0 to n − 1, as "3, 17 to 20, 31 and 12 more"; empty if none is missing.
std::string missing_members(const Rows& rows, std::size_t n);

}  // namespace beltdyn::studies
