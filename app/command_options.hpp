// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/commands.hpp"

namespace beltdyn::app {

struct DriveKind;

// Arguments and options that several commands share: the configuration file, --out, --set, --jobs (a number ≥ 1),
// --json.
void add_config(CLI::App& command, std::string& config, const std::string& meaning);
void add_out(CLI::App& command, std::string& out, const std::string& meaning);
void add_set(CLI::App& command, std::vector<std::string>& assignments);
void add_jobs(CLI::App& command, unsigned& jobs, const std::string& meaning);
void add_json(CLI::App& command, bool& json);
// The options of `verify`, which both beltdyn and beltdyn-verify read.
void add_verify_options(CLI::App& command, VerifyArguments& arguments);

// The options of `new`: one for each property of a drive, with the kinds of drive that have it; with `only`, those of
// one kind.
void add_new_options(CLI::App& command, NewArguments& arguments, const DriveKind* only = nullptr);

// Describes a command with all options; `example` is an example call.
CommandDescription description_of(const CLI::App& command, std::string example);

// Throws IoError if standard output could not be written.
void check_standard_output();

}  // namespace beltdyn::app
