// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "app/commands.hpp"

namespace beltdyn::app {

// The option --jobs of a command, a number from 1 on.
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& meaning);
// The options of `verify`, which beltdyn and beltdyn-verify both read.
void add_verify_options(CLI::App& command, VerifyArguments& arguments);

// Throws IoError if standard output could not be written.
void check_standard_output();

}  // namespace beltdyn::app
