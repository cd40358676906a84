// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/belt/belt_drive.hpp"

// Pictures of a belt whose path moves, since tensioners do: each σ of a table belongs to the path at the time of its
// row.
namespace beltdyn::postprocess {

// The path coordinate of the same place on another path of the same pulleys: arcs are laid on arcs, spans on spans, and
// whole loops on whole loops, each stretched evenly.
double same_place(double sigma, const BeltPath& from, const BeltPath& to);

// The belt path at each of the ascending times, shape (n_times): around the axes of the history, interpolated linearly,
// or at rest if no axis moves in it; none where no path exists. Throws CsvError if the history lacks a column.
std::vector<std::optional<BeltPath>> paths_at(const BeltDrive& drive, const CsvTable& history,
                                              std::span<const double> times);

// A table of a run with the same places on another path. `sigmas` are the headers of its columns with path coordinates.
// Coordinates at times without a path stay as they are. Throws CsvError if the table or the history lacks a column.
CsvTable laid_on(const BeltPath& path, const CsvTable& table, std::span<const std::string_view> sigmas,
                 const BeltDrive& drive, const CsvTable& history);

}  // namespace beltdyn::postprocess
