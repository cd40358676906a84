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

// Writes a table of numbers as CSV (RFC 4180 with LF line ends): a header row "name [unit]", then each
// double with the fewest digits from which it is read back to the bit.
class CsvWriter {
 public:
  // Starts a new file. Throws IoError.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns);
  // Goes on with an existing file behind its first `size` bytes; what follows them is cut off. Throws IoError.
  CsvWriter(std::filesystem::path path, std::uint64_t size);

  // Throws IoError if the row cannot be written, e.g. on a full disk.
  void row(std::span<const double> values);
  // Hands all rows to the operating system and returns the size of the file [bytes]. Throws IoError, also if the file
  // is no longer there.
  std::uint64_t flush();

 private:
  // A number as text. Many a column repeats the number of the row before, and to copy its text is ten times faster than
  // to find its digits.
  struct Cell {
    double value = std::numeric_limits<double>::quiet_NaN();
    std::array<char, 24> text;  // as long as "-2.2250738585072014e-308"
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
