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

// A part of a sweep: the I-th of N has the chains whose number leaves I − 1 when divided by N.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;

  bool has(std::size_t chain) const { return chain % count == index - 1; }
  std::filesystem::path file() const;  // "rows-I-of-N.csv"
};

// "3/8". Throws UsageError.
Shard parse_shard(std::string_view text);
// The shard that a job array of Slurm asks for by its environment, all members outside of one. Throws UsageError if
// its variables contradict each other.
Shard shard_of_environment();

// The rows of members by number.
using Rows = std::map<std::size_t, std::string>;

// The rows of the text of a shard file of this name, whose first line is this header. Throws IoError, with what to do,
// if it is damaged or has another header.
Rows parse_rows(std::string_view file, std::string_view header, std::string_view text);

// The rows of a shard, each with a checksum behind it, in the order in which members came to their end. All rows
// written by a killed process are kept, except an incomplete last row.
class ShardFile {
 public:
  // Reads what is there, if anything. Throws IoError, with what to do, if it is damaged or not of these columns.
  ShardFile(std::filesystem::path path, const std::vector<std::string>& columns);

  const Rows& rows() const { return rows_; }
  // Begins to write: the rows so far anew, behind them what add() gives.
  void open();
  void add(std::size_t member, const std::string& row);

 private:
  std::string header_;
  Rows rows_;
  CheckedLines lines_;
};

// The text of sweep.csv: the header, then the rows in the order of members.
std::string table_text(const std::vector<std::string>& columns, const Rows& rows);

// The rows of such a text, without quoted line ends.
Rows rows_of_table(std::string_view text);

// The rows of all shards in a folder. Throws IoError if one is damaged, or if two rows of a member differ.
Rows collect_rows(const std::filesystem::path& folder, const std::vector<std::string>& columns);

// "3, 17 to 20, 31 and 12 more", what is missing of the members 0 to n − 1; empty if nothing is.
std::string missing_members(const Rows& rows, std::size_t n);

}  // namespace beltdyn::studies
