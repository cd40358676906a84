// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "core/run/belt_shape.hpp"

namespace beltdyn::postprocess {

// The shape of a drive at a time.
struct TimedShape {
  double time{};  // [s]
  BeltShape shape;
};

// Reads the output of vtp_text(); `file` is the name used in messages. Throws IoError for any other content.
BeltShape parse_vtp(std::string_view file, std::string_view text);

// The file of a shape, as listed in belt.pvd.
struct ListedShape {
  double time{};               // [s]
  std::filesystem::path path;  // below the folder of the run
};

// Reads a belt.pvd; `file` is the name used in messages. Throws IoError for any other content.
std::vector<ListedShape> parse_pvd(std::string_view file, std::string_view text);

// The last shape listed in the belt.pvd of a run; none if the run has no shapes. Throws IoError.
std::optional<TimedShape> load_last_shape(const std::filesystem::path& run_folder);

// The shapes listed in the belt.pvd of a run, in their order. If there are more than `most`, an even selection of that
// number, including the first and the last. Empty if the run has no shapes. Throws IoError.
std::vector<TimedShape> load_all_shapes(const std::filesystem::path& run_folder, std::size_t most);

}  // namespace beltdyn::postprocess
