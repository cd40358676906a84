// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace beltdyn {

// The content of a file; empty if it does not exist or cannot be opened. Throws IoError if the system cannot read it.
std::string read_text_file(const std::filesystem::path& path);
// The same for regular files. Returns nullopt for a folder, a device or a pipe, and if the file does not exist or
// cannot be opened.
std::optional<std::string> read_regular_file(const std::filesystem::path& path);
// Writes or replaces a whole file. Throws IoError.
void write_text_file(const std::filesystem::path& path, std::string_view text);
// The same, but atomically: whoever reads in the meantime, or after the program was killed in the meantime, finds
// either the old or the new file.
void replace_file(const std::filesystem::path& path, std::string_view text);

// The 64-bit cyclic redundancy check ECMA-182.
std::uint64_t checksum(std::string_view bytes);

// The message of an IoError for an open file that cannot be read.
std::string reading_failed(const std::filesystem::path& path);
// The message of an IoError for a file that cannot be written.
std::string writing_failed(const std::filesystem::path& path);
// Throws IoError unless the file exists with this size [bytes], because other programs may remove or change it while it
// is being written.
void require_written(const std::filesystem::path& path, std::uint64_t size);

// Throws IoError if the path is a symbolic link, whatever its target, because nothing may be written outside a result
// folder.
void refuse_link(const std::filesystem::path& path);

}  // namespace beltdyn
