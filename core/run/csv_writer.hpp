// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace beltdyn {

// Writes a table of numbers as CSV (RFC 4180 with LF line ends): a header row "name [unit]", then each double with the
// fewest digits that restore it exactly.
class CsvWriter {
 public:
  // Starts a new file. Throws IoError.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns);
  // Continues an existing file after its first `size` bytes; the rest is cut off. Throws IoError.
  CsvWriter(std::filesystem::path path, std::uint64_t size);

  // Throws IoError if the row cannot be written, e.g. on a full disk.
  void row(std::span<const double> values);
  // Writes all buffered rows to the file and returns its size [bytes]. Throws IoError, also if the file no longer
  // exists.
  std::uint64_t flush();

 private:
  // The last number of a column as text. Many columns repeat a number from row to row, and copying its text is ten
  // times faster than converting it.
  struct Cell {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::array<char, 24> text;  // holds the longest number, "-2.2250738585072014e-308"
    std::ptrdiff_t end = 0;
  };

  void require_good() const;

  std::filesystem::path path_;
  std::ofstream stream_;
  std::uint64_t size_ = 0;
  std::string buffer_;
  std::vector<Cell> cells_;  // of the last row
};

}  // namespace beltdyn
