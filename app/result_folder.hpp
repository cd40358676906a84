// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "plots/figures.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::app {

// Did the run fail before it had a state to write?
bool has_no_results(const std::filesystem::path& run_folder);

// Reads a result folder: every run that has a manifest and results, in the order of the configuration.
// The runs may differ in the contact of a belt drive. Throws IoError if there is none, and if they differ in more of
// the drive.
plots::Result load_result(const std::filesystem::path& folder, const Formulations& formulations);

// The folder itself if runs have their folders in it, else the only one below it of which that is true. Without any
// it is the folder itself. Throws UsageError if there are several.
std::filesystem::path result_folder_in(const std::filesystem::path& folder);

// The differences of each pair of runs of a result folder. Throws IoError.
std::vector<postprocess::PairComparison> compare_runs(const plots::Result& result);

// Writes comparison.json and comparison.csv into the folder and prints to `table` how far each run is from the
// reference of its own exact model.
void write_comparison_of(const plots::Result& result, const std::filesystem::path& folder, std::FILE* table);

// Writes scripts and data of the figures into folder/figures and has gnuplot draw them as SVG, PNG and PDF. Without
// gnuplot a warning explains how to draw them later. Returns the names of the pictures, "fig9.svg". Throws IoError.
std::set<std::string> draw_figures(const plots::Result& result, const std::filesystem::path& folder,
                                   const plots::PictureSize& size = {});

// Draws one of the figures into the folder and returns its SVG; none if the files do not hold it or gnuplot fails.
// Throws IoError.
std::optional<std::string> draw_svg(const plots::FigureFiles& files, const std::string& figure,
                                    const std::filesystem::path& folder);

}  // namespace beltdyn::app
