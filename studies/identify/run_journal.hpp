// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "studies/checked_lines.hpp"

namespace beltdyn::studies {

// The measured columns of a run.
struct RunCurve {
  std::vector<double> time{};                 // of the rows [s]
  std::vector<std::vector<double>> values{};  // shape (n_columns) of (n_rows)

  // The value of a column at a time, between rows interpolated.
  double at(std::size_t column, double time) const;
};

// A run at a point, which may fail.
struct RunTrial {
  RunCurve curve{};
  std::string failure{};  // empty: it has not failed

  bool succeeds() const { return failure.empty(); }
};

// The trials of runs by a key.
using JournalEntries = std::map<std::string, std::vector<RunTrial>>;

// What a journal of this file name and identity has. Throws UsageError if it is of another identification, IoError with
// the line if it is damaged.
JournalEntries parse_journal(std::string_view file, std::string_view identity, std::string_view text);

// What the runs of an identification gave, by a key: a file with a line for each entry, JSON with a checksum behind it,
// so that a restarted search returns to where it was without repeating them. A killed process leaves all
// entries but for a torn last line, which is left out.
class RunJournal {
 public:
  // Reads what is there, if anything, and writes what add() gives behind it. `identity` says of which identification it
  // is. Throws UsageError if it is of another one, IoError with the line if it is damaged or cannot be written.
  RunJournal(std::filesystem::path path, const std::string& identity);

  // nullptr if there is no such entry. Both may be called from several threads.
  const std::vector<RunTrial>* find(const std::string& key) const;
  void add(const std::string& key, std::vector<RunTrial> trials);
  // Of entries that were there.
  std::size_t n_read() const { return n_read_; }

 private:
  JournalEntries entries_;
  std::size_t n_read_ = 0;
  mutable std::mutex mutex_;
  CheckedLines lines_;
};

}  // namespace beltdyn::studies
