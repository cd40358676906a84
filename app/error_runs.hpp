// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "app/run_messages.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::app {

// Finds the errors of a run that is complete, by coarser runs, unless they are there: writes them into its folder and
// logs them. `identity` identifies the run; coarser runs that were interrupted go on from their checkpoints. False if
// it was interrupted. Throws IoError.
bool find_errors(const Configuration& configuration, const RunConfig& run, const std::string& identity,
                 const std::filesystem::path& folder, RunMessages::Run& messages);

}  // namespace beltdyn::app
