// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/settings/configuration.hpp"
#include "studies/identify/identifier.hpp"

namespace beltdyn::app {

// Warnings for readers of a fit, one sentence each.
std::vector<std::string> fit_warnings(const studies::FitReport& report);
// A sentence for each combination of parameters that the data do not determine, with advice.
std::vector<std::string> unidentifiable_messages(const studies::FitReport& report);

// Draws figures/identification.svg and writes identification.html into the folder. Throws IoError.
void write_identification_page(const studies::FitReport& report, const Configuration& configuration,
                               const std::string& command, const std::filesystem::path& folder);

}  // namespace beltdyn::app
