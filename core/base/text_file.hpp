// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace beltdyn {

// The bytes of a file, none of one that is not there or cannot be opened. Throws IoError if the system cannot read it.
std::string read_text_file(const std::filesystem::path& path);
// The same, but none at all of a folder, a device or a pipe, and of what is not there or cannot be opened.
std::optional<std::string> read_regular_file(const std::filesystem::path& path);
// Writes or replaces a whole file. Throws IoError.
void write_text_file(const std::filesystem::path& path, std::string_view text);
// The same, and who reads meanwhile, or after the program was killed meanwhile, finds the file before or the new one.
void replace_file(const std::filesystem::path& path, std::string_view text);

// The 64-bit cyclic redundancy check ECMA-182.
std::uint64_t checksum(std::string_view bytes);

// Why a file that is open cannot be read, for an IoError.
std::string reading_failed(const std::filesystem::path& path);
// Why a file cannot be written, for an IoError.
std::string writing_failed(const std::filesystem::path& path);
// Throws IoError unless there is a file of this size [bytes]: others may remove or change what is being written.
void require_written(const std::filesystem::path& path, std::uint64_t size);

// Throws IoError if the path is a symbolic link, whatever its target: nothing is written outside of a result folder.
void refuse_link(const std::filesystem::path& path);

}  // namespace beltdyn
