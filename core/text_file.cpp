// SPDX-License-Identifier: MIT
#include "core/text_file.hpp"

#include <fstream>
#include <iterator>

#include "core/error.hpp"

namespace beltdyn {

std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw IoError(path.string() + ": cannot be written; check permissions and free space");
}

}  // namespace beltdyn
