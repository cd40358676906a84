// SPDX-License-Identifier: MIT
#include "core/run/checkpoint_file.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/base/version.hpp"

namespace beltdyn {
namespace {

constexpr std::string_view kMagic = "beltdyn checkpoint ";
constexpr int kFormat = 2;

// "beltdyn checkpoint 2 0.1.0 ": the begin of every file that this program reads.
std::string opening() { return fmt::format("{}{} {} ", kMagic, kFormat, build_info().version); }

std::string header_of(std::string_view cbor) {
  return fmt::format("{}{} {:016x}\n", opening(), cbor.size(), checksum(cbor));
}

[[noreturn]] void refuse(const std::filesystem::path& path, std::string_view why) {
  throw IoError(fmt::format("{}: {}; run again with --force", path.string(), why));
}

}  // namespace

void write_checkpoint_file(const std::filesystem::path& path, std::span<const std::uint8_t> cbor) {
  const std::string_view bytes(reinterpret_cast<const char*>(cbor.data()), cbor.size());
  std::string text = header_of(bytes);
  text += bytes;
  replace_file(path, text);
}

std::optional<std::vector<std::uint8_t>> read_checkpoint_file(const std::filesystem::path& path) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(path, none))) return std::nullopt;
  const std::optional<std::string> text = read_regular_file(path);
  if (!text) refuse(path, "cannot be read");
  if (!text->starts_with(kMagic)) refuse(path, "is corrupt, or not a checkpoint of BeltDyn");
  if (!text->starts_with(opening())) refuse(path, "is corrupt, or a checkpoint of another version");
  const std::size_t end = text->find('\n');
  const std::string_view cbor = end == std::string::npos ? std::string_view() : std::string_view(*text).substr(end + 1);
  if (!text->starts_with(header_of(cbor))) refuse(path, "is damaged");
  return std::vector<std::uint8_t>(cbor.begin(), cbor.end());
}

}  // namespace beltdyn
