// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace beltdyn {

// Writes a table of numbers as CSV (RFC 4180 with LF line ends): a header row "name [unit]", then 17 significant
// digits, so that each double is read back to the bit.
class CsvWriter {
 public:
  // Starts a new file. Throws IoError.
  CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns);
  // Goes on with an existing file behind its first `size` bytes; what follows them is cut off. Throws IoError.
  CsvWriter(std::filesystem::path path, std::uint64_t size);

  // Throws IoError if the row cannot be written, e.g. on a full disk.
  void row(std::span<const double> values);
  // Hands all rows to the operating system and returns the size of the file [bytes].
  std::uint64_t flush();

 private:
  void require_good() const;

  std::filesystem::path path_;
  std::ofstream stream_;
  std::uint64_t size_ = 0;
  std::string buffer_;
};

}  // namespace beltdyn
