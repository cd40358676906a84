// SPDX-License-Identifier: MIT
#include "studies/checked_lines.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::studies {

std::string checked_line(std::string_view text, char separator) {
  return fmt::format("{}{}{:016x}\n", text, separator, checksum(text));
}

std::optional<std::string_view> text_of_checked_line(std::string_view line, char separator) {
  const std::size_t end = line.rfind(separator);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(0, end);
  if (line.substr(end + 1) != fmt::format("{:016x}", checksum(text))) return std::nullopt;
  return text;
}

void visit_whole_lines(std::string_view text, const std::function<void(std::size_t, std::string_view)>& visit) {
  for (std::size_t number = 1;; ++number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return;
    visit(number, text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

CheckedLines::CheckedLines(std::filesystem::path path, char separator) : path_(std::move(path)), separator_(separator) {
  refuse_link(path_);
}

std::optional<std::string> CheckedLines::read() const { return read_regular_file(path_); }

void CheckedLines::begin(std::string_view text) {
  replace_file(path_, text);
  stream_.open(path_, std::ios::binary | std::ios::app);
  size_ = text.size();
}

void CheckedLines::add(std::string_view text) {
  const std::string line = checked_line(text, separator_);
  stream_ << line << std::flush;
  if (!stream_) throw IoError(writing_failed(path_));
  size_ += line.size();
  require_written(path_, size_);
}

}  // namespace beltdyn::studies
