// SPDX-License-Identifier: MIT
#include "core/base/text_file.hpp"

#include <fstream>
#include <iterator>

#include <boost/crc.hpp>

#include "core/base/error.hpp"

namespace beltdyn {

std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::optional<std::string> read_regular_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw IoError(path.string() + ": cannot be written; check permissions and free space");
}

void replace_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::path part = path;
  part += ".part";
  refuse_link(path);
  refuse_link(part);
  write_text_file(part, text);
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error) throw IoError(path.string() + ": cannot be written; check permissions and free space");
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
