// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>

#include "core/settings/configuration.hpp"
#include "plots/figures.hpp"

namespace beltdyn::app {

// How fast the members of the configuration's study settle, of the runs that have finished; none without a
// study that has orders.
std::optional<postprocess::Convergence> convergence_of(const Configuration& configuration, const plots::Result& result);

// The results of those members over the parameter of a study that has no orders; none without one.
std::optional<postprocess::ParameterStudy> parameter_study_of(const Configuration& configuration,
                                                              const plots::Result& result);

// Writes convergence.json and convergence.csv, or study.json and study.csv, into the folder and prints a table to
// `table`, if there is a study. Files of a study of the other kind are removed.
void write_study_of(const plots::Result& result, const std::filesystem::path& folder, std::FILE* table);

}  // namespace beltdyn::app
