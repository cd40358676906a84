// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>

#include "core/simulation/configuration.hpp"
#include "plots/figures.hpp"

namespace beltdyn::app {

// How fast the members of the configuration's study settle, of the runs that have come to their end; none without a
// study.
std::optional<results::Convergence> convergence_of(const Configuration& configuration, const plots::Result& result);

// Writes convergence.json and convergence.csv into the folder and prints a table, if there is a study.
void write_convergence_of(const plots::Result& result, const std::filesystem::path& folder);

}  // namespace beltdyn::app
