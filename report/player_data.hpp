// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"
#include "postprocess/shape_reader.hpp"
#include "report/player.hpp"

namespace beltdyn::report {

// The result files of a run.
struct PlayedRun {
  const Drive& drive;
  const CsvTable& history;
  const CsvTable& profiles;
  const CsvTable& slip_zones;
  std::vector<postprocess::TimedShape> shapes{};  // of a belt drive
};

inline constexpr std::size_t kPlayerFrames = 240;  // also the largest number of shapes
inline constexpr std::size_t kMostPlayerPoints = 400;

// The animation of a run: for a belt drive its shapes, for a contour drive the loop of its two pulleys with parallel
// spans. Pulleys and marks on the belt move with the speeds in the history. None for a drive without a closed belt, or
// if the run ended at its start. Throws IoError if a table lacks a column.
std::optional<Player> make_player(std::string id, std::string title, const PlayedRun& run);

}  // namespace beltdyn::report
