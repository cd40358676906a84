// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace beltdyn {

// Writes a whole file anew. Throws IoError.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace beltdyn
