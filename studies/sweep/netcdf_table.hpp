// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "studies/sweep/sweep_table.hpp"

namespace beltdyn::studies {

// Was this program built with NetCDF?
bool writes_netcdf();

// Writes the table as a NetCDF-4 file for xarray and other programs: a dimension "member", a variable for each column
// with its unit, parameters as coordinates, and attributes of the file. Replaces an existing file. Throws IoError.
void write_netcdf(const std::filesystem::path& path, const SweepTable& table,
                  const std::vector<std::pair<std::string, std::string>>& attributes);

}  // namespace beltdyn::studies
