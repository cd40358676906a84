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

  // The value of a column at a time, interpolated between rows.
  double at(std::size_t column, double time) const;
};

// A run at a point, or its failure.
struct RunTrial {
  RunCurve curve{};
  std::string failure{};  // empty: success

  bool succeeds() const { return failure.empty(); }
};

// The trials of runs, by key.
using JournalEntries = std::map<std::string, std::vector<RunTrial>>;

// The entries of a journal with this file name and identity. Throws UsageError if it belongs to another identification,
// and IoError with the line if it is damaged.
JournalEntries parse_journal(std::string_view file, std::string_view identity, std::string_view text);

// The results of the runs of an identification, by key: a file with one line of JSON and a checksum per entry. With it
// a restarted search continues without repeating runs. If a process is killed, only the last line may be incomplete; it
// is left out.
class RunJournal {
 public:
  // Reads the existing file, if any; add() appends to it. `identity` identifies the identification. Throws UsageError
  // if the file belongs to another one, and IoError with the line if it is damaged, or if it cannot be written.
  RunJournal(std::filesystem::path path, const std::string& identity);

  // nullptr if there is no such entry. Both may be called from several threads.
  const std::vector<RunTrial>* find(const std::string& key) const;
  void add(const std::string& key, std::vector<RunTrial> trials);
  // Number of entries read.
  std::size_t n_read() const { return n_read_; }

 private:
  JournalEntries entries_;
  std::size_t n_read_ = 0;
  mutable std::mutex mutex_;
  CheckedLines lines_;
};

}  // namespace beltdyn::studies
