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

// A text of one line, a separator, its checksum in 16 hexadecimal digits and a line end.
std::string checked_line(std::string_view text, char separator);
// The text of such a line without its line end; none if the checksum is that of another text.
std::optional<std::string_view> text_of_checked_line(std::string_view line, char separator);

// Calls visit(number, line) for each line, from 1 on. What a killed process has left of a last line is skipped.
void visit_whole_lines(std::string_view text, const std::function<void(std::size_t, std::string_view)>& visit);

// A file of such lines to which a process adds, one at a time. One that is killed leaves all but a torn last line.
class CheckedLines {
 public:
  // Throws IoError if the path is a symbolic link.
  CheckedLines(std::filesystem::path path, char separator);

  const std::filesystem::path& path() const { return path_; }
  // The whole file, none if there is none yet.
  std::optional<std::string> read() const;
  // Replaces the file by this text, behind which add() writes. Throws IoError.
  void begin(std::string_view text);
  // Throws IoError if it cannot be written, or is no longer there.
  void add(std::string_view text);

 private:
  std::filesystem::path path_;
  char separator_;
  std::ofstream stream_;
  std::uint64_t size_ = 0;
};

}  // namespace beltdyn::studies
