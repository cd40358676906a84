// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "core/base/csv_table.hpp"
#include "core/drive/belt/belt_drive.hpp"

// Pictures of a belt whose path moves, since tensioners do: each σ of a table belongs to the path at the time of its
// row.
namespace beltdyn::postprocess {

// The path coordinate of the same place on another path of the same pulleys: arcs are laid on arcs, spans on spans, and
// whole loops on whole loops, each stretched evenly.
double same_place(double sigma, const BeltPath& from, const BeltPath& to);

// The belt path of a run at ascending times: around the axes of its history, interpolated linearly, or at rest if no
// axis moves in it.
class MovedPath {
 public:
  // The drive must outlive this object. Throws CsvError if the history lacks a column.
  MovedPath(const BeltDrive& drive, const CsvTable& history, std::span<const double> times);

  // At the time with this index; none if no path exists.
  std::optional<BeltPath> at(std::size_t index) const;

 private:
  const BeltDrive& drive_;
  std::optional<BeltPath> rest_;                    // if no axis moves
  std::vector<std::vector<Eigen::Vector2d>> axes_;  // [m], else of shape (n_times, n_pulleys)
};
std::optional<BeltPath> path_at(const BeltDrive& drive, const CsvTable& history, double time);

// A table of a run with the same places on another path. `sigmas` are the headers of its columns with path coordinates.
// Coordinates at times without a path stay as they are. Throws CsvError if the table or the history lacks a column.
CsvTable laid_on(const BeltPath& path, const CsvTable& table, std::span<const std::string_view> sigmas,
                 const BeltDrive& drive, const CsvTable& history);

}  // namespace beltdyn::postprocess
