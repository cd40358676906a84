// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace beltdyn {

// The file with the state of a run, in a format that reveals any damage: a line of text
//
//     beltdyn checkpoint FORMAT VERSION BYTES CHECKSUM
//
// followed by BYTES bytes of CBOR, whose 64-bit cyclic redundancy check (ECMA-182) is CHECKSUM.

// Throws IoError. If the process is killed while writing, the previous file remains.
void write_checkpoint_file(const std::filesystem::path& path, std::span<const std::uint8_t> cbor);

// The CBOR; none if the file does not exist. Throws IoError unless it is a complete, undamaged checkpoint of this
// format and this version of the program.
std::optional<std::vector<std::uint8_t>> read_checkpoint_file(const std::filesystem::path& path);

}  // namespace beltdyn
