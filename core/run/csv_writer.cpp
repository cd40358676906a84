// SPDX-License-Identifier: MIT
#include "core/run/csv_writer.hpp"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn {
namespace {

constexpr std::size_t kBufferBytes = 1 << 16;

void cut_off(const std::filesystem::path& path, std::uint64_t size) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) < size || error) {
    throw IoError(path.string() + ": is shorter than recorded in its checkpoint; run again with --force");
  }
  std::filesystem::resize_file(path, size, error);
  if (error) throw IoError(path.string() + ": cannot be truncated to its checkpoint: " + error.message());
}

}  // namespace

CsvWriter::CsvWriter(std::filesystem::path path, const std::vector<std::string>& columns)
    : path_(std::move(path)), stream_(path_, std::ios::binary | std::ios::trunc) {
  require_good();
  buffer_ = fmt::format("{}\n", fmt::join(columns, ","));
  flush();
}

CsvWriter::CsvWriter(std::filesystem::path path, std::uint64_t size) : path_(std::move(path)), size_(size) {
  cut_off(path_, size);
  stream_.open(path_, std::ios::binary | std::ios::app);
  require_good();
}

void CsvWriter::row(std::span<const double> values) {
  cells_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    Cell& cell = cells_[i];
    if (i > 0) buffer_ += ',';
    if (values[i] != cell.value) {
      cell.value = values[i];
      // −0 + 0 = 0: a sign of zero would only confuse readers.
      cell.end =
          std::to_chars(cell.text.data(), cell.text.data() + cell.text.size(), values[i] + 0.0).ptr - cell.text.data();
    }
    buffer_.append(cell.text.data(), static_cast<std::size_t>(cell.end));
  }
  buffer_ += '\n';
  if (buffer_.size() > kBufferBytes) flush();
}

std::uint64_t CsvWriter::flush() {
  stream_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  stream_.flush();
  require_good();
  size_ += buffer_.size();
  buffer_.clear();
  require_written(path_, size_);
  return size_;
}

void CsvWriter::require_good() const {
  if (!stream_) throw IoError(writing_failed(path_));
}

}  // namespace beltdyn
