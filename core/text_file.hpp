// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace beltdyn {

// The bytes of a file, none of one that is not there or cannot be read.
std::string read_text_file(const std::filesystem::path& path);
// Writes a whole file anew. Throws IoError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace beltdyn
