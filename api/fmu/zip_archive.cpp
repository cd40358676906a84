// SPDX-License-Identifier: MIT
#include "api/fmu/zip_archive.hpp"

#include <boost/crc.hpp>

namespace beltdyn::fmu {
namespace {

// APPNOTE.TXT of PKWARE, version 6.3.3: signatures and common fields.
constexpr std::uint32_t kFile = 0x04034b50;
constexpr std::uint32_t kDirectoryEntry = 0x02014b50;
constexpr std::uint32_t kEnd = 0x06054b50;
constexpr std::uint16_t kVersion = 20;
constexpr std::uint16_t kMadeByUnix = 3 << 8U | kVersion;
constexpr std::uint16_t kUtf8Names = 1 << 11U;
constexpr std::uint16_t kStored = 0;
constexpr std::uint16_t kMidnight = 0;
constexpr std::uint16_t kFirstDay = 1 << 5U | 1;  // 1 January 1980
constexpr std::uint32_t kPlainFile = 0100644U << 16U;

// Integers are little-endian.
template <class Integer>
void put(std::string& bytes, Integer value) {
  for (std::size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xffU);
}

// The common part of both headers of a file.
std::string description(std::string_view name, std::string_view text) {
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  std::string bytes;
  for (const std::uint16_t value : {kVersion, kUtf8Names, kStored, kMidnight, kFirstDay}) put(bytes, value);
  put(bytes, static_cast<std::uint32_t>(crc.checksum()));
  put(bytes, static_cast<std::uint32_t>(text.size()));  // stored size
  put(bytes, static_cast<std::uint32_t>(text.size()));
  put(bytes, static_cast<std::uint16_t>(name.size()));
  put(bytes, std::uint16_t{0});  // no extra field
  return bytes;
}

}  // namespace

void ZipArchive::add(std::string_view name, std::string_view text) {
  const std::string described = description(name, text);
  put(directory_, kDirectoryEntry);
  put(directory_, kMadeByUnix);
  directory_ += described;
  for (int i = 0; i < 3; ++i) put(directory_, std::uint16_t{0});  // no comment, first disk, no text file
  put(directory_, kPlainFile);
  put(directory_, static_cast<std::uint32_t>(files_.size()));
  directory_ += name;
  put(files_, kFile);
  files_ += described;
  files_ += name;
  files_ += text;
  ++count_;
}

std::string ZipArchive::bytes() const {
  std::string all = files_ + directory_;
  put(all, kEnd);
  for (int i = 0; i < 2; ++i) put(all, std::uint16_t{0});  // the one disk
  put(all, count_);
  put(all, count_);
  put(all, static_cast<std::uint32_t>(directory_.size()));
  put(all, static_cast<std::uint32_t>(files_.size()));
  put(all, std::uint16_t{0});  // no comment
  return all;
}

}  // namespace beltdyn::fmu
