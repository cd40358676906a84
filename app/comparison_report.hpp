// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "core/settings/formulation.hpp"
#include "plots/figures.hpp"
#include "report/player.hpp"

namespace beltdyn::app {

// Writes report.html into a result folder, from its result files: tables, the figures that draw_figures() has drawn
// just now, by the names of the pictures, and what moves. Nothing: where no figures can be drawn, none are missing.
// Throws IoError.
void write_comparison_report(const plots::Result& result, const std::filesystem::path& folder,
                             const std::optional<std::set<std::string>>& drawn);

// The player of a run with shapes or of a contour drive, from its result folder; none if there is nothing to play.
// Throws IoError, ConfigError.
std::optional<report::Player> player_of(const std::filesystem::path& run_folder, const std::string& title,
                                        const Formulations& formulations);

}  // namespace beltdyn::app
