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

// Reads what vtp_text() wrote; `file` is the name used in messages. Throws IoError if it is anything else.
BeltShape parse_vtp(std::string_view file, std::string_view text);

// A file of a shape, as belt.pvd lists it.
struct ListedShape {
  double time{};               // [s]
  std::filesystem::path path;  // below the folder of the run
};

// Reads a belt.pvd; `file` is the name used in messages. Throws IoError if it is anything else.
std::vector<ListedShape> parse_pvd(std::string_view file, std::string_view text);

// The last shape that the belt.pvd of a run lists; none if the run has no shapes. Throws IoError.
std::optional<TimedShape> load_last_shape(const std::filesystem::path& run_folder);

// The shapes that the belt.pvd of a run lists, in their order; if there are more than `most`, so many evenly chosen
// ones with the first and the last. Empty if the run has no shapes. Throws IoError.
std::vector<TimedShape> load_all_shapes(const std::filesystem::path& run_folder, std::size_t most);

}  // namespace beltdyn::postprocess
