// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.hpp"
#include "core/simulation/configuration.hpp"

namespace beltdyn::app {

// Files by what they are: {"report", path}.
using NamedFiles = std::vector<std::pair<std::string, std::filesystem::path>>;

// What --json prints to the standard output when the runs have ended: what the manifests of those that were asked for
// say, and what the program returns. Throws IoError.
void print_run_summary(const Configuration& configuration, const RunArguments& arguments,
                       const Formulations& formulations, int exit_code, const NamedFiles& files = {});

}  // namespace beltdyn::app
