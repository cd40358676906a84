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

// Reads a result folder: every run with a manifest and results, in the order of the configuration. The runs may have
// different contact parameters of a belt drive. Throws IoError if there is no run, or if the runs differ in other parts
// of the drive.
plots::Result load_result(const std::filesystem::path& folder, const Formulations& formulations);

// The result folder: the folder itself if it contains folders of runs, otherwise the only folder below it that does;
// the folder itself if there is none. Throws UsageError if there are several.
std::filesystem::path result_folder_in(const std::filesystem::path& folder);

// The differences of each pair of runs of a result folder. Throws IoError.
std::vector<postprocess::PairComparison> compare_runs(const plots::Result& result);

// Writes comparison.json and comparison.csv into the folder and prints to `table` the differences of each run from the
// reference of its own model.
void write_comparison_of(const plots::Result& result, const std::filesystem::path& folder, std::FILE* table);

// Writes scripts and data of the figures into folder/figures and draws them with gnuplot as SVG, PNG and PDF. Without
// gnuplot a warning explains how to draw them later. Returns the file names of the pictures, "fig9.svg". Throws
// IoError.
std::set<std::string> draw_figures(const plots::Result& result, const std::filesystem::path& folder,
                                   const plots::PictureSize& size = {});

// Draws one of the figures into the folder and returns its SVG; none if `files` does not contain it or gnuplot fails.
// Throws IoError.
std::optional<std::string> draw_svg(const plots::FigureFiles& files, const std::string& figure,
                                    const std::filesystem::path& folder);

}  // namespace beltdyn::app
