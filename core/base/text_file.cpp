// SPDX-License-Identifier: MIT
#include "core/base/text_file.hpp"

#include <fstream>
#include <ios>
#include <istream>

#include <boost/crc.hpp>

#include "core/base/error.hpp"

namespace beltdyn {

namespace {

std::string all_of(std::istream& stream, const std::filesystem::path& path) {
  constexpr std::size_t kBlock = 1U << 16U;
  std::string text;
  std::size_t size = 0;
  while (stream) {
    text.resize(size + kBlock);
    stream.read(text.data() + size, static_cast<std::streamsize>(kBlock));
    size += static_cast<std::size_t>(stream.gcount());
  }
  if (stream.bad()) throw IoError(reading_failed(path));
  text.resize(size);
  return text;
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return all_of(stream, path);
}

std::optional<std::string> read_regular_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return all_of(stream, path);
}

std::string reading_failed(const std::filesystem::path& path) {
  return path.string() + ": cannot be read: the system reports an input/output error; check the disk or the network";
}

std::string writing_failed(const std::filesystem::path& path) {
  return path.string() + ": cannot be written; check permissions, free space and the file size limit (ulimit -f)";
}

void require_written(const std::filesystem::path& path, std::uint64_t size) {
  std::error_code error;
  if (std::filesystem::file_size(path, error) == size && !error) return;
  throw IoError(path.string() +
                ": was removed or changed while it was being written; run again, with no other program in the folder");
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw IoError(writing_failed(path));
}

void replace_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::path part = path;
  part += ".part";
  refuse_link(path);
  refuse_link(part);
  write_text_file(part, text);
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error) throw IoError(writing_failed(path));
}

std::uint64_t checksum(std::string_view bytes) {
  boost::crc_optimal<64, 0x42F0E1EBA9EA3693, 0, 0, false, false> crc;
  crc.process_bytes(bytes.data(), bytes.size());
  return crc.checksum();
}

void refuse_link(const std::filesystem::path& path) {
  std::error_code none;
  if (std::filesystem::symlink_status(path, none).type() != std::filesystem::file_type::symlink) return;
  throw IoError(path.string() + ": is a symbolic link, and results are not written through links; remove it");
}

}  // namespace beltdyn
