// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands.hpp"

namespace beltdyn::app {

// Arguments and options that several commands have: the configuration file, --out, --set, and --jobs, a number from 1
// on.
void add_config(CLI::App& command, std::string& config, const std::string& meaning);
void add_out(CLI::App& command, std::string& out, const std::string& meaning);
void add_set(CLI::App& command, std::vector<std::string>& assignments);
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& meaning);
void add_json(CLI::App& command, bool& json);
// The options of `verify`, which beltdyn and beltdyn-verify both read.
void add_verify_options(CLI::App& command, VerifyArguments& arguments);

// The options of `new`: a property of a drive each, with the kinds that have it.
void add_new_options(CLI::App& command, NewArguments& arguments);

// A command and all of its options; `example` is a call of it.
CommandDescription description_of(const CLI::App& command, std::string example);

// Throws IoError if standard output could not be written.
void check_standard_output();

}  // namespace beltdyn::app
