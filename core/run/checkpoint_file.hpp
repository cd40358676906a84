// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace beltdyn {

// A file with the state of a run, in such a form that no damage goes unnoticed: a line of text
//
//     beltdyn checkpoint FORMAT VERSION BYTES CHECKSUM
//
// and then BYTES bytes of CBOR, whose 64-bit cyclic redundancy check (ECMA-182) is CHECKSUM.

// Throws IoError. A run killed meanwhile keeps the file before.
void write_checkpoint_file(const std::filesystem::path& path, std::span<const std::uint8_t> cbor);

// The CBOR; none if there is no such file. Throws IoError if it is anything else than a whole, undamaged checkpoint of
// this format and version of the program.
std::optional<std::vector<std::uint8_t>> read_checkpoint_file(const std::filesystem::path& path);

}  // namespace beltdyn
