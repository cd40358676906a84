// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "app/run_messages.hpp"
#include "core/settings/configuration.hpp"

namespace beltdyn::app {

// Estimates the errors of a complete run from coarser runs, unless they are already there; writes them into its folder
// and logs them. `identity` identifies the run. Interrupted coarser runs resume from their checkpoints. Returns false
// if interrupted. Throws IoError.
bool find_errors(const Configuration& configuration, const RunConfig& run, const std::string& identity,
                 const std::filesystem::path& folder, RunMessages::Run& messages);

}  // namespace beltdyn::app
