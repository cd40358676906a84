// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace beltdyn::studies {

// One line: text, separator, checksum in 16 hexadecimal digits, line end.
std::string checked_line(std::string_view text, char separator);
// The text of such a line, which has no line end here; none if the checksum does not match.
std::optional<std::string_view> text_of_checked_line(std::string_view line, char separator);

// Calls visit(number, line) for each line, from 1 on. Skips an incomplete last line, which a killed process may leave.
void visit_whole_lines(std::string_view text, const std::function<void(std::size_t, std::string_view)>& visit);

// A file of such lines, to which a process adds one line at a time. If the process is killed, only the last line may be
// incomplete.
class CheckedLines {
 public:
  // Throws IoError if the path is a symbolic link.
  CheckedLines(std::filesystem::path path, char separator);

  const std::filesystem::path& path() const { return path_; }
  // The whole file; none if it does not exist yet.
  std::optional<std::string> read() const;
  // Replaces the file by this text; add() then appends to it. Throws IoError.
  void begin(std::string_view text);
  // Appends a line. Throws IoError if the file cannot be written or no longer exists.
  void add(std::string_view text);

 private:
  std::filesystem::path path_;
  char separator_;
  std::ofstream stream_;
  std::uint64_t size_ = 0;
};

}  // namespace beltdyn::studies
