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

// Writes report.html into a result folder from its result files: tables, figures, animations. `drawn` are the file
// names of the pictures that draw_figures() has just drawn; without a value no figures could be drawn, and the page
// does not report them as missing. Throws IoError.
void write_comparison_report(const plots::Result& result, const std::filesystem::path& folder,
                             const std::optional<std::set<std::string>>& drawn);

// The animation of a run of a belt drive with shapes or of a contour drive, from its result folder; none if there is
// nothing to show. Throws IoError, ConfigError.
std::optional<report::Player> player_of(const std::filesystem::path& run_folder, const std::string& title,
                                        const Formulations& formulations);

}  // namespace beltdyn::app
