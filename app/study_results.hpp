// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>

#include "core/settings/configuration.hpp"
#include "plots/figures.hpp"

namespace beltdyn::app {

// The convergence of the configuration's study, from the runs that have finished; none without a study that has orders
// of convergence.
std::optional<postprocess::Convergence> convergence_of(const Configuration& configuration, const plots::Result& result);

// The results over the parameter for a study without orders of convergence; none without such a study.
std::optional<postprocess::ParameterStudy> parameter_study_of(const Configuration& configuration,
                                                              const plots::Result& result);

// If there is a study, writes convergence.json and convergence.csv, or study.json and study.csv, into the folder and
// prints a table to `table`. Removes files of a study of the other kind.
void write_study_of(const plots::Result& result, const std::filesystem::path& folder, std::FILE* table);

}  // namespace beltdyn::app
