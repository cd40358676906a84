// SPDX-License-Identifier: MIT
#include "core/text_file.hpp"

#include <fstream>

#include "core/error.hpp"

namespace beltdyn {

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  std::ofstream stream(path, std::ios::binary | std::ios::trunc);
  stream << text;
  stream.close();
  if (!stream) throw IoError(path.string() + ": cannot be written; check permissions and free space");
}

}  // namespace beltdyn
